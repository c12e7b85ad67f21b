/* buf.h - growing text. */
#ifndef COMMON_BUF_H
#define COMMON_BUF_H

#include <stdarg.h>
#include <stddef.h>

/* Zeroed is empty; 'at' is zero-terminated once something was added. Owned by the holder: buf_free.
 */
struct buf {
    char *at;
    size_t n, cap;
};

void buf_free(struct buf *b);
/* Makes room for n more bytes and the zero behind them, where 'at' + 'n' is. */
void buf_reserve(struct buf *b, size_t n);
void buf_char(struct buf *b, char c);
void buf_add(struct buf *b, const char *s);
void buf_addn(struct buf *b, const char *s, size_t n);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Behind the last byte; NULL if there is no memory yet. */
const char *buf_end(const struct buf *b);
/* Appends the bytes as the inside of a C string literal: quotes, backslashes, newlines and
 * everything not printable escaped (octal, three digits), '?' as \? . */
void buf_c_string(struct buf *b, const char *s, size_t n);

#endif
