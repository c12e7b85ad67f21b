/* sort_warp.cl - sort_count, sort_rows and sort_move for NVIDIA devices, behind warp.cl and sort.cl:
 * digits of 8 bits. Each warp counts the digits of keys that stand one behind the other; threads of
 * a warp with the same digit find each other by ballots, a bit at a time, and so keep their order.
 * A tile is put in order in the group's memory first, so that neighbouring threads write
 * neighbouring keys. Group: at least DIGITS threads. STAGED: values are as well, which fit there. */

#define TILE (GROUP * SERIAL)

/* What threads of the warp have written into the group's memory is there for the others. */
static void warp_wait(void)
{
    asm volatile("bar.warp.sync 0xffffffff;" : : : "memory");
}

KERNEL void sort_count(VIEW(keys), VIEW(counts), uint n, uint span, uint shift)
{
    enum { AT_ONCE = 8 };
    __local uint own[WARPS * DIGITS];
    uint me = get_local_id(0), group = get_group_id(0);
    uint begin = group * span, end = min(n, begin + span);
    __global const key_bits *from = AT(const key_bits, keys);
    __local uint *mine = own + me / WARP * DIGITS;
    for (uint i = me; i < WARPS * DIGITS; i += GROUP)
        own[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint at = begin + me; at < end; at += GROUP * AT_ONCE) {
        key_bits key[AT_ONCE];
#pragma unroll
        for (uint k = 0; k < AT_ONCE; k++)
            key[k] = at + k * GROUP < end ? from[at + k * GROUP] : 0;
#pragma unroll
        for (uint k = 0; k < AT_ONCE; k++)
            if (at + k * GROUP < end)
                atomic_inc(&mine[digit_of(key[k], shift)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < DIGITS) {
        uint sum = 0;
#pragma unroll
        for (uint w = 0; w < WARPS; w++)
            sum += own[w * DIGITS + me];
        AT(uint, counts)[me * get_num_groups(0) + group] = sum;
    }
}

/* As in sort.cl. */
KERNEL void sort_rows(VIEW(counts), uint groups)
{
    __local uint sums[WARPS];
    __global uint *row = AT(uint, counts) + get_group_id(0) * groups;
    uint before = 0;
    for (uint begin = 0; begin < groups; begin += GROUP) {
        uint i = begin + get_local_id(0), total, mine = i < groups ? row[i] : 0;
        uint sum = before + count_warps(mine, &total, sums);
        if (i < groups)
            row[i] = sum;
        before += total;
    }
    if (get_local_id(0) == 0)
        AT(uint, counts)[DIGITS * groups + get_group_id(0)] = before;
}

/* Keys first, first + WARP, ... of n; those that are not there have the last digit and, as they
 * stand behind all others, the last places. */
static void keys_read(key_bits *own, __global const key_bits *from, uint first, uint n)
{
    from += first;
    if (n == TILE) {
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            own[k] = from[k * WARP];
    } else {
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            own[k] = first + k * WARP < n ? from[k * WARP] : unsortable(~(key_bits)0);
    }
}

/* The number of equal digits in front of each of the thread's keys, in the warp; counts: how many
 * of each digit the warp has. */
static void rank_keys(const key_bits *own, uint *ranks, volatile __local uint *counts, uint shift)
{
    uint lane = get_local_id(0) % WARP;
#pragma unroll
    for (uint i = 0; i < DIGITS / WARP; i++)
        counts[i * WARP + lane] = 0;
    warp_wait();
#pragma unroll
    for (uint k = 0; k < SERIAL; k++) {
        uint digit = digit_of(own[k], shift), same = 0xffffffff;
#pragma unroll
        for (uint b = 0; b < BITS; b++) {
            uint bit = digit >> b & 1, ones = ballot(bit);
            same &= bit ? ones : ~ones;
        }
        uint seen = counts[digit], before = popcount(same & ((1u << lane) - 1));
        warp_wait();
        ranks[k] = seen + before;
        if (before == 0)
            counts[digit] = seen + popcount(same);
        warp_wait();
    }
}

KERNEL void sort_move(VIEW(keys), VIEW(to), VIEW(values), VIEW(values_to), VIEW(counts), uint n,
                      uint span, uint shift)
{
    __local union {
        key_bits keys[TILE];
#ifdef STAGED
        VALUE values[TILE];
#endif
    } tile;
    __local uint sums[WARPS], next[DIGITS], offset[DIGITS];
    volatile __local uint places[WARPS * DIGITS];
    uint me = get_local_id(0), group = get_group_id(0), groups = get_num_groups(0), total;
    uint begin = group * span, end = min(n, begin + span), mine = 0;
    uint first = me / WARP * WARP * SERIAL + me % WARP;
    volatile __local uint *own_places = places + me / WARP * DIGITS;
    __global key_bits *keys_to = AT(key_bits, to);
    if (me < DIGITS)
        mine = AT(const uint, counts)[DIGITS * groups + me];
    uint before = count_warps(mine, &total, sums);
    if (me < DIGITS)
        next[me] = before + AT(const uint, counts)[me * groups + group];
    for (uint at = begin; at < end; at += TILE) {
        uint count = min((uint)TILE, end - at), ranks[SERIAL], sum = 0;
        key_bits own[SERIAL];
        keys_read(own, AT(const key_bits, keys) + at, first, count);
        rank_keys(own, ranks, own_places, shift);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < DIGITS) {
#pragma unroll
            for (uint w = 0; w < WARPS; w++) {
                uint here = places[w * DIGITS + me];
                places[w * DIGITS + me] = sum;
                sum += here;
            }
        }
        uint start = count_warps(sum, &total, sums);
        if (me < DIGITS) {
#pragma unroll
            for (uint w = 0; w < WARPS; w++)
                places[w * DIGITS + me] += start;
            offset[me] = next[me] - start;
            next[me] += sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++) {
            ranks[k] += own_places[digit_of(own[k], shift)];
            tile.keys[ranks[k]] = own[k];
        }
#if defined VALUE && !defined STAGED
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            if (first + k * WARP < count)
                AT(VALUE, values_to)[offset[digit_of(own[k], shift)] + ranks[k]] =
                    AT(const VALUE, values)[at + first + k * WARP];
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
#ifdef STAGED
        uint digits[(SERIAL + 3) / 4] = {0}; /* four in each */
#pragma unroll
#else
#pragma unroll 4
#endif
        for (uint k = 0; k < SERIAL; k++) {
            uint i = me + k * GROUP;
            if (i < count) {
                key_bits key = tile.keys[i];
                uint digit = digit_of(key, shift);
                keys_to[offset[digit] + i] = key;
#ifdef STAGED
                digits[k / 4] |= digit << k % 4 * 8;
#endif
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#ifdef STAGED
        __global const VALUE *values_from = AT(const VALUE, values) + at + first;
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            if (first + k * WARP < count)
                tile.values[ranks[k]] = values_from[k * WARP];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++) {
            uint i = me + k * GROUP;
            if (i < count)
                AT(VALUE, values_to)[offset[digits[k / 4] >> k % 4 * 8 & 255] + i] =
                    tile.values[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
}
