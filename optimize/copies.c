/* copies.c - variables in the place of their const copies: lambdas in amp code have copies of all
 * that they capture; and, for GPUs, tests in the place of variables that keep whether they hold.
 *
 * Example: of `const array_view<int> w = v; const int m = n; w[i] = m;` the last statement stays,
 * as `v[i] = n;`, unless something behind the declarations changes n, or hides its name. Of
 * `bool inside = i < n; if (inside) ...` the last one is `if (i < n) ...`. It relies on
 * sema/tree/substitute.h, which finds that out. */
#include "optimize/internal.h"
#include "parser/walk.h"
#include "sema/tree/substitute.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

/* The variable that a statement declares, if it is a const copy of another one, '*of'. */
static struct symbol *copy_of(const struct stmt *s, const struct expr **of)
{
    const struct decl *d = s->kind == STMT_DECL ? s->decl : NULL;

    if (!d || d->kind != DECL_VARS || d->declarators.n != 1 ||
        d->spec->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC))
        return NULL;
    const struct init_declarator *v = d->declarators.at[0];
    if (!v->symbol || !(v->symbol->type->quals & QUAL_CONST) || !v->init || !v->init->expr)
        return NULL;
    *of = expr_evaluated(v->init->expr);
    bool is_own = (*of)->kind == EXPR_NAME && (*of)->symbol && symbol_is_automatic((*of)->symbol) &&
                  !((*of)->symbol->storage & STORAGE_TILE_STATIC); /* others change those */
    return is_own && type_same_unqualified((*of)->type, v->symbol->type) ? v->symbol : NULL;
}

static bool reads_expr(struct walker *w, struct expr *e)
{
    bool *found = w->data;

    *found |=
        block_reads(e) ||
        (e->kind == EXPR_NAME && e->symbol &&
         (e->symbol->type->quals & QUAL_VOLATILE || e->symbol->storage & STORAGE_TILE_STATIC));
    return !*found;
}

/* The variable that a statement declares, if it keeps whether something holds, '*of', which is
 * quickly asked again. */
static struct symbol *truth_of(const struct stmt *s, const struct expr **of)
{
    const struct decl *d = s->kind == STMT_DECL ? s->decl : NULL;
    bool reads = false;
    struct walker w = {.data = &reads, .expr_pre = reads_expr};

    if (!d || d->kind != DECL_VARS || d->declarators.n != 1 ||
        d->spec->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC))
        return NULL;
    const struct init_declarator *v = d->declarators.at[0];
    if (!v->symbol || !v->init || !v->init->expr || v->constructed ||
        !type_is_integer(v->symbol->type) || v->symbol->type->quals & QUAL_VOLATILE ||
        !truth_is(v->init->expr) || !expr_is_pure(v->init->expr) || block_may_trap(v->init->expr))
        return NULL;
    *of = expr_evaluated(v->init->expr);
    walk_expr(&w, v->init->expr);
    return reads ? NULL : v->symbol;
}

struct forwarding {
    struct maker *make;
    struct symbol *(*find)(const struct stmt *s, const struct expr **of);
};

static void forward(const struct forwarding *f, struct stmt *block)
{
    struct maker *m = f->make;

    for (int i = 0; i < block->items.n; i++) {
        const struct expr *of;
        struct symbol *copy = f->find(block->items.at[i], &of);
        if (!copy)
            continue;
        int n = block->items.n;
        struct stmt *rest = make_block(m, block->items.at + i + 1, n - i - 1);
        if (tree_substitute(m, &rest, copy, of))
            continue;
        block->items.at[i] = make_empty(m);
        for (int k = i + 1; k < n; k++)
            block->items.at[k] = rest->items.at[k - i - 1];
    }
}

static bool forward_block(struct walker *w, struct stmt *s)
{
    if (s->kind == STMT_COMPOUND)
        forward(w->data, s);
    return true;
}

void block_copies(struct maker *m, struct stmt *body)
{
    struct forwarding f = {m, copy_of};
    struct walker w = {.data = &f, .stmt_pre = forward_block};

    walk_stmt(&w, body);
}

void block_truths(struct maker *m, struct stmt *body)
{
    struct forwarding f = {m, truth_of};
    struct walker w = {.data = &f, .stmt_pre = forward_block};

    walk_stmt(&w, body);
}
