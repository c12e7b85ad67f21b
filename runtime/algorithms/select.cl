/* select.cl - elements by what a function says of them: copy_if, as scan.cl does it but for numbers
 * of elements, and histogram. */

#define TILE (GROUP * SERIAL)
#define SLOT(i) ((i) + (i) / SERIAL)
#define SLOTS (TILE + GROUP)

/* Elements at, at + GROUP, ..., so that a thread has SERIAL reads under way; behind 'end' there are
 * others in their places. */
static void read_together(T *elements, __global const T *from, uint at, uint end)
{
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        elements[k] = from[min(at + k * GROUP, end - 1)];
}

/* Sum of the numbers of the threads before this one; *total: of all. */
static uint count_threads(uint mine, uint *total, __local uint *counts)
{
    uint me = get_local_id(0), sum = mine;
    counts[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint far = 1; far < GROUP; far *= 2) {
        uint other = me >= far ? counts[me - far] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += other;
        counts[me] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = counts[GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - mine;
}

#ifdef COPY_IF

KERNEL void copy_count(VIEW(in), VIEW(counts), uint n, uint span ERROR)
{
    BEGIN;
    __local uint values[GROUP];
    uint begin = get_group_id(0) * span, end = min(n, begin + span), mine = 0, total;
#if GROUP == 1
    for (uint at = begin; at < end; at++)
        mine += CALL1(AT(const T, in)[at]) ? 1 : 0;
#else
    for (uint at = begin + get_local_id(0); at < end; at += GROUP * SERIAL) {
        T elements[SERIAL];
        read_together(elements, AT(const T, in), at, end);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            if (at + k * GROUP < end)
                mine += CALL1(elements[k]) ? 1 : 0;
    }
#endif
    count_threads(mine, &total, values);
    if (get_local_id(0) == 0)
        AT(uint, counts)[get_group_id(0)] = total;
}

/* The number of elements before each span; behind them, of all. */
KERNEL void copy_spans(VIEW(counts), uint n)
{
    __local uint values[GROUP];
    uint before = 0;
    for (uint begin = 0; begin < n; begin += GROUP) {
        uint i = begin + get_local_id(0), total, mine = i < n ? AT(uint, counts)[i] : 0;
        uint sum = before + count_threads(mine, &total, values);
        if (i < n)
            AT(uint, counts)[i] = sum;
        before += total;
    }
    if (get_local_id(0) == 0)
        AT(uint, counts)[n] = before;
}

#if GROUP == 1

KERNEL void copy_elements(VIEW(in), VIEW(out), VIEW(counts), uint n, uint span ERROR)
{
    BEGIN;
    uint begin = get_group_id(0) * span, end = min(n, begin + span);
    uint to = AT(const uint, counts)[get_group_id(0)];
    for (uint at = begin; at < end; at++) {
        T element = AT(const T, in)[at];
        if (CALL1(element))
            AT(T, out)[to++] = element;
    }
}

#else

KERNEL void copy_elements(VIEW(in), VIEW(out), VIEW(counts), uint n, uint span ERROR)
{
    BEGIN;
    __local T tile[SLOTS];
    __local uint values[GROUP];
    uint me = get_local_id(0), first = me * SERIAL;
    uint begin = get_group_id(0) * span, end = min(n, begin + span);
    uint to = AT(const uint, counts)[get_group_id(0)];
    for (uint at = begin; at < end; at += TILE) {
        uint count = min((uint)TILE, end - at), mine = 0, total;
        T kept[SERIAL];
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            if (me + k * GROUP < count)
                tile[SLOT(me + k * GROUP)] = AT(const T, in)[at + me + k * GROUP];
        barrier(CLK_LOCAL_MEM_FENCE);
        uint keep = 0;
#pragma unroll
        for (uint k = 0; k < SERIAL; k++) {
            kept[k] = 0;
            if (first + k < count) {
                kept[k] = tile[SLOT(first + k)];
                keep |= CALL1(kept[k]) ? 1u << k : 0;
            }
        }
        uint rank = count_threads(popcount(keep), &total, values);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            if (keep >> k & 1)
                tile[rank++] = kept[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = me; i < total; i += GROUP)
            AT(T, out)[to + i] = tile[i];
        to += total;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#endif
#else

#ifdef F
#define BIN(element) ((ulong)(long)CALL1(element))
#else
#define BIN(element) ((ulong)(element))
#endif

/* Few bins are counted in the group's own memory first. There are n elements, and 'bins'. */
KERNEL void histogram(VIEW(in), VIEW(counts), uint n, uint span, uint bins ERROR)
{
    BEGIN;
    uint begin = get_group_id(0) * span, end = min(n, begin + span), me = get_local_id(0);
#ifdef BINS
    __local uint own[BINS];
    for (uint bin = me; bin < bins; bin += GROUP)
        own[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#if GROUP == 1
    for (uint at = begin; at < end; at++) {
        ulong bin = BIN(AT(const T, in)[at]);
        if (bin < bins)
            own[bin]++;
    }
#else
    for (uint at = begin + me; at < end; at += GROUP * SERIAL) {
        T elements[SERIAL];
        read_together(elements, AT(const T, in), at, end);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++) {
            if (at + k * GROUP < end) {
                ulong bin = BIN(elements[k]);
                if (bin < bins)
                    atomic_inc(&own[bin]);
            }
        }
    }
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = me; bin < bins; bin += GROUP)
        if (own[bin])
            atomic_add(&AT(uint, counts)[bin], own[bin]);
#else
    for (uint at = begin + me; at < end; at += GROUP) {
        ulong bin = BIN(AT(const T, in)[at]);
        if (bin < bins)
            atomic_inc(&AT(uint, counts)[bin]);
    }
#endif
}

#endif
