/* lockstep_gap.c - the gap between two accesses that race: the places where a barrier would
 * separate them, on every path. */
#include "sema/analysis/code.h"
#include "sema/analysis/order.h"
#include "sema/simulate/lockstep_internal.h"

static bool jump_stmt(struct code_walk *w, struct stmt *s)
{
    bool *found = w->data;

    *found |= s->kind == STMT_BREAK || s->kind == STMT_CONTINUE || s->kind == STMT_RETURN ||
              s->kind == STMT_GOTO;
    return !*found;
}

static bool has_jumps(struct stmt *body)
{
    bool found = false;
    struct code_walk w = {.stmt = jump_stmt, .data = &found};

    code_walk_stmt(&w, body);
    return found;
}

/* The first access was made in an earlier iteration of the loop. */
static void round_put(struct gap *g, const struct target *t)
{
    struct stmt *body = t->stmt->body;

    g->round = t->stmt;
    g->round_begin = t->begin;
    if (!t->together || !body || body->kind != STMT_COMPOUND || body->items.n == 0)
        return;
    g->top = body->items.at[0];
    if (!has_jumps(body))
        g->behind = body->items.at[body->items.n - 1];
}

struct gap lockstep_gap(const struct lockstep *l, int since, const struct expr *first)
{
    struct gap g = {0};

    for (const struct target *t = l->loop; t && !g.round; t = t->outer) {
        if (t->is_switch)
            continue;
        if (since < t->round && (since >= t->begin || node_inside(l->findings, first, t->stmt)))
            round_put(&g, t);
        else if (since < t->begin)
            g.entered = t->stmt;
    }
    for (const struct item *i = l->item; i && since < i->number; i = i->outer) {
        int at = g.n < GAP_PLACES_MAX ? g.n++ : GAP_PLACES_MAX - 1;
        g.places[at] = (struct gap_place){i->stmt, i->number, i->block, i->parent};
    }
    return g;
}

/* A barrier at the place would run after the access at 'first' and before the present one: the
 * statement began since then, or its block runs once more. What a function did that the block calls
 * may be behind the place. */
static bool is_between(const struct lockstep *l, const struct gap_place *p, int since,
                       const struct expr *first)
{
    for (const struct item *i = l->item; i; i = i->outer) {
        if (i->block == p->block && since < p->number)
            return true;
        if (i->parent == p->parent &&
            (p->before == i->stmt || node_before(l->findings, p->before, i->stmt)) &&
            (since < i->block || node_before(l->findings, first, p->before)))
            return true;
    }
    return false;
}

static bool is_open(const struct target *t, const struct stmt *loop, int begin)
{
    while (t && (t->stmt != loop || t->begin != begin))
        t = t->outer;
    return t;
}

bool lockstep_in_round(const struct lockstep *l, const struct stmt *loop, int begin)
{
    bool open = is_open(l->loop, loop, begin);

    for (const struct target *call = l->call; call && !open; call = call->outer)
        open = is_open(call->caller, loop, begin);
    return open;
}

bool lockstep_gap_narrow(const struct lockstep *l, struct gap *gap, int since,
                         const struct expr *first)
{
    struct gap_place left[GAP_PLACES_MAX];
    int n = 0;

    for (int i = 0; i < gap->n && !gap->behind; i++)
        if (is_between(l, &gap->places[i], since, first))
            left[n++] = gap->places[i];
    for (int i = 0; i < n; i++)
        gap->places[i] = left[i];
    gap->n = n ? n : gap->n;
    return n > 0;
}

void lockstep_wait_rounds(struct lockstep *l, struct stmt *loop, bool at_end)
{
    for (struct target *t = l->loop; t; t = t->outer)
        if (t->stmt == loop && at_end)
            t->wait_last = true;
        else if (t->stmt == loop)
            t->wait_first = true;
}
