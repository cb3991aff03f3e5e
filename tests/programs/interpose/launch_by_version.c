/* A client of one node of libcudart; the wrapper is unversioned and serves every node. */
#include "client.h"
int __cudaLaunchKernel(void*);
int main(void) {
  printf("%d\n", __cudaLaunchKernel(0));
  return 0;
}
