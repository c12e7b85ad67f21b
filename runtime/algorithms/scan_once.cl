/* scan_once.cl - a scan that reads each element once (behind look_back.cl), for OP plus, min or max:
 * what lies behind the end of the last tile is combined with zeros that nobody looks at. ROWS: vectors of 16 bytes that
 * a thread has; a warp's stand one behind the other. */

#define PER (16 / S_BYTES)
#define TILE (GROUP * ROWS * PER)

/* fmin and fmax of doubles, which NVIDIA's compiler makes longer; of 0.0 and -0.0 the latter operand. */
#if T_IS == DOUBLE && OP != PLUS
#undef COMBINE
#define COMBINE(a, b) combine_doubles(a, b)
static T combine_doubles(T a, T b)
{
#if OP == MIN
    bool first = a < b;
#else
    bool first = a > b;
#endif
    return first || b != b ? a : b;
}
#endif

typedef union {
    uint4 all;
    T at[PER];
} vector;

/* Reads and writes are those of vectors where all are there and their addresses allow it. */
static void tile_read(vector *own, __global const T *from, uint first, uint left)
{
    if (left >= TILE && !((ulong)from & 15)) {
#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            own[r].all = ((__global const uint4 *)from)[first + r * WARP];
        return;
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++)
#pragma unroll
        for (uint k = 0; k < PER; k++) {
            uint i = (first + r * WARP) * PER + k;
            own[r].at[k] = i < left ? from[i] : 0;
        }
}

static void tile_write(const vector *own, __global T *to, uint first, uint left)
{
    if (left >= TILE && !((ulong)to & 15)) {
#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            ((__global uint4 *)to)[first + r * WARP] = own[r].all;
        return;
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++)
#pragma unroll
        for (uint k = 0; k < PER; k++) {
            uint i = (first + r * WARP) * PER + k;
            if (i < left)
                to[i] = own[r].at[k];
        }
}

/* a + b, as a product and a sum. NVIDIA's compiler makes one sum of three ints of `base + (front +
 * own)`, which keeps a 'front' for every row in registers until the base is known: too many for two
 * groups on a compute unit. 'one' is 1, which it cannot know. */
#if OP == PLUS && (T_IS == INT || T_IS == UNSIGNED)
static T combine_apart(T a, T b)
{
    uint one;
    T sum;
    asm("mov.u32 %0, %%nctaid.y;" : "=r"(one));
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(one), "r"(b));
    return sum;
}
#else
#define combine_apart COMBINE
#endif

/* Scans what the thread's warp has, and returns all of that. EXCLUSIVE: the first element of the
 * first lane is undefined. */
static T warp_scan(vector *own, uint lane)
{
    T carry = 0;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
#pragma unroll
        for (uint k = 1; k < PER; k++)
            own[r].at[k] = COMBINE(own[r].at[k - 1], own[r].at[k]);
        T sum = own[r].at[PER - 1];
#pragma unroll
        for (uint far = 1; far < WARP; far *= 2) {
            T other = MOVED(bits_up, sum, far);
            if (lane >= far)
                sum = COMBINE(other, sum);
        }
        T all = MOVED(bits_of_lane, sum, WARP - 1), front = MOVED(bits_up, sum, 1);
        bool some = r || lane;
        if (r)
            front = lane ? COMBINE(carry, front) : carry;
        carry = r ? COMBINE(carry, all) : all;
#ifdef EXCLUSIVE
#pragma unroll
        for (uint k = PER - 1; k > 0; k--)
            own[r].at[k] = some ? combine_apart(front, own[r].at[k - 1]) : own[r].at[k - 1];
        own[r].at[0] = front;
#else
#pragma unroll
        for (uint k = 0; k < PER; k++)
            own[r].at[k] = some ? combine_apart(front, own[r].at[k]) : own[r].at[k];
#endif
    }
    return carry;
}

/* Puts in front of all that the warp has what precedes it, if 'some' does. */
static void put_in_front(vector *own, T base, bool some, uint lane)
{
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
#pragma unroll
        for (uint k = 0; k < PER; k++)
            own[r].at[k] = some ? COMBINE(base, own[r].at[k]) : own[r].at[k];
    }
#ifdef EXCLUSIVE
    if (lane == 0)
        own[0].at[0] = base;
#endif
}

KERNEL void scan_once(VIEW(in), VIEW(out), VIEW(words), uint mark, uint n, uint tiles,
                      T initial)
{
    __local T sums[WARPS], found[2];
    uint me = get_local_id(0), lane = me % WARP, warp = me / WARP;
    uint t = get_group_id(0), at = t * TILE, first = warp * WARP * ROWS + lane;
    vector own[ROWS];
    T total;
    tile_read(own, AT(const T, in) + at, first, n - at);
    T mine = warp_scan(own, lane);
    if (lane == 0)
        sums[warp] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    T before = warp_before(sums, &total);
    tile_publish(AT(ulong, words), mark, t, total);
    T base = tile_before(AT(ulong, words), mark, tiles, t, total, found);
    bool some = t > 0;
#ifdef EXCLUSIVE
    base = some ? COMBINE(initial, base) : initial;
    some = true;
#endif
    base = some && warp ? COMBINE(base, before) : some ? base : before;
    put_in_front(own, base, some || warp, lane);
    tile_write(own, AT(T, out) + at, first, n - at);
}
