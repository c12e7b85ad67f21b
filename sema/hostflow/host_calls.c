/* host_calls.c - the certain effects of called functions on memory and views: of the C library by a
 * table, of functions with a body in the unit by a walk. Lattice: sets of CALL_*, where READ and
 * WRITE mean "on every path"; CALL_UNKNOWN is the top. Statements in sequence join by union,
 * conditional ones only add what is possible. Limit: 'left' expressions of all bodies together,
 * beyond which everything is unknown. */
#include "sema/hostflow/host_calls.h"

#include <string.h>

/* ---- the C library ---- */

static bool is_one_of(const char *name, const char *names)
{
    size_t n = strlen(name);

    for (const char *at = names; (at = strstr(at, name)); at += n)
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0))
            return true;
    return false;
}

/* Library functions that certainly write to a 'void *' and read from a 'const void *'. Others may
 * keep the pointer, or unmap its pages. */
static const char *const writers =
    "memset memcpy memmove mempcpy bzero fread read pread recv qsort";
static const char *const readers =
    "memcpy memmove mempcpy memcmp memchr fwrite write pwrite send bsearch bcopy";
static const char *const sorters =
    "qsort bsearch"; /* they call functions that get pointers to elements alone */
static const char *const ends = "free realloc reallocarray munmap";
/* The compiler's own functions that do not return, and functions that return twice. */
static const char *const endings = "__builtin_trap __builtin_unreachable __builtin_abort "
                                   "__builtin_exit __builtin__exit __builtin_longjmp";
static const char *const doubles = "setjmp _setjmp sigsetjmp __sigsetjmp vfork __builtin_setjmp";

static bool is_char(const struct type *t)
{
    return t && t->kind == TYPE_CHAR;
}

/* The effect of a library function on an argument, by the type of its parameter. */
static unsigned library_argument(const struct symbol *f, const struct expr *argument, int i)
{
    const struct type *t = f->type && f->type->kind == TYPE_FUNCTION ? f->type : NULL;
    const struct type *to;

    if (is_one_of(f->name, ends))
        return CALL_LOSES;
    if (!t)
        return CALL_UNKNOWN;
    if (i >= t->params.n) { /* an argument for '...': of scanf, or of printf's "%s" */
        to = argument->type->kind == TYPE_POINTER ? argument->type->base : NULL;
        if (strstr(f->name, "scanf"))
            return CALL_WRITES;
        return is_char(to) ? CALL_READS : to && !(to->quals & QUAL_CONST) ? CALL_MAY_WRITE : 0;
    }
    to = t->params.at[i]->kind == TYPE_POINTER ? t->params.at[i]->base : NULL;
    if (!to)
        return 0;
    if (to->quals & QUAL_CONST)
        return to->kind != TYPE_VOID || is_one_of(f->name, readers) ? CALL_READS : 0;
    return to->kind != TYPE_VOID || is_one_of(f->name, writers) ? CALL_WRITES : CALL_MAY_WRITE;
}

/* ---- functions with bodies ---- */

/* A function whose effect on one of its parameters, or on static memory (-1), is known. */
struct seen {
    const struct symbol *function;
    int parameter;
};

/* All bodies of one question. */
struct question {
    struct ctx *c;
    struct findings *findings;
    int *left;
    VEC(struct seen) seen;
};

struct function_use {
    struct question *q;
    const struct host_memory *memory;
    bool parameter; /* the memory is that of a parameter of the function */
    bool plain;     /* the function has no AMP construct */
    unsigned found;
    int conditions; /* conditions that enclose this point */
    bool skipped;   /* some path through the function does not reach this point */
};

static unsigned argument_use(struct question *q, struct expr *call, int i);
static unsigned call_use(struct question *q, struct expr *call, const struct host_memory *m);

static void use_add(struct function_use *u, unsigned what)
{
    bool certain = u->conditions == 0 && !u->skipped;

    if (!certain && what & (CALL_WRITES | CALL_MAY_WRITE))
        u->found |= CALL_MAY_WRITE;
    u->found |= certain ? what : what & (CALL_LOSES | CALL_UNKNOWN);
}

static void use_call(struct function_use *u, struct expr *call)
{
    for (int i = 0; i < call->args.n; i++) {
        if (host_memory_reached(call->args.at[i], u->memory))
            use_add(u, argument_use(u->q, call, i));
        if (host_memory_exposed(call->args.at[i], u->memory))
            use_add(u, CALL_LOSES);
    }
    if (host_memory_is_static(u->memory))
        use_add(u, call_use(u->q, call, u->memory));
}

static bool is_access(const struct expr *e)
{
    return e->type && e->type->kind != TYPE_ARRAY &&
           (e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_ARROW || e->kind == EXPR_NAME ||
            e->kind == EXPR_MEMBER || (e->kind == EXPR_UNARY && e->op == OP_DEREF));
}

/* An operand whose value is not read: of &, and the left one of =. */
static bool is_skipped(const struct function_use *u, const struct expr *e)
{
    return ((e->kind == EXPR_UNARY && e->op == OP_ADDR) ||
            (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN)) &&
           host_memory_has(e->a, u->memory);
}

