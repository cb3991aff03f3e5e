/* A timer's handler calls a hooked function while the interrupted code is inside it, too. */
#include <sys/time.h>

#include "driver.h"
static volatile sig_atomic_t signals;

static void on_alarm(int unused) {
  (void)unused;
  cu_init(0);
  launch(1);
  ++signals;
}

int main(int argc, char** argv) { /* signal_during_hook DRIVER SIGNALS */
  (void)argc;
  open_driver(argv[1]);
  cu_init(0);
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  struct itimerval every = {{0, 500}, {0, 500}};
  sigaction(SIGALRM, &action, 0);
  setitimer(ITIMER_REAL, &every, 0);
  while (signals < atoi(argv[2])) cu_init(0);
  signal(SIGALRM, SIG_IGN);
  puts("done");
}
