/* Nanoseconds per call: the fastest of many short batches, so that what else the machine does falls out. */
#pragma once
#include <stdio.h>
#include <time.h>

static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  double seconds = t.tv_sec, nanoseconds = t.tv_nsec; /* read by C and by C++ */
  return seconds * 1e9 + nanoseconds;
}

#define MEASURE(name, call)                      \
  do {                                           \
    double best = 1e18;                          \
    for (int batch = 0; batch < 200; ++batch) {  \
      double start = now_ns();                   \
      for (int i = 0; i < 1000; ++i) call;       \
      double each = (now_ns() - start) / 1000;   \
      if (batch > 0 && each < best) best = each; \
    }                                            \
    printf("%s %.2f\n", name, best);             \
  } while (0)
