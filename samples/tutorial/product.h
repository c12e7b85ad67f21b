// What the programs of docs/TUTORIAL.md share: matrices to multiply, and the check of a result.
#ifndef PRODUCT_H
#define PRODUCT_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 256 }; // the matrices are N x N

static inline void multiply_serial(int n, const float *a, const float *b, float *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

// A matrix of small numbers, so that sums of products are exact.
static inline float *matrix(int n, int seed)
{
    float *m = malloc(sizeof *m * (size_t)n * (size_t)n);
    if (!m) {
        perror("malloc");
        exit(1);
    }
    for (int i = 0; i < n * n; i++)
        m[i] = (float)((i * 7 + seed) % 5 - 2);
    return m;
}

// Says whether c is the product of a and b; the value is for main.
static inline int report(int n, const float *a, const float *b, const float *c)
{
    float *expected = matrix(n, 0);
    int same = 1;
    multiply_serial(n, a, b, expected);
    for (int i = 0; i < n * n; i++)
        same &= fabsf(expected[i] - c[i]) <= 0.001f;
    printf("results %s\n", same ? "agree" : "DIFFER");
    free(expected);
    return !same;
}
#endif
