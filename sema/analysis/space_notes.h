/* space_notes.h - the memories of pointers, as notes in the text of the typed tree: --dump=types.
 *
 * Behind a pointer of amp code "@" and the memories that it may lead into, behind an element, or
 * what a pointer leads to, that of the object: `p:int *@views|tile`, `(* p:int *@tile):int@tile`.
 * Parameters of amp functions lead wherever their callers say: "@caller". Relies on spaces.h alone,
 * so what is printed is what checks and generators know.
 *
 *     struct tree_notes notes = space_notes(c, p, findings.spaces);
 *     tree_dump(stdout, c, p->unit, &notes); */
#ifndef SEMA_ANALYSIS_SPACE_NOTES_H
#define SEMA_ANALYSIS_SPACE_NOTES_H

#include "parser/print.h"
#include "sema/analysis/spaces.h"

/* For the kernels and amp functions of a program; in c's arena. */
struct tree_notes space_notes(struct ctx *c, const struct program *p, struct spaces *s);

#endif
