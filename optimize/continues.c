/* continues.c - loops whose rounds all go to their end: what stands behind an if with 'continue'
 * becomes its other branch.
 *
 * Example: `for (...) { if (a) { x; continue; } y; }` becomes `for (...) { if (a) { x; } else { y;
 * } }`. Loops with such jumps elsewhere, as in a switch, stay as they are. It relies on sema/tree.
 */
#include "optimize/internal.h"

#include "parser/walk.h"

static bool is_continue(const struct stmt *s)
{
    return s->kind == STMT_CONTINUE;
}

/* Whether s may go on with the next round of the loop around it. */
static bool goes_on(struct stmt *s)
{
    if (!s || stmt_is_loop(s))
        return false;
    if (s->kind == STMT_COMPOUND) {
        for (int i = 0; i < s->items.n; i++)
            if (goes_on(s->items.at[i]))
                return true;
        return false;
    }
    if (s->kind == STMT_IF)
        return goes_on(s->body) || goes_on(s->else_);
    return stmt_contains(s, is_continue);
}

/* Whether s is nothing but a continue, or ends with one and has no other. */
static bool ends_so(struct stmt *s)
{
    if (s->kind != STMT_COMPOUND)
        return is_continue(s);
    for (int i = 0; i < s->items.n - 1; i++)
        if (goes_on(s->items.at[i]))
            return false;
    return s->items.n > 0 && ends_so(s->items.at[s->items.n - 1]);
}

/* Whether the items of a block from the i-th on are as without_continue takes them. */
static bool is_plain(const struct stmt *block)
{
    for (int i = 0; i < block->items.n; i++) {
        struct stmt *s = block->items.at[i];
        if (s->kind == STMT_IF && !s->else_ ? goes_on(s->body) && !ends_so(s->body)
                                            : goes_on(s) && !is_continue(s))
            return false;
    }
    return true;
}

/* Takes the last statement, a continue, away. */
static struct stmt *without_last(struct maker *m, struct stmt *s)
{
    if (s->kind != STMT_COMPOUND)
        return make_block(m, NULL, 0);
    s->items.at[s->items.n - 1] = without_last(m, s->items.at[s->items.n - 1]);
    return s;
}

/* The items of a loop's body from the i-th on, as a block in which nothing goes on. */
static struct stmt *without_continue(struct maker *m, const struct stmt *block, int from)
{
    struct stmt *made = make_block(m, NULL, 0);

    for (int i = from; i < block->items.n; i++) {
        struct stmt *s = block->items.at[i], *rest;
        if (is_continue(s))
            return made;
        if (s->kind != STMT_IF || !goes_on(s->body)) {
            vec_push(&m->c->arena, &made->items, s);
            continue;
        }
        m->loc = s->loc;
        rest = without_continue(m, block, i + 1);
        s->body = without_last(m, s->body);
        if (s->body->kind == STMT_COMPOUND && !s->body->items.n) {
            s->expr = make_unary(m, OP_NOT, s->expr);
            s->body = rest;
        } else {
            s->else_ = rest;
        }
        vec_push(&m->c->arena, &made->items, s);
        return made;
    }
    return made;
}

static void leave_loop(struct walker *w, struct stmt *s)
{
    struct maker *m = w->data;

    if (!stmt_is_loop(s) || s->body->kind != STMT_COMPOUND || !goes_on(s->body) ||
        !is_plain(s->body))
        return;
    s->body = without_continue(m, s->body, 0);
}

void block_continues(struct maker *m, struct stmt *body)
{
    struct walker w = {.data = m, .stmt_post = leave_loop};

    walk_stmt(&w, body);
}
