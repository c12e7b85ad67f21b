#include "sema/host_memory.h"

#include <string.h>

/* ---- paths ---- */

static bool is_pointer(const struct expr *e)
{
    return e && e->type && e->type->kind == TYPE_POINTER;
}

static bool is_array(const struct expr *e)
{
    return e && e->type && e->type->kind == TYPE_ARRAY;
}

/* e without parentheses, casts and conversions, but for that of an array to a pointer. */
static struct expr *bare(struct expr *e)
{
    while (e && (e->chosen || e->kind == EXPR_PAREN || e->kind == EXPR_CAST ||
                 (e->kind == EXPR_CONVERT && !is_array(e->a))))
        e = e->chosen ? e->chosen : e->a;
    return e;
}

static bool is_path(struct expr *e)
{
    while (e && (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW) && e->amp == AMP_NONE)
        e = bare(e->a);
    return e && e->kind == EXPR_NAME && e->symbol &&
           (e->symbol->kind == SYMBOL_VAR || e->symbol->kind == SYMBOL_PARAM);
}

/* Both are paths. */
static bool path_same(struct expr *a, struct expr *b)
{
    a = bare(a);
    b = bare(b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == EXPR_NAME)
        return a->symbol == b->symbol;
    return a->member && a->member == b->member && path_same(a->a, b->a);
}

/* Of 'path' the beginning, or all. */
static bool path_begins(struct expr *begin, struct expr *path)
{
    for (path = bare(path); path; path = path->kind == EXPR_NAME ? NULL : bare(path->a))
        if (path_same(begin, path))
            return true;
    return false;
}

static const char *path_text(struct ctx *c, struct expr *e)
{
    e = bare(e);
    if (e->kind == EXPR_NAME)
        return e->symbol->name;
    return arena_printf(&c->arena, "%s%s%s", path_text(c, e->a), e->kind == EXPR_ARROW ? "->" : ".",
                        e->name);
}

static struct expr *path_root(struct expr *e)
{
    for (e = bare(e); e->kind != EXPR_NAME; e = bare(e->a))
        ;
    return e;
}

/* ---- memory ---- */

static struct expr *pointer_operand(const struct expr *e)
{
    struct expr *a = bare(e->a);

    return is_pointer(a) || is_array(a) ? e->a : e->b;
}

static bool is_zero(struct expr *e)
{
    long long value;

    return check_constant(e, &value) && value == 0;
}

static bool lvalue_at(struct expr *e, struct host_memory *m);

bool host_memory_at(struct expr *source, struct host_memory *m)
{
    struct expr *e = bare(source);

    *m = (struct host_memory){NULL, false};
    if (!e)
        return false;
    if (e->kind == EXPR_CONVERT || is_array(e))
        return lvalue_at(is_array(e) ? e : e->a, m);
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        return lvalue_at(e->a, m);
    if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) && is_pointer(e)) {
        bool first = pointer_operand(e) == e->a;
        return host_memory_at(first ? e->a : e->b, m) && is_zero(first ? e->b : e->a);
    }
    if (!is_pointer(e) || !is_path(e))
        return false;
    *m = (struct host_memory){e, true};
    return true;
}

/* The same of the address of an lvalue. */
static bool lvalue_at(struct expr *e, struct host_memory *m)
{
    e = check_unparen(e);
    if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) {
        bool first = pointer_operand(e) == e->a;
        return host_memory_at(first ? e->a : e->b, m) && is_zero(first ? e->b : e->a);
    }
    if (e->kind == EXPR_UNARY && e->op == OP_DEREF)
        return host_memory_at(e->a, m);
    if (!is_path(e))
        return false;
    *m = (struct host_memory){e, false};
    return true;
}

bool host_memory_same(const struct host_memory *a, const struct host_memory *b)
{
    return a->pointed == b->pointed && path_same(a->path, b->path);
}

const char *host_memory_text(struct ctx *c, const struct host_memory *m)
{
    return path_text(c, m->path);
}

