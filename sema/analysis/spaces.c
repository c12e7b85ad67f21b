/* spaces.c - which memory the pointers of amp code lead into; spaces.h has lattice, join and
 * limits. A body is walked once, to collect the assignments to its pointer variables and its
 * results; these are then joined until a fixed point. Each pointer parameter has a bit of its own
 * in the sets, so that the result holds for all callers. */
#include "sema/analysis/spaces.h"

#include "common/node_table.h"
#include "parser/walk.h"
#include "sema/analysis/captured.h"
#include "sema/analysis/code.h"
#include "sema/types/expr.h"

enum {
    MEMORY_BITS = 8,          /* MEMORY_* are below */
    INPUTS = 64 - MEMORY_BITS /* parameters that are pointers */
};

struct assignment {
    int variable; /* its index among the variables */
    const struct expr *value;
};

/* The result of the analysis of a function's or kernel's body. */
struct space_code {
    const struct symbol *function; /* NULL: a kernel */
    VEC(struct space_variable) variables;
    struct node_table places; /* symbols: their index among the variables */
    VEC(struct assignment) assignments;
    VEC(const struct expr *) results;
    VEC(int) inputs;     /* the parameter that bit MEMORY_BITS + k stands for */
    symbol_vec in_place; /* captured variables that the kernel reads in a buffer */
    memory_set result;
    bool joined; /* the first fixed point is reached: a variable that still has the empty set is
                    null */
};

struct spaces {
    struct ctx *c;
    bool (*is_opaque)(const void *data, const struct symbol *);
    const void *data;
    struct node_table codes; /* functions and launches: struct space_code */
};

struct spaces *spaces_new(struct ctx *c, bool (*is_opaque)(const void *data, const struct symbol *),
                          const void *data)
{
    struct spaces *s = arena_new(&c->arena, struct spaces);

    s->c = c;
    s->codes.arena = &c->arena;
    s->is_opaque = is_opaque;
    s->data = data;
    return s;
}

/* ---- sets ---- */

enum space space_of(memory_set set)
{
    set |= set & MEMORY_COPY ? MEMORY_VIEWS : 0;
    switch (set & (MEMORY_OWN | MEMORY_VIEWS | MEMORY_TILE | MEMORY_CONSTANT)) {
    case 0:
        return SPACE_NONE;
    case MEMORY_OWN:
        return SPACE_PRIVATE;
    case MEMORY_VIEWS:
        return SPACE_GLOBAL;
    case MEMORY_TILE:
        return SPACE_LOCAL;
    case MEMORY_CONSTANT:
        return SPACE_CONSTANT;
    default:
        return SPACE_ANY;
    }
}

memory_set space_memories(enum space space)
{
    switch (space) {
    case SPACE_NONE:
        return 0;
    case SPACE_PRIVATE:
        return MEMORY_OWN;
    case SPACE_GLOBAL:
        return MEMORY_VIEWS;
    case SPACE_LOCAL:
        return MEMORY_TILE;
    case SPACE_CONSTANT:
        return MEMORY_CONSTANT;
    case SPACE_ANY:
        break;
    }
    return MEMORY_KNOWN;
}

/* The set with the arguments' memories in place of the parameters' bits. While the body is
 * analysed, the bits stay. */
static memory_set filled_in(const struct space_instance *in, memory_set set)
{
    memory_set known = set & ((1u << MEMORY_BITS) - 1);

    if (!in->params.at)
        return set;
    for (int k = 0; k < in->code->inputs.n; k++)
        if (set >> (MEMORY_BITS + k) & 1)
            known |= in->params.at[in->code->inputs.at[k]];
    return known;
}

/* ---- variables ---- */

static int variable_find(const struct space_code *code, const struct symbol *s)
{
    return code ? (int)node_table_get(&code->places, s, -1) : -1;
}

memory_set space_variable(const struct space_instance *in, const struct symbol *s)
{
    int i = variable_find(in->code, s);

    if (i >= 0)
        return filled_in(in, in->code->variables.at[i].set);
    for (i = 0; i < in->added.n; i++)
        if (in->added.at[i].symbol == s)
            return in->added.at[i].set;
    return MEMORY_OPEN;
}

