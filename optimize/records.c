/* records.c - local structs as variables for their members, so that each can be a vector.
 *
 * Taken apart are local variables of struct types whose members are numbers, arrays of numbers, or
 * structs of such, where the body names them by a member, or copies them as a whole from and to
 * each other, elements of views and what else holds such structs, by subscripts that change
 * nothing. Bytes between members are not copied. Numbers are read before the first of them is
 * stored to where a subscript might name what a store changes, as in `me = v[me.next]`. It relies
 * on sema/tree.
 *
 * Example: `struct body me = v[i]; me.x += 1; v[i] = me;` becomes
 * `float x = v[i].x, y = v[i].y; x += 1; v[i].x = x; v[i].y = y;`. */
#include "optimize/internal.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/tree/edit.h"
#include "sema/types/expr.h"
#include "sema/types/pure.h"

enum { DIMENSIONS = 3 }; /* of arrays */

struct split {
    struct maker *make;
    struct tree_clone clone;
    struct node_table
        leaves; /* variables: struct symbol *, one for each number, or array, in them */
};

/* The counters of loops over an array; none of a number. */
struct places {
    struct symbol *at[DIMENSIONS];
    int n;
};

/* Whether t is an array of numbers that is copied one by one. */
static bool is_row(const struct type *t)
{
    int n = 0;

    if (!arrays_are_numbers(t))
        return false;
    for (; t->kind == TYPE_ARRAY; t = t->base, n++)
        if (t->length <= 0 || t->quals & QUAL_VOLATILE)
            return false;
    return n <= DIMENSIONS && !(t->quals & QUAL_VOLATILE);
}

/* Whether t is a struct of numbers, arrays of them, and such structs. */
static bool is_plain(const struct type *t)
{
    const struct record *r = t->kind == TYPE_RECORD ? t->record : NULL;

    if (!r || r->is_union || !r->members.n)
        return false;
    for (int i = 0; i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        if (!m->name || m->bits >= 0 || m->packed ||
            !(type_is_arithmetic(m->type) || is_row(m->type) || is_plain(m->type)))
            return false;
    }
    return true;
}

/* ---- the numbers and arrays in a struct ---- */

static int leaves_of(const struct type *t)
{
    int n = 0;

    if (t->kind != TYPE_RECORD)
        return 1;
    for (int i = 0; i < t->record->members.n; i++)
        n += leaves_of(t->record->members.at[i].type);
    return n;
}

/* The number of leaves before a member. */
static int leaf_at(const struct type *t, const struct record_member *m)
{
    int n = 0;

    for (const struct record_member *k = t->record->members.at; k != m; k++)
        n += leaves_of(k->type);
    return n;
}

/* The member that leaf *k is in; *k becomes its number there. */
static const struct record_member *member_of(const struct type *t, int *k)
{
    const struct record_member *m = t->record->members.at;

    for (; *k >= leaves_of(m->type); m++)
        *k -= leaves_of(m->type);
    return m;
}

/* The variables for what e names of a variable that is taken apart; NULL: it is something else. */
static struct symbol **place_of(const struct split *s, const struct expr *e)
{
    struct symbol **of;

    e = expr_evaluated(e);
    if (e->kind == EXPR_NAME)
        return e->symbol ? node_table_find(&s->leaves, e->symbol) : NULL;
    if (e->kind != EXPR_MEMBER || !e->member)
        return NULL;
    of = place_of(s, e->a);
    return of ? of + leaf_at(expr_evaluated(e->a)->type, e->member) : NULL;
}

/* ---- expressions ---- */

static bool edit_member(struct tree_edit *t, struct expr **at)
{
    struct split *s = t->data;
    struct expr *e = *at;
    struct symbol **leaf =
        e->kind == EXPR_MEMBER && (type_is_arithmetic(e->type) || is_row(e->type)) ? place_of(s, e)
                                                                                   : NULL;

    if (!leaf)
        return true;
    s->make->loc = e->loc;
    *at = make_name(s->make, *leaf);
    return false;
}

static struct expr *edited(struct split *s, const struct expr *e)
{
    struct tree_edit edit = {.data = s, .expr_pre = edit_member};
    struct expr *copy = tree_clone_expr(&s->clone, e);

    tree_edit_expr(&edit, &copy);
    return copy;
}

