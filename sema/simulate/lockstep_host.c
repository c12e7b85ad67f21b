/* lockstep_host.c - values that the host code around a launch gives to captured variables, extents
 * and sections, as far as they are plain expressions of variables that are never assigned again. */
#include "sema/analysis/code.h"
#include "sema/simulate/lockstep_internal.h"
#include "sema/types/limits.h"

/* Values come from initialisers of variables that keep them (pure expressions over such variables);
 * they are found for captured values, the domain, and the memory of views. Anything else is
 * unknown; so are chains longer than LOCKSTEP_HOST_DEPTH_MAX. */

/* An expression without effects, with the same value at every place in the function. */
static bool is_plain(struct lockstep *l, const struct expr *e, int depth);

static bool all_plain(struct lockstep *l, const expr_vec *args, int depth)
{
    for (int i = 0; i < args->n; i++)
        if (!is_plain(l, args->at[i], depth))
            return false;
    return true;
}

static bool is_plain_operation(struct lockstep *l, const struct expr *e, int depth)
{
    enum op op = e->op;
    bool plain = e->kind == EXPR_UNARY
                     ? op == OP_NEG
                     : op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_DIV ||
                           op == OP_MOD || op == OP_SHL || op == OP_SHR;

    return plain && is_plain(l, e->a, depth) && (e->kind == EXPR_UNARY || is_plain(l, e->b, depth));
}

/* A property or method of an extent or view. */
static bool is_plain_member(struct lockstep *l, const struct expr *e, int depth)
{
    const struct expr *member = e->kind == EXPR_CALL ? expr_strip(e->a) : e;
    bool plain = e->amp == AMP_VIEW_EXTENT || e->amp == AMP_EXTENT_TILE ||
                 e->amp == AMP_EXTENT_SIZE || e->amp == AMP_VIEW_SECTION;

    return plain && member && member->kind == EXPR_MEMBER && is_plain(l, member->a, depth) &&
           (e->kind == EXPR_MEMBER || all_plain(l, &e->args, depth));
}

static bool is_plain(struct lockstep *l, const struct expr *e, int depth)
{
    if (!e || !e->type || depth > LOCKSTEP_HOST_DEPTH_MAX)
        return false;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_SIZEOF:
        return true;
    case EXPR_NAME:
        return e->constant || (e->symbol && symbol_keeps_value(l->findings, e->symbol));
    case EXPR_PAREN:
    case EXPR_CAST:
    case EXPR_CONVERT:
        return is_plain(l, e->a, depth + 1);
    case EXPR_UNARY:
    case EXPR_BINARY:
        return e->constant || ((e->amp == AMP_NONE || e->amp == AMP_INDEX_BINARY) &&
                               is_plain_operation(l, e, depth + 1));
    case EXPR_SUBSCRIPT:
        return (e->amp == AMP_INDEX_SUBSCRIPT || e->amp == AMP_VIEW_ROW) &&
               is_plain(l, e->a, depth + 1) && is_plain(l, e->b, depth + 1);
    case EXPR_CONSTRUCT:
        return all_plain(l, &e->args, depth + 1);
    case EXPR_CALL:
    case EXPR_MEMBER:
        return is_plain_member(l, e, depth + 1);
    case EXPR_ASSIGN: /* these have effects, or are neither integers nor extents nor indices */
    case EXPR_STMT:
    case EXPR_ERROR:
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_ARROW:
    case EXPR_COND:
    case EXPR_COMPOUND:
    case EXPR_ALIGNOF:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_GENERIC:
    case EXPR_HOST_ONLY:
        break;
    }
    return false;
}

/* ---- captured values ---- */

static bool is_value(const struct type *t)
{
    return type_is_integer(t) || type_is_amp(t, AMP_TYPE_EXTENT) || type_is_amp(t, AMP_TYPE_INDEX);
}

const struct value *host_value(struct lockstep *l, const struct symbol *s)
{
    const struct init_declarator *d = s->declarator;
    const struct value *v = NULL;

    if (!d || !is_value(s->type) || l->host_depth >= LOCKSTEP_HOST_DEPTH_MAX ||
        !symbol_keeps_value(l->findings, s))
        return NULL;
    l->host_depth++;
    if (d->constructed && d->args.n > 0 && all_plain(l, &d->args, 0))
        v = lockstep_construct(l, s->type, &d->args);
    else if (d->init && d->init->expr && is_plain(l, d->init->expr, 0))
        v = lockstep_eval(l, d->init->expr);
    l->host_depth--;
    return v && value_fits(v, s->type) ? v : NULL;
}

/* ---- extents ---- */

const struct value *host_view_extent(struct lockstep *l, const struct symbol *view)
{
    const struct init_declarator *d = view->declarator;
    const struct affine *components[RANK_MAX];
    const struct value *v = NULL;
    int rank = view->type->rank;

    if (!d || !d->constructed || rank > RANK_MAX || l->host_depth >= LOCKSTEP_HOST_DEPTH_MAX ||
        !symbol_keeps_value(l->findings, view))
        return NULL;
    l->host_depth++;
    switch (amp_construct_form(view->type, &d->args)) {
    case CONSTRUCT_VIEW_SIZES:
        for (int k = 0; k < rank; k++)
            components[k] =
                is_plain(l, d->args.at[k], 0) ? lockstep_integer(l, d->args.at[k]) : NULL;
        for (int k = 0; k < rank; k++)
            rank = components[k] ? rank : 0;
        v = rank ? value_tuple(l, rank, components) : NULL;
        break;
    case CONSTRUCT_VIEW_EXTENT:
        v = is_plain(l, d->args.at[0], 0) ? lockstep_eval(l, d->args.at[0]) : NULL;
        break;
    case CONSTRUCT_EMPTY: /* its extent is not written here */
    case CONSTRUCT_COPY:
    case CONSTRUCT_COMPONENTS:
    case CONSTRUCT_VIEW_ARRAY:
        break;
    }
    l->host_depth--;
    return v && v->kind == VALUE_TUPLE && v->rank == view->type->rank ? v : NULL;
}

