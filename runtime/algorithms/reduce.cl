/* reduce.cl - one value of many. Each group has a chunk of the elements that is its own, each of its
 * threads every GROUP-th one, from which it makes SERIAL values side by side; these are combined
 * pairwise, and so are the threads' values. One more group does the same to the groups' results. So
 * the order depends on the number of elements and on the device alone. */

/* Combines the values of the group's threads 0 to count - 1; thread 0 has the result. */
static T combine_group(T mine, uint count, __local T *values, struct ampc_x_stop *s)
{
    uint me = get_local_id(0);
    if (GROUP == 1)
        return mine;
    values[me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = GROUP / 2; reach > 0; reach /= 2) {
        if (me < reach && me + reach < count) {
            mine = COMBINE(mine, values[me + reach]);
            values[me] = mine;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return mine;
}

#ifdef T16

/* Combines n elements, n > 0, in the order of the other form, where SERIAL is 16. */
static T combine_chunk(__global const T *from, uint n, __local T *values, struct ampc_x_stop *s)
{
    T mine = from[0];
    uint at = 1;
    if (n >= 16) {
        T16 side = *(__global const T16_AT *)from;
        for (at = 16; n - at >= 16; at += 16)
            side = COMBINE_16(side, *(__global const T16_AT *)(from + at));
        T *each = (T *)&side;
        for (uint reach = 8; reach > 0; reach /= 2)
            for (uint k = 0; k < reach; k++)
                each[k] = COMBINE(each[k], each[k + reach]);
        mine = each[0];
    }
    for (; at < n; at++)
        mine = COMBINE(mine, from[at]);
    return mine;
}

#else

/* Combines the n elements, n > 0; thread 0 has the result. */
static T combine_chunk(__global const T *from, uint n, __local T *values, struct ampc_x_stop *s)
{
    uint me = get_local_id(0), at = me;
    T mine = 0;
    if (n >= GROUP * SERIAL) {
        T side[SERIAL];
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            side[k] = from[me + k * GROUP];
        for (at = GROUP * SERIAL; n - at >= GROUP * SERIAL; at += GROUP * SERIAL) {
#pragma unroll
            for (uint k = 0; k < SERIAL; k++)
                side[k] = COMBINE(side[k], from[at + me + k * GROUP]);
        }
#pragma unroll
        for (uint reach = SERIAL / 2; reach > 0; reach /= 2) {
#pragma unroll
            for (uint k = 0; k < reach; k++)
                side[k] = COMBINE(side[k], side[k + reach]);
        }
        mine = side[0];
        at += me;
    } else if (me < n) {
        mine = from[me];
        at = me + GROUP;
    }
    for (; at < n; at += GROUP)
        mine = COMBINE(mine, from[at]);
    return combine_group(mine, min(n, (uint)GROUP), values, s);
}

#endif

KERNEL void reduce_chunks(VIEW(in), VIEW(out), uint n, uint chunk ERROR)
{
    BEGIN;
    __local T values[GROUP];
    uint begin = get_group_id(0) * chunk;
    T all = combine_chunk(AT(const T, in) + begin, min(n - begin, chunk), values, s);
    if (get_local_id(0) == 0)
        AT(T, out)[get_group_id(0)] = all;
}

KERNEL void reduce_end(VIEW(in), VIEW(out), uint n, uint has_initial, T initial ERROR)
{
    BEGIN;
    __local T values[GROUP];
    T all = combine_chunk(AT(const T, in), n, values, s);
    if (get_local_id(0) == 0)
        AT(T, out)[0] = has_initial ? COMBINE(initial, all) : all;
}