void space_add(struct space_instance *in, const struct symbol *s, memory_set set)
{
    struct space_variable v = {s, set};

    vec_push(&in->spaces->c->arena, &in->added, v);
}

bool space_is_reference(const struct type *param)
{
    return type_refers(param) &&
           !type_is_amp(param, AMP_TYPE_ARRAY); /* arrays, which amp code cannot assign to */
}

bool space_is_input(const struct type *param)
{
    return param->kind == TYPE_POINTER || space_is_reference(param);
}

static bool is_in_place(const struct space_instance *in, const struct symbol *s)
{
    for (int i = 0; in->code && i < in->code->in_place.n; i++)
        if (in->code->in_place.at[i] == s)
            return true;
    return false;
}

static memory_set name_memory(const struct space_instance *in, const struct symbol *s)
{
    if (!s)
        return MEMORY_OPEN;
    if (s->storage & STORAGE_TILE_STATIC)
        return MEMORY_TILE;
    if (s->kind == SYMBOL_VAR && !symbol_is_automatic(s)) /* other static variables are refused */
        return symbol_is_constant(s) ? MEMORY_CONSTANT : MEMORY_OPEN;
    if (s->kind == SYMBOL_PARAM && space_is_reference(s->type))
        return space_variable(in, s);
    return is_in_place(in, s) ? MEMORY_COPY : MEMORY_OWN;
}

/* ---- expressions ---- */

static bool is_pointer(const struct expr *e)
{
    return e->type && (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY);
}

/* The pointer among the operands of p + n or n[p]. */
static const struct expr *pointer_operand(const struct expr *e)
{
    return e->a->type && type_is_integer(e->a->type) ? e->b : e->a;
}