/* Whether e, a struct, is an element of a view, or a part of a variable by subscripts and members.
 */
static bool is_object(const struct expr *e)
{
    for (e = expr_evaluated(e); e->amp != AMP_VIEW_ELEMENT; e = arrays_outer(e))
        if (!arrays_outer(e))
            return e->kind == EXPR_NAME && e->symbol;
    return true;
}

/* Counters for what a leaf of type t has. */
static struct places places_of(struct split *s, const struct type *t)
{
    struct places p = {.n = 0};

    for (; t->kind == TYPE_ARRAY; t = t->base)
        p.at[p.n++] = make_local(s->make, "at", type_basic(TYPE_INT), 0);
    return p;
}

static struct expr *number_at(struct split *s, struct expr *leaf, const struct places *p)
{
    for (int i = 0; i < p->n; i++)
        leaf = make_subscript(s->make, leaf, make_name(s->make, p->at[i]));
    return leaf;
}

/* A statement for all numbers of a leaf of type t. */
static struct stmt *for_places(struct split *s, const struct type *t, const struct places *p,
                               struct stmt *body)
{
    struct maker *m = s->make;
    struct type *number = type_basic(TYPE_INT);
    const struct type *of[DIMENSIONS];

    for (int i = 0; i < p->n; i++, t = t->base)
        of[i] = t;
    for (int i = p->n - 1; i >= 0; i--)
        body = make_for(
            m, make_declare(m, p->at[i], make_init(m, make_int(m, 0, number))),
            make_binary(m, OP_LT, make_name(m, p->at[i]), make_int(m, of[i]->length, number)),
            make_unary(m, OP_POSTINC, make_name(m, p->at[i])), body);
    return body;
}

/* The type of leaf k of a struct. */
static const struct type *leaf_type(const struct type *t, int k)
{
    while (t->kind == TYPE_RECORD)
        t = member_of(t, &k)->type;
    return t;
}

/* Leaf k of a struct that is copied, or its number at these places: a variable's, an element's, of
 * one of two; NULL: it is something else. */
static struct expr *leaf_value(struct split *s, const struct expr *e, int k, const struct places *p)
{
    struct symbol **leaves = place_of(s, e);
    const struct type *t = e->type;
    struct expr *value, *other;

    if (leaves)
        return number_at(s, make_name(s->make, leaves[k]), p);
    e = expr_evaluated(e);
    if (!expr_is_pure(e))
        return NULL;
    if (e->kind == EXPR_COND && e->b) {
        value = leaf_value(s, e->b, k, p);
        other = leaf_value(s, e->c, k, p);
        return value && other ? make_cond(s->make, edited(s, e->a), value, other) : NULL;
    }
    if (!is_object(e))
        return NULL;
    for (value = edited(s, e); t->kind == TYPE_RECORD;) {
        const struct record_member *m = member_of(t, &k);
        value = make_member(s->make, value, m->name);
        t = m->type;
    }
    return number_at(s, value, p);
}

/* ---- statements ---- */

static void split_stmt(struct split *s, struct stmt **at);

struct names {
    const struct split *split;
    struct symbol **leaves; /* of the struct that is stored to, or NULL */
    int n, reads;
    bool found;
};

static bool names_expr(struct walker *w, struct expr *e)
{
    struct names *x = w->data;
    bool names = e->kind == EXPR_MEMBER || e->kind == EXPR_NAME;
    struct symbol **at = names ? place_of(x->split, e) : NULL;

    x->reads += block_reads(e);
    for (int i = 0; at && i < leaves_of(e->type); i++)
        for (int k = 0; x->leaves && k < x->n; k++)
            x->found |= at[i] == x->leaves[k];
    return !at;
}

/* Whether e, a struct, names what is stored to in 'to', or memory beside the element that it is: of
 * one of two structs that an element chooses, it is beside. */
static bool names_more(const struct split *s, const struct expr *e, const struct expr *to)
{
    struct names x = {.split = s, .leaves = place_of(s, to), .n = leaves_of(to->type)};
    struct walker w = {.data = &x, .expr_pre = names_expr};

    walk_expr(&w, (struct expr *)e);
    return x.found || x.reads > (expr_evaluated(e)->kind != EXPR_COND);
}

