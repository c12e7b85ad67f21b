/* code.h - the piece of code that a check or an analysis is about, its messages, questions about
 * single nodes, and a walk over its tree that knows what is evaluated.
 *
 * Relies on a typed tree. Example: a check of all amp code is a function of a struct code, which it
 * gives to amp_code_each; there it starts a code_walk over code_body(k), whose callbacks report by
 * code_report. */
#ifndef SEMA_ANALYSIS_CODE_H
#define SEMA_ANALYSIS_CODE_H

#include "parser/walk.h"
#include "sema/analysis/findings.h"
#include "sema/types/amp.h"
#include "sema/types/expr.h"
#include "common/ctx.h"
#include "sema/types/symbol.h"
#include "sema/types/limits.h"

/* A piece of code: a function with its body, a kernel, or file scope. */
struct code {
    struct ctx *c;
    const struct program *program;
    struct findings *findings; /* results of analyses of the program */
    struct symbol *function; /* whose signature and body it is; NULL in kernels and at file scope */
    const struct launch *launch; /* whose kernel it is; NULL outside */
    unsigned side;               /* RESTRICT_* set of the code; RESTRICT_CPU at file scope */

    /* A trial reports nothing and keeps the first error. It answers whether a host function could
     * be declared restrict(amp). */
    bool trial;
    bool found;
    struct loc fault_loc;
    const char *fault;
};

/* Reports, or keeps the first error of a trial. Notes (diag_note) may follow when it returns true.
 */
