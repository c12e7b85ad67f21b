/* lockstep_stmt.c - statements in a run: declarations, if, jumps, return. A lane that jumps is
 * masked until its path joins the others again. */
#include "sema/simulate/lockstep_internal.h"

/* ---- declarations ---- */

static bool is_tracked(const struct type *t)
{
    return t && (type_is_scalar(t) || t->kind == TYPE_AMP || t->kind == TYPE_RECORD ||
                 t->kind == TYPE_ARRAY);
}

static void variable_declare(struct lockstep *l, const struct init_declarator *d)
{
    const struct symbol *s = d->symbol;
    const struct value *v;

    if (!s || s->kind != SYMBOL_VAR || s->storage & (STORAGE_STATIC | STORAGE_TILE_STATIC))
        return;
    if (d->init)
        v = lockstep_init(l, d->init, s->type);
    else if (d->constructed)
        v = lockstep_construct(l, s->type, &d->args);
    else
        v = value_unknown(l, s->type, SPREAD_LANES);
    if (is_tracked(s->type) && !s->constant)
        variable_put(l, s, v);
}

static void declare(struct lockstep *l, const struct decl *d)
{
    if (d->kind != DECL_VARS || (d->spec && d->spec->storage & STORAGE_TYPEDEF))
        return;
    for (int i = 0; i < d->declarators.n; i++)
        variable_declare(l, d->declarators.at[i]);
}

/* ---- jumps ---- */

/* The active threads jump to m, the join point of t, and wait there. */
static void lockstep_jump(struct lockstep *l, struct target *t, struct meeting *m)
{
    bool choice;

    if (!t || !l->now.alive) {
        l->stopped |= !t;
        return;
    }
    choice = l->forks > t->forks;
    t->uncertain |= choice;
    for (int i = 0; i < l->numbers.width; i++)
        t->uncertain |= l->now.lanes[i] == 1 && t->lanes[i] == 2;
    meeting_add(l, m, NULL, t->lanes, choice, choice);
    lanes_put(l, arena_array(&l->numbers.arena, unsigned char, l->numbers.width));
}

static void leave(struct lockstep *l, struct stmt *s)
{
    struct target *call = l->call;
    const struct value *v = s->expr ? lockstep_eval(l, s->expr) : NULL;
    struct lockstep_return *here;
    bool overlap = false;

    if (!l->now.alive)
        return;
    here = arena_new(&l->numbers.arena, struct lockstep_return);
    *here = (struct lockstep_return){l->now.guards, call->returns};
    call->returns = here;
    if (v && call->result && call->breaks.used) {
        for (int i = 0; i < l->numbers.width; i++)
            overlap |= l->now.lanes[i] && call->breaks.state.lanes[i];
        v = value_blend(l, call->result, v,
                        &(struct blending){.pick = call->breaks.state.lanes,
                                           .overlap = overlap,
                                           .choice = l->forks > call->forks});
    }
    if (v)
        call->result = v;
    lockstep_jump(l, call, &call->breaks);
}

static void choose(struct lockstep *l, struct stmt *s)
{
    struct split p;

    split_begin(l, &p, lockstep_test(l, s->expr));
    lockstep_stmt(l, s->body);
    split_else(l, &p);
    lockstep_stmt(l, s->else_);
    split_join(l, &p);
}

bool lockstep_together(const struct lockstep *l)
{
    for (int i = 0; i < l->numbers.width; i++)
        if (l->now.lanes[i] != 2)
            return false;
    return true;
}

static void block(struct lockstep *l, struct stmt *s)
{
    const struct item *outer = l->item;
    int block = ++l->items;

    for (int i = 0; i < s->items.n; i++) {
        struct item here = {s->items.at[i], ++l->items, block, s, outer};
        l->item = lockstep_together(l) ? &here : outer;
        lockstep_stmt(l, s->items.at[i]);
        l->item = outer;
    }
}

void lockstep_stmt(struct lockstep *l, struct stmt *s)
{
    struct target *t = l->loop;

    if (!s || !lockstep_go(l))
        return;
    l->stmt = s;
    switch (s->kind) {
    case STMT_EXPR:
        lockstep_eval(l, s->expr);
        return;
    case STMT_DECL:
        declare(l, s->decl);
        return;
    case STMT_COMPOUND:
        block(l, s);
        return;
    case STMT_IF:
        choose(l, s);
        return;
    case STMT_SWITCH:
        lockstep_switch(l, s);
        return;
    case STMT_LOOPS:
        if (s->decl)
            declare(l, s->decl);
        if (s->init)
            lockstep_eval(l, s->init);
        lockstep_loop(l, s);
        return;
    case STMT_BREAK:
        lockstep_jump(l, t, t ? &t->breaks : NULL);
        return;
    case STMT_CONTINUE:
        while (t && t->is_switch)
            t = t->outer;
        lockstep_jump(l, t, t ? &t->continues : NULL);
        return;
    case STMT_RETURN:
        leave(l, s);
        return;
    case STMT_LABELS: /* a label that lockstep_switch does not reach */
    case STMT_GOTO:
    case STMT_ASM:
    case STMT_ERROR:
        l->stopped = true;
        return;
    case STMT_EMPTY:
    case STMT_LOCAL_LABELS:
        return;
    }
}