/* The extent rounded up (or down) to whole tiles. */
static const struct affine *rounded(struct lockstep *l, const struct affine *n, int tile, bool up)
{
    struct affines *s = &l->numbers;
    const struct affine *by = affine_number(s, tile);

    if (up)
        n = affine_add(s, n, affine_number(s, tile - 1));
    return affine_mul(s, affine_binary(s, OP_DIV, n, by), by);
}

bool host_domain(struct lockstep *l, const struct affine **components)
{
    struct expr *e = l->launch->domain ? expr_strip(l->launch->domain) : NULL;
    bool rounds =
        e && e->kind == EXPR_CALL && (e->amp == AMP_TILED_PAD || e->amp == AMP_TILED_TRUNCATE);
    const struct type *t = e ? e->type : NULL;
    struct expr *member = rounds ? expr_strip(e->a) : NULL;
    const struct value *v;

    if (rounds && (!member || member->kind != EXPR_MEMBER))
        return false;
    if (!e || !is_plain(l, rounds ? member->a : e, 0))
        return false;
    v = lockstep_eval(l, rounds ? member->a : e);
    if (v->kind != VALUE_TUPLE || v->rank != l->rank)
        return false;
    for (int k = 0; k < l->rank; k++)
        components[k] = rounds && k < 3 && t->tile[k] > 0
                            ? rounded(l, v->components[k], t->tile[k], e->amp == AMP_TILED_PAD)
                            : v->components[k];
    return true;
}

/* ---- memory ---- */

/* The view that another one is, or is a subview of, with where it begins; NULL: not known. */
static const struct value *view_base(struct lockstep *l, struct symbol *view)
{
    const struct init_declarator *d = view->declarator;
    struct expr *from = NULL;
    const struct value *v;

    if (!d || !symbol_keeps_value(l->findings, view))
        return NULL;
    if (d->constructed && d->args.n == 1 &&
        amp_construct_form(view->type, &d->args) == CONSTRUCT_COPY)
        from = d->args.at[0];
    else if (d->init && d->init->expr)
        from = d->init->expr;
    if (!from || !from->type || !type_is_view_or_array(from->type) ||
        view->type->amp == AMP_TYPE_ARRAY || expr_strip(from)->kind == EXPR_CONSTRUCT ||
        !is_plain(l, from, 0))
        return NULL;
    v = lockstep_eval(l, from);
    return v->kind == VALUE_VIEW && v->place->symbol && v->place->symbol != view ? v : NULL;
}

/* The variable that a view of rank 1 is over; *at gets the number of elements of it before the
 * view's first. NULL: not known; an array has its own. */
static struct symbol *source_of(struct lockstep *l, struct symbol *view, const struct affine **at)
{
    bool over = view->declarator && view->type->amp != AMP_TYPE_ARRAY;
    struct expr *e = over ? view_declared_over(view->declarator) : NULL;
    const struct type *t;

    *at = affine_number(&l->numbers, 0);
    e = e ? expr_strip(e) : NULL;
    if (e && e->kind == EXPR_UNARY && e->op == OP_ADDR && expr_strip(e->a)->kind == EXPR_SUBSCRIPT)
        e = expr_strip(e->a);
    if (e && e->amp == AMP_NONE &&
        (e->kind == EXPR_SUBSCRIPT || (e->kind == EXPR_BINARY && e->op == OP_ADD)) &&
        is_plain(l, e->b, 0) && type_is_integer(e->b->type)) {
        *at = lockstep_integer(l, e->b);
        e = expr_strip(e->a);
    }
    t = e && e->kind == EXPR_NAME && e->symbol ? e->symbol->type : NULL;
    if (!t || (t->kind != TYPE_ARRAY && t->kind != TYPE_POINTER) || !t->base || !view->type->base ||
        t->base->size != view->type->base->size || e->amp != AMP_NONE)
        return NULL;
    if (t->kind == TYPE_POINTER && !symbol_keeps_value(l->findings, e->symbol))
        return NULL;
    return symbol_keeps_value(l->findings, view) ? e->symbol : NULL;
}

const struct spot *lockstep_memory(struct lockstep *l, const struct spot *p)
{
    const struct value *base;
    const struct affine *at;
    struct symbol *source;
    struct spot *q;

    for (int depth = 0; p->symbol && depth < LOCKSTEP_HOST_DEPTH_MAX; depth++) {
        base = view_base(l, p->symbol);
        if (!base || base->rank != p->rank)
            break;
        q = spot_new(l, PLACE_GLOBAL, NULL);
        *q = *base->place;
        for (int k = 0; k < p->rank; k++) {
            int to = q->rank - p->rank + k;
            q->at[to] = affine_add(&l->numbers, q->at[to], p->at[k]);
        }
        q->offset = p->offset;
        p = q;
    }
    if (!p->symbol || p->rank != 1 || !(source = source_of(l, p->symbol, &at)))
        return p;
    q = spot_new(l, PLACE_GLOBAL, source);
    q->rank = 1;
    q->at[0] = affine_add(&l->numbers, p->at[0], at);
    q->offset = p->offset;
    return q;
}
