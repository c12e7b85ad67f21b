/* math.c - functions of amp_math.h that the C library lacks, for host code: rsqrt, sinpi, erfinv
 * and their like.
 *
 * An object file of its own in libampc.a, as it alone needs -lm. In kernels OpenCL's own functions
 * are called. */
#define _GNU_SOURCE
#include <math.h>

#include "ampc_gen.h"

/* C++ AMP's precise_math on the host, where the C library has no such function. The float versions
 * are the double ones, rounded. */

#define SQRT_HALF 0.70710678118654752440

#define IN_FLOAT(name)                                                                             \
    float ampc__##name##f(float x)                                                                 \
    {                                                                                              \
        return (float)ampc__##name(x);                                                             \
    }

double ampc__rsqrt(double x)
{
    return 1 / sqrt(x);
}

double ampc__rcbrt(double x)
{
    return 1 / cbrt(x);
}

double ampc__exp10(double x)
{
    return exp10(x);
}

/* ---- trigonometry in half turns: the reduction is exact ---- */

/* sin(pi x) for x in [0, 1/2]. */
static double sine(double x)
{
    return x <= 0.25 ? sin(M_PI * x) : cos(M_PI * (0.5 - x));
}

double ampc__sinpi(double x)
{
    double r = remainder(x, 2), a = fabs(r);

    return copysign(sine(a > 0.5 ? 1 - a : a), r);
}

double ampc__cospi(double x)
{
    double a = fabs(remainder(x, 2));

    return a > 0.5 ? -sine(a - 0.5) : sine(0.5 - a);
}

double ampc__tanpi(double x)
{
    double r = remainder(x, 1), a = fabs(r);

    return copysign(a <= 0.25 ? tan(M_PI * a) : 1 / tan(M_PI * (0.5 - a)), r);
}

/* ---- the normal distribution ---- */

/* Horner's rule; c[0] belongs to the highest power. */
static double polynomial(const double *c, double x)
{
    enum { COEFFICIENTS = 8 };
    double y = 0;

    for (int i = 0; i < COEFFICIENTS; i++)
        y = y * x + c[i];
    return y;
}

/* The quantile of the normal distribution (Wichura, algorithm AS 241) whose sign is q's, q being
 * the probability less one half, and 'tail' the lesser of the probability and one less it. */
static double quantile(double q, double tail)
{
    static const double middle[2][8] = {
        {2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
         13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608},
        {5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
         5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0}};
    static const double near[2][8] = {
        {7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
         1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
         4.6303378461565452959, 1.42343711074968357734},
        {1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
         0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
         2.05319162663775882187, 1.0}};
    static const double far[2][8] = {
        {2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
         0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358,
         5.4637849111641143699, 6.6579046435011037772},
        {2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
         7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
         0.59983220655588793769, 1.0}};
    double r;

    if (fabs(q) <= 0.425) {
        r = 0.180625 - q * q;
        return q * polynomial(middle[0], r) / polynomial(middle[1], r);
    }
    if (tail == 0)
        return copysign(INFINITY, q);
    r = sqrt(-log(tail));
    return copysign(r <= 5 ? polynomial(near[0], r - 1.6) / polynomial(near[1], r - 1.6)
                           : polynomial(far[0], r - 5) / polynomial(far[1], r - 5),
                    q);
}

double ampc__erfinv(double x)
{
    return quantile(x / 2, (1 - fabs(x)) / 2) * SQRT_HALF;
}

double ampc__erfcinv(double x)
{
    return quantile((1 - x) / 2, (x < 1 ? x : 2 - x) / 2) * SQRT_HALF;
}

double ampc__probit(double x)
{
    return quantile(x - 0.5, x < 0.5 ? x : 1 - x);
}

double ampc__phi(double x)
{
    return (double)(0.5L * erfcl(-x * 0.707106781186547524400844362104849039L));
}

/* ---- other names, other arguments ---- */

double ampc__scalb(double x, double n)
{
    enum { LIMIT = 10000 };

    if (isinf(n))
        return n > 0 ? x * n : x / -n;
    if (isnan(x) || isnan(n) || rint(n) != n)
        return NAN;
    return ldexp(x, (int)fmin(fmax(n, -LIMIT), LIMIT));
}

float ampc__scalbf(float x, float n)
{
    return (float)ampc__scalb(x, n);
}

double ampc__lgamma(double x, int *sign)
{
    return lgamma_r(x, sign);
}

float ampc__lgammaf(float x, int *sign)
{
    return lgammaf_r(x, sign);
}

void ampc__sincos(double x, double *sine_, double *cosine)
{
    sincos(x, sine_, cosine);
}

void ampc__sincosf(float x, float *sine_, float *cosine)
{
    sincosf(x, sine_, cosine);
}

double ampc__nan(int payload)
{
    (void)payload;
    return NAN;
}

float ampc__nanf(int payload)
{
    (void)payload;
    return NAN;
}

IN_FLOAT(rsqrt)
IN_FLOAT(rcbrt)
IN_FLOAT(exp10)
IN_FLOAT(sinpi)
IN_FLOAT(cospi)
IN_FLOAT(tanpi)
IN_FLOAT(erfinv)
IN_FLOAT(erfcinv)
IN_FLOAT(probit)
IN_FLOAT(phi)
