/* tree.h - the tree of a unit: what the parser builds (raw) and sema fills in (the fields under
 * "sema").
 *
 * Everything lives in the context's arena; spellings are interned. The parser builds the tree
 * without asking what names mean, except for typedef names and AMP's contextual words
 * (parser/scope.h). A node that could not be parsed is an EXPR_ERROR, STMT_ERROR or DECL_ERROR;
 * then an error has been reported.
 */
#ifndef PARSER_TREE_H
#define PARSER_TREE_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/source.h"
#include "parser/amp_op.h"

struct type;   /* sema/types/type.h */
struct symbol; /* sema/types/symbol.h */
struct launch; /* sema/types/symbol.h */
struct expr;
struct stmt;
struct decl;
struct init;
struct lambda;

enum op {
    OP_NONE,
#define OP(symbol, spelling, precedence) OP_##symbol,
#include "parser/op.def"
#undef OP
} __attribute__((packed)); /* one byte */
const char *op_text(enum op op);
int op_precedence(enum op op);
bool op_is_comparison(enum op op); /* < > <= >= == != */
bool op_is_step(enum op op);       /* ++ and --, before and after */

/* Groups for switches, as those of expressions below. */
/* clang-format off */
#define OP_COMPARISONS \
    OP_LT: case OP_GT: case OP_LE: case OP_GE: case OP_EQ: case OP_NE
#define OP_STEPS \
    OP_PREINC: case OP_PREDEC: case OP_POSTINC: case OP_POSTDEC
#define OP_BITS /* of two integers */ \
    OP_SHL: case OP_SHR: case OP_AND: case OP_XOR: case OP_OR
#define OP_UNARIES \
    OP_NEG: case OP_PLUS: case OP_NOT: case OP_BITNOT: case OP_DEREF: case OP_ADDR: \
    case OP_STEPS: case OP_REAL: case OP_IMAG
#define OP_BINARIES \
    OP_MUL: case OP_DIV: case OP_MOD: case OP_ADD: case OP_SUB: case OP_BITS: \
    case OP_COMPARISONS: case OP_LAND: case OP_LOR: case OP_COMMA
/* clang-format on */

/* The depth of a node's tree. Chains (sums, labels, else-if, members of members) make a tree deep,
 * but are not nested. */
struct depth {
    int levels; /* of nodes below this one and itself: at most ctx's tree_levels_max, so that
                   recursion over them is safe */
    int nested; /* of them, those inside another: at most NESTING_MAX */
};

/* Deeper nesting is an error. */
enum { NESTING_MAX = 5000 };

typedef VEC(struct expr *) expr_vec;
typedef VEC(struct stmt *) stmt_vec;
typedef VEC(struct decl *) decl_vec;

/* A __attribute__ or [[...]] which strip.c removed from the tokens. The text of its arguments is
 * text[args]. */
struct attr {
    const char *name; /* without underscores around it: "packed", "aligned" */
    struct loc loc;   /* of the single attribute */
    struct loc args;  /* between its parentheses; empty if none */
    struct expr *arg; /* the first argument when it is an integer constant expression (aligned,
                         vector_size), else NULL */
    struct attr *next;
};

/* restrict(...) as written; the words are checked by sema. */
enum { RESTRICT_CPU = 1, RESTRICT_AMP = 2 };
struct restrict_word {
    const char *word;
    struct loc loc;
};
struct restrict_clause {
    struct loc loc;                  /* from 'restrict' to ')' of the first clause */
    VEC(struct restrict_word) words; /* of all clauses in a row */
    VEC(struct loc) locs;            /* every clause on its own (text to remove) */
    bool misplaced;                  /* stands where no function's parameter list ended */
};

/* ---- types as written ---- */

enum storage {
    STORAGE_TYPEDEF = 1,
    STORAGE_EXTERN = 2,
    STORAGE_STATIC = 4,
    STORAGE_AUTO = 8,
    STORAGE_REGISTER = 16,
    STORAGE_THREAD = 32,
    STORAGE_TILE_STATIC = 64,
    STORAGE_INLINE = 128,
    STORAGE_NORETURN = 256
};
enum qual { QUAL_CONST = 1, QUAL_VOLATILE = 2, QUAL_RESTRICT = 4, QUAL_ATOMIC = 8 };

