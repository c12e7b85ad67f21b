/* buf.c - growing text: bytes, formatted text, and text as a C string literal. */
#include "common/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_free(struct buf *b)
{
    free(b->at);
    *b = (struct buf){0};
}

void buf_reserve(struct buf *b, size_t n)
{
    if (b->cap > b->n && b->cap - b->n > n)
        return;
    if (n > SIZE_MAX / 4 || b->n > SIZE_MAX / 4) {
        fputs("ampcc: out of memory\n", stderr);
        exit(1);
    }
    size_t cap = b->cap ? b->cap * 2 : 256;
    if (cap < b->n + n + 1)
        cap = b->n + n + 1;
    char *at = realloc(b->at, cap);
    if (!at) {
        fputs("ampcc: out of memory\n", stderr);
        exit(1);
    }
    b->at = at;
    b->cap = cap;
}

void buf_addn(struct buf *b, const char *s, size_t n)
{
    buf_reserve(b, n);
    if (n)
        memcpy(b->at + b->n, s, n);
    b->n += n;
    b->at[b->n] = '\0';
}

void buf_add(struct buf *b, const char *s)
{
    buf_addn(b, s, strlen(s));
}

void buf_char(struct buf *b, char c)
{
    buf_addn(b, &c, 1);
}

static void buf_vprintf(struct buf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0)
        return;
    buf_reserve(b, (size_t)n);
    vsnprintf(b->at + b->n, (size_t)n + 1, format, args);
    b->n += (size_t)n;
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(b, format, args);
    va_end(args);
}

const char *buf_end(const struct buf *b)
{
    return b->at ? b->at + b->n : NULL;
}

void buf_c_string(struct buf *b, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '\n')
            buf_add(b, "\\n");
        else if (c == '"' || c == '\\' || c == '?')
            buf_printf(b, "\\%c", c);
        else if (c < 32 || c > 126)
            buf_printf(b, "\\%03o", c);
        else
            buf_char(b, (char)c);
    }
}