memory_set space_object(const struct space_instance *in, const struct expr *e)
{
    if (e->amp == AMP_VIEW_ELEMENT)
        return MEMORY_VIEWS;
    if (e->chosen)
        return space_object(in, e->chosen);
    switch (e->kind) {
    case EXPR_ERROR:
        return MEMORY_OPEN;
    case EXPR_NAME:
        return name_memory(in, e->symbol);
    case EXPR_PAREN:
    case EXPR_MEMBER:
    case EXPR_CONVERT:
        return space_object(in, e->a);
    case EXPR_ARROW:
        return space_pointer(in, e->a);
    case EXPR_SUBSCRIPT:
        return e->amp != AMP_NONE ? space_object(in, e->a) : space_pointer(in, pointer_operand(e));
    case EXPR_UNARY:
        return e->op == OP_DEREF ? space_pointer(in, e->a) : MEMORY_OWN;
    case EXPR_LITERALS: /* values, and temporary objects */
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

/* The value of a statement expression; NULL: it has none. */
static const struct expr *block_value(const struct expr *e)
{
    const stmt_vec *items = &e->body->items;
    const struct stmt *last = items->n ? items->at[items->n - 1] : NULL;

    return last && last->kind == STMT_EXPR ? last->expr : NULL;
}

static memory_set operand(const struct space_instance *in, const struct expr *e)
{
    return e && is_pointer(e) ? space_pointer(in, e) : 0;
}

static memory_set call_result(const struct space_instance *in, const struct expr *e)
{
    memory_set_vec params = {0};
    const struct symbol *f;
    struct space_instance callee;

    if (e->amp == AMP_VIEW_DATA)
        return MEMORY_VIEWS;
    f = space_call(in, e, &params);
    if (!f)
        return MEMORY_OPEN;
    callee = space_function(in->spaces, f, &params);
    return space_result(&callee);
}

memory_set space_pointer(const struct space_instance *in, const struct expr *e)
{
    if (!e->type || e->type->kind == TYPE_UNKNOWN)
        return MEMORY_OPEN;
    if (e->type->kind == TYPE_ARRAY) /* without a conversion node for the decay */
        return space_object(in, e);
    if (e->chosen)
        return space_pointer(in, e->chosen);
    switch (e->kind) {
    case EXPR_NAME:
        return e->symbol ? space_variable(in, e->symbol) : MEMORY_OPEN;
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
        return operand(in, e->a);
    case EXPR_UNARY:
        if (e->op == OP_ADDR)
            return space_object(in, e->a);
        return e->op == OP_DEREF ? MEMORY_OPEN : space_pointer(in, e->a);
    case EXPR_BINARY:
        return space_pointer(in, e->op == OP_COMMA ? e->b : pointer_operand(e));
    case EXPR_ASSIGN:
        return space_pointer(in, e->a);
    case EXPR_COND:
        return operand(in, e->b ? e->b : e->a) | operand(in, e->c);
    case EXPR_CALL:
        return call_result(in, e);
    case EXPR_STMT:
        return operand(in, block_value(e));
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
        return 0;
    case EXPR_SUBSCRIPT: /* a pointer that is loaded from memory: not known */
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ERROR:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        break;
    }
    return MEMORY_OPEN;
}

/* ---- calls ---- */

static const struct type *param_type(const struct symbol *f, int i)
{
    return f->params.n ? f->params.at[i]->type : f->type->params.at[i];
}

static memory_set argument(const struct space_instance *in, const struct type *param,
                           const struct expr *e)
{
    memory_set set;

    if (space_is_reference(param))
        return space_object(in, e);
    if (param->kind != TYPE_POINTER)
        return 0;
    set = operand(in, e);
    return set || !in->code || !in->code->joined ? set : MEMORY_OWN;
}

struct symbol *space_call(const struct space_instance *in, const struct expr *call,
                          memory_set_vec *params)
{
    const struct expr *name = call->amp == AMP_NONE ? callee_expr((struct expr *)call) : NULL;
    struct symbol *f = name && name->symbol ? symbol_version(name->symbol, RESTRICT_AMP) : NULL;

    if (!f || (!f->definition && !symbol_is_external(f)) ||
        call->args.n != (f->params.n ? f->params.n : f->type->params.n))
        return NULL;
    for (int i = 0; i < call->args.n; i++)
        vec_push(&in->spaces->c->arena, params, argument(in, param_type(f, i), call->args.at[i]));
    return f;
}

memory_set space_result(const struct space_instance *in)
{
    if (in->code)
        return filled_in(in, in->code->result);
    return in->function && in->function->type->base->kind == TYPE_POINTER ? MEMORY_KNOWN : 0;
}

/* ---- a body ---- */

struct collection {
    struct arena *arena;
    struct space_code *code;
};

static void variable_add(struct collection *c, const struct symbol *s, memory_set set)
{
    struct space_variable v = {s, set};

    node_table_set(&c->code->places, s, c->code->variables.n);
    vec_push(c->arena, &c->code->variables, v);
}

static void assignment_add(struct collection *c, const struct symbol *s, const struct expr *value)
{
    struct assignment a = {s ? variable_find(c->code, s) : -1, value};

    if (a.variable >= 0)
        vec_push(c->arena, &c->code->assignments, a);
}

static bool collect_decl(struct walker *w, struct decl *d)
{
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        const struct init *init = v->init;
        if (!v->symbol || !v->symbol->type || v->symbol->type->kind != TYPE_POINTER)
            continue;
        variable_add(w->data, v->symbol, 0);
        if (init && !init->expr && init->items.n == 1) /* T *p = {x}; */
            init = init->items.at[0].init;
        if (init && init->expr)
            assignment_add(w->data, v->symbol, init->expr);
    }
    return true;
}

static bool collect_expr(struct walker *w, struct expr *e)
{
    const struct expr *target;

    if (e->chosen)
        walk_expr(w, e->chosen);
    if (e->chosen || e->kind == EXPR_SIZEOF || e->kind == EXPR_ALIGNOF)
        return false;
    if (e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && is_pointer(e)) {
        target = expr_strip(e->a);
        if (target && target->kind == EXPR_NAME)
            assignment_add(w->data, target->symbol, e->b);
    }
    return true;
}

static bool collect_stmt(struct walker *w, struct stmt *s)
{
    struct collection *c = w->data;

    if (s->kind == STMT_RETURN && s->expr)
        vec_push(c->arena, &c->code->results, (const struct expr *)s->expr);
    return true;
}

static bool collect_no_type(struct walker *w, struct spec *s)
{
    (void)w;
    (void)s;
    return false;
}

static void collect_params(struct collection *c, const struct symbol *f)
{
    for (int i = 0; i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        memory_set set = MEMORY_KNOWN | MEMORY_OPEN;
        if (!space_is_input(p->type))
            continue;
        if (c->code->inputs.n < INPUTS) {
            set = (memory_set)1 << (MEMORY_BITS + c->code->inputs.n);
            vec_push(c->arena, &c->code->inputs, i);
        }
        variable_add(c, p, set);
    }
}

static void collect(struct collection *c, struct stmt *body)
{
    struct walker w = {.data = c,
                       .decl_pre = collect_decl,
                       .stmt_pre = collect_stmt,
                       .expr_pre = collect_expr,
                       .spec_pre = collect_no_type};

    walk_stmt(&w, body);
}

static bool join_one(const struct space_instance *in, const struct assignment *a)
{
    memory_set *set = &in->code->variables.at[a->variable].set;
    memory_set more = *set | operand(in, a->value);
    bool changed = more != *set;

    *set = more;
    return changed;
}

/* Joins assignments until nothing changes; the direction alternates, as most chains of assignments
 * then take one round. */
static void join(const struct space_instance *in)
{
    int n = in->code->assignments.n;
    bool changed = true;

    for (bool backwards = false; changed; backwards = !backwards) {
        changed = false;
        for (int i = 0; i < n; i++)
            changed |= join_one(in, &in->code->assignments.at[backwards ? n - 1 - i : i]);
    }
}

/* Analyses a body. Variables that can only be null are given MEMORY_OWN, and all is joined once
 * more. */
static void analyse(struct spaces *s, struct space_code *code)
{
    struct space_instance in = {.spaces = s, .code = code};
    bool has_result = code->function && code->function->type->base->kind == TYPE_POINTER;

    join(&in);
    for (int i = 0; i < code->variables.n; i++)
        if (!code->variables.at[i].set)
            code->variables.at[i].set = MEMORY_OWN;
    code->joined = true;
    join(&in);
    for (int i = 0; has_result && i < code->results.n; i++)
        code->result |= operand(&in, code->results.at[i]);
    if (has_result && !code->result)
        code->result = MEMORY_OWN;
}

/* The analysis of a function or a kernel; the other argument is NULL. */
static struct space_code *code_get(struct spaces *s, const struct symbol *f, const struct launch *l)
{
    const void *node = l ? (const void *)l : f;
    struct collection c = {.arena = &s->c->arena, .code = node_table_find(&s->codes, node)};

    if (c.code)
        return c.code;
    c.code = arena_new(c.arena, struct space_code);
    c.code->function = f;
    c.code->places.arena = c.arena;
    node_table_put(&s->codes, node, c.code);
    if (l)
        captured_in_place(s->c, l, &c.code->in_place);
    else
        collect_params(&c, f);
    collect(&c, l ? l->lambda->body : f->definition->body);
    analyse(s, c.code);
    return c.code;
}

struct space_instance space_kernel(struct spaces *s, const struct launch *l)
{
    return (struct space_instance){.spaces = s, .code = code_get(s, NULL, l)};
}

struct space_instance space_function(struct spaces *s, const struct symbol *f,
                                     const memory_set_vec *params)
{
    bool is_opaque = !f->definition || (s->is_opaque && s->is_opaque(s->data, f));

    return (struct space_instance){.spaces = s,
                                   .function = f,
                                   .code = is_opaque ? NULL : code_get(s, f, NULL),
                                   .params = *params};
}

/* ---- permitted uses of pointers ---- */

#define VIEW_FAULT(memory)                                                                         \
    "a view in amp code is one of elements of other views and arrays, this pointer leads "         \
    "into " memory "; use the pointer itself"

const char *space_view_fault(memory_set set)
{
    if (set & MEMORY_OPEN || set == MEMORY_VIEWS)
        return NULL;
    if (set == MEMORY_TILE)
        return VIEW_FAULT("tile_static memory");
    if (set == MEMORY_CONSTANT)
        return VIEW_FAULT("a constant table");
    if (!set || set == MEMORY_OWN || set == MEMORY_COPY)
        return VIEW_FAULT("a thread's own memory");
    return VIEW_FAULT("one of several memories");
}