static void use_store(struct function_use *u, struct expr *target)
{
    if (host_memory_moves(target,
                          u->memory)) /* changes of the function's own pointer are not followed */
        use_add(u, u->parameter ? CALL_UNKNOWN : CALL_LOSES);
    if (host_memory_has(target, u->memory))
        use_add(u, CALL_WRITES);
}

/* The operands of &&, || and ?: that are evaluated under a condition. */
static bool use_choice(struct code_walk *w, struct expr *e)
{
    struct function_use *u = w->data;
    bool logical = e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR);

    if (!logical && e->kind != EXPR_COND)
        return false;
    code_walk_expr(w, e->a);
    u->conditions++;
    if (e->b)
        code_walk_expr(w, e->b);
    if (e->c)
        code_walk_expr(w, e->c);
    u->conditions--;
    return true;
}

static bool use_expr(struct code_walk *w, struct expr *e)
{
    struct function_use *u = w->data;
    struct expr *target = store_target(e);

    if (--*u->q->left < 0)
        u->found |= CALL_UNKNOWN;
    if (w->unevaluated || u->found & CALL_UNKNOWN || use_choice(w, e))
        return false;
    if (target)
        use_store(u, target);
    if (!u->plain && e->kind == EXPR_NAME && e->symbol == host_memory_root(u->memory))
        use_add(u, CALL_UNKNOWN);
    if (e->kind == EXPR_CALL)
        use_call(u, e);
    if (is_skipped(u, e)) {
        if (e->kind == EXPR_ASSIGN)
            code_walk_expr(w, e->b);
        return false;
    }
    if (!target && is_access(e) && host_memory_has(e, u->memory))
        use_add(u, CALL_READS);
    return true;
}

/* The pointer is only compared with null. */
static bool is_null_check(const struct function_use *u, struct expr *e)
{
    e = expr_strip(e);
    if (e && e->kind == EXPR_UNARY && e->op == OP_NOT)
        e = expr_strip(e->a);
    else if (e && e->kind == EXPR_BINARY && (e->op == OP_EQ || e->op == OP_NE))
        e = expr_strip(e->a);
    return e && e->kind == EXPR_NAME && host_memory_reached(e, u->memory);
}

static bool use_stmt(struct code_walk *w, struct stmt *s)
{
    struct function_use *u = w->data;
    int certain = s->kind == STMT_IF && is_null_check(u, s->expr) ? 0 : 1;

    switch (s->kind) {
    case STMT_IF:
    case STMT_SWITCH:
        code_walk_expr(w, s->expr);
        u->conditions += certain;
        code_walk_stmt(w, s->body);
        if (s->else_)
            code_walk_stmt(w, s->else_);
        u->conditions -= certain;
        return false;
    case STMT_RETURN:
        if (s->expr)
            code_walk_expr(w, s->expr);
        u->skipped |= u->conditions > 0;
        return false;
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_GOTO:
        u->skipped |= u->conditions > 0 || s->kind == STMT_GOTO;
        return true;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_EXPR:
    case STMT_DECL:
    case STMT_COMPOUND:
    case STMT_LOOPS:
    case STMT_LABELS:
    case STMT_LOCAL_LABELS:
    case STMT_ASM:
        break;
    }
    return true;
}

/* The effect of f; 0 if it is being or has been walked for this question, which has its effects
 * then. */
static unsigned function_use(struct question *q, struct symbol *f, int parameter,
                             const struct host_memory *m)
{
    struct code k = {.c = q->c, .findings = q->findings};
    struct function_use u = {.q = q,
                             .memory = m,
                             .parameter = parameter >= 0,
                             .plain = decl_is_plain(q->findings, f->definition)};
    struct code_walk w = {.k = &k, .expr = use_expr, .stmt = use_stmt, .data = &u};

    for (int i = 0; i < q->seen.n; i++)
        if (q->seen.at[i].function == f && q->seen.at[i].parameter == parameter)
            return 0;
    vec_push(&q->c->arena, &q->seen, ((struct seen){f, parameter}));
    code_walk_stmt(&w, f->definition->body);
    return u.found & CALL_UNKNOWN ? CALL_UNKNOWN : u.found;
}

struct symbol *host_called(struct expr *call)
{
    struct expr *name = call->amp == AMP_NONE && !call->launch ? callee_expr(call) : NULL;

    return name ? name->symbol : NULL;
}

static unsigned argument_use(struct question *q, struct expr *call, int i)
{
    struct symbol *f = host_called(call);
    struct expr name = {.kind = EXPR_NAME};
    struct host_memory m = {&name, true};

    if (f && f->system)
        return library_argument(f, call->args.at[i], i);
    if (!f || !f->definition || i >= f->params.n || !decl_is_plain(q->findings, f->definition))
        return CALL_UNKNOWN;
    name.symbol = f->params.at[i];
    name.type = name.symbol->type;
    return name.type->kind == TYPE_POINTER ? function_use(q, f, i, &m) : CALL_UNKNOWN;
}

