/* What the projects of this folder build: y = FACTOR * x, by a kernel. */
#ifndef SCALE_H
#define SCALE_H

#define FACTOR 2

#ifdef __cplusplus
extern "C" {
#endif

/* Sets y[i] = FACTOR * x[i] for all i below n. */
void scale(int n, const float *x, float *y);

#ifdef __cplusplus
}
#endif

#endif
