/* memory.c - the memories of pointers: atomics on memory that no other thread sees, views over
 * pointers in kernels. */
#include "sema/checks/check.h"

#include <string.h>

/* Which memory a pointer leads into decides what amp code may do with it: atomics need memory that
 * other threads see, views need the elements of other views. Found like the generator finds it
 * (codegen/kernel/kernel_space.c): parameters get it from the call, variables from what is assigned
 * to them anywhere in their function; but as a set, so that a message knows all that may be. */

enum {
    MEMORY_OWN = 1, /* the thread's */
    MEMORY_VIEWS = 2,
    MEMORY_TILE = 4,
    MEMORY_CONSTANT = 8,
    MEMORY_KNOWN = 15,
    MEMORY_OPEN = 16 /* what callers will say */
};

struct pointer { /* a pointer variable, or a parameter declared with & */
    const struct symbol *symbol;
    unsigned set; /* MEMORY_* */
};

/* A kernel, or an amp function for the sets of its parameters. */
struct version {
    struct symbol *function;     /* NULL: a kernel */
    const struct launch *launch; /* that it is for; NULL: none, its parameters are open */
    VEC(unsigned) params;
    VEC(struct pointer) pointers;
    unsigned result;
    bool analysed;          /* or being so */
    struct version *caller; /* the first one; NULL: none */
    const struct expr *call;
};

struct memories {
    struct check k;
    VEC(struct version *) versions;
    struct version *now;
    bool changed;
};

/* ---- sets of expressions ---- */

static unsigned pointer_set(struct memories *m, struct expr *e);
static unsigned call_result(struct memories *m, struct expr *e);

static struct pointer *pointer_find(const struct version *v, const struct symbol *s)
{
    for (int i = 0; i < v->pointers.n; i++)
        if (v->pointers.at[i].symbol == s)
            return &v->pointers.at[i];
    return NULL;
}

static unsigned name_set(const struct memories *m, const struct symbol *s)
{
    const struct pointer *p = s ? pointer_find(m->now, s) : NULL;

    if (!s)
        return MEMORY_OPEN;
    if (s->storage & STORAGE_TILE_STATIC)
        return MEMORY_TILE;
    if (s->kind == SYMBOL_VAR && !check_is_automatic(s)) /* what is no constant is refused */
        return check_is_constant(s) ? MEMORY_CONSTANT : MEMORY_OPEN;
    return s->kind == SYMBOL_PARAM && s->type->reference && p ? p->set : MEMORY_OWN;
}

