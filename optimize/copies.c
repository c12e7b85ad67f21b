/* copies.c - variables in the place of their const copies: lambdas in amp code have copies of all
 * that they capture.
 *
 * Example: of `const array_view<int> w = v; const int m = n; w[i] = m;` the last statement stays,
 * as `v[i] = n;`, unless something behind the declarations changes n, or hides its name. It relies
 * on sema/tree/substitute.h, which finds that out. */
#include "optimize/internal.h"
#include "parser/walk.h"
#include "sema/tree/substitute.h"
#include "sema/types/expr.h"

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

static void forward(struct maker *m, struct stmt *block)
{
    for (int i = 0; i < block->items.n; i++) {
        const struct expr *of;
        struct symbol *copy = copy_of(block->items.at[i], &of);
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
    struct walker w = {.data = m, .stmt_pre = forward_block};

    walk_stmt(&w, body);
}