/* A subscript that reads memory becomes a variable. */
static void settle_subscript(struct split *s, struct expr **at, struct stmt *block)
{
    struct maker *m = s->make;
    struct names x = {.split = s};
    struct walker w = {.data = &x, .expr_pre = names_expr};
    struct symbol *place;

    if ((*at)->kind == EXPR_CONSTRUCT) { /* of an index */
        for (int i = 0; i < (*at)->args.n; i++)
            settle_subscript(s, &(*at)->args.at[i], block);
        return;
    }
    walk_expr(&w, *at);
    if (!x.reads)
        return;
    place = make_local(m, "at", type_unqualified(m->c, (*at)->type), 0);
    block_add(m, block, make_declare(m, place, make_init(m, *at)));
    *at = make_name(m, place);
}

/* Whether e, an element of an array or a part of one, is of a tile_static array whose subscripts no
 * store changes. */
static bool settled_in_tile(struct split *s, const struct expr *e, struct stmt *block)
{
    const struct symbol *root = arrays_root(e);

    if (!root || !(root->storage & STORAGE_TILE_STATIC) || !expr_is_pure(e))
        return false;
    for (e = expr_evaluated(e); arrays_outer(e); e = arrays_outer(e))
        if (e->kind == EXPR_SUBSCRIPT)
            settle_subscript(s, &((struct expr *)e)->b, block);
    return true;
}

/* What is stored to: a variable that is taken apart, or an element of a view or of a tile_static
 * array whose subscripts no store changes; NULL: another thing. */
static const struct expr *settled(struct split *s, const struct expr *to, struct stmt *block)
{
    struct expr *copy, *e;

    if (place_of(s, to))
        return to;
    copy = edited(s, to);
    if (settled_in_tile(s, copy, block))
        return copy;
    for (e = (struct expr *)expr_evaluated(copy); e->kind == EXPR_MEMBER;)
        e = (struct expr *)expr_evaluated(e->a);
    if (e->amp != AMP_VIEW_ELEMENT || !expr_is_pure(e))
        return NULL;
    for (; e->amp == AMP_VIEW_ELEMENT || e->amp == AMP_VIEW_ROW;
         e = (struct expr *)expr_evaluated(e->a)) {
        for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
            settle_subscript(s, &e->args.at[i], block);
        if (e->kind != EXPR_CALL)
            settle_subscript(s, &e->b, block);
    }
    return e->kind == EXPR_NAME ? copy : NULL;
}

/* Adds that leaf k of a struct becomes, or adds, that of another one, by way of a variable whose
 * store is added to 'later', if that is one; false: it is something else. */
static bool copy_leaf(struct split *s, enum op op, const struct expr *to, const struct expr *from,
                      int k, struct stmt *block, struct stmt *later)
{
    struct maker *m = s->make;
    const struct type *t = leaf_type(to->type, k);
    struct places p = places_of(s, t), q = later ? places_of(s, t) : p;
    struct expr *target = leaf_value(s, to, k, &q), *value = leaf_value(s, from, k, &p);
    struct symbol *copy;

    if (!target || !value)
        return false;
    if (later && p.n) {
        copy = make_local(m, "copy", type_unqualified(m->c, (struct type *)t), 0);
        block_add(m, block, make_declare(m, copy, NULL));
        value = make_assign(m, OP_ASSIGN, number_at(s, make_name(m, copy), &p), value);
        block_add(m, block, for_places(s, t, &p, make_effect(m, value)));
        value = number_at(s, make_name(m, copy), &q);
    } else if (later) {
        copy = make_local(m, "copy", type_unqualified(m->c, value->type), 0);
        block_add(m, block, make_declare(m, copy, make_init(m, value)));
        value = make_name(m, copy);
    }
    block_add(m, later ? later : block,
              for_places(s, t, &q, make_effect(m, make_assign(m, op, target, value))));
    return true;
}

