/* symbol.h - symbols, launches, and the program that sema passes to checks and generators. */
#ifndef SEMA_TYPES_SYMBOL_H
#define SEMA_TYPES_SYMBOL_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/source.h"
#include "parser/tree.h"
#include "sema/types/type.h"

enum symbol_kind { SYMBOL_VAR, SYMBOL_PARAM, SYMBOL_FUNCTION, SYMBOL_TYPEDEF, SYMBOL_ENUMERATOR };

struct symbol;
typedef VEC(struct symbol *) symbol_vec;

/* One declaration of a function, in source order. */
struct function_decl {
    int number;                     /* in the unit, of all declarations of functions */
    struct loc loc;                 /* of the name */
    unsigned restriction;           /* RESTRICT_*; RESTRICT_CPU without a clause */
    struct restrict_clause *clause; /* NULL: none */
    unsigned storage;               /* STORAGE_* */
    struct declarator *declarator;
    struct decl *decl; /* the definition, NULL for a declaration without a body */
    struct type *type;
};

/* A call that amp code makes, for the call graph. */
struct call_site {
    struct symbol *callee;
    struct expr *call;
};

struct launch;

/* A variable that a lambda in amp code captures. */
struct closed {
    struct symbol *of;
    struct symbol *copy;  /* of the value, or the address; NULL by reference */
    struct symbol *param; /* of the function that the lambda has become */
    struct loc loc;       /* of the first use */
    bool by_address, by_reference;
};

/* A lambda in amp code: sema/typing/closure.c. */
struct closure {
    struct symbol *function;       /* what it has become */
    const struct symbol *variable; /* as it was declared; not in scope behind the declaration */
    struct lambda *lambda;
    const struct launch *launch; /* of the kernel around it; NULL: in a function */
    VEC(struct closed) closed;   /* in the order of the function's last parameters */
    int written;                 /* parameters that the user wrote, in front of them */
    bool deduces;                /* the result's type from its returns */
    bool returns;                /* there was one */
    bool refused;                /* a capture; reported */
    const struct symbol *calls;  /* another one, whose captures are being passed on */
};

struct symbol {
    enum symbol_kind kind;
    const char *name;
    struct loc loc; /* of the name in the definition, else in the first declaration */
    struct type *type;
    unsigned storage; /* STORAGE_* */
    bool file_scope;
    bool system;       /* declared in a system header */
    struct init *init; /* of a variable */
    struct init_declarator *declarator;
    struct spec *spec; /* of a variable's or parameter's declaration */

    /* An integer whose value is known: an enumerator, or a const integer variable with a constant
     * initialiser. */
    bool constant;
    long long value;

    bool amp_used; /* named in amp code, lambdas or template arguments, which are not in the
                      generated host text */

    struct lambda *lambda;   /* innermost lambda the declaration stands in; NULL: none */
    struct symbol *function; /* function the declaration stands in; NULL: file scope */

    /* functions. A name with a cpu and an amp version has two symbols, each the other's 'other';
     * the cpu one is in the scope. */
    unsigned restriction; /* RESTRICT_* set; RESTRICT_CPU without a clause */
    struct symbol *other;
    VEC(struct function_decl) decls;
    struct decl *definition; /* NULL: no body in this unit */
    symbol_vec params;       /* of the definition; of an amp function without one, without names */
    VEC(struct call_site) calls; /* amp functions: what their bodies call (amp versions) */
    symbol_vec tile_statics;     /* tile_static objects declared in the body */
    bool texels;                 /* it is of <amp_graphics.h>, and does what an image could */
    bool is_nested;
    struct closure *closed; /* of a function that was a lambda in amp code, and of the parameters
                               for what it captures */
};

/* A variable that a kernel captures. */
struct captured {
    struct symbol *symbol;
    enum capture_mode mode;
    struct loc loc; /* where it is named in the capture list, else its first use in the body */
};

/* One parallel_for_each. */
/* A product of positive numbers: a constant, captured integers and components of extents of
 * captured views. 'times' 0: none. */
