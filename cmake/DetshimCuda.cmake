# Where CUDA is. Sets DETSHIM_CUDA_INCLUDE and DETSHIM_CUDA_LIB to a folder, or to NOTFOUND: nothing needs CUDA to
# build; tests against real headers and libraries are then skipped.
set(_hints ${DETSHIM_CUDA_ROOT} $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda)
find_path(DETSHIM_CUDA_INCLUDE cuda.h HINTS ${_hints} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_path(DETSHIM_CUDA_LIB NAMES libcurand.so.10 libcudart.so.13 HINTS ${_hints} PATH_SUFFIXES lib64 lib NO_DEFAULT_PATH)
