/* records.c - local structs as variables for their members, so that each can be a vector.
 *
 * Taken apart are local variables of struct types whose members are numbers, where the body names
 * them by a member, or copies them as a whole from and to each other and elements of views whose
 * subscripts change nothing. Bytes between members are not copied. It relies on sema/tree.
 *
 * Example: `struct body me = v[i]; me.x += 1; v[i] = me;` becomes
 * `float x = v[i].x, y = v[i].y; x += 1; v[i].x = x; v[i].y = y;`. */
#include "optimize/internal.h"

#include <string.h>

#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

struct split {
    struct maker *make;
    struct tree_clone clone;
    struct node_table members; /* variables: struct symbol *, one for each member */
};

static bool is_plain(const struct type *t)
{
    const struct record *r = t->kind == TYPE_RECORD ? t->record : NULL;

    if (!r || r->is_union || !r->members.n)
        return false;
    for (int i = 0; i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        if (!m->name || m->bits >= 0 || m->packed || !type_is_arithmetic(m->type))
            return false;
    }
    return true;
}

static struct symbol **members_of(const struct split *s, const struct expr *e)
{
    e = expr_evaluated(e);
    return e->kind == EXPR_NAME && e->symbol ? node_table_find(&s->members, e->symbol) : NULL;
}

/* ---- expressions ---- */

static bool edit_member(struct tree_edit *t, struct expr **at)
{
    struct split *s = t->data;
    struct expr *e = *at;
    struct symbol **members = e->kind == EXPR_MEMBER && e->member ? members_of(s, e->a) : NULL;
    const struct record *r;

    if (!members)
        return true;
    r = e->a->type->record;
    s->make->loc = e->loc;
    for (int i = 0; i < r->members.n; i++)
        if (&r->members.at[i] == e->member)
            *at = make_name(s->make, members[i]);
    return false;
}

/* Member k of a struct that is copied: a variable's, an element's; NULL: it is something else. */
static struct expr *member_value(struct split *s, const struct expr *e, int k)
{
    struct symbol **members = members_of(s, e);
    const struct record *r = e->type->record;
    struct tree_edit edit = {.data = s, .expr_pre = edit_member};
    struct expr *copy;

    if (members)
        return make_name(s->make, members[k]);
    if (expr_evaluated(e)->amp != AMP_VIEW_ELEMENT || !expr_is_pure(e))
        return NULL;
    copy = tree_clone_expr(&s->clone, expr_evaluated(e));
    tree_edit_expr(&edit, &copy);
    return make_member(s->make, copy, r->members.at[k].name);
}

/* ---- statements ---- */

static void split_stmt(struct split *s, struct stmt **at);

/* a = b or a += b, member by member; false: it is another statement. */
static bool split_copy(struct split *s, const struct stmt *of, struct stmt *block)
{
    const struct expr *e = of->kind == STMT_EXPR ? expr_evaluated(of->expr) : NULL;

    if (!e || e->kind != EXPR_ASSIGN || !is_plain(e->type))
        return false;
    s->make->loc = e->loc;
    for (int k = 0; k < e->type->record->members.n; k++) {
        struct expr *to = member_value(s, e->a, k), *from = member_value(s, e->b, k);
        if (!to || !from)
            return false;
        block_add(s->make, block, make_effect(s->make, make_assign(s->make, e->op, to, from)));
    }
    return true;
}

/* What member k of a variable begins with; *fits is false if that is not understood. */
static struct init *member_init(struct split *s, const struct init_declarator *d, int k, bool *fits)
{
    struct tree_edit edit = {.data = s, .expr_pre = edit_member};
    struct expr *value;

    if (!d->init)
        return NULL;
    if (d->init->expr) {
        value = member_value(s, d->init->expr, k);
    } else if (k < d->init->items.n) {
        const struct init_item *item = &d->init->items.at[k];
        value = item->designators.n ? NULL : tree_clone_expr(&s->clone, item->init->expr);
        if (value)
            tree_edit_expr(&edit, &value);
    } else {
        value = make_int(s->make, 0, type_basic(TYPE_INT));
    }
    *fits &= value != NULL;
    return value ? make_init(s->make, value) : NULL;
}