enum { LAUNCH_FACTORS = 4 };
struct launch_product {
    long long times;
    int n;
    const struct expr *factors[LAUNCH_FACTORS];
};

/* The kernel of a launch of one dimension once more, with an index of two or three
 * (optimize/flat.c). */
enum { LAUNCH_STEPS = 2 };
struct launch_flat {
    struct launch *kernel; /* behind the launches of the source in the program's list */
    /* How far the index of the source goes with the component before the last, and with the one
     * before that. */
    struct launch_product steps[LAUNCH_STEPS];
    struct launch_product end; /* threads from there on have nothing to do */
    bool blocks, covers;       /* for which devices it is a gain */
};

struct launch {
    struct expr *call;
    struct expr *accelerator; /* accelerator_view argument, NULL: none */
    struct expr *domain;      /* of extent or tiled_extent type; type unknown after an error */
    struct lambda *lambda;    /* NULL after an error */
    struct launch *outer;     /* the continuation whose lambda contains it; NULL: none */
    struct launch *twin;      /* the first launch of the same named lambda; NULL: it is the first */
    bool named;               /* of a lambda with a name, which has captured before */
    bool shared;              /* other calls launch the same named lambda */
    struct symbol *function;  /* the host function around it */
    int number;         /* in the unit, from 0: its place in program.launches, in order of typing */
    struct place place; /* of the call */
    int same_line;     /* number of the function's launches before it on a line of that number: from
                          macros, and from included files */
    bool gives_future; /* its value is used */
    int rank;          /* 0 after an error */
    bool tiled;
    int tile[3];
    bool as_written;         /* the lambda has an attribute that asks for it */
    bool uncontracted;       /* its kernel keeps a * b + c as two operations */
    int group[3];            /* hint for the work-group of an untiled launch; 0: none */
    struct symbol *param;    /* the lambda's parameter, NULL if unnamed */
    struct type *param_type; /* as declared; the symbol has the type unknown if this one is unfit */
    VEC(struct captured) captures; /* in order of first mention */
    VEC(struct call_site) calls;   /* of the lambda's body */
    symbol_vec tile_statics;       /* declared in the lambda's body */
    struct launch_flat *flat;      /* NULL: there is none */
    struct launch *flat_of;        /* it is the kernel of this one's 'flat'; NULL: of no launch */
};

struct program {
    struct unit *unit;
    VEC(struct launch *) launches;      /* in source order */
    VEC(struct launch *) continuations; /* f.then(lambda): only lambda, call, captures */
    symbol_vec functions;  /* every function with amp in its set, defined or not, in source order */
    symbol_vec operations; /* amp functions that algorithms get (amp versions), each once */
    bool elements_alias;   /* the host compiler has __may_alias__; */
    bool host_clang;       /* is clang; */
    bool char_unsigned;    /* has unsigned plain chars */
    const char *math_options; /* of clBuildProgram: what -ffast-math, or an option it consists of,
                                 is there */
    bool contracts;  /* kernels may round a * b + c once, but for those that are uncontracted */
    bool asks_times; /* it calls completion_future.seconds() */
    bool uses_amp;   /* the unit has AMP constructs: its host text needs edits */
    struct type *vectors[VECTOR_TYPES]; /* by vector_number: the short vectors that it declares */
};

/* The version of a function that code with the restriction 'side' (RESTRICT_CPU or RESTRICT_AMP)
 * calls; NULL: there is none. */
struct symbol *symbol_version(struct symbol *f, unsigned side);

/* Whether the function can be defined in, or its definition be used by, other translation units:
 * external linkage, and no inline definition (C11 6.7.4). */
bool symbol_is_external(const struct symbol *f);

/* A variable of automatic storage duration, or tile_static, or a parameter. */
bool symbol_is_automatic(const struct symbol *s);

/* Whether t fits as the parameter of the launch's kernel, for its domain. */
bool launch_parameter_fits(const struct launch *l, const struct type *t);

/* The functions that a launch reaches, callees before callers, each once. */
void launch_functions(struct ctx *c, const struct launch *l, symbol_vec *out);

#endif
