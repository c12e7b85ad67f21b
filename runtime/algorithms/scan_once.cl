/* scan_once.cl - a scan that reads each element once (behind warp.cl), for devices on which a group
 * that has begun goes on whatever others do, so that another group may wait for it.
 *
 * A group takes the next tile by a counter, combines it and publishes the sum. What precedes the
 * tile it makes of three parts: the sums of the tiles in front of it among 32; those of the 32s in
 * front of that among 1024, which the last tile of each 32 publishes; and all 1024s before. Other
 * than in a look-back of as many tiles as happen to be there, this is the same order every time, so
 * sums of floats are, too. A published word has 32 bits of a value below a mark, and so is whole
 * whenever it is seen. OP is plus, min or max: what lies behind the end of the last tile is
 * combined with zeros that nobody looks at. ROWS: vectors of 16 bytes that a thread has. */

#define PER (16 / T_BYTES)
#define TILE (GROUP * ROWS * PER)
#define WORDS (T_BYTES / 4)
#define MARK (1UL << 32)

typedef union {
    uint4 all;
    T at[PER];
} vector;

static void publish(volatile __global ulong *word, T v)
{
    word[0] = MARK | (uint)AS_BITS(v);
#if WORDS == 2
    word[1] = MARK | (uint)(AS_BITS(v) >> 32);
#endif
}

static uint await_word(volatile __global ulong *word)
{
    ulong seen;
    do
        seen = *word;
    while (!(seen & MARK));
    return (uint)seen;
}

static T await(volatile __global ulong *word)
{
    t_bits bits = await_word(word);
#if WORDS == 2
    bits |= (ulong)await_word(word + 1) << 32;
#endif
    return AS_T(bits);
}

/* The values of the first 'count' lanes, combined in their order, for lane 0. */
static T fold_warp(T mine, uint count, uint lane)
{
#pragma unroll
    for (uint far = 1; far < WARP; far *= 2) {
        T other = down(mine, far);
        if (lane + far < count)
            mine = COMBINE(mine, other);
    }
    return mine;
}

KERNEL void scan_clear(VIEW(words), uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        AT(ulong, words)[i] = 0;
}

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

/* front[r]: what precedes the thread's vector r in its warp, undefined for the first one; all of
 * the warp's. */
static T warp_combine(const vector *own, T *front, uint lane)
{
    T carry = 0;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        T sum = own[r].at[0];
#pragma unroll
        for (uint k = 1; k < PER; k++)
            sum = COMBINE(sum, own[r].at[k]);
#pragma unroll
        for (uint far = 1; far < WARP; far *= 2) {
            T other = up(sum, far);
            if (lane >= far)
                sum = COMBINE(other, sum);
        }
        T all = of_lane(sum, WARP - 1), before = up(sum, 1);
        front[r] = r == 0 ? before : lane == 0 ? carry : COMBINE(carry, before);
        carry = r == 0 ? all : COMBINE(carry, all);
    }
    return carry;
}

/* What precedes tile t, undefined for the first one, whose sum is 'total'. */
static T tile_before(volatile __global ulong *sums, uint tiles, uint t, T total, __local T *found)
{
    volatile __global ulong *sums32 = sums + (ulong)tiles * WORDS;
    volatile __global ulong *before1024 = sums32 + (ulong)(tiles / WARP + 1) * WORDS;
    uint me = get_local_id(0), lane = me % WARP;
    uint in32 = t % WARP, in1024 = t / WARP % WARP, block = t / (WARP * WARP);
    if (me == 0)
        publish(sums + (ulong)t * WORDS, total);
    if (me < WARP) {
        T sum = 0;
        if (lane < in32)
            sum = await(sums + (ulong)(t - in32 + lane) * WORDS);
        sum = fold_warp(sum, in32, lane);
        if (lane == 0)
            found[0] = sum;
        if (lane == 0 && in32 == WARP - 1)
            publish(sums32 + (ulong)(t / WARP) * WORDS, COMBINE(sum, total));
    } else if (me < 2 * WARP) {
        T sum = 0, before = 0;
        if (lane < in1024)
            sum = await(sums32 + (ulong)(t / WARP - in1024 + lane) * WORDS);
        if (lane == 0 && block)
            before = await(before1024 + (ulong)block * WORDS);
        sum = fold_warp(sum, in1024, lane);
        if (lane == 0)
            found[1] = block && in1024 ? COMBINE(before, sum) : block ? before : sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    T all = found[1];
    if (block || in1024)
        all = in32 ? COMBINE(all, found[0]) : all;
    else
        all = found[0];
    if (me == 0 && t % (WARP * WARP) == WARP * WARP - 1)
        publish(before1024 + (ulong)(block + 1) * WORDS, COMBINE(all, total));
    return all;
}

/* words: the counter of tiles, which is zero like all others, then those of the tiles, the 32s, the
 * 1024s. */
KERNEL void scan_once(VIEW(in), VIEW(out), VIEW(words), uint n, uint tiles, T initial)
{
    __local T sums[WARPS], found[2];
    __local uint next;
    uint me = get_local_id(0), lane = me % WARP, warp = me / WARP;
    if (me == 0)
        next = atomic_inc(AT(uint, words));
    barrier(CLK_LOCAL_MEM_FENCE);
    uint t = next, at = t * TILE, first = warp * WARP * ROWS + lane;
    vector own[ROWS];
    T front[ROWS], before = 0;
    tile_read(own, AT(const T, in) + at, first, n - at);
    T mine = warp_combine(own, front, lane);
    if (lane == 0)
        sums[warp] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    T total = sums[0];
#pragma unroll
    for (uint w = 1; w < WARPS; w++) {
        before = w == warp ? total : before;
        total = COMBINE(total, sums[w]);
    }
    T base = tile_before(AT(ulong, words) + 1, tiles, t, total, found);
    bool some = t > 0;
#ifdef EXCLUSIVE
    base = some ? COMBINE(initial, base) : initial;
    some = true;
#endif
    base = some && warp ? COMBINE(base, before) : some ? base : before;
    some = some || warp;
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        bool any = r || lane;
        T all = some && any ? COMBINE(base, front[r]) : some ? base : front[r];
#pragma unroll
        for (uint k = 0; k < PER; k++) {
            T element = own[r].at[k];
            T next_all = some || any || k ? COMBINE(all, element) : element;
#ifdef EXCLUSIVE
            own[r].at[k] = all;
#else
            own[r].at[k] = next_all;
#endif
            all = next_all;
        }
    }
    tile_write(own, AT(T, out) + at, first, n - at);
}