static bool is_static(const struct host_memory *m)
{
    return !check_is_automatic(path_root(m->path)->symbol);
}

bool host_memory_moves(struct expr *lvalue, const struct host_memory *m)
{
    struct expr *e = check_unparen(lvalue);

    if (!is_path(e) || !path_begins(e, m->path))
        return false;
    return m->pointed || e->type->kind == TYPE_POINTER;
}

bool host_memory_has(struct expr *lvalue, const struct host_memory *m)
{
    struct expr *e = check_unparen(lvalue);

    if (!e || e->amp != AMP_NONE)
        return false;
    if (!m->pointed && is_path(e) && path_same(e, m->path))
        return true;
    if (e->kind == EXPR_MEMBER)
        return host_memory_has(e->a, m);
    if (e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF))
        return host_memory_reached(e->a, m);
    return e->kind == EXPR_SUBSCRIPT && host_memory_reached(pointer_operand(e), m);
}

bool host_memory_reached(struct expr *pointer, const struct host_memory *m)
{
    struct expr *e = bare(pointer);

    if (!e || e->amp != AMP_NONE)
        return false;
    if (m->pointed && is_pointer(e) && is_path(e) && path_same(e, m->path))
        return true;
    if (e->kind == EXPR_CONVERT || (e->kind == EXPR_UNARY && e->op == OP_ADDR) || is_array(e))
        return host_memory_has(is_array(e) ? e : e->a, m);
    return e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) && is_pointer(e) &&
           host_memory_reached(pointer_operand(e), m);
}

/* ---- calls ---- */

