# Interpreters for tests: the one that builds the project (mostly with a shared libpython) and, where they are given, ones
# with packages (Debian's program has Python inside).
set(DETSHIM_NUMPY_PYTHON "" CACHE FILEPATH "A Python with NumPy for tests; empty: skipped.")
set(DETSHIM_TORCH_PYTHON "" CACHE FILEPATH "A Python with PyTorch for tests; empty: skipped.")
set(DETSHIM_CUDNN_FRONTEND_PYTHON "" CACHE FILEPATH "A Python with cudnn-frontend for tests; empty: skipped.")
set(DETSHIM_NUMBA_PYTHON "" CACHE FILEPATH "A Python with numba for tests; empty: skipped.")
# The interpreter itself: what is found first may be a script that looks for it.
execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable, end='')" OUTPUT_VARIABLE PLAIN_PYTHON)
