/* check.h - the rules of language.md section 7 over the typed tree, one file per concern. */
#ifndef SEMA_CHECKS_CHECK_H
#define SEMA_CHECKS_CHECK_H

#include "sema/analysis/code.h"

/* Runs every check below, in this order. Messages go to c's diagnostics. */
void check_program(struct ctx *c, struct program *p);

void check_restrict(
    struct ctx *c,
    struct program *p); /* clauses: words, places, matching declarations, versions, main */
void check_calls(
    struct ctx *c,
    struct program *p); /* who may call whom, undefined, recursion, function pointers, variadic */
void check_types(struct ctx *c, struct program *p);  /* types of amp code */
void check_strict(struct ctx *c, struct program *p); /* what -famp-strict adds about values */
void check_bodies(struct ctx *c,
                  struct program *p); /* statements, storage classes, globals, strings, casts */
void check_formats(struct ctx *c, struct program *p); /* printf: formats and arguments */
void check_captures(struct ctx *c,
                    struct program *p); /* capture lists, captured types, assignments to captures */
void check_launches(struct ctx *c,
                    struct program *p); /* domains, parameters, tile sizes, divisibility */
void check_tile_static(struct ctx *c, struct program *p); /* tile_static objects */
void check_jumps(struct ctx *c, struct program *p);       /* into the scope of a view */
void check_barriers(struct ctx *c, struct program *p);    /* barriers outside tiled kernels */
void check_memory(struct ctx *c,
                  struct program *p); /* the memories of atomics and of views over pointers */
void check_values(struct ctx *c, struct program *p);   /* shift counts, subscripts of C arrays */
void check_overflow(struct ctx *c, struct program *p); /* constants that overflow their type */
void check_loops(struct ctx *c, struct program *p);    /* loops that never end */
void check_uninitialized(struct ctx *c, struct program *p); /* locals read before a store */
void check_divergence(struct ctx *c,
                      struct program *p); /* waits that not every thread of a tile reaches */
void check_views(struct ctx *c, struct program *p); /* writes through const views, known bounds */
/* Advice about speed; nothing unless some of it is asked for. */
void check_performance(struct ctx *c, struct program *p);
void check_double(struct ctx *c,
                  struct program *p); /* double by accident; part of check_performance */
void check_races(struct ctx *c,
                 struct program *p); /* of threads, in tile_static memory and in views */

/* The same of one piece of code, which may be a trial. */
void check_types_code(struct check *k);
void check_bodies_code(struct check *k);
void check_calls_code(struct check *k);

#endif