/* Words of a base type, C11 6.7.2; LONG counts twice as WORD_LONG then WORD_LONG2. */
enum spec_word {
    WORD_VOID = 1,
    WORD_CHAR = 1 << 1,
    WORD_SHORT = 1 << 2,
    WORD_INT = 1 << 3,
    WORD_LONG = 1 << 4,
    WORD_LONG2 = 1 << 5,
    WORD_FLOAT = 1 << 6,
    WORD_DOUBLE = 1 << 7,
    WORD_SIGNED = 1 << 8,
    WORD_UNSIGNED = 1 << 9,
    WORD_BOOL = 1 << 10,
    WORD_COMPLEX = 1 << 11,
    WORD_IMAGINARY = 1 << 12,
    WORD_INT128 = 1 << 13,
    WORD_FLOAT16 = 1 << 14,
    WORD_FLOAT128 = 1 << 15, /* _Float128, __float128 */
    WORD_FLOAT32 = 1 << 16,
    WORD_FLOAT64 = 1 << 17,
    WORD_FLOAT32X = 1 << 18,
    WORD_FLOAT64X = 1 << 19,
    WORD_DECIMAL = 1 << 20, /* _Decimal32, 64, 128: 'decimal_bits' says which */
    WORD_VA_LIST = 1 << 21, /* __builtin_va_list */
    WORD_AUTO_TYPE = 1 << 22,
    WORD_BIT_INT = 1 << 23 /* _BitInt(n), which only cc knows */
};

enum spec_kind {
    SPEC_WORDS,  /* words only (possibly none: implicit int) */
    SPEC_NAME,   /* a typedef name */
    SPEC_RECORD, /* struct or union */
    SPEC_ENUM,
    SPEC_TYPEOF_EXPR,
    SPEC_TYPEOF_TYPE,
    SPEC_ATOMIC_TYPE, /* _Atomic(type-name) */
    SPEC_AMP,         /* index<2>, array_view<const float, 2>, tile_barrier, ... */
    SPEC_ERROR
};

/* One declarator's derivation. In a declarator they are in the order from the name outwards: int
 * *a[3] has ARRAY, POINTER. */
enum deriv_kind { DERIV_POINTER, DERIV_ARRAY, DERIV_FUNCTION, DERIV_REFERENCE };
struct param;
struct deriv {
    enum deriv_kind kind;
    struct loc loc;
    unsigned quals;             /* of the pointer, or inside [] of a parameter */
    struct expr *size;          /* ARRAY: NULL for [] */
    bool star, is_static;       /* ARRAY: [*], [static n] */
    VEC(struct param *) params; /* FUNCTION; (void) has none and 'prototype' */
    bool variadic;
    bool prototype;                      /* false for () and for K&R identifier lists */
    struct restrict_clause *restriction; /* FUNCTION: restrict(...) after its ')' */
    struct scope_names *names;           /* parser's own */
    struct scope *scope;                 /* sema's own: what the parameter list declares */
    struct deriv *next;
};

struct declarator {
    const char *name; /* NULL: abstract */
    struct loc name_loc;
    struct loc loc; /* without initialiser */
    struct deriv *derivs;
    struct attr *attrs;
    bool has_asm; /* asm("symbol") */
};

struct member {                    /* one member declarator of a struct or union */
    struct declarator *declarator; /* NULL: unnamed bit-field, or an anonymous struct or union */
    struct expr *bits;             /* bit-field width */
};
struct member_decl {
    struct spec *spec;
    VEC(struct member) members;  /* empty for an anonymous struct or union */
    struct decl *static_assert_; /* a _Static_assert among the members; spec is NULL then */
    struct loc loc;
};

struct record_spec {
    bool is_union;
    const char *tag; /* NULL: none */
    struct loc tag_loc;
    bool defined; /* has braces */
    VEC(struct member_decl *) members;
    struct attr *attrs; /* after the keyword and after '}' */
};

struct enumerator {
    const char *name;
    struct loc loc;
    struct expr *value;    /* NULL: one more */
    struct symbol *symbol; /* sema */
};
struct enum_spec {
    const char *tag;
    struct loc tag_loc;
    bool defined;
    VEC(struct enumerator *) enumerators;
    struct attr *attrs;
};

