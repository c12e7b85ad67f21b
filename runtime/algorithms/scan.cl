/* scan.cl - all elements up to each one combined, behind reduce.cl. Each group has a span of tiles
 * of its own: scan_sums combines it, scan_spans makes of that what precedes each span, scan_tiles
 * goes through the span once more and writes. The operands stay in their order, so the operation
 * need not be commutative. EXCLUSIVE: elements before each one, and there is an initial value. */

#define TILE (GROUP * SERIAL)
/* The place of element i of a tile: threads that read SERIAL elements each meet no bank twice. */
#define SLOT(i) ((i) + (i) / SERIAL)
#define SLOTS (TILE + GROUP)

#if GROUP == 1

KERNEL void scan_sums(VIEW(in), VIEW(sums), uint n, uint span ERROR)
{
    BEGIN;
    uint at = get_group_id(0) * span, end = min(n, at + span);
    __global const T *from = AT(const T, in);
#ifdef F
    T all = from[at];
    for (at++; at < end; at++)
        all = COMBINE(all, from[at]);
#else /* the library's own operations are commutative */
    T all = combine_chunk(from + at, end - at, 0, s);
#endif
    AT(T, sums)[get_group_id(0)] = all;
}

KERNEL void scan_spans(VIEW(sums), uint n, uint has_initial, T initial ERROR)
{
    BEGIN;
    __global T *sums_at = AT(T, sums);
    T before = initial;
    for (uint i = 0; i < n; i++) {
        T sum = sums_at[i];
        sums_at[i] = before;
        before = has_initial || i ? COMBINE(before, sum) : sum;
    }
}

KERNEL void scan_tiles(VIEW(in), VIEW(out), VIEW(sums), uint n, uint span ERROR)
{
    BEGIN;
    uint at = get_group_id(0) * span, end = min(n, at + span);
    __global const T *from = AT(const T, in);
    __global T *to = AT(T, out);
    T before = AT(const T, sums)[get_group_id(0)];
#ifdef EXCLUSIVE
    for (; at < end; at++) {
        T element = from[at];
        to[at] = before;
        before = COMBINE(before, element);
    }
#else
    if (at == 0) {
        before = from[0];
        to[0] = before;
        at = 1;
    }
    for (; at < end; at++) {
        before = COMBINE(before, from[at]);
        to[at] = before;
    }
#endif
}

#else

/* What precedes the thread's value in the group, from the values of the first 'count' threads;
 * undefined for thread 0. *total: all of them. */
static T scan_threads(T mine, uint count, T *total, __local T *values, struct ampc_x_stop *s)
{
    uint me = get_local_id(0);
    values[me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint far = 1; far < GROUP; far *= 2) {
        T other = values[me >= far ? me - far : me];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me >= far && me < count) {
            mine = COMBINE(other, mine);
            values[me] = mine;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = values[count - 1];
    T before = values[me ? me - 1 : 0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

/* Loads a tile of n elements and combines those of each thread, of which 'count' have some. */
static T tile_load(__global const T *from, uint n, __local T *tile, struct ampc_x_stop *s)
{
    uint me = get_local_id(0), first = me * SERIAL;
    T mine = 0;
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        if (me + k * GROUP < n)
            tile[SLOT(me + k * GROUP)] = from[me + k * GROUP];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first < n)
        mine = tile[SLOT(first)];
#pragma unroll
    for (uint k = 1; k < SERIAL; k++)
        if (first + k < n)
            mine = COMBINE(mine, tile[SLOT(first + k)]);
    return mine;
}

static uint threads_of(uint n)
{
    return (n + SERIAL - 1) / SERIAL;
}

KERNEL void scan_sums(VIEW(in), VIEW(sums), uint n, uint span ERROR)
{
    BEGIN;
    __local T values[GROUP];
    uint at = get_group_id(0) * span, end = min(n, at + span);
#ifdef F
    __local T tile[SLOTS];
    T all = 0;
    for (uint begin = at; at < end; at += TILE) {
        uint count = min((uint)TILE, end - at);
        T total, mine = tile_load(AT(const T, in) + at, count, tile, s);
        scan_threads(mine, threads_of(count), &total, values, s);
        all = at == begin ? total : COMBINE(all, total);
    }
#else /* the library's own operations are commutative */
    T all = combine_chunk(AT(const T, in) + at, end - at, values, s);
#endif
    if (get_local_id(0) == 0)
        AT(T, sums)[get_group_id(0)] = all;
}

/* Writes what each element of the tile gets; *before: all in front of it, if there is something. */
static void tile_scan(__global const T *from, __global T *to, uint n, bool has, T *before,
                      bool exclusive, __local T *tile, __local T *values, struct ampc_x_stop *s)
{
    uint me = get_local_id(0), first = me * SERIAL;
    T total, mine = tile_load(from, n, tile, s);
    T front = scan_threads(mine, threads_of(n), &total, values, s);
    if (me == 0)
        front = *before;
    else if (has && first < n)
        front = COMBINE(*before, front);
    bool some = has || me > 0;
#pragma unroll
    for (uint k = 0; k < SERIAL; k++) {
        if (first + k < n) {
            T element = tile[SLOT(first + k)];
            T next = some ? COMBINE(front, element) : element;
            tile[SLOT(first + k)] = exclusive ? front : next;
            front = next;
            some = true;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        if (me + k * GROUP < n)
            to[me + k * GROUP] = tile[SLOT(me + k * GROUP)];
    *before = has ? COMBINE(*before, total) : total;
    barrier(CLK_LOCAL_MEM_FENCE);
}

KERNEL void scan_spans(VIEW(sums), uint n, uint has_initial, T initial ERROR)
{
    BEGIN;
    __local T tile[SLOTS], values[GROUP];
    __global T *at = AT(T, sums);
    T before = initial;
    for (uint i = 0; i < n; i += TILE)
        tile_scan(at + i, at + i, min((uint)TILE, n - i), has_initial || i, &before, true, tile,
                  values, s);
}

KERNEL void scan_tiles(VIEW(in), VIEW(out), VIEW(sums), uint n, uint span ERROR)
{
    BEGIN;
    __local T tile[SLOTS], values[GROUP];
#ifdef EXCLUSIVE
    const bool exclusive = true;
#else
    const bool exclusive = false;
#endif
    uint begin = get_group_id(0) * span, end = min(n, begin + span);
    T before = AT(const T, sums)[get_group_id(0)];
    for (uint at = begin; at < end; at += TILE)
        tile_scan(AT(const T, in) + at, AT(T, out) + at, min((uint)TILE, end - at),
                  exclusive || at, &before, exclusive, tile, values, s);
}

#endif