/* a = b or a += b, leaf by leaf; false: it is another statement. */
static bool split_copy(struct split *s, const struct stmt *of, struct stmt *block)
{
    const struct expr *e = of->kind == STMT_EXPR ? expr_evaluated(of->expr) : NULL;
    int before = block->items.n;
    const struct expr *target;
    struct stmt *later = NULL;

    if (!e || e->kind != EXPR_ASSIGN || !is_plain(e->type) || !is_plain(e->b->type))
        return false;
    s->make->loc = e->loc;
    target = settled(s, e->a, block);
    if (!place_of(s, e->b) && names_more(s, e->b, e->a))
        later = make_block(s->make, NULL, 0);
    for (int k = 0; k < leaves_of(e->type); k++)
        if (!target || !copy_leaf(s, e->op, target, e->b, k, block, later)) {
            block->items.n = before;
            return false;
        }
    for (int k = 0; later && k < later->items.n; k++)
        block_add(s->make, block, later->items.at[k]);
    return true;
}

/* ---- declarations ---- */

/* What the leaves of a struct begin with, by braces. */
struct begin {
    struct split *split;
    struct init **values; /* NULL: zero */
    const struct init *list;
    int next; /* item */
    bool fits;
};

static void begin_list(struct begin *b, const struct type *t, int leaf, bool braces);

/* What number k of a struct that is copied is, as a value to begin with; NULL: it is something
 * else, or an array. */
static struct init *leaf_init(struct split *s, const struct expr *e, int k)
{
    const struct places none = {.n = 0};
    struct expr *value =
        leaf_type(e->type, k)->kind == TYPE_ARRAY ? NULL : leaf_value(s, e, k, &none);

    return value ? make_init(s->make, value) : NULL;
}

/* { 0 } for an array, with braces for each row. */
static struct init *zeros(struct split *s, const struct type *t)
{
    struct init *inner = t->kind == TYPE_ARRAY
                             ? zeros(s, t->base)
                             : make_init(s->make, make_int(s->make, 0, type_basic(TYPE_INT)));

    return t->kind == TYPE_ARRAY ? make_init_list(s->make, &inner, 1) : inner;
}

/* The next item is for an array, by braces of its own. */
static void begin_array(struct begin *b, int leaf)
{
    struct tree_edit edit = {.data = b->split, .expr_pre = edit_member};
    const struct init *init = b->list->items.at[b->next].init;

    b->fits &= !init->expr && init->items.n;
    if (!b->fits)
        return;
    b->values[leaf] = tree_clone_init(&b->split->clone, init);
    tree_edit_init(&edit, b->values[leaf]);
    b->next++;
}

/* The next item is for a struct: braces of its own, a struct that is copied, or its first number.
 */
static void begin_struct(struct begin *b, const struct type *t, int leaf)
{
    const struct init *init = b->list->items.at[b->next].init;

    if (!init->expr) {
        struct begin inner = {.split = b->split, .values = b->values, .list = init, .fits = true};
        begin_list(&inner, t, leaf, true);
        b->fits &= inner.fits && inner.next == init->items.n;
        b->next++;
    } else if (is_plain(init->expr->type)) {
        b->fits &= type_same_unqualified(init->expr->type, t);
        for (int k = 0; b->fits && k < leaves_of(t); k++)
            b->fits &= (b->values[leaf + k] = leaf_init(b->split, init->expr, k)) != NULL;
        b->next++;
    } else { /* the numbers of several structs in a row */
        begin_list(b, t, leaf, false);
    }
}

static const struct record_member *designated(const struct type *t, const struct init_item *item)
{
    const struct designator *d = item->designators.n == 1 ? &item->designators.at[0] : NULL;

    for (int i = 0; d && d->name && i < t->record->members.n; i++)
        if (!strcmp(t->record->members.at[i].name, d->name))
            return &t->record->members.at[i];
    return NULL;
}

/* The next items are those of a struct: all of its own braces, or, without them, as many as it has
 * members. There a designator is of the struct around it, and the first item's has led here. */
static void begin_list(struct begin *b, const struct type *t, int leaf, bool braces)
{
    const struct record *r = t->record;
    int first = b->next;

    for (int i = 0; b->fits && b->next < b->list->items.n; i++) {
        const struct init_item *item = &b->list->items.at[b->next];
        const struct record_member *m = i < r->members.n ? &r->members.at[i] : NULL;
        if (item->designators.n && (braces || b->next != first)) {
            if (!braces)
                return;
            m = designated(t, item);
            i = m ? (int)(m - r->members.at) : i;
            b->fits &= m != NULL;
        }
        if (!m)
            return;
        if (m->type->kind == TYPE_RECORD) {
            begin_struct(b, m->type, leaf + leaf_at(t, m));
        } else if (m->type->kind == TYPE_ARRAY) {
            begin_array(b, leaf + leaf_at(t, m));
        } else {
            const struct expr *e = item->init->expr;
            b->fits &= e && type_is_arithmetic(e->type);
            if (b->fits)
                b->values[leaf + leaf_at(t, m)] = make_init(b->split->make, edited(b->split, e));
            b->next++;
        }
    }
}

