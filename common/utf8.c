/* utf8.c - replaces bytes that are no UTF-8 (RFC 3629) by U+FFFD. */
#include "common/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of the character that begins at s; 0: none does. */
static int char_length(const unsigned char *s)
{
    int n = s[0] < 0x80                    ? 1
            : s[0] >= 0xc2 && s[0] <= 0xdf ? 2
            : s[0] >= 0xe0 && s[0] <= 0xef ? 3
            : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                           : 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

char *utf8_clean(const char *s)
{
    static const char replacement[] = "\xef\xbf\xbd";
    char *clean = malloc(3 * strlen(s) + 1), *to = clean;
    while (clean && *s) {
        int n = char_length((const unsigned char *)s);
        memcpy(to, n ? s : replacement, n ? (size_t)n : 3);
        to += n ? n : 3;
        s += n ? n : 1;
    }
    if (clean)
        *to = '\0';
    return clean;
}
