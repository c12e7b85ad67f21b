// nbody.cl - accelerations of all pairs by hand: x, y, z and the mass in a float4.
float4 pull(float4 me, float4 other, float4 sum)
{
    float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    float r = 1.0f / sqrt(x * x + y * y + z * z + 1e-3f), f = other.w * r * r * r;
    sum.x += f * x;
    sum.y += f * y;
    sum.z += f * z;
    return sum;
}

__kernel void naive(__global const float4 *bodies, __global float4 *to, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float4 me = bodies[i], sum = 0;
    for (int k = 0; k < n; k++)
        sum = pull(me, bodies[k], sum);
    to[i] = sum;
}

#define TILE 256

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void tiled(__global const float4 *bodies, __global float4 *to, int n)
{
    __local float4 others[TILE];
    int i = get_global_id(0), me_local = get_local_id(0);
    float4 me = bodies[i], sum = 0;
    for (int k = 0; k < n; k += TILE) {
        others[me_local] = bodies[k + me_local];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int l = 0; l < TILE; l++)
            sum = pull(me, others[l], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    to[i] = sum;
}

#ifdef EXPERT
#ifdef GPU

// Two bodies per thread, the root by the device's own instruction.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void expert(__global const float4 *restrict bodies,
                                                                      __global float4 *restrict to, int n)
{
    __local float4 others[128];
    int i = get_global_id(0), t = get_local_id(0), far = n / 2;
    float4 p = bodies[i], q = bodies[i + far], s = 0, u = 0;
    for (int k = 0; k < n; k += 128) {
        others[t] = bodies[k + t];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 16
        for (int l = 0; l < 128; l++) {
            float4 o = others[l];
            float x = o.x - p.x, y = o.y - p.y, z = o.z - p.z, r = native_rsqrt(x * x + y * y + z * z + 1e-3f), f = o.w * r * r * r;
            s.x += f * x;
            s.y += f * y;
            s.z += f * z;
            x = o.x - q.x, y = o.y - q.y, z = o.z - q.z, r = native_rsqrt(x * x + y * y + z * z + 1e-3f), f = o.w * r * r * r;
            u.x += f * x;
            u.y += f * y;
            u.z += f * z;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    to[i] = s;
    to[i + far] = u;
}

#else

// 16 bodies per thread, in vectors.
__kernel void expert(__global const float4 *restrict bodies, __global float4 *restrict to, int n)
{
    int i = get_global_id(0) * 16;
    float p[3][16], s[3][16];
    for (int e = 0; e < 16; e++) {
        p[0][e] = bodies[i + e].x;
        p[1][e] = bodies[i + e].y;
        p[2][e] = bodies[i + e].z;
    }
    float16 px = vload16(0, p[0]), py = vload16(0, p[1]), pz = vload16(0, p[2]), sx = 0, sy = 0, sz = 0;
    for (int k = 0; k < n; k++) {
        float4 o = bodies[k];
        float16 x = o.x - px, y = o.y - py, z = o.z - pz, r = 1.0f / sqrt(x * x + y * y + z * z + 1e-3f), f = o.w * r * r * r;
        sx += f * x;
        sy += f * y;
        sz += f * z;
    }
    vstore16(sx, 0, s[0]);
    vstore16(sy, 0, s[1]);
    vstore16(sz, 0, s[2]);
    for (int e = 0; e < 16; e++)
        to[i + e] = (float4)(s[0][e], s[1][e], s[2][e], 0);
}

#endif
#endif