/* Where the object of an lvalue lies. */
static unsigned object_set(struct memories *m, struct expr *e)
{
    if (e->amp == AMP_VIEW_ELEMENT)
        return MEMORY_VIEWS;
    if (e->chosen)
        return object_set(m, e->chosen);
    switch (e->kind) {
    case EXPR_ERROR:
        return MEMORY_OPEN;
    case EXPR_NAME:
        return name_set(m, e->symbol);
    case EXPR_PAREN:
    case EXPR_MEMBER:
    case EXPR_CONVERT:
        return object_set(m, e->a);
    case EXPR_ARROW:
        return pointer_set(m, e->a);
    case EXPR_SUBSCRIPT:
        if (e->amp != AMP_NONE)
            return object_set(m, e->a);
        return pointer_set(m, e->a->type && type_is_integer(e->a->type) ? e->b : e->a);
    case EXPR_UNARY:
        return e->op == OP_DEREF ? pointer_set(m, e->a) : MEMORY_OWN;
    case EXPR_LITERALS: /* objects of the thread's own: temporaries */
    case EXPR_QUESTIONS:
    case EXPR_CALL:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return MEMORY_OWN;
}

static bool is_pointer(const struct expr *e)
{
    return e->type && (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY);
}

/* 0 for null and what is no pointer. */
static unsigned operand_set(struct memories *m, struct expr *e)
{
    return e && is_pointer(e) ? pointer_set(m, e) : 0;
}

static unsigned block_set(struct memories *m, const struct expr *e)
{
    const stmt_vec *items = &e->body->items;
    const struct stmt *last = items->n ? items->at[items->n - 1] : NULL;

    return last && last->kind == STMT_EXPR ? operand_set(m, last->expr) : 0;
}

/* What a pointer's value leads into. */
static unsigned pointer_set(struct memories *m, struct expr *e)
{
    const struct pointer *p;

    if (!e->type || e->type->kind == TYPE_UNKNOWN)
        return MEMORY_OPEN;
    if (e->type->kind == TYPE_ARRAY) /* not decayed explicitly */
        return object_set(m, e);
    if (e->chosen)
        return pointer_set(m, e->chosen);
    switch (e->kind) {
    case EXPR_NAME:
        p = e->symbol ? pointer_find(m->now, e->symbol) : NULL;
        return p ? p->set : MEMORY_OPEN;
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
        return e->a ? operand_set(m, e->a) : 0;
    case EXPR_UNARY:
        if (e->op == OP_ADDR)
            return object_set(m, e->a);
        return e->op == OP_DEREF ? MEMORY_OPEN : pointer_set(m, e->a);
    case EXPR_BINARY:
        if (e->op == OP_COMMA)
            return pointer_set(m, e->b);
        return operand_set(m, e->a) | operand_set(m, e->b);
    case EXPR_ASSIGN:
        return pointer_set(m, e->a);
    case EXPR_COND:
        return operand_set(m, e->b ? e->b : e->a) | operand_set(m, e->c);
    case EXPR_CALL:
        return e->amp == AMP_VIEW_DATA ? MEMORY_VIEWS : call_result(m, e);
    case EXPR_STMT:
        return block_set(m, e);
    case EXPR_INT:
    case EXPR_CHAR:
        return 0;
    case EXPR_SUBSCRIPT: /* pointers found in memory */
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ERROR: /* no pointers */
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_QUESTIONS:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return MEMORY_OPEN;
}

/* ---- variables ---- */

static void pointer_add(struct memories *m, const struct symbol *s, unsigned set)
{
    struct pointer *p = s ? pointer_find(m->now, s) : NULL;

    if (!p || (p->set | set) == p->set)
        return;
    p->set |= set;
    m->changed = true;
}

static bool infer_expr(struct check_walk *w, struct expr *e)
{
    struct expr *target = e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN ? expr_strip(e->a) : NULL;

    if (target && target->kind == EXPR_NAME && is_pointer(e))
        pointer_add(w->data, target->symbol, operand_set(w->data, e->b));
    return true;
}

static bool infer_decl(struct check_walk *w, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        struct init *init = v->init;
        if (init && !init->expr && init->items.n == 1) /* T *p = {x}; */
            init = init->items.at[0].init;
        if (v->symbol && init && init->expr)
            pointer_add(w->data, v->symbol, operand_set(w->data, init->expr));
    }
    return true;
}

static bool collect_decl(struct check_walk *w, struct decl *d)
{
    struct memories *m = w->data;

    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        struct pointer p = {d->declarators.at[i]->symbol, 0};
        if (p.symbol && p.symbol->type && p.symbol->type->kind == TYPE_POINTER)
            vec_push(&m->k.c->arena, &m->now->pointers, p);
    }
    return true;
}

static bool result_stmt(struct check_walk *w, struct stmt *s)
{
    struct memories *m = w->data;

    if (s->kind == STMT_RETURN && s->expr)
        m->now->result |= operand_set(m, s->expr);
    return true;
}

static struct stmt *body_of(const struct version *v)
{
    return v->function ? v->function->definition->body : v->launch->lambda->body;
}

/* Finds the sets of v's variables and of its result. */
static void version_analyse(struct memories *m, struct version *v)
{
    struct version *outer = m->now;
    bool changed = m->changed;
    struct check_walk collect = {.k = &m->k, .decl = collect_decl, .data = m};
    struct check_walk infer = {.k = &m->k, .decl = infer_decl, .expr = infer_expr, .data = m};
    struct check_walk result = {.k = &m->k, .stmt = result_stmt, .data = m};

    if (v->analysed)
        return;
    v->analysed = true;
    m->now = v;
    for (int i = 0; i < v->params.n; i++) {
        struct pointer p = {v->function->params.at[i], v->params.at[i]};
        if (p.set)
            vec_push(&m->k.c->arena, &v->pointers, p);
    }
    check_walk_stmt(&collect, body_of(v));
    m->changed = v->pointers.n > 0;
    while (m->changed) {
        m->changed = false;
        check_walk_stmt(&infer, body_of(v));
    }
    if (v->function && v->function->type->base->kind == TYPE_POINTER)
        check_walk_stmt(&result, body_of(v));
    m->now = outer;
    m->changed = changed;
}