/* AMP's types as written. */
enum amp_type {
    AMP_TYPE_NONE,
    AMP_TYPE_INDEX,
    AMP_TYPE_EXTENT,
    AMP_TYPE_TILED_EXTENT,
    AMP_TYPE_TILED_INDEX,
    AMP_TYPE_TILE_BARRIER,
    AMP_TYPE_ARRAY_VIEW,
    AMP_TYPE_ARRAY,
    AMP_TYPE_ACCELERATOR,
    AMP_TYPE_ACCELERATOR_VIEW,
    AMP_TYPE_COMPLETION_FUTURE,
    AMP_TYPE_ACCELERATOR_LIST,
    AMP_TYPE_MODE,    /* access_type, queuing_mode: int, so only in struct amp_spec */
    AMP_TYPE_TEXTURE, /* these two only own members (amp.def): the types are ARRAY and ARRAY_VIEW
                         with 'texture' */
    AMP_TYPE_TEXTURE_VIEW
};
/* What no type of the typed tree is. */
/* clang-format off */
#define AMP_TYPE_WORDS \
    AMP_TYPE_NONE: case AMP_TYPE_MODE: case AMP_TYPE_TEXTURE: case AMP_TYPE_TEXTURE_VIEW
/* clang-format on */
struct amp_spec {
    enum amp_type type;
    struct loc loc;            /* with its namespace prefix and its template arguments */
    struct type_name *element; /* array_view<T, N>, array<T, N> */
    expr_vec args;             /* the constant arguments: ranks, tile sizes */
    bool has_args;             /* <...> was there */
    bool constant;             /* constant_view<T, N> */
    bool texture;              /* texture<T, N>, texture_view<T, N> */
};

struct spec { /* declaration-specifiers, or a specifier-qualifier-list */
    struct loc loc;
    enum spec_kind kind;
    unsigned storage;       /* STORAGE_* bits */
    struct loc storage_loc; /* of tile_static, or of the last storage class */
    unsigned quals;
    struct loc qual_loc; /* of volatile or _Atomic */
    unsigned words;
    int decimal_bits;
    const char *name;    /* SPEC_NAME */
    struct loc name_loc; /* of the word(s) that name the type */
    struct record_spec *record;
    struct enum_spec *enum_;
    struct expr *typeof_expr;
    struct type_name *typeof_type; /* SPEC_TYPEOF_TYPE, SPEC_ATOMIC_TYPE */
    struct amp_spec *amp;
    struct expr *alignas_expr; /* last _Alignas */
    struct type_name *alignas_type;
    struct attr *attrs;
    struct restrict_clause *restriction; /* misplaced one */
    bool names_amp;                      /* parser: an AMP type, or a typedef of one */
    struct type *type;                   /* sema */
    struct symbol *symbol; /* sema: NAME: the typedef; NULL for one of the compiler's */
};

struct type_name {
    struct spec *spec;
    struct declarator *declarator; /* abstract; NULL: none */
    struct loc loc;
    struct type *type; /* sema */
};

struct param {
    struct spec *spec;             /* NULL in a K&R identifier list */
    struct declarator *declarator; /* NULL: none */
    struct loc loc;
    struct symbol *symbol; /* sema */
};

/* ---- expressions ---- */

enum expr_kind {
    EXPR_ERROR,
    EXPR_NAME, /* name */
    EXPR_INT,  /* integer and character constants: value (set by sema from the text) */
    EXPR_CHAR,
    EXPR_FLOAT,
    EXPR_STRING,           /* one or more adjacent literals; loc covers all */
    EXPR_PAREN,            /* a */
    EXPR_CALL,             /* a(args) */
    EXPR_SUBSCRIPT,        /* a[b] */
    EXPR_MEMBER,           /* a.name */
    EXPR_ARROW,            /* a->name */
    EXPR_UNARY,            /* op a, and a++ a-- */
    EXPR_BINARY,           /* a op b, the comma too */
    EXPR_ASSIGN,           /* a = b, a op= b */
    EXPR_COND,             /* a ? b : c; b NULL in GNU's a ?: c */
    EXPR_CAST,             /* (type_name)a */
    EXPR_COMPOUND,         /* (type_name){init} */
    EXPR_SIZEOF,           /* sizeof a, or sizeof(type_name) */
    EXPR_ALIGNOF,          /* the same */
    EXPR_GENERIC,          /* _Generic(a, associations) */
    EXPR_STMT,             /* ({ body }) */
    EXPR_LABEL,            /* &&name */
    EXPR_VA_ARG,           /* __builtin_va_arg(a, type_name) */
    EXPR_OFFSETOF,         /* __builtin_offsetof(type_name, designator) */
    EXPR_TYPES_COMPATIBLE, /* __builtin_types_compatible_p(type_name, type_name2) */
    EXPR_CONVERTVECTOR,    /* __builtin_convertvector(a, type_name), clang's
                              __builtin_bit_cast(type_name, a) */
    EXPR_CONSTRUCT,        /* index<2>(args): spec names an AMP type */
    EXPR_LAMBDA,           /* lambda */
    EXPR_CONVERT /* sema only: an implicit conversion of a to 'type' (array and function decay
                    included) */
} __attribute__((packed)); /* one byte */

