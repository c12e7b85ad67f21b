/* paths.c - the walk of paths.h: where paths branch, join, jump and end. Points own their states: a
 * join copies a state, a resumption moves it.
 *
 * Example: at the end of `if (c) return; else x = 1;` the first branch is not reached, so that the
 * state behind x = 1 is the one that goes on. */
#include "sema/analysis/paths.h"

/* ---- points ---- */

static void *state_copy(const struct paths *p, const void *state)
{
    return p->ops->copy ? p->ops->copy(p->analysis, state) : NULL;
}

struct paths_point paths_here(const struct paths *p)
{
    struct paths_point here = {.reached = !p->dead};

    if (here.reached)
        here.state = state_copy(p, p->now);
    return here;
}

static void drop(struct paths *p, void *state)
{
    if (p->ops->drop)
        p->ops->drop(p->analysis, state);
}

static void point_drop(struct paths *p, const struct paths_point *point)
{
    if (point->reached)
        drop(p, point->state);
}

/* The walk goes on from the point 'from' alone, which is not used again. */
static void point_resume(struct paths *p, const struct paths_point *from)
{
    p->dead = !from->reached;
    if (p->dead)
        return;
    drop(p, p->now);
    p->now = from->state;
}

/* Joins the present state into the point 'to'. */
static void point_add(struct paths *p, struct paths_point *to, enum paths_meet meet,
                      const struct paths_construct *of)
{
    if (p->dead)
        return;
    if (!to->reached)
        *to = paths_here(p);
    else if (p->ops->join)
        p->ops->join(p->analysis, to->state, p->now, meet, of);
}

/* Joins the state of the point 'from' into the present one. */
static void point_meet(struct paths *p, const struct paths_point *from, enum paths_meet meet,
                       const struct paths_construct *of)
{
    struct paths_point all = *from;

    if (all.reached)
        all.state = state_copy(p, all.state);
    point_add(p, &all, meet, of);
    point_resume(p, &all);
}

void paths_meet(struct paths *p, const struct paths_point *from, enum paths_meet meet)
{
    point_meet(p, from, meet, p->construct);
}

/* ---- constructs ---- */

static void construct_begin(struct paths *p, struct paths_construct *c, struct stmt *s,
                            struct expr *condition)
{
    *c = (struct paths_construct){.stmt = s,
                                  .condition = condition,
                                  .outer = p->construct,
                                  .conditions = p->conditions,
                                  .jumps = p->jumps};
    p->construct = c;
    if (p->ops->begin)
        p->ops->begin(p->analysis, c);
}

static void construct_end(struct paths *p, const struct paths_construct *c)
{
    p->construct = c->outer;
    if (p->ops->end)
        p->ops->end(p->analysis, c);
}

/* The innermost loop or switch, as far as they are asked for. */
static struct paths_construct *innermost(const struct paths *p, bool loop, bool switch_)
{
    struct paths_construct *c = p->construct;

    while (c && !(c->stmt && (c->stmt->kind == STMT_SWITCH ? switch_ : loop)))
        c = c->outer;
    return c;
}

struct paths_construct *paths_loop(const struct paths *p)
{
    return innermost(p, true, false);
}

struct paths_construct *paths_switch(const struct paths *p)
{
    return innermost(p, false, true);
}

/* ---- branches ---- */

/* The truth of a condition: 0 or 1 if it is constant, else -1. */
static int constant_truth(struct expr *e)
{
    long long value;

    return e && integer_constant(e, &value) ? value != 0 : -1;
}

void paths_branch_begin(struct paths *p, struct paths_construct *b, struct expr *condition,
                        int truth)
{
    construct_begin(p, b, NULL, condition);
    b->head = paths_here(p);
    b->constant = truth >= 0;
    p->conditions++;
    p->dead |= truth == 0;
}

void paths_branch_else(struct paths *p, struct paths_construct *b, int truth)
{
    b->first = (struct paths_point){.reached = !p->dead, .state = p->now};
    p->dead = !b->head.reached || truth == 1;
    p->now = state_copy(p, b->head.reached ? b->head.state : p->now);
    if (!b->first.reached)
        drop(p, b->first.state);
    if (p->ops->other)
        p->ops->other(p->analysis, b);
}

void paths_branch_end(struct paths *p, struct paths_construct *b)
{
    bool one = b->first.reached == p->dead;

    p->conditions--;
    point_add(p, &b->first, PATHS_BRANCH, b);
    point_resume(p, &b->first);
    b->one_way = one && !b->constant && !p->dead;
    point_drop(p, &b->head);
    construct_end(p, b);
}

/* The analysis does not see what stands here. */
static bool skipped(const struct paths *p)
{
    return p->dead && !p->ops->dead_code;
}

static void evaluate(struct paths *p, struct expr *e)
{
    if (e && !skipped(p))
        p->ops->expr(p->analysis, e);
}

