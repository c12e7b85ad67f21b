/* dump.h - the typed tree as text: --dump=types. */
#ifndef SEMA_TREE_DUMP_H
#define SEMA_TREE_DUMP_H

#include <stdio.h>

#include "common/ctx.h"
#include "parser/print.h"

/* Prints the unit as parser/print.h does, with the type of every expression behind it and
 * conversions as nodes: `x = 1` for a float x is `(= x:float (convert 1):float):float`. No type is
 * printed for literals, whose spelling has it, for parentheses, and for callees that are no
 * values.
 * 'more', unless it is NULL, has what is printed behind a type: memories
 * (sema/analysis/space_notes.h). */
void tree_dump(FILE *out, struct ctx *c, const struct unit *u, const struct tree_notes *more);

#endif
