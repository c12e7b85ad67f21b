/* paths.c - the walk of paths.h: where paths branch, join, jump and end. Points own their states: a
 * join copies a state, a resumption moves it.
 *
 * Example: at the end of `if (c) return; else x = 1;` the first branch is not reached, so that the
 * state behind x = 1 is the one that goes on. */
#include "sema/analysis/paths.h"

/* ---- points ---- */

struct paths_point paths_here(const struct paths *p)
{
    struct paths_point here = {.reached = !p->dead};

    if (here.reached)
        here.state = p->ops->copy(p->analysis, p->now);
    return here;
}

/* The walk goes on from the point 'from' alone, which is not used again. */
static void point_resume(struct paths *p, const struct paths_point *from)
{
    p->dead = !from->reached;
    if (from->reached)
        p->now = from->state;
}

/* Joins the present state into the point 'to'. */
static void point_add(struct paths *p, struct paths_point *to, enum paths_meet meet,
                      const void *before)
{
    if (p->dead)
        return;
    if (to->reached)
        p->ops->join(p->analysis, to->state, p->now, meet, before);
    else
        *to = paths_here(p);
}

/* Joins the state of the point 'from' into the present one. */
static void point_meet(struct paths *p, const struct paths_point *from, enum paths_meet meet,
                       const void *before)
{
    struct paths_point all = *from;

    if (all.reached)
        all.state = p->ops->copy(p->analysis, all.state);
    point_add(p, &all, meet, before);
    point_resume(p, &all);
}

void paths_meet(struct paths *p, const struct paths_point *from, enum paths_meet meet)
{
    point_meet(p, from, meet, NULL);
}

/* ---- branches ---- */

/* A branch: the states before it and behind the first arm. */
struct branch {
    struct paths_point before, first;
    bool constant; /* the condition is constant: one arm is dead */
};

/* The truth of a condition: 0 or 1 if it is constant, else -1. */
static int constant_truth(struct expr *e)
{
    long long value;

    return e && integer_constant(e, &value) ? value != 0 : -1;
}

/* Begins the first arm, which is dead if 'truth' is 0. */
static void branch_begin(struct paths *p, struct branch *b, int truth)
{
    *b = (struct branch){.before = paths_here(p), .constant = truth >= 0};
    p->conditions++;
    p->dead |= truth == 0;
}

/* Begins the other arm, which is dead if 'truth' is 1. */
static void branch_else(struct paths *p, struct branch *b, int truth)
{
    b->first = (struct paths_point){.reached = !p->dead, .state = p->now};
    p->dead = !b->before.reached || truth == 1;
    p->now = p->ops->copy(p->analysis, b->before.reached ? b->before.state : p->now);
}

static void branch_end(struct paths *p, struct branch *b)
{
    bool one = b->first.reached == p->dead;

    p->conditions--;
    point_add(p, &b->first, PATHS_BRANCH, b->before.state);
    point_resume(p, &b->first);
    if (one && !b->constant && !p->dead && p->ops->one_way)
        p->ops->one_way(p->analysis);
}

static void evaluate(struct paths *p, struct expr *e)
{
    if (e && !p->dead)
        p->ops->expr(p->analysis, e);
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
    paths_exprs(p, &e->args, e->init);
}

bool paths_choice(struct paths *p, struct expr *e)
{
    bool either = e->kind == EXPR_BINARY && e->op == OP_LOR;
    struct branch b;
    int truth;

    if (e->kind != EXPR_COND && !either && !(e->kind == EXPR_BINARY && e->op == OP_LAND))
        return false;
    evaluate(p, e->a);
    truth = constant_truth(e->a);
    if (either && truth >= 0)
        truth = !truth;
    branch_begin(p, &b, truth);
    evaluate(p, e->b);
    branch_else(p, &b, truth);
    evaluate(p, e->c);
    branch_end(p, &b);
    return true;
}

/* An if with its whole chain of else ifs, without recursion, as chains may be long. */
static void walk_if(struct paths *p, struct stmt *s)
{
    VEC(struct branch) links = {0};

    for (;; s = s->else_) {
        struct branch b;
        int truth = constant_truth(s->expr);
        evaluate(p, s->expr);
        branch_begin(p, &b, truth);
        paths_stmt(p, s->body);
        branch_else(p, &b, truth);
        vec_push(p->arena, &links, b);
        if (!s->else_ || s->else_->kind != STMT_IF)
            break;
    }
    paths_stmt(p, s->else_);
    while (links.n-- > 0)
        branch_end(p, &links.at[links.n]);
}

/* ---- jumps ---- */

static void scope_end(struct paths *p, struct stmt *scope)
{
    if (!p->dead && p->ops->scope_end)
        p->ops->scope_end(p->analysis, scope);
}

/* The present path jumps out of the body of 'from' to the point 'to'. */
static void jump(struct paths *p, const struct paths_target *from, struct paths_point *to)
{
    if (from) {
        scope_end(p, from->stmt->body);
        point_add(p, to, PATHS_EXIT, from->head.state);
    }
    p->dead = true;
}