static void condition(struct paths *p, struct expr *e, struct paths_construct *loop)
{
    if (!p->ops->condition)
        evaluate(p, e);
    else if (e && !skipped(p))
        p->ops->condition(p->analysis, e, loop);
}

static void evaluate_init(struct paths *p, const struct init *init)
{
    evaluate(p, init->expr);
    for (int i = 0; i < init->items.n; i++)
        evaluate_init(p, init->items.at[i].init);
}

void paths_exprs(struct paths *p, const expr_vec *all, const struct init *init)
{
    for (int i = 0; i < all->n; i++)
        evaluate(p, all->at[i]);
    if (init)
        evaluate_init(p, init);
}

void paths_operands(struct paths *p, const struct expr *e)
{
    evaluate(p, e->a);
    evaluate(p, e->b);
    evaluate(p, e->c);
    paths_exprs(p, &e->args, e->kind == EXPR_COMPOUND ? e->init : NULL);
}

bool paths_choice(struct paths *p, struct expr *e)
{
    bool either = e->kind == EXPR_BINARY && e->op == OP_LOR;
    struct paths_construct b;
    int truth;

    if (e->kind != EXPR_COND && !either && !(e->kind == EXPR_BINARY && e->op == OP_LAND))
        return false;
    condition(p, e->a, NULL);
    truth = constant_truth(e->a);
    if (either && truth >= 0)
        truth = !truth;
    paths_branch_begin(p, &b, e->a, truth);
    evaluate(p, e->b);
    paths_branch_else(p, &b, truth);
    evaluate(p, e->c);
    paths_branch_end(p, &b);
    return true;
}

/* An if with its whole chain of else ifs, without recursion, as chains may be long. */
static void walk_if(struct paths *p, struct stmt *s)
{
    const struct paths_construct *outer = p->construct;

    for (;; s = s->else_) {
        struct paths_construct *b = arena_new(p->arena, struct paths_construct);
        int truth = constant_truth(s->expr);
        condition(p, s->expr, NULL);
        paths_branch_begin(p, b, s->expr, truth);
        paths_stmt(p, s->body);
        paths_branch_else(p, b, truth);
        if (!s->else_ || s->else_->kind != STMT_IF)
            break;
    }
    paths_stmt(p, s->else_);
    while (p->construct != outer)
        paths_branch_end(p, p->construct);
}

/* ---- jumps ---- */

static void scope_end(struct paths *p, struct stmt *scope)
{
    if (!p->dead && p->ops->scope_end)
        p->ops->scope_end(p->analysis, scope);
}

/* The present path jumps to the point 'to' of the construct. */
static void jump(struct paths *p, struct stmt *s, const struct paths_construct *of,
                 struct paths_point *to)
{
    if (of) {
        scope_end(p, of->stmt->body);
        if (!p->dead && p->ops->jump)
            p->ops->jump(p->analysis, s, of);
        point_add(p, to, s->kind == STMT_CONTINUE ? PATHS_CONTINUE : PATHS_EXIT, of);
    }
    p->dead = true;
}

static void walk_break(struct paths *p, struct stmt *s)
{
    struct paths_construct *c = innermost(p, true, true);

    p->jumps += !p->dead && c && c->stmt->kind == STMT_SWITCH && p->conditions > c->conditions + 1;
    jump(p, s, c, c ? &c->breaks : NULL);
}

static void walk_continue(struct paths *p, struct stmt *s)
{
    struct paths_construct *loop = paths_loop(p);

    p->jumps += !p->dead;
    jump(p, s, loop, loop ? &loop->continues : NULL);
}

static void walk_return(struct paths *p, struct stmt *s)
{
    if (!skipped(p))
        p->ops->leave(p->analysis, s);
    point_add(p, &p->returns, PATHS_RETURN, NULL);
    p->jumps += !p->dead;
    p->dead = true;
}

static void walk_label(struct paths *p)
{
    if (!p->ops->anywhere)
        return;
    p->dead = false;
    p->ops->anywhere(p->analysis);
}

static void walk_case(struct paths *p, struct stmt *s)
{
    struct paths_construct *of = paths_switch(p);

    if (!of)
        return;
    of->has_default |= s->kind == STMT_DEFAULT;
    point_meet(p, &of->head, PATHS_LABEL, of);
    if (p->ops->label)
        p->ops->label(p->analysis, s, of);
}

/* ---- loops and switches ---- */

