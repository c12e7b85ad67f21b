/* diag_color.h - gcc's colours of messages, and GCC_COLORS. Private to diag.c and diag_text.c. */
#ifndef COMMON_DIAG_COLOR_H
#define COMMON_DIAG_COLOR_H

struct ctx;

enum diag_color {
    COLOR_ERROR,
    COLOR_WARNING,
    COLOR_NOTE,
    COLOR_LOCUS,
    COLOR_QUOTE,
    COLOR_INSERT,
    COLOR_DELETE,
    COLOR_COUNT
};

/* What is printed before and behind coloured text; empty strings without colour. */
struct palette {
    const char *on[COLOR_COUNT];
    const char *off;
};

/* The palette of c's options; its strings live in c's arena. */
struct palette palette_make(struct ctx *c);

#endif
