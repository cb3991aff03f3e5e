/* syscall() of other numbers: results, errno and six arguments arrive as they are. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  printf("pid %d ", syscall(SYS_getpid) == getpid());
  errno = 0;
  printf("bad %ld %d ", syscall(SYS_close, -1), errno);
  errno = 0;
  printf("none %ld %d ", syscall(100000), errno);
  char* page = (char*)syscall(SYS_mmap, 0L, 4096L, (long)(PROT_READ | PROT_WRITE),
                              (long)(MAP_PRIVATE | MAP_ANONYMOUS), -1L, 0L);
  strcpy(page, "six");
  printf("mmap %s ", page);
  errno = 0;
  printf("getrandom %ld %d ", syscall(SYS_getrandom, page, 16L, 0x80L), errno);
  errno = 0;
  printf("null %ld %d\n", syscall(SYS_getrandom, 0L, 16L, 0L), errno);
  return 0;
}
