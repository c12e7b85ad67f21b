// saxpy.cl - y = a x + y by hand.
__kernel void naive(__global const float *x, __global float *y, int n, float a)
{
    int i = get_global_id(0);
    if (i < n)
        y[i] += a * x[i];
}

// Four elements per thread.
__kernel void expert(__global const float *restrict x, __global float *restrict y, int n, float a)
{
    int i = get_global_id(0);
    if (4 * i + 3 < n)
        vstore4(vload4(i, y) + a * vload4(i, x), i, y);
    else
        for (int k = 4 * i; k < n; k++)
            y[k] += a * x[k];
}
