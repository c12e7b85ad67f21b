__kernel void naive(__global const float *x, __global const float *y, __global float *z)
{
    int i = (int)get_global_id(0);
    z[i] = x[i] + y[i];
}
