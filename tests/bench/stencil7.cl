// stencil7.cl - the 7-point stencil by hand.
__kernel void naive(__global const float *from, __global float *to, int n)
{
    int i = get_global_id(2), j = get_global_id(1), k = get_global_id(0);
    if (i >= n || j >= n || k >= n)
        return;
    int at = (i * n + j) * n + k;
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1)
        to[at] = 0.4f * from[at] +
                 0.1f * (from[at - n * n] + from[at + n * n] + from[at - n] + from[at + n] + from[at - 1] + from[at + 1]);
    else
        to[at] = from[at];
}

#define TZ 4
#define TY 4
#define TX 16

__kernel __attribute__((reqd_work_group_size(TX, TY, TZ))) void tiled(__global const float *from, __global float *to, int n)
{
    __local float s[TZ + 2][TY + 2][TX + 2];
    int i = get_global_id(2), j = get_global_id(1), k = get_global_id(0), at = (i * n + j) * n + k;
    int z = get_local_id(2) + 1, y = get_local_id(1) + 1, x = get_local_id(0) + 1;
    s[z][y][x] = from[at];
    if (z == 1)
        s[0][y][x] = i > 0 ? from[at - n * n] : 0;
    if (z == TZ)
        s[TZ + 1][y][x] = i < n - 1 ? from[at + n * n] : 0;
    if (y == 1)
        s[z][0][x] = j > 0 ? from[at - n] : 0;
    if (y == TY)
        s[z][TY + 1][x] = j < n - 1 ? from[at + n] : 0;
    if (x == 1)
        s[z][y][0] = k > 0 ? from[at - 1] : 0;
    if (x == TX)
        s[z][y][TX + 1] = k < n - 1 ? from[at + 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1)
        to[at] = 0.4f * s[z][y][x] +
                 0.1f * (s[z - 1][y][x] + s[z + 1][y][x] + s[z][y - 1][x] + s[z][y + 1][x] + s[z][y][x - 1] + s[z][y][x + 1]);
    else
        to[at] = s[z][y][x];
}

#ifdef EXPERT
#ifdef GPU

// A thread goes through 16 planes; what lies before and behind stays in registers.
__kernel __attribute__((reqd_work_group_size(32, 8, 1))) void expert(__global const float *restrict from, __global float *restrict to,
                                                                     int n)
{
    int k = get_global_id(0), j = get_global_id(1), i = get_global_id(2) * 16, plane = n * n, at = (i * n + j) * n + k;
    float before = i > 0 ? from[at - plane] : 0, here = from[at];
    int inner = j > 0 && j < n - 1 && k > 0 && k < n - 1;
#pragma unroll 4
    for (int r = i; r < i + 16; r++, at += plane) {
        float behind = r < n - 1 ? from[at + plane] : 0, out = here;
        if (inner && r > 0 && r < n - 1)
            out = 0.4f * here + 0.1f * (before + behind + from[at - n] + from[at + n] + from[at - 1] + from[at + 1]);
        to[at] = out;
        before = here;
        here = behind;
    }
}

#else

// A thread makes eight rows, in vectors.
__kernel void expert(__global const float *restrict from, __global float *restrict to, int n)
{
    int i = get_global_id(1), plane = n * n;
    for (int e = 0, j = get_global_id(0) * 8; e < 8; e++, j++) {
        __global const float *at = from + i * plane + j * n;
        __global float *out = to + i * plane + j * n;
        if (i == 0 || i == n - 1 || j == 0 || j == n - 1) {
            for (int k = 0; k < n; k += 16)
                vstore16(vload16(0, at + k), 0, out + k);
            continue;
        }
        for (int l = 1; l < n - 1; l += 16) {
            int k = min(l, n - 17);
            vstore16(0.4f * vload16(0, at + k) + 0.1f * (vload16(0, at + k - plane) + vload16(0, at + k + plane) +
                                                         vload16(0, at + k - n) + vload16(0, at + k + n) + vload16(0, at + k - 1) +
                                                         vload16(0, at + k + 1)),
                     0, out + k);
        }
        out[0] = at[0];
        out[n - 1] = at[n - 1];
    }
}

#endif
#endif
