# Sourced by tools/bootstrap (POSIX sh): a Python with cudnn-frontend, for tests that build graphs as frameworks do. Sets
# $cudnn_frontend_python, empty where there is none: its tests are skipped then.

build_cudnn_frontend() {
  "$base_python" -m venv "$1" &&
    pip_install "$1/bin/python" -r "$root/tools/lib/cudnn_frontend_wheels.txt"
}

find_cudnn_frontend() {
  cudnn_frontend_python=''
  library_of "$cuda_root" libcudnn.so.9 >/dev/null || return 0 # nothing to build graphs with
  "$base_python" -VV >"$scratch"
  key=$(key_of "$root/tools/lib/cudnn_frontend_wheels.txt" "$root/tools/lib/cudnn_frontend.sh" "$scratch")
  [ -d "$cache/cudnn-frontend-$key" ] || say "getting cudnn-frontend (12 MB)"
  if provide cudnn-frontend "$key" 100 build_cudnn_frontend; then
    cudnn_frontend_python=$provided/bin/python
  else
    say "no cudnn-frontend; pip's words are above, its tests are skipped"
  fi
}
