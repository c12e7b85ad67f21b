/* copy_once.cl - copy_if that reads each element once (behind look_back.cl, whose sums are numbers
 * of elements). A tile's elements are put together in the group's memory before they are
 * written. */

#define TILE (GROUP * SERIAL)

static void tile_read(T *own, __global const T *from, uint first, uint left)
{
    from += first;
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        if (first + k * WARP < left)
            own[k] = from[k * WARP];
}

/* Word 0 gets the number of all elements that are kept. */
KERNEL void copy_once(VIEW(in), VIEW(out), VIEW(words), uint mark, uint n, uint tiles ERROR)
{
    BEGIN;
    __local T tile[TILE];
    __local uint sums[WARPS], found[2];
    uint me = get_local_id(0), lane = me % WARP, warp = me / WARP;
    uint t = get_group_id(0), left = n - t * TILE, first = warp * WARP * SERIAL + lane;
    uint ranks[SERIAL], mine = 0, keep = 0, total;
    T own[SERIAL];
    tile_read(own, AT(const T, in) + t * TILE, first, left);
#pragma unroll
    for (uint k = 0; k < SERIAL; k++) {
        bool is = false;
        if (first + k * WARP < left)
            is = CALL1(own[k]) != 0;
        uint all = ballot(is);
        ranks[k] = mine + popcount(all & ((1u << lane) - 1));
        mine += popcount(all);
        keep |= (uint)is << k;
    }
    if (lane == 0)
        sums[warp] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = warp_before(sums, &total);
    tile_publish(AT(ulong, words), mark, t, total);
    before = warp ? before : 0;
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        if (keep >> k & 1)
            tile[before + ranks[k]] = own[k];
    uint base = tile_before(AT(ulong, words), mark, tiles, t, total, found);
    base = t ? base : 0;
    for (uint i = me; i < total; i += GROUP)
        AT(T, out)[base + i] = tile[i];
    if (me == 0 && t == tiles - 1)
        AT(ulong, words)[0] = base + total;
}