static unsigned call_use(struct question *q, struct expr *call, const struct host_memory *m)
{
    struct symbol *f = host_called(call);
    const struct symbol *root = host_memory_root(m);

    if (!f)
        return call->amp != AMP_NONE || call->launch ? 0 : CALL_UNKNOWN;
    if (f->definition && !f->system)
        return function_use(q, f, -1, m);
    return f->system || !root->file_scope || root->storage & STORAGE_STATIC ? 0 : CALL_UNKNOWN;
}

unsigned host_call_argument(struct ctx *c, struct findings *findings, int *left, struct expr *call,
                            int argument)
{
    struct question q = {.c = c, .findings = findings, .left = left};

    return argument_use(&q, call, argument);
}

unsigned host_call_static(struct ctx *c, struct findings *findings, int *left, struct expr *call,
                          const struct host_memory *m)
{
    struct question q = {.c = c, .findings = findings, .left = left};

    return host_memory_is_static(m) ? call_use(&q, call, m) : 0;
}

/* ---- views ---- */

struct views_use {
    struct question *q;
    enum answer found;
};

static void views_function(struct views_use *u, struct symbol *f);

/* An object of the type is a view or array, or holds or points to some. */
static bool leads_to_views(const struct type *t)
{
    t = t && t->kind == TYPE_POINTER ? t->base : t;
    return t && (type_is_view_or_array(t) || type_holds_views(t));
}

/* A view that is no automatic variable, or what leads to one. */
static bool is_elsewhere(const struct expr *e)
{
    if (e->amp != AMP_NONE || !leads_to_views(e->type))
        return false;
    if (e->kind == EXPR_NAME && type_is_view_or_array(e->type))
        return e->symbol && !symbol_is_automatic(e->symbol);
    return e->kind == EXPR_NAME || e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW ||
           e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_UNARY;
}

static bool is_function(const struct type *t)
{
    return t && t->kind == TYPE_POINTER && t->base && t->base->kind == TYPE_FUNCTION;
}

/* What a call of f, whose body is not looked at, may do to views: by its arguments. */
static enum answer arguments_views(const struct symbol *f, const struct expr *call)
{
    for (int i = 0; i < call->args.n && !(f->system && is_one_of(f->name, sorters)); i++) {
        struct expr *e = expr_address(call->args.at[i]);
        if (is_function(call->args.at[i]->type) || is_elsewhere(e))
            return ANSWER_PROVED;
    }
    return f->system || f->definition ? ANSWER_REFUTED : ANSWER_UNKNOWN;
}

/* A function of the compiler, which has no declaration. */
static bool is_builtin(struct expr *call)
{
    const struct expr *name = callee_expr(call);

    return name && !name->symbol;
}

static void views_call(struct views_use *u, struct expr *call)
{
    struct symbol *f = host_called(call);
    enum answer given;

    if (call->amp != AMP_NONE || call->launch || is_builtin(call))
        return;
    given = f ? arguments_views(f, call) : ANSWER_PROVED;
    if (given != ANSWER_REFUTED)
        u->found = given;
    else if (f->definition && !f->system)
        views_function(u, f);
}

static bool views_expr(struct code_walk *w, struct expr *e)
{
    struct views_use *u = w->data;

    if (u->found == ANSWER_PROVED || w->unevaluated)
        return false;
    if (--*u->q->left < 0 || is_elsewhere(e))
        u->found = ANSWER_PROVED;
    else if (e->kind == EXPR_CALL)
        views_call(u, e);
    return u->found != ANSWER_PROVED;
}

static void views_function(struct views_use *u, struct symbol *f)
{
    struct code k = {.c = u->q->c, .findings = u->q->findings};
    struct code_walk w = {.k = &k, .expr = views_expr, .data = u};

    for (int i = 0; i < u->q->seen.n; i++)
        if (u->q->seen.at[i].function == f)
            return;
    vec_push(&u->q->c->arena, &u->q->seen, ((struct seen){f, -1}));
    if (!decl_is_plain(u->q->findings, f->definition))
        u->found = ANSWER_UNKNOWN;
    code_walk_stmt(&w, f->definition->body);
}

enum answer host_call_views(struct ctx *c, struct findings *findings, int *left, struct expr *call)
{
    struct question q = {.c = c, .findings = findings, .left = left};
    struct views_use u = {.q = &q, .found = ANSWER_REFUTED};

    views_call(&u, call);
    return u.found;
}

/* ---- returns ---- */

enum host_return host_call_return(struct expr *call)
{
    const struct expr *name = call->amp == AMP_NONE && !call->launch ? callee_expr(call) : NULL;
    const struct symbol *f = name ? name->symbol : NULL;

    if (!name)
        return HOST_RETURNS;
    if (f ? f->storage & STORAGE_NORETURN : is_one_of(name->name, endings))
        return HOST_RETURNS_NEVER;
    return (!f || f->system) && is_one_of(name->name, doubles) ? HOST_RETURNS_TWICE : HOST_RETURNS;
}
