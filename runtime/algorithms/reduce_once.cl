/* reduce_once.cl - one value of many by one kernel (behind look_back.cl, for its words). Each group has a chunk of
 * the elements that is its own: its threads take vectors of 16 bytes in turn, SERIAL of which each
 * combines side by side. The last group, behind which none begins, awaits the values of all others.
 * The order depends on the number of elements and on the device alone; addresses decide only how
 * elements are read. */

#define PER (16 / S_BYTES)
#define STEP (GROUP * SERIAL * PER)
#define AHEAD 4

typedef union {
    uint4 all;
    T at[PER];
} vector;

/* Combines the values of the group's threads 0 to count - 1; thread 0 has the result. */
static T combine_group(T mine, uint count, __local T *values, struct ampc_x_stop *s)
{
    uint me = get_local_id(0), lane = me % WARP;
#pragma unroll
    for (uint far = WARP / 2; far > 0; far /= 2) {
        T other = MOVED(bits_down, mine, far);
        if (lane < far && me + far < count)
            mine = COMBINE(mine, other);
    }
    if (lane == 0)
        values[me / WARP] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        for (uint w = 1; w < WARPS && w * WARP < count; w++)
            mine = COMBINE(mine, values[w]);
    barrier(CLK_LOCAL_MEM_FENCE);
    return mine;
}

static void step_read(vector *own, __global const T *from, bool aligned)
{
    uint me = get_local_id(0);
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        if (aligned)
            own[k].all = ((__global const uint4 *)from)[me + k * GROUP];
        else
#pragma unroll
            for (uint j = 0; j < PER; j++)
                own[k].at[j] = from[(me + k * GROUP) * PER + j];
}

/* Combines whole steps of elements. */
static T combine_steps(__global const T *from, uint steps, bool aligned, struct ampc_x_stop *s)
{
    vector side[SERIAL], next[SERIAL];
    step_read(side, from, aligned);
    for (uint step = 1; step < steps; step++) {
        step_read(next, from + step * STEP, aligned);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
#pragma unroll
            for (uint j = 0; j < PER; j++)
                side[k].at[j] = COMBINE(side[k].at[j], next[k].at[j]);
    }
#pragma unroll
    for (uint reach = SERIAL / 2; reach > 0; reach /= 2)
#pragma unroll
        for (uint k = 0; k < reach; k++)
#pragma unroll
            for (uint j = 0; j < PER; j++)
                side[k].at[j] = COMBINE(side[k].at[j], side[k + reach].at[j]);
#pragma unroll
    for (uint j = 1; j < PER; j++)
        side[0].at[0] = COMBINE(side[0].at[0], side[0].at[j]);
    return side[0].at[0];
}

/* Combines the n elements, n > 0; thread 0 has the result. */
static T combine_chunk(__global const T *from, uint n, __local T *values, struct ampc_x_stop *s)
{
    uint at = n / STEP * STEP + get_local_id(0);
    T mine = 0;
    if (n >= STEP)
        mine = combine_steps(from, n / STEP, !((ulong)from & 15), s);
    else if (at < n) {
        mine = from[at];
        at += GROUP;
    }
    for (; at < n; at += GROUP)
        mine = COMBINE(mine, from[at]);
    return combine_group(mine, min(n, (uint)GROUP), values, s);
}

/* The value of a group; 'seen' is what its first word was some time ago. */
static T await_seen(volatile __global ulong *word, ulong seen, uint mark)
{
#if WORDS == 1
    return (uint)(seen >> 32) == mark ? AS_S((uint)seen) : await(word, mark);
#else
    return await(word, mark);
#endif
}

/* Combines the groups' values; thread 0 has the result. */
static T combine_groups(volatile __global ulong *sums, uint mark, uint groups, __local T *values,
                        struct ampc_x_stop *s)
{
    uint me = get_local_id(0);
    T mine = 0;
    for (uint first = me; first < groups; first += AHEAD * GROUP) {
        ulong seen[AHEAD];
#pragma unroll
        for (uint k = 0; k < AHEAD; k++)
            seen[k] = sums[(ulong)min(first + k * GROUP, groups - 1) * WORDS];
#pragma unroll
        for (uint k = 0; k < AHEAD; k++) {
            uint i = first + k * GROUP;
            if (i < groups) {
                T value = await_seen(sums + (ulong)i * WORDS, seen[k], mark);
                mine = i == me ? value : COMBINE(mine, value);
            }
        }
    }
    return combine_group(mine, min(groups, (uint)GROUP), values, s);
}

/* The first word gets the result. */
KERNEL void reduce_once(VIEW(in), VIEW(words), uint mark, uint n, uint chunk, uint has_initial, T initial ERROR)
{
    BEGIN;
    __local T values[WARPS];
    volatile __global ulong *sums = AT(ulong, words) + SUMS_BEGIN;
    uint group = get_group_id(0), begin = group * chunk, groups = get_num_groups(0);
    T all = combine_chunk(AT(const T, in) + begin, min(n - begin, chunk), values, s);
    if (get_local_id(0) == 0)
        publish(sums + (ulong)group * WORDS, mark, all);
    if (group != groups - 1)
        return;
    all = combine_groups(sums, mark, groups, values, s);
    if (get_local_id(0) == 0)
        *AT(T, words) = has_initial ? COMBINE(initial, all) : all;
}
