/* format.h - string literals and the formats of printf, as amp code may have them. */
#ifndef SEMA_TYPES_FORMAT_H
#define SEMA_TYPES_FORMAT_H

#include <stdbool.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "parser/tree.h"
#include "sema/types/type.h"

/* Appends the bytes of a string literal (all its parts); false: not a plain one. */
bool format_string(const struct ctx *c, const struct expr *e, struct buf *out);
/* The literal that e, parentheses and conversions apart, is; NULL: none. */
const struct expr *format_literal(const struct expr *e);

struct conversion {
    const char *begin, *end; /* of its text, behind the '%' */
    char flags[8];           /* each once */
    bool star_width, star_precision;
    int width, precision; /* -1: none, or a star */
    char length[3];
    char letter; /* 0: the format ends */
};

/* Reads what follows a '%' at s; returns where it ends. */
const char *format_next(const char *s, struct conversion *c);

enum format_kind {
    FORMAT_NONE, /* no conversion that kernels have */
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
