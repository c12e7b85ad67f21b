/* warp.cl - what the texts for NVIDIA devices share, behind common.cl: the 32 threads of a warp
 * exchange values by PTX, which NVIDIA's compiler takes in OpenCL C (all devices since sm_70). All
 * threads of a warp have to call these functions together. T is the type of the values.
 *
 * Example: lane 0 of a warp gets 32 T's in their order by fold_warp(mine, 32, lane). */
#define WARP 32
#define WARPS (GROUP / WARP)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define AS_T PASTE(as_, T)
#if T_IS == INT64 || T_IS == UNSIGNED64 || T_IS == DOUBLE
#define T_BYTES 8
#define AS_BITS as_ulong
typedef ulong t_bits;
#else
#define T_BYTES 4
#define AS_BITS as_uint
typedef uint t_bits;
#endif

static uint bits_up(uint v, uint far)
{
    uint r;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(r) : "r"(v), "r"(far));
    return r;
}

static uint bits_down(uint v, uint far)
{
    uint r;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(r) : "r"(v), "r"(far));
    return r;
}

static uint bits_of_lane(uint v, uint lane)
{
    uint r;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(r) : "r"(v), "r"(lane));
    return r;
}

#if T_BYTES == 4
#define MOVED(bits_function, v, by) AS_T(bits_function(as_uint(v), by))
#else
#define MOVED(bits_function, v, by)                                                                \
    AS_T((ulong)bits_function((uint)(as_ulong(v) >> 32), by) << 32 |                               \
         bits_function((uint)as_ulong(v), by))
#endif

/* The value of the lane that is 'far' in front; the thread's own where there is none. */
static T up(T v, uint far)
{
    return MOVED(bits_up, v, far);
}

static T down(T v, uint far)
{
    return MOVED(bits_down, v, far);
}

static T of_lane(T v, uint lane)
{
    return MOVED(bits_of_lane, v, lane);
}

/* Number of threads, in front of this one and in the whole group, whose 'mine' these are summed up. */
static uint count_warps(uint mine, uint *total, __local uint *sums)
{
    uint me = get_local_id(0), sum = mine, before = 0, all = 0;
#pragma unroll
    for (uint far = 1; far < WARP; far *= 2) {
        uint other = bits_up(sum, far);
        sum += me % WARP >= far ? other : 0;
    }
    if (me % WARP == WARP - 1)
        sums[me / WARP] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint w = 0; w < WARPS; w++) {
        before = w == me / WARP ? all : before;
        all += sums[w];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    *total = all;
    return before + sum - mine;
}
