/* interval.c - sorted sets of address intervals without overlap: union, difference, questions.
 *
 * Relies on nothing. Example: {[0, 8)} and [8, 16) added make {[0, 16)}. */
#include "runtime/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool intervals_reserve(struct intervals *s, size_t operations)
{
    if (s->capacity - s->count >= operations)
        return true;
    if (operations > SIZE_MAX / sizeof *s->at / 2 - s->count)
        return false;
    size_t capacity = (s->count + operations) * 2;
    struct interval *at = realloc(s->at, capacity * sizeof *at);
    if (!at)
        return false;
    s->at = at;
    s->capacity = capacity;
    return true;
}

/* The first interval that ends behind 'address' (or at it, with 'touching'). */
static size_t find_end_behind(const struct intervals *s, uintptr_t address, bool touching)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uintptr_t end = s->at[middle].hi;
        if (end > address || (touching && end == address))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Replaces intervals [first, last) by 'count' new ones. */
static void replace(struct intervals *s, size_t first, size_t last, const struct interval *with,
                    size_t count)
{
    size_t rest = s->count - last;
    assert(s->count - (last - first) + count <= s->capacity);
    if (rest && last - first != count)
        memmove(s->at + first + count, s->at + last, rest * sizeof *s->at);
    for (size_t k = 0; k < count; k++)
        s->at[first + k] = with[k];
    s->count = first + count + rest;
}

bool intervals_add(struct intervals *s, uintptr_t lo, uintptr_t hi)
{
    if (lo >= hi || intervals_covers(s, lo, hi))
        return false;
    size_t first = find_end_behind(s, lo, true), last = first;
    struct interval all = {lo, hi};
    for (; last < s->count && s->at[last].lo <= hi; last++) {
        all.lo = s->at[last].lo < all.lo ? s->at[last].lo : all.lo;
        all.hi = s->at[last].hi > all.hi ? s->at[last].hi : all.hi;
    }
    replace(s, first, last, &all, 1);
    return true;
}

bool intervals_remove(struct intervals *s, uintptr_t lo, uintptr_t hi)
{
    if (!intervals_meets(s, lo, hi))
        return false;
    size_t first = find_end_behind(s, lo, false), last = first;
    struct interval left[2];
    size_t count = 0;
    if (s->at[first].lo < lo)
        left[count++] = (struct interval){s->at[first].lo, lo};
    while (last < s->count && s->at[last].lo < hi)
        last++;
    if (s->at[last - 1].hi > hi)
        left[count++] = (struct interval){hi, s->at[last - 1].hi};
    replace(s, first, last, left, count);
    return true;
}

bool intervals_meets(const struct intervals *s, uintptr_t lo, uintptr_t hi)
{
    struct interval piece;
    return intervals_first(s, lo, hi, &piece);
}

bool intervals_covers(const struct intervals *s, uintptr_t lo, uintptr_t hi)
{
    struct interval piece;
    return !intervals_first_gap(s, lo, hi, &piece);
}

bool intervals_first(const struct intervals *s, uintptr_t lo, uintptr_t hi, struct interval *piece)
{
    size_t k = find_end_behind(s, lo, false);
    if (lo >= hi || k == s->count || s->at[k].lo >= hi)
        return false;
    piece->lo = s->at[k].lo > lo ? s->at[k].lo : lo;
    piece->hi = s->at[k].hi < hi ? s->at[k].hi : hi;
    return true;
}

bool intervals_first_gap(const struct intervals *s, uintptr_t lo, uintptr_t hi,
                         struct interval *piece)
{
    size_t k = find_end_behind(s, lo, false);
    if (k < s->count && s->at[k].lo <= lo) {
        lo = s->at[k].hi;
        k++;
    }
    if (lo >= hi)
        return false;
    piece->lo = lo;
    piece->hi = k < s->count && s->at[k].lo < hi ? s->at[k].lo : hi;
    return true;
}

void intervals_clear(struct intervals *s)
{
    s->count = 0;
}

void intervals_free(struct intervals *s)
{
    free(s->at);
    *s = (struct intervals){0};
}
