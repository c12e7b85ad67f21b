/* look_back.cl - what precedes a tile of a view, made while other groups still work on that (behind
 * warp.cl), for devices on which a group that has begun goes on whatever others do, so that another
 * one may wait for it. S is the type of what tiles are summed up to, S_BYTES its bytes, SUM(a, b)
 * the sum.
 *
 * A group has the tile of its number, as groups begin in the order of their numbers, and publishes
 * its sum. What precedes the tile has three parts: the sums of the tiles in front of it among 32;
 * those of the 32s in front of that among 1024, which the last tile of each 32 publishes; and all
 * 1024s before, which the last tile of each publishes. Unlike a look back at as many tiles as happen
 * to be there this is the same order every time, so sums of floats are the same, too.
 *
 * A published word has 32 bits of a value below the call's mark, and so is whole whenever it is
 * seen. In 'words': one for the text that uses this, then those of the tiles, of the 32s, of the
 * 1024s. They have been cleared once, and have marks of earlier calls since. */

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define AS_S PASTE(as_, S)
#define WORDS (S_BYTES / 4)
#define SUMS_BEGIN 1

#if WORDS == 1
typedef uint s_bits;
#define AS_BITS as_uint
#define MOVED(bits_function, v, by) AS_S(bits_function(as_uint(v), by))
#else
typedef ulong s_bits;
#define AS_BITS as_ulong
#define MOVED(bits_function, v, by)                                                                \
    AS_S((ulong)bits_function((uint)(as_ulong(v) >> 32), by) << 32 |                               \
         bits_function((uint)as_ulong(v), by))
#endif

KERNEL void words_clear(VIEW(words), uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        AT(ulong, words)[i] = 0;
}

static void publish(volatile __global ulong *word, uint mark, S v)
{
    word[0] = (ulong)mark << 32 | (uint)AS_BITS(v);
#if WORDS == 2
    word[1] = (ulong)mark << 32 | (uint)(AS_BITS(v) >> 32);
#endif
}

static uint await_word(volatile __global ulong *word, uint mark)
{
    ulong seen;
    do
        seen = *word;
    while ((uint)(seen >> 32) != mark);
    return (uint)seen;
}

static S await(volatile __global ulong *word, uint mark)
{
    s_bits bits = await_word(word, mark);
#if WORDS == 2
    bits |= (ulong)await_word(word + 1, mark) << 32;
#endif
    return AS_S(bits);
}

/* The values of the first 'count' lanes, summed up in their order, for lane 0. */
static S fold_warp(S mine, uint count, uint lane)
{
#pragma unroll
    for (uint far = 1; far < WARP; far *= 2) {
        S other = MOVED(bits_down, mine, far);
        if (lane + far < count)
            mine = SUM(mine, other);
    }
    return mine;
}

/* From the warps' sums: what precedes this one in the group, undefined for the first one. */
static S warp_before(__local const S *sums, S *total)
{
    S before = sums[0], all = sums[0];
#pragma unroll
    for (uint w = 1; w < WARPS; w++) {
        before = w == get_local_id(0) / WARP ? all : before;
        all = SUM(all, sums[w]);
    }
    *total = all;
    return before;
}

static void tile_publish(volatile __global ulong *words, uint mark, uint t, S total)
{
    if (get_local_id(0) == 0)
        publish(words + SUMS_BEGIN + (ulong)t * WORDS, mark, total);
}

/* What precedes tile t, which has been published; undefined for the first one. The group waits
 * once. */
static S tile_before(volatile __global ulong *words, uint mark, uint tiles, uint t, S total,
                     __local S *found)
{
    volatile __global ulong *sums = words + SUMS_BEGIN, *sums32 = sums + (ulong)tiles * WORDS;
    volatile __global ulong *before1024 = sums32 + (ulong)(tiles / WARP + 1) * WORDS;
    uint me = get_local_id(0), lane = me % WARP;
    uint in32 = t % WARP, in1024 = t / WARP % WARP, block = t / (WARP * WARP);
    if (me < WARP) {
        S sum = total;
        if (lane < in32)
            sum = await(sums + (ulong)(t - in32 + lane) * WORDS, mark);
        sum = fold_warp(sum, in32, lane);
        if (lane == 0)
            found[0] = sum;
        if (lane == 0 && in32 == WARP - 1)
            publish(sums32 + (ulong)(t / WARP) * WORDS, mark, SUM(sum, total));
    } else if (me < 2 * WARP) {
        S sum = total, before = total;
        if (lane < in1024)
            sum = await(sums32 + (ulong)(t / WARP - in1024 + lane) * WORDS, mark);
        if (lane == 0 && block)
            before = await(before1024 + (ulong)block * WORDS, mark);
        sum = fold_warp(sum, in1024, lane);
        if (lane == 0)
            found[1] = block && in1024 ? SUM(before, sum) : block ? before : sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    S all = found[0];
    if (block || in1024)
        all = in32 ? SUM(found[1], found[0]) : found[1];
    if (me == 0 && t % (WARP * WARP) == WARP * WARP - 1)
        publish(before1024 + (ulong)(block + 1) * WORDS, mark, SUM(all, total));
    return all;
}