/* Groups for switches that treat their members alike, as in `case EXPR_LITERALS:`; none of the
 * switches over kinds has a default, so that -Wswitch lists every place that a new kind has to be
 * added to. */
/* clang-format off */
#define EXPR_LITERALS \
    EXPR_INT: case EXPR_CHAR: case EXPR_FLOAT: case EXPR_STRING
#define EXPR_QUESTIONS /* about types: integers; the operand is not evaluated */ \
    EXPR_SIZEOF: case EXPR_ALIGNOF: case EXPR_OFFSETOF: case EXPR_TYPES_COMPATIBLE
#define EXPR_HOST_ONLY /* not allowed in kernels (sema/checks/bodies.c) */ \
    EXPR_LABEL: case EXPR_VA_ARG: case EXPR_CONVERTVECTOR: case EXPR_LAMBDA
/* clang-format on */

struct generic_assoc {
    struct type_name *type_name; /* NULL: default */
    struct expr *expr;
};

struct designator { /* .name, [a], [a ... b] */
    const char *name;
    struct expr *index, *last;
    struct loc loc;
};
typedef VEC(struct designator) designator_vec;

/* There are about as many as tokens, so their size is much of the compiler's memory: what only one
 * kind has shares its place. */
struct expr {
    enum expr_kind kind;
    enum op op;
    enum amp_op amp; /* sema: the AMP operation of this node */
    bool lvalue;     /* sema, as the next three */
    bool constant;   /* an integer constant expression with 'value' */
    bool real;       /* an arithmetic constant expression of type float or double, with 'number' */
    bool amp_code;   /* evaluated in amp code */
    struct loc loc;  /* the whole expression */
    struct loc op_loc;  /* operator token; '(' of a call, '[' of a subscript, '.' or '->' , '?' */
    struct loc op2_loc; /* ')' of a call, ']' of a subscript, ':' of a condition */
    const char
        *name; /* NAME, MEMBER, ARROW, LABEL; INT, CHAR, FLOAT, STRING: the literal's spelling */
    struct loc name_loc;
    struct expr *a, *b, *c;
    expr_vec args;                        /* CALL, CONSTRUCT */
    union {                               /* by the kind; zero for other kinds */
        VEC(struct loc) strings;          /* STRING: each literal */
        designator_vec designators;       /* OFFSETOF */
        VEC(struct generic_assoc) assocs; /* GENERIC */
        expr_vec template_args;           /* MEMBER, ARROW: the constants of .tile<16, 16>; a type
                                             goes to 'type_name' */
        struct type_name *type_name2;     /* TYPES_COMPATIBLE */
        struct init *init;                /* COMPOUND */
        struct stmt *body;                /* STMT */
        struct spec *spec;                /* CONSTRUCT; CALL: of a function that typing has put in
                                             the place of a constructor, else NULL */
        struct lambda *lambda;            /* LAMBDA */
    };
    struct type_name *type_name;
    const char *ns; /* NAME: "fast_math", "precise_math", "direct3d", ... written before it, else
                       NULL; "accelerator" for accelerator::get_all */
    struct loc template_loc; /* MEMBER, ARROW: from '<' to '>'; empty if none */
    struct depth depth;      /* parser */

    /* sema */
    struct type *type;
    struct symbol *symbol;        /* NAME; NULL for undeclared names */
    struct record_member *member; /* MEMBER, ARROW of records (sema/types/type.h) */
    union {
        long long value; /* 'constant' */
        double number;   /* 'real' */
    };
    struct launch *launch; /* CALL: a parallel_for_each */
    struct expr
        *chosen; /* GENERIC, CALL of __builtin_choose_expr: the expression that is selected */
};

/* ---- initialisers ---- */

struct init_item {
    designator_vec designators; /* empty: the next */
    struct init *init;
};
struct init {
    struct loc loc;
    struct expr *expr; /* an expression, or NULL for braces */
    VEC(struct init_item) items;
    struct type *type; /* sema: of the object it initialises, when known */
};

/* ---- lambdas ---- */

