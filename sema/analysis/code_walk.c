/* code_walk.c - a walk that knows where it is: in a kernel or beside it, evaluated or not, in
 * which branch of a constant condition.
 *
 * Relies on parser/walk.h for the order. Of _Generic only the chosen association is visited;
 * operands of sizeof are visited as not evaluated. */
#include "sema/analysis/code.h"

static struct code_walk *walk_of(struct walker *w)
{
    return w->data;
}

/* sizeof and its like look at the type of their operand only. */
static bool unevaluates(const struct expr *e)
{
    return e->kind == EXPR_SIZEOF || e->kind == EXPR_ALIGNOF;
}

static void generic_walk(struct code_walk *w, struct expr *e)
{
    w->unevaluated++;
    walk_expr(&w->walker, e->a);
    w->unevaluated--;
    walk_expr(&w->walker, e->chosen);
}

static bool expr_pre(struct walker *walker, struct expr *e)
{
    struct code_walk *w = walk_of(walker);

    if (e->kind == EXPR_CALL && e->chosen) { /* __builtin_choose_expr */
        walk_expr(walker, e->chosen);
        return false;
    }
    if (e->kind == EXPR_ERROR || (w->expr && !w->expr(w, e)))
        return false;
    if (e->kind == EXPR_LAMBDA && !w->lambdas && !e->lambda->host)
        return false;
    if (e->kind == EXPR_GENERIC) {
        generic_walk(w, e);
        return false;
    }
    w->unevaluated += unevaluates(e);
    return true;
}

static void expr_post(struct walker *walker, struct expr *e)
{
    walk_of(walker)->unevaluated -= unevaluates(e);
}

static bool stmt_pre(struct walker *walker, struct stmt *s)
{
    struct code_walk *w = walk_of(walker);

    return !w->stmt || w->stmt(w, s);
}

static bool decl_pre(struct walker *walker, struct decl *d)
{
    struct code_walk *w = walk_of(walker);

    if (d->kind == DECL_ERROR || (w->decl && !w->decl(w, d)))
        return false;
    w->unevaluated += d->kind == DECL_STATIC_ASSERT;
    return true;
}

static void decl_post(struct walker *walker, struct decl *d)
{
    walk_of(walker)->unevaluated -= d->kind == DECL_STATIC_ASSERT;
}

static bool spec_pre(struct walker *walker, struct spec *s)
{
    struct code_walk *w = walk_of(walker);

    if (w->spec && !w->spec(w, s))
        return false;
    w->unevaluated++;
    return true;
}

static void spec_post(struct walker *walker, struct spec *s)
{
    (void)s;
    walk_of(walker)->unevaluated--;
}

static bool declarator_pre(struct walker *walker, struct declarator *d)
{
    struct code_walk *w = walk_of(walker);

    return !w->declarator || w->declarator(w, d);
}

static struct walker *walk_ready(struct code_walk *w)
{
    w->walker = (struct walker){.data = w,
                                .expr_pre = expr_pre,
                                .expr_post = expr_post,
                                .stmt_pre = stmt_pre,
                                .decl_pre = decl_pre,
                                .decl_post = decl_post,
                                .spec_pre = spec_pre,
                                .spec_post = spec_post,
                                .declarator_pre = declarator_pre};
    return &w->walker;
}

void code_walk_unit(struct code_walk *w, struct unit *u)
{
    struct walker *walker = walk_ready(w);

    for (int i = 0; i < u->decls.n; i++)
        if (!decl_is_plain(w->k->findings, u->decls.at[i]))
            walk_decl(walker, u->decls.at[i]);
}

void code_walk_decl(struct code_walk *w, struct decl *d)
{
    walk_decl(walk_ready(w), d);
}

void code_walk_declarator(struct code_walk *w, struct declarator *d)
{
    walk_declarator(walk_ready(w), d);
}

void code_walk_stmt(struct code_walk *w, struct stmt *s)
{
    walk_stmt(walk_ready(w), s);
}

void code_walk_expr(struct code_walk *w, struct expr *e)
{
    walk_expr(walk_ready(w), e);
}

bool code_walk_kernel(struct code_walk *w, struct expr *e)
{
    unsigned side = w->k->side;

    if (e->kind != EXPR_LAMBDA || !e->lambda || e->lambda->host)
        return true;
    w->k->side = RESTRICT_AMP;
    code_walk_stmt(w, e->lambda->body);
    w->k->side = side;
    return false;
}

bool code_walk_choice(struct code_walk *w, struct expr *e)
{
    bool logical = e->kind == EXPR_BINARY && (e->op == OP_LAND || e->op == OP_LOR);
    long long value;

    if ((!logical && e->kind != EXPR_COND) || !integer_constant(e->a, &value))
        return true;
    if (!logical)
        code_walk_expr(w, value == 0 ? e->c : e->b);
    else if ((e->op == OP_LAND) == (value != 0))
        code_walk_expr(w, e->b);
    return false;
}

bool code_walk_branch(struct code_walk *w, struct stmt *s)
{
    bool loop = s->kind == STMT_WHILE || s->kind == STMT_FOR;
    long long value;

    if ((!loop && s->kind != STMT_IF) || !integer_constant(s->expr, &value) || (loop && value != 0))
        return true;
    if (loop) {
        code_walk_expr(w, s->init);
        code_walk_decl(w, s->decl);
    } else {
        code_walk_stmt(w, value != 0 ? s->body : s->else_);
    }
    return false;
}
