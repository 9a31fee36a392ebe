// Matrix products that those of the cube core are compared with: 128 x 128 x 128 with the sum over k in order, as a compiler makes
// them of plain loops. Each prints its name and the best G operations per second of some runs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SIDE = 128, REPEAT = 200, RUNS = 15 };

static float a[SIDE * SIDE], b[SIDE * SIDE], c[SIDE * SIDE];
static uint16_t a16[SIDE * SIDE], b16[SIDE * SIDE];
static int8_t a8[SIDE * SIDE], b8[SIDE * SIDE];
static int32_t c8[SIDE * SIDE];

static inline float widened(uint16_t bits) {
  uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof value);
  return value;
}

#define PRODUCT(name, element, sum, read)                                                             \
  __attribute__((noinline)) static void name(const element *restrict x, const element *restrict y, sum *restrict z) { \
    for (int i = 0; i < SIDE; i++) {                                                                  \
      memset(z + i * SIDE, 0, SIDE * sizeof *z);                                                      \
      for (int k = 0; k < SIDE; k++) {                                                                \
        for (int j = 0; j < SIDE; j++) {                                                              \
          z[i * SIDE + j] += read(x[i * SIDE + k]) * read(y[k * SIDE + j]);                           \
        }                                                                                             \
      }                                                                                               \
    }                                                                                                 \
    __asm__ volatile("" ::: "memory");                                                                \
  }

PRODUCT(f32, float, float, )
PRODUCT(bf16, uint16_t, float, widened)
PRODUCT(i8, int8_t, int32_t, )

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define MEASURE(name, x, y, z)                                                 \
  do {                                                                         \
    double best = 0;                                                           \
    for (int run = 0; run < RUNS; run++) {                                     \
      double start = now();                                                    \
      for (int i = 0; i < REPEAT; i++) {                                       \
        name(x, y, z);                                                         \
      }                                                                        \
      double rate = 2e-9 * SIDE * SIDE * SIDE * REPEAT / (now() - start);      \
      best = rate > best ? rate : best;                                        \
    }                                                                          \
    printf("%s %.1f\n", #name, best);                                          \
  } while (0)

int main(void) {
  for (int i = 0; i < SIDE * SIDE; i++) {
    a[i] = (float)(i % 7);
    b[i] = (float)(i % 5);
    a16[i] = b16[i] = 0x3F80;
    a8[i] = (int8_t)i;
    b8[i] = (int8_t)(3 * i);
  }
  MEASURE(f32, a, b, c);
  MEASURE(bf16, a16, b16, c);
  MEASURE(i8, a8, b8, c8);
  return 0;
}