enum capture_mode { CAPTURE_NONE, CAPTURE_COPY, CAPTURE_REFERENCE };
struct capture {
    enum capture_mode mode;
    const char *name;
    struct loc loc;
    struct symbol *symbol; /* sema */
};
struct lambda {
    struct loc loc;
    struct loc introducer;          /* [ ... ] */
    enum capture_mode default_mode; /* [=], [&], or none */
    struct loc default_loc;
    VEC(struct capture) captures; /* those written */
    bool has_params;
    VEC(struct param *) params;
    bool is_mutable;
    unsigned clause_at; /* where a clause belongs: behind the parameters and 'mutable' */
    struct restrict_clause *restriction;
    bool has_clause;          /* before the body, perhaps in a wrong place */
    struct attr *attrs;       /* between the introducer and the body */
    struct type_name *result; /* -> type; NULL: none */
    struct stmt *body;        /* compound */
    bool host;                /* sema: a continuation, which the host runs, not a kernel */
};

/* ---- statements ---- */

enum stmt_kind {
    STMT_ERROR,
    STMT_EMPTY,
    STMT_EXPR,     /* expr */
    STMT_DECL,     /* decl, nested functions too */
    STMT_COMPOUND, /* items */
    STMT_IF,       /* expr, body, else_ */
    STMT_SWITCH,   /* expr, body */
    STMT_WHILE,
    STMT_DO,
    STMT_FOR,  /* init or decl, expr, step, body */
    STMT_GOTO, /* name, or expr for goto *expr */
    STMT_CONTINUE,
    STMT_BREAK,
    STMT_RETURN,  /* expr or NULL */
    STMT_LABEL,   /* name, body */
    STMT_CASE,    /* expr [... last], body */
    STMT_DEFAULT, /* body */
    STMT_ASM,     /* asm_exprs */
    STMT_LOCAL_LABELS
};

/* Groups for switches, as those of expressions. */
/* clang-format off */
#define STMT_LOOPS \
    STMT_WHILE: case STMT_DO: case STMT_FOR
#define STMT_JUMPS \
    STMT_GOTO: case STMT_CONTINUE: case STMT_BREAK: case STMT_RETURN
#define STMT_LABELS /* labels of a statement, which is their body */ \
    STMT_LABEL: case STMT_CASE: case STMT_DEFAULT
/* clang-format on */

struct stmt {
    enum stmt_kind kind;
    struct loc loc;
    struct loc keyword_loc; /* 'if', 'while', 'return', label name ... */
    const char *name;
    struct loc name_loc;
    struct expr *expr, *init, *step, *last;
    struct decl *decl;
    struct stmt *body, *else_; /* body may be NULL for a label at the end of a block */
    stmt_vec items;
    expr_vec asm_exprs; /* operands' expressions */
    struct depth depth; /* parser */
    bool unrolled;      /* FOR that was made: kernels do its rounds without a loop */
};

static inline bool stmt_is_loop(const struct stmt *s)
{
    return s->kind == STMT_FOR || s->kind == STMT_WHILE || s->kind == STMT_DO;
}

/* ---- declarations ---- */

enum decl_kind {
    DECL_ERROR,
    DECL_EMPTY,         /* ; */
    DECL_VARS,          /* spec declarators ; */
    DECL_FUNCTION,      /* spec declarator body */
    DECL_STATIC_ASSERT, /* assert_expr */
    DECL_ASM,
    DECL_USING /* using namespace concurrency; (removed from the host text) */
};

struct init_declarator {
    struct declarator *declarator;
    struct init *init;        /* = init */
    bool constructed;         /* AMP: declarator(args) */
    struct loc construct_loc; /* ( ... ) */
    expr_vec args;
    struct restrict_clause *restriction; /* misplaced one */
    struct symbol *symbol;               /* sema */
    struct type *type;                   /* sema */
};

struct decl {
    enum decl_kind kind;
    struct loc loc;
    struct spec *spec;
    VEC(struct init_declarator *) declarators;
    struct declarator *declarator; /* FUNCTION */
    decl_vec kr_params;            /* FUNCTION: declarations of a K&R definition's parameters */
    struct stmt *body;             /* FUNCTION: compound */
    bool lifted;                   /* FUNCTION, sema: out of a lambda, where its text stands */
    bool uncontracted;             /* FUNCTION, sema: kernels keep a * b + c as two operations */
    struct expr *assert_expr;
    struct symbol *symbol; /* FUNCTION: sema */
};

struct unit {
    decl_vec decls;
    struct loc loc;
    const struct source *source;
};

#endif