/* What the leaves of a variable begin with, but arrays of a struct that is copied; *fits is false
 * if that is not understood. */
static struct init **begin_values(struct split *s, const struct init_declarator *d, bool *fits)
{
    const struct type *t = d->symbol->type;
    int n = leaves_of(t);
    struct init **values = arena_array(&s->make->c->arena, struct init *, n);
    struct begin b = {.split = s, .values = values, .list = d->init, .fits = true};

    if (!d->init)
        return values;
    if (d->init->expr) {
        for (int k = 0; k < n; k++)
            if (leaf_type(t, k)->kind != TYPE_ARRAY)
                *fits &= (values[k] = leaf_init(s, d->init->expr, k)) != NULL;
        return values;
    }
    begin_list(&b, t, 0, true);
    *fits = b.fits && b.next == d->init->items.n;
    for (int k = 0; k < n; k++)
        if (!values[k])
            values[k] = zeros(s, leaf_type(t, k));
    return values;
}

/* Declares a variable for each leaf. */
static void declare_leaves(struct split *s, const struct type *t, struct init **values,
                           struct symbol **leaves, struct stmt *block)
{
    struct maker *m = s->make;

    for (int k = 0; k < leaves_of(t); k++) {
        int at = k;
        const struct record_member *member = member_of(t, &at);
        while (member->type->kind == TYPE_RECORD)
            member = member_of(member->type, &at);
        leaves[k] = make_local(m, member->name, type_unqualified(m->c, member->type), 0);
        block_add(m, block, make_declare(m, leaves[k], values[k]));
    }
}

/* Adds that the arrays among a variable's leaves become those of the struct that is copied. */
static bool copy_arrays(struct split *s, const struct type *t, const struct expr *from,
                        struct symbol **leaves, struct stmt *block)
{
    for (int k = 0; k < leaves_of(t); k++) {
        const struct type *of = leaf_type(t, k);
        struct places p = places_of(s, of);
        struct expr *value = p.n ? leaf_value(s, from, k, &p) : NULL;
        struct expr *to = number_at(s, make_name(s->make, leaves[k]), &p);
        if (p.n && !value)
            return false;
        if (p.n)
            block_add(s->make, block,
                      for_places(s, of, &p,
                                 make_effect(s->make, make_assign(s->make, OP_ASSIGN, to, value))));
    }
    return true;
}

/* The declarations of a struct's members; false: it cannot be taken apart. */
static bool split_declarator(struct split *s, const struct init_declarator *d, struct stmt *block)
{
    const struct type *t = d->symbol->type;
    struct symbol **leaves = arena_array(&s->make->c->arena, struct symbol *, leaves_of(t));
    struct init **values;
    int before = block->items.n;
    bool fits = true;

    s->make->loc = d->symbol->loc;
    values = begin_values(s, d, &fits);
    if (!fits)
        return false;
    declare_leaves(s, t, values, leaves, block);
    if (d->init && d->init->expr && !copy_arrays(s, t, d->init->expr, leaves, block)) {
        block->items.n = before;
        return false;
    }
    node_table_put(&s->leaves, d->symbol, leaves);
    return true;
}

/* Adds a declaration, one statement for each variable. */
static void split_decl(struct split *s, const struct stmt *of, struct stmt *block)
{
    struct tree_edit edit = {.data = s, .expr_pre = edit_member};

    for (int i = 0; i < of->decl->declarators.n; i++) {
        struct init_declarator *d = of->decl->declarators.at[i];
        struct stmt *one;
        if (d->symbol && !d->constructed && !(d->symbol->storage & STORAGE_TILE_STATIC) &&
            is_plain(d->symbol->type) && split_declarator(s, d, block))
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
        .make = m, .clone = tree_clone_begin(m->c), .leaves = {.arena = &m->c->arena}};

    split_stmt(&s, body);
}
