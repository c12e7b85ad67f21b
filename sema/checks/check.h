/* check.h - the rules of docs/LANGUAGE.md ("Diagnostics") over the typed tree, one file per
 * concern. */
#ifndef SEMA_CHECKS_CHECK_H
#define SEMA_CHECKS_CHECK_H

#include "sema/analysis/code.h"

/* Runs every check below, in this order. Messages go to c's diagnostics; p's tree stays as it is,
 * results about it go to 'findings'. */
void check_program(struct ctx *c, const struct program *p, struct findings *findings);

/* Restrict clauses: words, places, matching declarations, cpu and amp versions, main. */
void check_restrict(struct ctx *c, const struct program *p, struct findings *findings);
/* Restrictions of caller and callee; undefined and variadic functions, recursion, function
 * pointers. */
void check_calls(struct ctx *c, const struct program *p, struct findings *findings);
/* Types of amp code. */
void check_types(struct ctx *c, const struct program *p, struct findings *findings);
/* The rules that -famp-strict adds about values. */
void check_strict(struct ctx *c, const struct program *p, struct findings *findings);
/* Statements, storage classes, globals, strings, casts. */
void check_bodies(struct ctx *c, const struct program *p, struct findings *findings);
/* Shift counts, subscripts of C arrays. */
void check_values(struct ctx *c, const struct program *p, struct findings *findings);
/* Constants that overflow their type. */
void check_overflow(struct ctx *c, const struct program *p, struct findings *findings);
/* Loops that never end. */
void check_loops(struct ctx *c, const struct program *p, struct findings *findings);
/* Locals that are read before a store. */
void check_uninitialized(struct ctx *c, const struct program *p, struct findings *findings);
/* Paths through functions with a result that end without one. */
void check_returns(struct ctx *c, const struct program *p, struct findings *findings);
/* printf: formats and arguments. */
void check_formats(struct ctx *c, const struct program *p, struct findings *findings);
/* Capture lists, captured types, assignments to captures. */
void check_captures(struct ctx *c, const struct program *p, struct findings *findings);
/* Domains, parameters, tile sizes, divisibility. */
void check_launches(struct ctx *c, const struct program *p, struct findings *findings);
/* tile_static objects. */
void check_tile_static(struct ctx *c, const struct program *p, struct findings *findings);
/* Barriers outside tiled kernels. */
void check_barriers(struct ctx *c, const struct program *p, struct findings *findings);
/* Waits that not every thread of a tile reaches. */
void check_divergence(struct ctx *c, const struct program *p, struct findings *findings);
/* Jumps into the scope of a view. */
void check_jumps(struct ctx *c, const struct program *p, struct findings *findings);
/* Writes through const views, known bounds. */
void check_views(struct ctx *c, const struct program *p, struct findings *findings);
/* The memories of atomics and of views over pointers. */
void check_memory(struct ctx *c, const struct program *p, struct findings *findings);
/* Races of threads, in tile_static memory and in views. */
void check_races(struct ctx *c, const struct program *p, struct findings *findings);
/* Advice about speed; runs only if one of its warnings is enabled. */
void check_performance(struct ctx *c, const struct program *p, struct findings *findings);
/* Unintended arithmetic in double; called by check_performance. */
void check_double(struct ctx *c, const struct program *p, struct findings *findings);

/* The checks of bodies, calls and types for one piece of code, which may be a trial. */
void check_types_code(struct code *k);
void check_bodies_code(struct code *k);

#endif
