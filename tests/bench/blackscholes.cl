// blackscholes.cl - prices of options by hand.
float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float n = 0.39894228f * exp(-0.5f * d * d) *
              (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - n : n;
}

__kernel void naive(__global const float *stock, __global const float *strike, __global const float *years, __global float *call,
                    __global float *put, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float s = stock[i], x = strike[i], t = years[i], root = sqrt(t);
    float d1 = (log(s / x) + (0.02f + 0.5f * 0.3f * 0.3f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
    float n1 = normal(d1), n2 = normal(d2), now = x * exp(-0.02f * t);
    call[i] = s * n1 - now * n2;
    put[i] = now * (1.0f - n2) - s * (1.0f - n1);
}

#ifdef EXPERT

// Vectors; on GPUs the device's own functions.
#ifdef GPU
typedef float4 floats;
typedef int4 ints;
#define LOAD vload4
#define STORE vstore4
#define EXP native_exp
#define LOG native_log
#define SQRT native_sqrt
#define DIVIDE native_divide
#else
typedef float16 floats;
typedef int16 ints;
#define LOAD vload16
#define STORE vstore16
#define EXP exp
#define LOG log
#define SQRT sqrt
#define DIVIDE(x, y) ((x) / (y))
#endif

floats normals(floats d)
{
    floats k = DIVIDE((floats)1.0f, 1.0f + 0.2316419f * fabs(d));
    floats n = 0.39894228f * EXP(-0.5f * d * d) *
               (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return select(n, 1.0f - n, d > 0);
}

__kernel void expert(__global const float *restrict stock, __global const float *restrict strike, __global const float *restrict years,
                     __global float *restrict call, __global float *restrict put)
{
    int i = get_global_id(0);
    floats s = LOAD(i, stock), x = LOAD(i, strike), t = LOAD(i, years), root = SQRT(t);
    floats d1 = DIVIDE(LOG(DIVIDE(s, x)) + (0.02f + 0.5f * 0.3f * 0.3f) * t, 0.3f * root), d2 = d1 - 0.3f * root;
    floats n1 = normals(d1), n2 = normals(d2), now = x * EXP(-0.02f * t);
    STORE(s * n1 - now * n2, i, call);
    STORE(now * (1.0f - n2) - s * (1.0f - n1), i, put);
}

#endif
