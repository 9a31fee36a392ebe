// Loops that the emulator is compared with: the work of one vector word is 256 bytes. Each prints its name and the
// nanoseconds of one pass, the median of the processor times of eleven runs.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PASSES = 64, LANES = 64, VALUES = 4090, REPEAT = 20000, RUNS = 11 };

float a[PASSES * LANES], b[PASSES * LANES], c[PASSES * LANES], out[PASSES * LANES];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int compare(const void *x, const void *y) {
  double d = *(const double *)x - *(const double *)y;
  return d < 0 ? -1 : d > 0;
}

// The barrier keeps the compiler from merging the repetitions.
__attribute__((noinline)) static void kernel(void) {
  __asm__ volatile("" ::: "memory");
  for (int i = 0; i < VALUES; i++) {
    float x = a[i] * b[i] + c[i];
    out[i] = x > 0 ? x : 0;
  }
  __asm__ volatile("" ::: "memory");
}

int main(void) {
  for (int i = 0; i < PASSES * LANES; i++) {
    a[i] = (float)i;
    b[i] = (float)(i % 7);
    c[i] = (float)-(i % 1000);
  }
  double times[RUNS];
  for (int run = 0; run < RUNS; run++) {
    double start = now();
    for (int i = 0; i < REPEAT; i++) {
      kernel();
    }
    times[run] = (now() - start) / REPEAT / PASSES;
  }
  qsort(times, RUNS, sizeof times[0], compare);
  printf("multiply-add-relu %.3f\n", times[RUNS / 2]);
  return 0;
}