/* ---- calls ---- */

static struct version *version_find(const struct memories *m, const struct version *v)
{
    for (int i = 0; i < m->versions.n; i++) {
        struct version *known = m->versions.at[i];
        if (known->function == v->function && known->params.n == v->params.n &&
            (v->params.n == 0 || memcmp(known->params.at, v->params.at,
                                        sizeof *v->params.at * (size_t)v->params.n) == 0))
            return known;
    }
    return NULL;
}

/* The version of an amp function with a body that a call means; NULL: none. */
static struct version *call_version(struct memories *m, struct expr *e)
{
    const struct expr *name = e->amp == AMP_NONE ? check_callee(e) : NULL;
    struct symbol *f = name && name->symbol ? symbol_version(name->symbol, RESTRICT_AMP) : NULL;
    struct version *v = arena_new(&m->k.c->arena, struct version), *known;

    if (!f || !f->definition || f->params.n != e->args.n)
        return NULL;
    v->function = f;
    v->launch = m->now->launch;
    v->caller = m->now;
    v->call = e;
    for (int i = 0; i < f->params.n; i++) {
        const struct type *t = f->params.at[i]->type;
        unsigned set = t->reference              ? object_set(m, expr_strip(e->args.at[i]))
                       : t->kind == TYPE_POINTER ? operand_set(m, e->args.at[i])
                                                 : 0;
        if (!set && t->kind == TYPE_POINTER) /* null */
            set = MEMORY_OWN;
        vec_push(&m->k.c->arena, &v->params, set);
    }
    known = version_find(m, v);
    if (!known)
        vec_push(&m->k.c->arena, &m->versions, v);
    version_analyse(m, known ? known : v);
    return known ? known : v;
}

static unsigned call_result(struct memories *m, struct expr *e)
{
    const struct expr *name = e->amp == AMP_NONE ? check_callee(e) : NULL;
    struct symbol *f = name && name->symbol ? symbol_version(name->symbol, RESTRICT_AMP) : NULL;
    const struct version *v = call_version(m, e);

    if (f && !f->definition && symbol_is_external(f)) /* of another unit */
        return MEMORY_KNOWN;
    return v ? v->result : MEMORY_OPEN;
}

/* ---- reports ---- */

static const char *memory_text(unsigned set)
{
    return set == MEMORY_TILE       ? "tile_static memory"
           : set == MEMORY_CONSTANT ? "a constant table"
           : set == MEMORY_OWN      ? "a thread's own memory"
                                    : "one of several memories";
}

/* The calls that lead to the code, and the launch. */
static void way_notes(const struct memories *m)
{
    const struct version *v = m->now;

    for (; v->caller; v = v->caller)
        diag_note(m->k.c, v->call->loc, "'%s' is called here", v->function->name);
    if (v->launch && v != m->now)
        diag_note(m->k.c, v->launch->call->loc, "the kernel is launched here");
}

static void atomic_report(struct memories *m, struct expr *e)
{
    struct expr *pointer = e->args.at[0];
    unsigned set = operand_set(m, pointer);

    if (!is_pointer(pointer) || set & (MEMORY_OPEN | MEMORY_VIEWS | MEMORY_TILE) ||
        diag_error_in(m->k.c, pointer->loc))
        return;
    diag(m->k.c, DIAG_amp_arguments, pointer->loc,
         "atomic operations work on elements of views and arrays and on tile_static objects, not "
         "on a thread's own variables");
    way_notes(m);
}