/* Functions of the C library that take 'void *' and write there; others may keep the pointer. */
static bool writes_void(const char *name)
{
    static const char *const names[] = {"memset", "memcpy", "memmove", "mempcpy", "bzero",
                                        "fread",  "read",   "pread",   "recv",    "qsort"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool frees(const char *name)
{
    return strcmp(name, "free") == 0 || strcmp(name, "realloc") == 0 ||
           strcmp(name, "reallocarray") == 0 || strcmp(name, "munmap") == 0;
}

/* A function of the C library, by the type of its parameter. */
static unsigned library_argument(const struct symbol *f, const struct expr *argument, int i)
{
    const struct type *t = f->type && f->type->kind == TYPE_FUNCTION ? f->type : NULL;
    const struct type *to;

    if (frees(f->name))
        return MEMORY_FREE;
    if (!t)
        return MEMORY_UNKNOWN;
    if (i >= t->params.n) { /* of scanf, or of printf, by "%s" */
        const struct type *given = argument->type;
        if (strstr(f->name, "scanf"))
            return MEMORY_WRITE;
        return is_pointer(argument) && given->base && type_is_integer(given->base) &&
                       given->base->size == 1
                   ? MEMORY_READ
                   : 0;
    }
    to = t->params.at[i]->kind == TYPE_POINTER ? t->params.at[i]->base : NULL;
    if (!to)
        return 0;
    if (to->quals & QUAL_CONST)
        return MEMORY_READ;
    return to->kind != TYPE_VOID || writes_void(f->name) ? MEMORY_WRITE : 0;
}

/* What a function does with memory. */
struct function_use {
    struct ctx *c;
    const struct host_memory *memory;
    bool plain; /* it has nothing of AMP */
    unsigned found;
    const symbol_vec *around; /* the functions that are being looked into */
};

static unsigned argument_use(struct ctx *c, struct expr *call, int i, const symbol_vec *around);
static unsigned call_use(struct ctx *c, struct expr *call, const struct host_memory *m,
                         const symbol_vec *around);

static void use_call(struct function_use *u, struct expr *call)
{
    for (int i = 0; i < call->args.n; i++)
        if (host_memory_reached(call->args.at[i], u->memory))
            u->found |= argument_use(u->c, call, i, u->around);
    if (is_static(u->memory))
        u->found |= call_use(u->c, call, u->memory, u->around);
}

static bool is_access(const struct expr *e)
{
    return !is_array(e) &&
           (e->kind == EXPR_SUBSCRIPT || e->kind == EXPR_ARROW || e->kind == EXPR_NAME ||
            e->kind == EXPR_MEMBER || (e->kind == EXPR_UNARY && e->op == OP_DEREF));
}

/* An operand whose value is not asked for: of & and =. */
static bool is_skipped(const struct function_use *u, const struct expr *e)
{
    return ((e->kind == EXPR_UNARY && e->op == OP_ADDR) || e->kind == EXPR_ASSIGN) &&
           host_memory_has(e->a, u->memory);
}

static bool use_expr(struct check_walk *w, struct expr *e)
{
    struct function_use *u = w->data;
    struct expr *target = check_target(e);

    if (w->unevaluated)
        return false;
    if (target && host_memory_moves(target, u->memory))
        u->found |= MEMORY_UNKNOWN; /* nobody follows it */
    if (target && host_memory_has(target, u->memory))
        u->found |= MEMORY_WRITE;
    if (!u->plain && e->kind == EXPR_NAME && e->symbol == path_root(u->memory->path)->symbol)
        u->found |= MEMORY_UNKNOWN;
    if (e->kind == EXPR_CALL)
        use_call(u, e);
    if (is_skipped(u, e)) {
        if (e->kind == EXPR_ASSIGN)
            check_walk_expr(w, e->b);
        return false;
    }
    if (!target && is_access(e) && host_memory_has(e, u->memory))
        u->found |= MEMORY_READ;
    return true;
}

/* 0 for a function that is being looked into already. */
static unsigned function_use(struct ctx *c, struct symbol *f, const struct host_memory *m,
                             const symbol_vec *around)
{
    struct check k = {.c = c};
    struct function_use u = {.c = c, .memory = m, .plain = check_is_plain(f->definition)};
    struct check_walk w = {.k = &k, .expr = use_expr, .data = &u};
    symbol_vec inner = {0};

    for (int i = 0; around && i < around->n; i++) {
        if (around->at[i] == f)
            return 0;
        vec_push(&c->arena, &inner, around->at[i]);
    }
    vec_push(&c->arena, &inner, f);
    u.around = &inner;
    check_walk_stmt(&w, f->definition->body);
    return u.found & MEMORY_UNKNOWN ? MEMORY_UNKNOWN : u.found;
}

struct symbol *host_called(struct expr *call)
{
    struct expr *name = call->amp == AMP_NONE && !call->launch ? check_callee(call) : NULL;

    return name ? name->symbol : NULL;
}

static unsigned argument_use(struct ctx *c, struct expr *call, int i, const symbol_vec *around)
{
    struct symbol *f = host_called(call);
    struct expr name = {.kind = EXPR_NAME};
    struct host_memory m = {&name, true};

    if (f && f->system)
        return library_argument(f, call->args.at[i], i);
    if (!f || !f->definition || i >= f->params.n || !check_is_plain(f->definition))
        return MEMORY_UNKNOWN;
    name.symbol = f->params.at[i];
    name.type = name.symbol->type;
    return is_pointer(&name) ? function_use(c, f, &m, around) : MEMORY_UNKNOWN;
}

static unsigned call_use(struct ctx *c, struct expr *call, const struct host_memory *m,
                         const symbol_vec *around)
{
    struct symbol *f = host_called(call);
    const struct symbol *root = path_root(m->path)->symbol;

    if (!f)
        return call->amp != AMP_NONE || call->launch ? 0 : MEMORY_UNKNOWN;
    if (f->definition && !f->system)
        return function_use(c, f, m, around);
    return f->system || !root->file_scope || root->storage & STORAGE_STATIC ? 0 : MEMORY_UNKNOWN;
}

unsigned host_memory_argument(struct ctx *c, struct expr *call, int argument)
{
    return argument_use(c, call, argument, NULL);
}

unsigned host_memory_call(struct ctx *c, struct expr *call, const struct host_memory *m)
{
    return is_static(m) ? call_use(c, call, m, NULL) : 0;
}
