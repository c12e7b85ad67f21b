/* spell.c - the edit distance of two short words (Damerau-Levenshtein, neighbours swapped).
 *
 * Example: spell_distance("tile_sttaic", "tile_static") is 1. */
#include "common/spell.h"

#include <string.h>

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int spell_distance(const char *a, const char *b)
{
    enum { LONGEST = 40 };
    int rows[3][LONGEST + 1], *before = rows[0], *above = rows[1], *row = rows[2];
    size_t n = strlen(b);
    if (n > LONGEST || strlen(a) > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= n; j++)
        above[j] = before[j] = (int)j;
    for (size_t i = 1; a[i - 1]; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            int changed = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(changed, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        int *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[n];
}