/* array_view<T, N>(extents, pointer) */
static void view_report(struct memories *m, const struct type *t, const expr_vec *args,
                        struct loc loc)
{
    struct expr *pointer = args->n > 1 ? args->at[args->n - 1] : NULL;
    unsigned set = pointer ? operand_set(m, pointer) : 0;

    if (!pointer || !type_is_amp(t, AMP_TYPE_ARRAY_VIEW) || !is_pointer(pointer) ||
        set & MEMORY_OPEN || set == MEMORY_VIEWS || diag_error_in(m->k.c, loc))
        return;
    diag(m->k.c, DIAG_amp_arguments, pointer->loc,
         "a view in amp code is one of elements of other views and arrays, this pointer leads into "
         "%s; use the pointer itself",
         memory_text(set ? set : MEMORY_OWN));
    way_notes(m);
}

static bool is_atomic(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->amp >= AMP_ATOMIC_ADD &&
           e->amp <= AMP_ATOMIC_COMPARE_EXCHANGE && e->args.n > 0;
}

static bool report_expr(struct check_walk *w, struct expr *e)
{
    struct memories *m = w->data;

    if (w->unevaluated)
        return true;
    if (e->kind == EXPR_CONSTRUCT && e->type)
        view_report(m, e->type, &e->args, e->loc);
    else if (is_atomic(e))
        atomic_report(m, e);
    else if (e->kind == EXPR_CALL)
        call_version(m, e);
    return true;
}

static bool report_decl(struct check_walk *w, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->constructed && v->type)
            view_report(w->data, v->type, &v->args, v->construct_loc);
    }
    return true;
}

/* ---- whether there is anything to look for ---- */

static bool find_expr(struct check_walk *w, struct expr *e)
{
    bool *found = w->data;

    *found = *found || is_atomic(e) ||
             (e->kind == EXPR_CONSTRUCT && e->type && type_is_amp(e->type, AMP_TYPE_ARRAY_VIEW));
    return !*found;
}

static bool find_decl(struct check_walk *w, struct decl *d)
{
    bool *found = w->data;

    for (int i = 0; i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        *found = *found || (v->constructed && v->type && type_is_amp(v->type, AMP_TYPE_ARRAY_VIEW));
    }
    return !*found;
}

static bool has_sites(struct memories *m)
{
    bool found = false;
    struct check_walk w = {.k = &m->k, .expr = find_expr, .decl = find_decl, .data = &found};

    for (int i = 0; i < m->versions.n && !found; i++)
        check_walk_stmt(&w, body_of(m->versions.at[i]));
    return found;
}

/* ---- all amp code ---- */

/* Functions for callers that are not known, kernels, and the versions that they call. */
static void versions_begin(struct memories *m, const struct program *p)
{
    struct arena *a = &m->k.c->arena;

    for (int i = 0; i < p->functions.n; i++) {
        struct symbol *f = p->functions.at[i];
        struct version *v = arena_new(a, struct version);
        v->function = f;
        for (int k = 0; k < f->params.n; k++) {
            const struct type *t = f->params.at[k]->type;
            vec_push(a, &v->params, t->reference || t->kind == TYPE_POINTER ? MEMORY_OPEN : 0);
        }
        if (f->definition && f->restriction & RESTRICT_AMP)
            vec_push(a, &m->versions, v);
    }
    for (int i = 0; i < p->launches.n; i++) {
        struct version *v = arena_new(a, struct version);
        v->launch = p->launches.at[i];
        if (v->launch->lambda)
            vec_push(a, &m->versions, v);
    }
}

void check_memory(struct ctx *c, struct program *p)
{
    struct memories m = {.k = {.c = c, .program = p, .side = RESTRICT_AMP}};
    struct check_walk w = {.k = &m.k, .expr = report_expr, .decl = report_decl, .data = &m};

    versions_begin(&m, p);
    if (!has_sites(&m))
        return;
    for (int i = 0; i < m.versions.n; i++)
        version_analyse(&m, m.versions.at[i]);
    for (int i = 0; i < m.versions.n; i++) { /* it grows */
        m.now = m.versions.at[i];
        check_walk_stmt(&w, body_of(m.now));
    }
}
