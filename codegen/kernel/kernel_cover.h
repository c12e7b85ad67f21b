/* kernel_cover.h - what the files that print groups' blocks of threads share. */
#ifndef CODEGEN_KERNEL_KERNEL_COVER_H
#define CODEGEN_KERNEL_KERNEL_COVER_H

#include "codegen/kernel/kernel.h"
#include "optimize/cover.h"

struct cover_text {
    struct kernel_gen *g;
    const struct cover_kernel *kernel;
    struct buf locals;            /* declarations of local memory */
    int panels;                   /* so far */
    const cover_window_vec *near; /* that the nest around has, which may vary; or NULL */
    int near_first;               /* the number of the first one */
    bool whole;                   /* all threads of the block are in the domain */
    bool meets;   /* work-items outside of the domain compute, too: their variables have values
                     from the start */
    bool divided; /* quotients are printed as they are written (kernel_divide.c) */
    bool strict;  /* copies outside of the domain read what was fetched for the first one */
    bool alive;   /* what is printed is for work-items with threads in the domain alone, or may be
                     done by all */
};

/* From here on the symbol is printed as 'name'. */
void cover_alias(struct cover_text *x, const struct symbol *s, const char *name);
/* "[AMPC_ROWS][AMPC_COLUMNS]", as far as something differs; "[ampc_r][ampc_c]"; loops over the
 * copies that differ. */
const char *cover_sizes_text(unsigned axes);
const char *cover_places(unsigned axes);
const char *cover_each(unsigned axes);
/* The row, or the column, of a copy in the block, where it finds what was fetched. */
const char *cover_row_text(struct cover_text *x);
const char *cover_column_text(struct cover_text *x);
/* A symbol's own name in the text; those of the index. */
const char *cover_name(struct cover_text *x, const struct symbol *s);
const struct symbol *cover_row_index(const struct cover_text *x);
const struct symbol *cover_column_index(const struct cover_text *x);
/* Prints what the group does for threads outside of the limits. */
void cover_rest(struct cover_text *x);
/* Lines that belong to no line of the user's. */
void cover_line(struct cover_text *x, const char *text);
void cover_open(struct cover_text *x, const char *before);
void cover_close(struct cover_text *x);
void cover_stmt(struct cover_text *x, struct stmt *s);
/* A loop that all threads of the group run alike, statement by statement. */
void cover_repeat(struct cover_text *x, const struct stmt *s);

/* Before a fetch: an element may have been stored by the thread that reads it, which is another
 * work-item's. */
#define COVER_OTHERS_STORES "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"

/* The axes that the kernel has at all. */
unsigned cover_axes(const struct cover_text *x, unsigned on);

/* ---- kernel_edge.c ---- */

/* Loops over the copies that differ, for what e does; NULL: for anything. If need be in work-items
 * alone that have threads in the domain. */
const char *cover_copies(struct cover_text *x, unsigned axes, const struct expr *e);
/* "if (...) ", whether a copy is in the domain along the axes. */
const char *cover_inside(struct cover_text *x, unsigned axes);
/* Whether it stores to an element. */
bool cover_stores(const struct expr *e);
bool cover_stores_init(const struct init_declarator *v);
bool cover_stores_stmt(const struct stmt *s);
/* Behind what copies in the domain alone have done: the others take the value of a variable, or of
 * those that are assigned to. */
void cover_follow_expr(struct cover_text *x, const struct expr *e);
void cover_follow_init(struct cover_text *x, const struct init_declarator *v);
void cover_follow_stmt(struct cover_text *x, const struct stmt *s);
/* What stands before a statement without barriers: "if (ampc_live) " where only work-items with
 * threads in the domain may do it. Sets x->alive, where its parts need no such test. */
const char *cover_guard(struct cover_text *x, const struct stmt *s);
/* The extent of the domain in a dimension, numbered as the kernel's index is: of kernels whose rows
 * are those of the first dimension, 0 is the second one, and 1 the first. */
const char *cover_extent(struct cover_text *x, int dimension);
/* Where the rows or columns of the threads that have anything to do end. */
const char *cover_most(struct cover_text *x, int dimension);
/* Prints ampc_most0, where the rows of what all tests of the index around the work leave of the
 * domain end, ampc_first0, where they begin, and those of columns. */
void cover_limits(struct cover_text *x);

/* ---- kernel_divide.c ---- */

/* Whether what copies compute with e is printed twice: between cover_divide_first, which declares a
 * variable, and cover_divide_again, which says whether it is still to be printed. */
bool cover_divides(struct cover_text *x, unsigned axes, const struct expr *e);
/* Whether e is an assignment of such a value to a variable that is a float. */
bool cover_divides_to(struct cover_text *x, unsigned axes, const struct expr *e);
void cover_divide_first(struct cover_text *x);
bool cover_divide_again(struct cover_text *x);

/* Whether the rounds of a loop can be done once more; 'changed' are the variables that they then
 * have to find as they were. What is printed behind cover_divide_rounds has no branches, and is
 * printed once more, as it is written, behind cover_divide_rounds_again, which opens a block. */
bool cover_divides_rounds(struct cover_text *x, struct stmt *body, symbol_vec *changed);
void cover_divide_rounds(struct cover_text *x, const symbol_vec *changed);
void cover_divide_rounds_again(struct cover_text *x, const symbol_vec *changed);

/* ---- kernel_astray.c ---- */

/* Whether what a group fetches says which other elements its threads read, or whether. */
bool cover_goes_astray(struct ctx *c, const struct cover_kernel *k);

/* ---- kernel_tally.c ---- */

/* If the kernel has tallies, its groups do one block after the other, between these two: the first
 * makes the group's elements and begins the loop over its blocks, each number ampc_block of
 * ampc_wide in a line and ampc_high lines; the second ends it and joins them with the view's. */
void cover_tallies_begin(struct cover_text *x);
void cover_tallies_end(struct cover_text *x);

/* ---- kernel_tiles.c ---- */

/* Prints the body of a kernel whose groups do several tiles. */
void cover_tiles_print(struct cover_text *x);

/* ---- kernel_fetch.c ---- */

/* Prints a loop whose panels the group fetches. */
void cover_panels(struct cover_text *x, const struct cover_loop *l, const struct stmt *s);
/* Prints a loop that each thread runs alone (kernel_rounds.c). */
void cover_rounds(struct cover_text *x, struct stmt *s, const struct cover_rounds *r);

/* ---- kernel_window.c ---- */

/* Fetches what a nest of loops reads, whose values have their names from here on. */
void cover_windows(struct cover_text *x, const cover_window_vec *windows);
/* Prints a nest whose windows have a size that arguments say: with them, and as it is written. */
void cover_nest(struct cover_text *x, const cover_window_vec *windows, const struct stmt *s);
/* Prints the innermost loop of such a nest, whose work-items keep four rounds of what they read in
 * registers; false: it is another loop. */
bool cover_slide(struct cover_text *x, const struct stmt *s);

#endif