static void walk_break(struct paths *p)
{
    struct paths_target *t = p->target;

    p->jumps += !p->dead && t && t->stmt->kind == STMT_SWITCH && p->conditions > t->conditions + 1;
    jump(p, t, t ? &t->breaks : NULL);
}

static void walk_continue(struct paths *p)
{
    struct paths_target *t = p->target;

    while (t && t->stmt->kind == STMT_SWITCH)
        t = t->outer;
    p->jumps += !p->dead;
    jump(p, t, t ? &t->continues : NULL);
}

static void walk_return(struct paths *p, struct stmt *s)
{
    if (!p->dead)
        p->ops->leave(p->analysis, s);
    point_add(p, &p->returns, PATHS_RETURN, NULL);
    p->jumps += !p->dead;
    p->dead = true;
}

static void walk_label(struct paths *p)
{
    p->dead = false;
    p->ops->anywhere(p->analysis);
}

static void walk_case(struct paths *p, const struct stmt *s)
{
    struct paths_target *t = p->target;

    while (t && t->stmt->kind != STMT_SWITCH)
        t = t->outer;
    if (!t)
        return;
    t->has_default |= s->kind == STMT_DEFAULT;
    paths_meet(p, &t->head, PATHS_LABEL);
}

/* ---- loops and switches ---- */

static void target_push(struct paths *p, struct paths_target *t, struct stmt *s)
{
    *t = (struct paths_target){
        .stmt = s, .outer = p->target, .conditions = p->conditions, .jumps = p->jumps};
    p->target = t;
}

static void walk_round(struct paths *p, struct paths_target *t, bool ends)
{
    struct stmt *s = t->stmt;
    bool last =
        s->kind == STMT_DO || p->ops->loops_run; /* the condition is tested behind the body */

    t->continues = (struct paths_point){0};
    if (s->kind != STMT_DO)
        evaluate(p, s->expr);
    if (ends && !last)
        point_add(p, &t->breaks, PATHS_EXIT, NULL);
    paths_stmt(p, s->body);
    paths_meet(p, &t->continues, PATHS_ROUND);
    if (!p->dead && p->ops->body_end)
        p->ops->body_end(p->analysis);
    p->statement =
        NULL; /* a text that is inserted before the loop would not run in each iteration */
    evaluate(p, s->step);
    if (s->kind == STMT_DO)
        evaluate(p, s->expr);
    if (ends && last)
        point_add(p, &t->breaks, PATHS_EXIT, NULL);
}

static void walk_loop(struct paths *p, struct stmt *s)
{
    struct stmt *statement = p->statement;
    struct paths_target t;
    int truth = constant_truth(s->expr);
    bool never = s->kind != STMT_DO && truth == 0; /* only labels in the body lead into it */

    target_push(p, &t, s);
    if (never) {
        point_add(p, &t.breaks, PATHS_EXIT, NULL);
        p->dead = true;
    }
    p->loops++;
    for (int round = 0; p->ops->round(p->analysis, &t, round); round++)
        walk_round(p, &t, s->expr && truth != 1);
    if (never)
        point_add(p, &t.breaks, PATHS_EXIT, NULL);
    p->loops--;
    p->target = t.outer;
    p->statement = statement;
    point_resume(p, &t.breaks);
}

static void walk_switch(struct paths *p, struct stmt *s)
{
    struct paths_target t;

    evaluate(p, s->expr);
    target_push(p, &t, s);
    t.head = paths_here(p);
    p->conditions++;
    p->dead = true;
    paths_stmt(p, s->body);
    p->conditions--;
    p->target = t.outer;
    point_add(p, &t.breaks, PATHS_EXIT, t.head.state);
    point_resume(p, &t.breaks);
    if (!t.has_default && !(p->ops->cases_all && p->ops->cases_all(p->analysis, s)))
        point_meet(p, &t.head, PATHS_EXIT, t.head.state);
    if (!p->dead && p->ops->switch_end)
        p->ops->switch_end(p->analysis, &t);
}

/* ---- statements ---- */

static void declare(struct paths *p, const struct decl *d)
{
    for (int i = 0; !p->dead && d && d->kind == DECL_VARS && i < d->declarators.n; i++)
        p->ops->declare(p->analysis, d->declarators.at[i]);
}

static void walk_block(struct paths *p, struct stmt *s)
{
    struct stmt *outer = p->statement;

    for (int i = 0; i < s->items.n; i++) {
        p->statement = s->items.at[i];
        paths_stmt(p, s->items.at[i]);
    }
    p->statement = outer;
    scope_end(p, s);
}

/* A statement that is not labelled. */
static void walk_plain(struct paths *p, struct stmt *s)
{
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
        walk_break(p);
        break;
    case STMT_CONTINUE:
        walk_continue(p);
        break;
    case STMT_GOTO:
        p->jumps += !p->dead;
        p->dead = true;
        break;
    case STMT_ASM:
        if (!p->dead)
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