/* The declarations of a struct's members; false: it cannot be taken apart. */
static bool split_declarator(struct split *s, const struct init_declarator *d, struct stmt *block)
{
    const struct record *r = d->symbol->type->record;
    struct symbol **members = arena_array(&s->make->c->arena, struct symbol *, r->members.n);
    int before = block->items.n;
    bool fits = true;

    s->make->loc = d->symbol->loc;
    for (int k = 0; k < r->members.n && fits; k++) {
        const struct record_member *m = &r->members.at[k];
        struct init *init = member_init(s, d, k, &fits);
        members[k] = make_local(s->make, m->name, type_unqualified(s->make->c, m->type), 0);
        block_add(s->make, block, make_declare(s->make, members[k], init));
    }
    if (fits)
        node_table_put(&s->members, d->symbol, members);
    else
        block->items.n = before;
    return fits;
}

/* Adds a declaration, one statement for each variable. */
static void split_decl(struct split *s, const struct stmt *of, struct stmt *block)
{
    struct tree_edit edit = {.data = s, .expr_pre = edit_member};

    for (int i = 0; i < of->decl->declarators.n; i++) {
        struct init_declarator *d = of->decl->declarators.at[i];
        struct stmt *one;
        if (d->symbol && !d->constructed && is_plain(d->symbol->type) &&
            split_declarator(s, d, block))
            continue;
        one = arena_new(&s->make->c->arena, struct stmt);
        *one = *of;
        one->decl = arena_new(&s->make->c->arena, struct decl);
        *one->decl = *of->decl;
        memset(&one->decl->declarators, 0, sizeof one->decl->declarators);
        vec_push(&s->make->c->arena, &one->decl->declarators, d);
        tree_edit_stmt(&edit, &one);
        vec_push(&s->make->c->arena, &block->items, one);
    }
}

static void split_items(struct split *s, struct stmt *block)
{
    stmt_vec items = block->items;

    memset(&block->items, 0, sizeof block->items);
    for (int i = 0; i < items.n; i++) {
        struct stmt *item = items.at[i];
        if (item->kind == STMT_DECL && item->decl->kind == DECL_VARS) {
            split_decl(s, item, block);
        } else if (!split_copy(s, item, block)) {
            split_stmt(s, &item);
            vec_push(&s->make->c->arena, &block->items, item);
        }
    }
}

static void split_stmt(struct split *s, struct stmt **at)
{
    struct tree_edit edit = {.data = s, .expr_pre = edit_member};
    struct stmt *of = *at, *block;

    if (!of)
        return;
    switch (of->kind) {
    case STMT_COMPOUND:
        split_items(s, of);
        return;
    case STMT_EXPR:
        block = make_block(s->make, NULL, 0);
        if (split_copy(s, of, block))
            *at = block;
        else
            tree_edit_stmt(&edit, at);
        return;
    case STMT_IF:
    case STMT_LOOPS:
        if (of->decl)
            tree_edit_decl(&edit, &of->decl);
        for (struct expr **e[] = {&of->expr, &of->init, &of->step, NULL}, ***p = e; *p; p++)
            tree_edit_expr(&edit, *p);
        split_stmt(s, &of->body);
        split_stmt(s, &of->else_);
        return;
    case STMT_EMPTY:
    case STMT_DECL: /* among the items of a block */
    case STMT_SWITCH:
    case STMT_LABELS:
    case STMT_JUMPS:
    case STMT_ERROR:
    case STMT_ASM:
    case STMT_LOCAL_LABELS:
        tree_edit_stmt(&edit, at);
        return;
    }
}

void block_records(struct maker *m, struct stmt **body)
{
    struct split s = {
        .make = m, .clone = tree_clone_begin(m->c), .members = {.arena = &m->c->arena}};

    split_stmt(&s, body);
}