bool code_report(struct code *k, enum diag_id id, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- pieces of code ---- */

/* Runs 'check' on every amp function with a body and every kernel; not on main, which cannot be amp
 * at all. */
void amp_code_each(struct ctx *c, const struct program *p, struct findings *findings,
                   void (*check)(struct code *k));

/* The body of k's code; NULL: none. */
struct stmt *code_body(const struct code *k);

/* Whether a symbol or a record is declared inside k's code. */
bool code_declares(const struct code *k, const void *declared);

/* The capture of a variable by k's kernel; NULL: none. */
struct captured *code_captured(const struct code *k, const struct symbol *s);

/* A variable that amp code may read by the language's rules: a number, or a const table with an
 * initialiser. */
bool symbol_is_constant(const struct symbol *s);

/* Adds a fix-it to the last message: it gives the declarator of a function the clause 'text'
 * instead of the one it has, if any. */
void fixit_clause(struct ctx *c, const struct declarator *d, const struct restrict_clause *clause,
                  const char *text);

/* Adds a fix-it that puts 'text', a statement, before 's' in the function's body 'body'; none where
 * 's' is no statement of a block, as the new one would take its place. */
void fixit_before_statement(struct ctx *c, struct stmt *body, const struct stmt *s,
                            const char *text);
/* The same, before the statement that begins with the call. */
void fixit_before_call(struct ctx *c, struct stmt *body, const struct expr *call, const char *text);

/* Adds notes to a message about 'target', a function that l's kernel reaches (NULL: the kernel
 * itself): one for each call on the way, and one for the launch. */
void note_call_path(struct ctx *c, const struct launch *l, const struct symbol *target);

/* ---- questions about nodes ---- */

/* Is e C's __func__ or one of GNU's like it, not a parameter of that name? */
bool expr_is_function_name(const struct expr *e);
/* The name of the function that is called; NULL: the callee is no name. */
struct expr *callee_expr(struct expr *call);
/* Whether the expression, without parentheses and conversions, is an integer constant. */
bool integer_constant(struct expr *e, long long *value);
/* The memory that a declared view is over; NULL: the declaration names none. */
struct expr *view_declared_over(const struct init_declarator *d);
/* Where a type is written: the words that name it, else the whole of the specifiers. */
struct loc spec_type_loc(const struct spec *spec);
/* Where a declarator's name stands; for an abstract one all of it; 'otherwise' if it is empty. */
struct loc declarator_name_loc(const struct declarator *d, struct loc otherwise);

/* The object of which an lvalue designates all or a subobject, as far as the tree shows it. */
struct lvalue_root {
    struct expr *variable; /* EXPR_NAME; NULL: none */
    struct expr *element;  /* the view's element that it is (AMP_VIEW_ELEMENT); NULL: none */
    bool through_pointer;  /* the object is what the pointer 'variable' points to */
};
struct lvalue_root lvalue_root(struct expr *lvalue);

/* Whether a switch's value has few values (an enumeration, a remainder, a truth), which its cases
 * may all name. */
bool switch_may_name_all(const struct stmt *s);

/* The operand that e stores into, of an assignment or of ++ and --; NULL: it stores nothing. */
struct expr *store_target(struct expr *e);

/* ---- unfit types (sema/checks/types.c) ---- */

struct type_fault {
    enum diag_id id;
    const char *text; /* the message */
    /* the members that lead to the unfit type, outermost first */
    VEC(const struct record_member *) members;
    VEC(const struct record *) records; /* the record of each */
};

/* Why amp code cannot have an object of type t; false: it can. nested: the object is a member, an
 * element of an array or view, or a tile_static object, where pointers are not allowed either.
 * Types that are reported elsewhere (the elements of views) and unknown ones are fit. */
bool type_unfit(struct ctx *c, const struct type *t, bool nested, struct type_fault *f);
/* A signed or unsigned long that has more than the 32 bits of C++ AMP's. */
bool type_is_wide_long(const struct type *t);
/* Adds a note for each member that leads to the unfit type. */
void type_fault_notes(struct ctx *c, const struct type_fault *f);

/* ---- extents that are known at compile time (extent.c) ---- */

struct known_extent {
    int rank;
    long long n[RANK_MAX];
    struct loc loc; /* where the numbers are written */
    int depth;      /* declarations on the way to the numbers */
    bool partly;    /* set by the caller: unknown components are allowed, and are -1 */
};
/* The value of an expression of extent or tiled_extent type. */
bool extent_known(struct findings *a, struct expr *e, struct known_extent *out);
/* The extent of a view. */
bool view_extent_known(struct findings *a, struct expr *view, struct known_extent *out);
/* The extent of a variable that is a view. */
bool symbol_extent_known(struct findings *a, const struct symbol *view, struct known_extent *out);
/* A local variable that is not written after its declaration, or a parameter that is not written.
 */
bool symbol_keeps_value(struct findings *a, const struct symbol *s);
/* The value of one component of an extent: a number, a variable, or unknown. */
struct extent_component {
    long long n;                   /* -1: not known */
    const struct symbol *variable; /* an integer, view or array that is never changed; NULL: none */
    int component;                 /* of that view's or array's extent; 0 for an integer */
};
bool extent_component_same(const struct extent_component *a, const struct extent_component *b);
/* Component k of an expression of extent or tiled_extent type; of the extent of a view or array. */
struct extent_component extent_component(struct findings *a, struct expr *extent, int k);
struct extent_component view_extent_component(struct findings *a, const struct symbol *view, int k);

/* ---- a walk ---- */

/* A walk (parser/walk.h) that knows what is evaluated. Each callback may be NULL; false: do not
 * look inside. Kernels are entered only when 'lambdas' is set; of a _Generic only the selected
 * association. */
struct code_walk {
    struct code *k;
    bool (*expr)(struct code_walk *w, struct expr *e);
    bool (*stmt)(struct code_walk *w, struct stmt *s);
    bool (*decl)(struct code_walk *w, struct decl *d);
    bool (*spec)(struct code_walk *w, struct spec *s);
    bool (*declarator)(struct code_walk *w, struct declarator *d);
    bool lambdas;
    int unevaluated; /* > 0: inside sizeof, typeof, _Alignof, _Static_assert */
    void *data;
    struct walker walker; /* set by the functions below */
};

/* Whether a declaration (with its body, if it is a function) has no AMP construct in it
 * (plain_c.c). */
bool decl_is_plain(struct findings *a, struct decl *d);
/* Walks the declarations of a unit, except those for which decl_is_plain is true. */
void code_walk_unit(struct code_walk *w, struct unit *u);
void code_walk_decl(struct code_walk *w, struct decl *d);
void code_walk_declarator(struct code_walk *w, struct declarator *d);
void code_walk_stmt(struct code_walk *w, struct stmt *s);
/* An 'expr' callback for checks that need only the side: walks a kernel's body as amp code. True: e
 * is no kernel, and the walk goes on into it. */
bool code_walk_kernel(struct code_walk *w, struct expr *e);
void code_walk_expr(struct code_walk *w, struct expr *e);
/* 'expr' and 'stmt' callbacks for checks that do not look at dead branches. False: the condition of
 * '&&', '||', '?:', of an if or a loop is constant, and the branch that runs has been walked. */
bool code_walk_choice(struct code_walk *w, struct expr *e);
bool code_walk_branch(struct code_walk *w, struct stmt *s);

#endif
