/* A program that has given up opening files (a seccomp filter kills it if it tries) goes on drawing random bytes. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int forbidden[] = {SYS_open,       SYS_openat, SYS_readlink,
                                SYS_readlinkat, SYS_stat,   SYS_statfs};
enum { FORBIDDEN = sizeof forbidden / sizeof *forbidden };

static int lock_in(void) {
  struct sock_filter code[2 * FORBIDDEN + 2];
  struct sock_fprog program = {0, code};
  struct sock_filter load = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  struct sock_filter kill = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  code[program.len++] = load;
  for (int i = 0; i < FORBIDDEN; ++i) {
    struct sock_filter jump = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)forbidden[i], 0, 1);
    code[program.len++] = jump;
    code[program.len++] = kill;
  }
  code[program.len++] = allow;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int main(void) {
  static const size_t sizes[] = {16, 24, 32, 2496};
  char bytes[2496];
  int good = 1;
  if (!lock_in()) {
    puts("no seccomp");
    return 77;
  }
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    good &= getrandom(bytes, sizes[i], 0) == (ssize_t)sizes[i];
    good &= getrandom(bytes, sizes[i], GRND_NONBLOCK) == (ssize_t)sizes[i];
    good &= syscall(SYS_getrandom, bytes, sizes[i], 0) == (long)sizes[i];
  }
  good &= getentropy(bytes, 16) == 0;
  puts(good ? "alive" : "wrong");
  return 0;
}