static void walk_round(struct paths *p, struct paths_construct *c, bool ends)
{
    struct stmt *s = c->stmt;
    bool last =
        s->kind == STMT_DO || p->ops->loops_run; /* the condition is tested behind the body */

    c->continues = (struct paths_point){0};
    if (s->kind != STMT_DO)
        condition(p, s->expr, c);
    if (ends && !last)
        point_add(p, &c->breaks, PATHS_EXIT, c);
    paths_stmt(p, s->body);
    point_meet(p, &c->continues, PATHS_ROUND, c);
    point_drop(p, &c->continues);
    if (!p->dead && p->ops->body_end)
        p->ops->body_end(p->analysis);
    p->statement =
        NULL; /* a text that is inserted before the loop would not run in each iteration */
    evaluate(p, s->step);
    if (s->kind == STMT_DO)
        condition(p, s->expr, c);
    if (ends && last)
        point_add(p, &c->breaks, PATHS_EXIT, c);
}

static void walk_loop(struct paths *p, struct stmt *s)
{
    struct stmt *statement = p->statement;
    struct paths_construct c;
    int truth = constant_truth(s->expr);
    bool never = s->kind != STMT_DO && truth == 0; /* only labels in the body lead into it */

    construct_begin(p, &c, s, s->expr);
    if (never) {
        point_add(p, &c.breaks, PATHS_EXIT, &c);
        p->dead = true;
    }
    p->loops++;
    for (int round = 0; p->ops->round(p->analysis, &c, round); round++)
        walk_round(p, &c, s->expr && truth != 1);
    if (never)
        point_add(p, &c.breaks, PATHS_EXIT, &c);
    p->loops--;
    p->statement = statement;
    point_resume(p, &c.breaks);
    construct_end(p, &c);
}

static void walk_switch(struct paths *p, struct stmt *s)
{
    struct paths_construct c;

    evaluate(p, s->expr);
    construct_begin(p, &c, s, s->expr);
    c.head = paths_here(p);
    p->conditions++;
    p->dead = true;
    paths_stmt(p, s->body);
    p->conditions--;
    point_add(p, &c.breaks, PATHS_EXIT, &c);
    point_resume(p, &c.breaks);
    if (!c.has_default && !(p->ops->cases_all && p->ops->cases_all(p->analysis, s)))
        point_meet(p, &c.head, PATHS_EXIT, &c);
    point_drop(p, &c.head);
    construct_end(p, &c);
}

/* ---- statements ---- */

static void declare(struct paths *p, const struct decl *d)
{
    for (int i = 0; !skipped(p) && d && d->kind == DECL_VARS && i < d->declarators.n; i++)
        p->ops->declare(p->analysis, d->declarators.at[i]);
}

static void walk_block(struct paths *p, struct stmt *s)
{
    struct stmt *outer = p->statement;

    for (int i = 0; i < s->items.n; i++) {
        p->statement = s->items.at[i];
        if (p->ops->statement)
            p->ops->statement(p->analysis, p->statement, s);
        paths_stmt(p, s->items.at[i]);
    }
    p->statement = outer;
    if (p->ops->statement && s->items.n > 0)
        p->ops->statement(p->analysis, NULL, s);
    scope_end(p, s);
}

/* A statement that is not labelled. */
static void walk_plain(struct paths *p, struct stmt *s)
{
    if (p->ops->plain && !skipped(p))
        p->ops->plain(p->analysis, s);
    switch (s->kind) {
    case STMT_EXPR:
        evaluate(p, s->expr);
        break;
    case STMT_DECL:
        declare(p, s->decl);
        break;
    case STMT_COMPOUND:
        walk_block(p, s);
        break;
    case STMT_IF:
        walk_if(p, s);
        break;
    case STMT_SWITCH:
        walk_switch(p, s);
        break;
    case STMT_FOR:
        declare(p, s->decl);
        evaluate(p, s->init);
        walk_loop(p, s);
        scope_end(p, s);
        break;
    case STMT_WHILE:
    case STMT_DO:
        walk_loop(p, s);
        break;
    case STMT_RETURN:
        walk_return(p, s);
        break;
    case STMT_BREAK:
        walk_break(p, s);
        break;
    case STMT_CONTINUE:
        walk_continue(p, s);
        break;
    case STMT_GOTO:
        p->jumps += !p->dead;
        p->dead = true;
        break;
    case STMT_ASM:
        if (!p->dead && p->ops->assembly)
            p->ops->assembly(p->analysis, s);
        break;
    case STMT_LABELS:
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_LOCAL_LABELS:
        break;
    }
}

void paths_stmt(struct paths *p, struct stmt *s)
{
    for (; s && (s->kind == STMT_CASE || s->kind == STMT_DEFAULT || s->kind == STMT_LABEL);
         s = s->body) {
        if (s->kind == STMT_LABEL)
            walk_label(p);
        else
            walk_case(p, s);
        p->statement = s->body;
    }
    if (s)
        walk_plain(p, s);
}

void paths_body(struct paths *p, struct stmt *body)
{
    p->dead = false;
    p->returns = (struct paths_point){0};
    paths_stmt(p, body);
    point_add(p, &p->returns, PATHS_RETURN, NULL);
}
