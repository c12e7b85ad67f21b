/* sort.cl - a pass of a radix sort: keys, and values with them, by BITS bits of the key, in the
 * order that they have among equal ones. sort_count counts the digits of each group's span,
 * sort_rows makes of that the number of such digits in front of each span, sort_move writes. T is
 * the keys' type; keys compare by their bits, mapped to unsigned numbers; VALUE: the type of values.
 * WIDE: keys of 64 bits. */

#define DIGITS (1 << BITS)

#ifdef UNITS
typedef struct {
    UNIT at[UNITS];
} struct_value;
#endif

#ifdef WIDE
typedef ulong key_bits;
#define TOP 0x8000000000000000UL
#else
typedef uint key_bits;
#define TOP 0x80000000U
#endif

/* Unsigned numbers in the order of the keys. Floating-point numbers: NaN with a sign, -infinity, ...,
 * -0, 0, ..., infinity, NaN. */
static key_bits sortable(key_bits bits)
{
#if T_IS == UNSIGNED || T_IS == UNSIGNED64
    return bits;
#elif T_IS == INT || T_IS == INT64
    return bits ^ TOP;
#else
    return bits & TOP ? ~bits : bits | TOP;
#endif
}

/* The key whose number that is. */
static key_bits unsortable(key_bits bits)
{
#if T_IS == UNSIGNED || T_IS == UNSIGNED64
    return bits;
#elif T_IS == INT || T_IS == INT64
    return bits ^ TOP;
#else
    return bits & TOP ? bits ^ TOP : ~bits;
#endif
}

static uint digit_of(key_bits bits, uint shift)
{
    return (uint)(sortable(bits) >> shift) & (DIGITS - 1);
}

