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

#ifdef T16

/* The lanes one, two, four, eight places further; those of 'front' come in. */
#define UP_1(front, v) \
    __builtin_shufflevector(front, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
#define UP_2(front, v) \
    __builtin_shufflevector(front, v, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
#define UP_4(front, v) \
    __builtin_shufflevector(front, v, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
#define UP_8(front, v) \
    __builtin_shufflevector(front, v, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23)

/* Each lane combined with all before it, as a tree: with the one before it, with what the one two
 * before it is then, and so on. What comes in at the front changes nothing: the first element,
 * which the least and the greatest have in them, or 0; -0.0 makes no 0.0 of -0.0. */
static T16 scan_16(T16 v)
{
#if OP != PLUS
    const T16 front = (T16)(v.s0);
#elif T_IS >= FLOAT
    const T16 front = (T16)(-(T)0);
#else
    const T16 front = (T16)((T)0);
#endif
    v = COMBINE_16(UP_1(front, v), v);
    v = COMBINE_16(UP_2(front, v), v);
    v = COMBINE_16(UP_4(front, v), v);
    return COMBINE_16(UP_8(front, v), v);
}

#endif

KERNEL void scan_tiles(VIEW(in), VIEW(out), VIEW(sums), uint n, uint span ERROR)
{
    BEGIN;
    uint at = get_group_id(0) * span, end = min(n, at + span);
    __global const T *from = AT(const T, in);
    __global T *to = AT(T, out);
    T before = AT(const T, sums)[get_group_id(0)];
#ifndef EXCLUSIVE
    if (at == 0) {
        before = from[0];
        to[0] = before;
        at = 1;
    }
#endif
#ifdef T16
    T16 all = (T16)(before);
    for (; end - at >= 16; at += 16) {
        T16 v = COMBINE_16(all, scan_16(*(__global const T16_AT *)(from + at)));
#ifdef EXCLUSIVE
        *(__global T16_AT *)(to + at) = UP_1(all, v);
#else
        *(__global T16_AT *)(to + at) = v;
#endif
        all = (T16)(v.sf);
    }
    before = all.s0;
#endif
    for (; at < end; at++) {
        T next = COMBINE(before, from[at]);
#ifdef EXCLUSIVE
        to[at] = before;
#else
        to[at] = next;
#endif
        before = next;
    }
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
