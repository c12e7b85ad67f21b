/* format.h - string literals and the formats of printf. */
#ifndef SEMA_TYPES_FORMAT_H
#define SEMA_TYPES_FORMAT_H

#include <stdbool.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/types/type.h"

/* Appends the bytes of a string literal (adjacent literals together); false: it has a prefix. */
bool format_string(const struct ctx *c, const struct expr *e, struct buf *out);
/* The string literal that e is, without parentheses and conversions; NULL: none. */
const struct expr *format_literal(const struct expr *e);

struct conversion {
    const char *begin, *end; /* of the conversion's text, behind the '%' */
    char flags[8];           /* each flag once */
    bool star_width, star_precision;
    int width, precision; /* -1: none, or '*' */
    char length[3];
    char letter; /* 0: the format ends before it */
};

/* Reads a conversion at s, behind its '%'; returns its end. */
const char *format_next(const char *s, struct conversion *c);

enum format_kind {
    FORMAT_NONE, /* a conversion that kernels do not have */
    FORMAT_PERCENT,
    FORMAT_INTEGER,
    FORMAT_CHARACTER,
    FORMAT_FLOATING,
    FORMAT_STRING,
    FORMAT_POINTER
};
enum format_kind format_kind(const struct conversion *c);
/* The type that an INTEGER or CHARACTER conversion reads its argument as, C11 7.21.6.1. Static
 * data. */
const struct type *format_type(const struct conversion *c);

#endif
