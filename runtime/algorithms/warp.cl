/* warp.cl - what the texts for NVIDIA devices share, behind common.cl: the 32 threads of a warp
 * exchange values by PTX, which NVIDIA's compiler takes in OpenCL C (all devices since sm_70). All
 * threads of a warp have to call these functions together.
 *
 * Example: bits_up(v, 1) is the v of the thread in front. */
#define WARP 32
#define WARPS (GROUP / WARP)

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

/* A bit of each lane's. */
static uint ballot(bool v)
{
    uint r;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(r)
                 : "r"((uint)v));
    return r;
}

/* Sum of the numbers of the threads before this one; *total: of all. */
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