/* The bits in which keys differ from the first one, of each group's span. */
KERNEL void sort_vary(VIEW(keys), VIEW(bits), uint n, uint span)
{
    __local key_bits values[GROUP];
    uint begin = get_group_id(0) * span, end = min(n, begin + span), me = get_local_id(0);
    __global const key_bits *from = AT(const key_bits, keys);
    key_bits first = sortable(from[0]), mine = 0;
    for (uint at = begin + me; at < end; at += GROUP)
        mine |= sortable(from[at]) ^ first;
    values[me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = GROUP / 2; reach > 0; reach /= 2) {
        if (me < reach)
            values[me] |= values[me + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0)
        AT(ulong, bits)[get_group_id(0)] = values[0];
}

#if GROUP == 1

KERNEL void sort_count(VIEW(keys), VIEW(counts), uint n, uint span, uint shift)
{
    uint own[DIGITS], group = get_group_id(0);
    uint begin = group * span, end = min(n, begin + span);
    __global const key_bits *from = AT(const key_bits, keys);
    for (uint digit = 0; digit < DIGITS; digit++)
        own[digit] = 0;
    for (uint at = begin; at < end; at++)
        own[digit_of(from[at], shift)]++;
    for (uint digit = 0; digit < DIGITS; digit++)
        AT(uint, counts)[digit * get_num_groups(0) + group] = own[digit];
}

/* A group for each digit; behind the counts of all groups are those of all digits. */
KERNEL void sort_rows(VIEW(counts), uint groups)
{
    __global uint *row = AT(uint, counts) + get_group_id(0) * groups;
    uint before = 0;
    for (uint i = 0; i < groups; i++) {
        uint count = row[i];
        row[i] = before;
        before += count;
    }
    AT(uint, counts)[DIGITS * groups + get_group_id(0)] = before;
}

KERNEL void sort_move(VIEW(keys), VIEW(to), VIEW(values), VIEW(values_to), VIEW(counts), uint n,
                      uint span, uint shift)
{
    uint next[DIGITS], group = get_group_id(0), groups = get_num_groups(0), before = 0;
    uint begin = group * span, end = min(n, begin + span);
    __global const key_bits *from = AT(const key_bits, keys);
    __global key_bits *keys_to = AT(key_bits, to);
    for (uint digit = 0; digit < DIGITS; digit++) {
        next[digit] = before + AT(const uint, counts)[digit * groups + group];
        before += AT(const uint, counts)[DIGITS * groups + digit];
    }
    for (uint at = begin; at < end; at++) {
        key_bits key = from[at];
        uint place = next[digit_of(key, shift)]++;
        keys_to[place] = key;
#ifdef VALUE
        AT(VALUE, values_to)[place] = AT(const VALUE, values)[at];
#endif
    }
}

#elif !defined WARPS /* else sort_warp.cl has these */

#define TILE (GROUP * SERIAL)
#define SLOT(i) ((i) + (i) / SERIAL)
#define SLOTS (TILE + GROUP)

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

/* A thread counts up to 8 keys in the 4 bits that each of 16 digits has of a number. */
KERNEL void sort_count(VIEW(keys), VIEW(counts), uint n, uint span, uint shift)
{
    __local uint own[DIGITS * GROUP];
    uint group = get_group_id(0), me = get_local_id(0), mine[DIGITS];
    uint begin = group * span, end = min(n, begin + span);
    __global const key_bits *from = AT(const key_bits, keys);
#pragma unroll
    for (uint digit = 0; digit < DIGITS; digit++)
        mine[digit] = 0;
    for (uint at = begin + me; at < end; at += GROUP * 8) {
        ulong packed = 0;
#pragma unroll
        for (uint k = 0; k < 8; k++)
            if (at + k * GROUP < end)
                packed += 1UL << 4 * digit_of(from[at + k * GROUP], shift);
#pragma unroll
        for (uint digit = 0; digit < DIGITS; digit++)
            mine[digit] += (uint)(packed >> 4 * digit) & 15;
    }
#pragma unroll
    for (uint digit = 0; digit < DIGITS; digit++)
        own[digit * GROUP + me] = mine[digit];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = GROUP / 2; reach > 0; reach /= 2) {
        for (uint i = me; i < DIGITS * reach; i += GROUP)
            own[i / reach * GROUP + i % reach] += own[i / reach * GROUP + i % reach + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me < DIGITS)
        AT(uint, counts)[me * get_num_groups(0) + group] = own[me * GROUP];
}

KERNEL void sort_rows(VIEW(counts), uint groups)
{
    __local uint sums[GROUP];
    __global uint *row = AT(uint, counts) + get_group_id(0) * groups;
    uint before = 0;
    for (uint begin = 0; begin < groups; begin += GROUP) {
        uint i = begin + get_local_id(0), total, mine = i < groups ? row[i] : 0;
        uint sum = before + count_threads(mine, &total, sums);
        if (i < groups)
            row[i] = sum;
        before += total;
    }
    if (get_local_id(0) == 0)
        AT(uint, counts)[DIGITS * groups + get_group_id(0)] = before;
}

/* Word w of a thread counts its keys with digit w in the low half and w + DIGITS / 2 in the high
 * half. */
#define WORDS (DIGITS / 2)
#define WORD(digit) ((digit) % WORDS * GROUP + get_local_id(0))
#define HALF(digit) ((digit) / WORDS * 16)

/* The place that each of the thread's keys has in the tile by its digit; counts[w * GROUP] gets the
 * places of the first keys with the digits of word w. */
static void rank_keys(const uint *digits, uint *ranks, __local uint *counts, __local uint *sums)
{
    uint me = get_local_id(0), total, sum = 0;
#pragma unroll
    for (uint w = 0; w < WORDS; w++)
        counts[w * GROUP + me] = 0;
#pragma unroll
    for (uint k = 0; k < SERIAL; k++) {
        uint word = counts[WORD(digits[k])];
        ranks[k] = word >> HALF(digits[k]) & 0xffff;
        counts[WORD(digits[k])] = word + (1u << HALF(digits[k]));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint w = 0; w < WORDS; w++)
        sum += counts[me * WORDS + w];
    uint before = count_threads(sum, &total, sums);
    before += total << 16;
#pragma unroll
    for (uint w = 0; w < WORDS; w++) {
        uint count = counts[me * WORDS + w];
        counts[me * WORDS + w] = before;
        before += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < SERIAL; k++)
        ranks[k] += counts[WORD(digits[k])] >> HALF(digits[k]) & 0xffff;
}

KERNEL void sort_move(VIEW(keys), VIEW(to), VIEW(values), VIEW(values_to), VIEW(counts), uint n,
                      uint span, uint shift)
{
    __local key_bits tile[SLOTS];
    __local uint words[WORDS * GROUP], sums[GROUP], next[DIGITS];
    uint group = get_group_id(0), groups = get_num_groups(0), me = get_local_id(0);
    uint begin = group * span, end = min(n, begin + span);
    __global const key_bits *from = AT(const key_bits, keys);
    __global key_bits *keys_to = AT(key_bits, to);
    if (me < DIGITS) {
        uint before = AT(const uint, counts)[me * groups + group];
        for (uint digit = 0; digit < me; digit++)
            before += AT(const uint, counts)[DIGITS * groups + digit];
        next[me] = before;
    }
    for (uint at = begin; at < end; at += TILE) {
        uint count = min((uint)TILE, end - at), digits[SERIAL], ranks[SERIAL];
        key_bits own[SERIAL];
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            if (me + k * GROUP < count)
                tile[SLOT(me + k * GROUP)] = from[at + me + k * GROUP];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++) { /* what lies behind the last key comes last */
            own[k] = tile[SLOT(me * SERIAL + k)];
            digits[k] = me * SERIAL + k < count ? digit_of(own[k], shift) : DIGITS - 1;
        }
        rank_keys(digits, ranks, words, sums);
#pragma unroll
        for (uint k = 0; k < SERIAL; k++)
            tile[ranks[k]] = own[k];
#ifdef VALUE
#pragma unroll
        for (uint k = 0; k < SERIAL; k++) {
            uint first = words[digits[k] % WORDS * GROUP] >> HALF(digits[k]) & 0xffff;
            if (me * SERIAL + k < count)
                AT(VALUE, values_to)[next[digits[k]] + ranks[k] - first] =
                    AT(const VALUE, values)[at + me * SERIAL + k];
        }
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = me; i < count; i += GROUP) {
            uint digit = digit_of(tile[i], shift);
            keys_to[next[digit] + i - (words[digit % WORDS * GROUP] >> HALF(digit) & 0xffff)] =
                tile[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < DIGITS) {
            uint first = words[me % WORDS * GROUP] >> HALF(me) & 0xffff;
            uint behind = me + 1 < DIGITS
                              ? words[(me + 1) % WORDS * GROUP] >> HALF(me + 1) & 0xffff
                              : count;
            next[me] += behind - first;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#endif

/* What an odd number of passes has left in the scratch memory. */
KERNEL void sort_back(VIEW(from), VIEW(to), VIEW(values), VIEW(values_to), uint n)
{
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        AT(key_bits, to)[i] = AT(const key_bits, from)[i];
#ifdef VALUE
        AT(VALUE, values_to)[i] = AT(const VALUE, values)[i];
#endif
    }
}
