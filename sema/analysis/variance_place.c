/* variance_place.c - objects: a slot for each subobject of a structure or array that has facts of
 * its own; loads, stores, and targets of pointers.
 *
 * A store through a pointer that may have several targets joins the value into each of them. */
#include "sema/analysis/variance_internal.h"
#include "sema/types/limits.h"

/* ---- the slots of types ---- */

static bool has_components(const struct type *t)
{
    return t->kind == TYPE_AMP && t->rank > 0 &&
           (t->amp == AMP_TYPE_INDEX || t->amp == AMP_TYPE_EXTENT ||
            t->amp == AMP_TYPE_TILED_EXTENT);
}

static int record_slots(const struct record *r)
{
    int n = 0;

    for (int i = 0; i < r->members.n && n <= VARIANCE_SLOTS_MAX; i++)
        n += type_slots(r->members.at[i].type);
    return n;
}

int type_slots(const struct type *t)
{
    int n = 1;

    if (t && t->kind == TYPE_RECORD && t->record && !t->record->is_union)
        n = record_slots(t->record);
    else if (t && has_components(t))
        n = t->rank;
    else if (t && type_is_view_or_array(t))
        n = VIEW_SLOTS;
    return n < 1 || n > VARIANCE_SLOTS_MAX ? 1 : n;
}

/* ---- variables ---- */

struct variable *variable_new(struct flow *f, struct symbol *s)
{
    struct variable x = {
        .symbol = s, .first = f->slots.n, .n = type_slots(s->type), .target = -1, .dirty = -1};

    x.is_tile = (s->storage & STORAGE_TILE_STATIC) != 0;
    if (x.is_tile) {
        x.n = 1;
        int slot = slot_new(f, SLOT_TILE);
        slot_set(f, slot, fact_stale(f->v));
    } else {
        for (int i = 0; i < x.n; i++)
            slot_new(f, SLOT_VALUE);
    }
    node_table_set(&f->places, s, f->variables.n);
    vec_push(&f->v->arena, &f->variables, x);
    return &f->variables.at[f->variables.n - 1];
}

struct variable *variable_find(struct flow *f, const struct symbol *s)
{
    intptr_t i = node_table_get(&f->places, s, INTPTR_MAX);

    /* the index of a variable that is out of scope is used again */
    return i < f->variables.n && f->variables.at[i].symbol == s ? &f->variables.at[i] : NULL;
}

static unsigned *marks_of(struct flow *f, const struct symbol *s)
{
    for (int i = 0; i < f->marks.n; i++)
        if (f->marks.at[i].symbol == s)
            return &f->marks.at[i].bits;
    return NULL;
}

void symbol_mark(struct flow *f, const struct symbol *s, unsigned bit)
{
    unsigned *bits = marks_of(f, s);

    if (bits && *bits & bit)
        return;
    if (bits)
        *bits |= bit;
    else
        vec_push(&f->v->arena, &f->marks, ((struct mark){s, bit}));
    f->changed = true;
}

static bool is_marked(struct flow *f, const struct symbol *s, unsigned bit)
{
    const unsigned *bits = marks_of(f, s);

    return bits && *bits & bit;
}

/* ---- places ---- */

static struct object value_place(struct fact fact, struct loc loc)
{
    return (struct object){.kind = OBJECT_VALUE, .fact = fact, .dirty = -1, .loc = loc};
}

static struct object any_place(struct fact fact, struct loc loc)
{
    return (struct object){.kind = OBJECT_ANY, .fact = fact, .dirty = -1, .loc = loc};
}

static struct object variable_place(const struct variable *x, struct loc loc)
{
    return (struct object){.kind = OBJECT_SLOTS,
                           .first = x->first,
                           .n = x->n,
                           .exact = true,
                           .symbol = x->symbol,
                           .dirty = -1,
                           .is_tile = x->is_tile,
                           .loc = loc};
}

/* Narrows p to its slots [at, at + n), if p has slots. */
static void place_narrow(struct object *p, int at, int n)
{
    if (p->kind != OBJECT_SLOTS)
        return;
    if (at >= 0 && at + n <= p->n) {
        p->first += at;
        p->n = n;
    } else {
        p->exact = false;
    }
}

/* A member of the object p, of type t. */
static struct object place_member(struct object p, const struct expr *e, const struct type *t)
{
    const struct record *r = t && t->kind == TYPE_RECORD ? t->record : NULL;
    int at = 0;

    p.loc = e->loc;
    if (!r || r->is_union || record_slots(r) != p.n) {
        p.exact = false;
        return p;
    }
    for (int i = 0; i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        if (m == e->member) {
            place_narrow(&p, at, type_slots(m->type));
            return p;
        }
        at += type_slots(m->type);
    }
    p.exact = false; /* of an anonymous structure */
    return p;
}

static struct object place_arrow(struct flow *f, struct expr *e)
{
    const struct type *t = e->a->type;

    return place_member(object_target(f, e->a), e, t && t->kind == TYPE_POINTER ? t->base : NULL);
}

static bool is_pointer(const struct expr *e)
{
    return e && e->type && (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY);
}

/* a[b] of an array or pointer. */
static struct object place_subscript(struct flow *f, struct expr *e)
{
    struct expr *pointer = is_pointer(e->a) ? e->a : e->b;
    struct object p = object_target(f, pointer);

    p.fact = fact_join(p.fact, eval(f, pointer == e->a ? e->b : e->a));
    p.exact = false;
    p.loc = e->loc;
    if (p.kind == OBJECT_SLOTS && p.dirty >= 0)
        symbol_mark(f, p.symbol, MARK_INDEXED);
    return p;
}

/* e is t.local[k] or t.global[k], and the tile has one thread in dimension k. */
static bool is_single(const struct expr *e)
{
    const struct expr *m = expr_unparen(e->a);
    const struct type *t = m->a ? m->a->type : NULL;

    if (t && t->kind == TYPE_POINTER)
        t = t->base;
    return t && type_is_amp(t, AMP_TYPE_TILED_INDEX) && e->b->constant && e->b->value >= 0 &&
           e->b->value < t->rank && t->tile[e->b->value] == 1;
}

/* A component of an index or extent. */
static struct object place_component(struct flow *f, struct expr *e)
{
    const struct expr *whole = expr_unparen(e->a);
    struct object p;

    if (whole->amp == AMP_TILED_LOCAL || whole->amp == AMP_TILED_GLOBAL) {
        struct fact fact = eval_both(f, whole->a, e->b);
        if (!is_single(e))
            fact = fact_join(fact, fact_source(f->v, SOURCE_INDEX, e->loc));
        return value_place(fact, e->loc);
    }
    p = object_of(f, e->a);
    p.fact = fact_join(p.fact, eval(f, e->b));
    p.loc = e->loc;
    if (e->b->constant && e->b->value >= 0 && e->b->value < p.n && p.n == type_slots(e->a->type))
        place_narrow(&p, (int)e->b->value, 1);
    else
        p.exact = p.exact && p.n == 1;
    return p;
}

static struct object place_element(struct flow *f, struct expr *e)
{
    struct object p = {.kind = OBJECT_MEMORY, .dirty = -1, .loc = e->loc};

    eval(f, e->a);
    p.fact = eval(f, e->b);
    p.fact = fact_join(p.fact, eval_all(f, &e->args));
    return p;
}

static struct object place_name(struct flow *f, struct expr *e)
{
    const struct variable *x = variable_find(f, e->symbol);

    return x ? variable_place(x, e->loc) : value_place((struct fact){0}, e->loc);
}

struct object object_of(struct flow *f, struct expr *e)
{
    switch (e->kind) {
    case EXPR_PAREN:
        return object_of(f, e->a);
    case EXPR_NAME:
        return place_name(f, e);
    case EXPR_MEMBER:
        if (e->amp == AMP_NONE)
            return place_member(object_of(f, e->a), e, e->a->type);
        break;
    case EXPR_ARROW:
        if (e->amp == AMP_NONE)
            return place_arrow(f, e);
        break;
    case EXPR_SUBSCRIPT:
        if (e->amp == AMP_NONE)
            return place_subscript(f, e);
        if (e->amp == AMP_INDEX_SUBSCRIPT)
            return place_component(f, e);
        if (e->amp == AMP_VIEW_ELEMENT)
            return place_element(f, e);
        break;
    case EXPR_CALL:
        if (e->amp == AMP_VIEW_ELEMENT)
            return place_element(f, e);
        break;
    case EXPR_UNARY:
        if (e->op == OP_DEREF)
            return object_target(f, e->a);
        break;
    case EXPR_ERROR: /* no lvalues */
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_CONVERT:
    case EXPR_HOST_ONLY:
        break;
    }
    return value_place(eval(f, e), e->loc);
}

/* ---- targets of pointers ---- */

static struct object target_of_variable(struct flow *f, struct expr *e)
{
    const struct variable *x = variable_find(f, e->symbol);
    struct object p;

    if (!x) /* a table of constants */
        return value_place((struct fact){0}, e->loc);
    if (e->type->kind == TYPE_ARRAY)
        return variable_place(x, e->loc);
    p = variable_place(x, e->loc);
    if (x->target < 0 || is_marked(f, x->symbol, MARK_MOVED))
        return any_place(object_load(f, &p), e->loc);
    p.fact = object_load(f, &p);
    p.first = x->target;
    p.n = x->target_n;
    p.exact = !is_marked(f, x->symbol, MARK_INDEXED);
    p.dirty = x->dirty;
    return p;
}

/* Pointer + integer. */
static struct object target_of_sum(struct flow *f, struct expr *e)
{
    struct object p = object_target(f, is_pointer(e->a) ? e->a : e->b);

    p.fact = fact_join(p.fact, eval(f, is_pointer(e->a) ? e->b : e->a));
    p.exact = false;
    if (p.kind == OBJECT_SLOTS && p.dirty >= 0)
        symbol_mark(f, p.symbol, MARK_INDEXED);
    return p;
}

struct object object_target(struct flow *f, struct expr *e)
{
    switch (e->kind) {
    case EXPR_PAREN:
        return object_target(f, e->a);
    case EXPR_CONVERT:
        if (e->a->type && e->a->type->kind == TYPE_ARRAY)
            return object_of(f, e->a);
        return object_target(f, e->a);
    case EXPR_NAME:
        if (is_pointer(e))
            return target_of_variable(f, e);
        break;
    case EXPR_UNARY:
        if (e->op == OP_ADDR)
            return object_of(f, e->a);
        break;
    case EXPR_BINARY:
        if ((e->op == OP_ADD || e->op == OP_SUB) && is_pointer(e))
            return target_of_sum(f, e);
        break;
    case EXPR_CALL: /* an array's elements; other pointers have unknown targets */
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_HOST_ONLY:
        if (e->type && e->type->kind == TYPE_ARRAY)
            return object_of(f, e);
        break;
    }
    return any_place(eval(f, e), e->loc);
}

/* ---- loads and stores ---- */

static struct fact slots_load(struct flow *f, int first, int n)
{
    struct fact all = {0};

    for (int i = first; i < first + n; i++)
        all = fact_join(all, now_cell(f, i)->fact);
    return all;
}

struct fact object_load(struct flow *f, const struct object *p)
{
    struct fact all;

    switch (p->kind) {
    case OBJECT_VALUE:
        return p->fact;
    case OBJECT_MEMORY:
        return fact_source(f->v, SOURCE_ELEMENT, p->loc);
    case OBJECT_ANY:
        return fact_source(f->v, SOURCE_POINTER, p->loc);
    case OBJECT_SLOTS:
        break;
    }
    all = slots_load(f, p->first, p->n);
    if (p->is_tile)
        return all.why ? fact_source(f->v, SOURCE_TILE, p->loc) : p->fact;
    if (p->dirty < 0)
        all = fact_step(f->v, all, VARIANCE_VARIABLE, p->loc, p->symbol->name);
    return fact_join(all, p->fact);
}

static void slots_store(struct flow *f, int first, int n, struct fact fact, bool exact)
{
    for (int i = first; i < first + n; i++)
        slot_set(f, i, exact ? fact : fact_join(now_cell(f, i)->fact, fact));
}

/* A store through a pointer whose target is not known. */
static void any_store(struct flow *f, struct fact fact)
{
    for (int i = 0; i < f->variables.n; i++) {
        const struct variable *x = &f->variables.at[i];
        if (x->target >= 0)
            slots_store(f, x->target, x->target_n, fact, false);
        if (x->dirty >= 0)
            slot_set(f, x->dirty, fact_stale(f->v));
        if (is_marked(f, x->symbol, MARK_TAKEN))
            slots_store(f, x->first, x->n, x->is_tile ? fact_stale(f->v) : fact, false);
    }
}

void object_store(struct flow *f, const struct object *p, struct fact fact)
{
    switch (p->kind) {
    case OBJECT_VALUE:
    case OBJECT_MEMORY:
        return;
    case OBJECT_ANY:
        any_store(f, fact_join(fact, p->fact));
        return;
    case OBJECT_SLOTS:
        break;
    }
    if (p->dirty >= 0)
        slot_set(f, p->dirty, fact_stale(f->v));
    if (p->is_tile)
        slots_store(f, p->first, p->n, fact_stale(f->v), true);
    else
        slots_store(f, p->first, p->n, fact_join(fact, p->fact), p->exact);
}

/* ---- whole objects ---- */

/* Copies e, if it is an object of n slots, to [first, first + n). */
static bool slots_copy(struct flow *f, int first, int n, struct expr *e, struct fact *value)
{
    struct expr *from = expr_unparen(e);
    struct object p;

    if (n < 2 || (from->kind != EXPR_NAME && from->kind != EXPR_MEMBER) || from->amp != AMP_NONE)
        return false;
    p = object_of(f, from);
    *value = object_load(f, &p);
    for (int i = 0; i < n; i++)
        slot_set(f, first + i,
                 p.kind == OBJECT_SLOTS && p.n == n && !p.is_tile ? now_cell(f, p.first + i)->fact
                                                                  : *value);
    return true;
}

/* Sets the slots [first, first + VIEW_SLOTS) of a view to the value e. */
static struct fact slots_view(struct flow *f, int first, struct expr *e)
{
    struct fact fact = eval(f, e);

    slot_set(f, first, eval_view_extent(f, e));
    slot_set(f, first + 1, fact);
    return fact;
}

void slots_construct(struct flow *f, int first, const struct type *t, const expr_vec *args)
{
    int n = type_slots(t);
    bool each =
        n == args->n && has_components(t) && !(n == 1 && args->at[0]->type->kind == TYPE_AMP);
    struct fact all = {0};

    if (args->n == 1 && n > 1 && slots_copy(f, first, n, args->at[0], &all))
        return;
    if (args->n == 1 && type_is_view_or_array(t)) {
        slots_view(f, first, args->at[0]);
        return;
    }
    for (int i = 0; i < args->n; i++) {
        struct fact fact = eval(f, args->at[i]);
        all = fact_join(all, fact);
        if (each)
            slot_set(f, first + i, fact);
    }
    if (!each)
        slots_store(f, first, n, all, true);
}

/* Temporary slots, for a value that is not stored in an object yet. */
static int slots_push(struct flow *f, int n)
{
    int first = f->slots.n;

    for (int i = 0; i < n; i++)
        slot_new(f, SLOT_VALUE);
    return first;
}

static void slots_pop(struct flow *f, int first)
{
    f->slots.n = first;
    state_resize(f->v, now(f), first);
}

/* The same for values that are given slot by slot: constructions, compound literals, results of
 * functions. They are evaluated into temporary slots, as their operands may be the object
 * itself. */
static bool slots_value(struct flow *f, int first, int n, struct expr *e, struct fact *value)
{
    struct expr *from = expr_unparen(e);
    bool calls = from->kind == EXPR_CALL && from->amp == AMP_NONE && !from->chosen;
    bool lists = from->kind == EXPR_COMPOUND && from->init;
    struct fact *facts;
    int made;

    if (n < 2 || n > VARIANCE_SLOTS_MAX || type_slots(from->type) != n ||
        (!calls && !lists && from->kind != EXPR_CONSTRUCT))
        return false;
    facts = arena_array(&f->v->arena, struct fact, n);
    made = slots_push(f, n);
    if (calls)
        eval_call(f, from, facts, n);
    else if (lists)
        slots_init(f, made, from->type, from->init);
    else
        slots_construct(f, made, from->type, &from->args);
    for (int i = 0; i < n && !calls; i++)
        facts[i] = now_cell(f, made + i)->fact;
    slots_pop(f, made);
    for (int i = 0; i < n; i++)
        slot_set(f, first + i, facts[i]);
    *value = slots_load(f, first, n);
    return true;
}

struct fact object_assign(struct flow *f, const struct object *p, struct expr *e)
{
    struct fact fact = {0};
    bool whole = p->kind == OBJECT_SLOTS && p->exact && !p->is_tile && fact_is_uniform(p->fact);

    if (whole && p->dirty < 0 &&
        (slots_copy(f, p->first, p->n, e, &fact) || slots_value(f, p->first, p->n, e, &fact)))
        return fact;
    if (whole && p->dirty < 0 && p->n == VIEW_SLOTS && e->type && type_is_view_or_array(e->type))
        return slots_view(f, p->first, e);
    fact = eval(f, e);
    object_store(f, p, fact);
    if (whole && p->n == 1)
        slot_set_constant(f, p->first, e);
    return fact;
}

/* ---- initialisers ---- */

static struct fact init_eval(struct flow *f, struct init *init)
{
    struct fact all = init->expr ? eval(f, init->expr) : (struct fact){0};

    for (int i = 0; i < init->items.n; i++)
        all = fact_join(all, init_eval(f, init->items.at[i].init));
    return all;
}

/* The member that an item of a braced list is for; 'next' when it has no designator. -1: it is not
 * for a whole member. */
static int item_member(const struct init_item *item, const struct record *r, int next)
{
    if (item->designators.n == 0)
        return next < r->members.n ? next : -1;
    for (int i = 0; item->designators.n == 1 && i < r->members.n; i++)
        if (r->members.at[i].name && r->members.at[i].name == item->designators.at[0].name)
            return i;
    return -1;
}

/* Every item of the list is for one member, and no braces are elided. */
static bool list_is_regular(const struct init *init, const struct type *t)
{
    const struct record *r = t && t->kind == TYPE_RECORD ? t->record : NULL;
    int next = 0;

    if (!r || r->is_union || init->expr || record_slots(r) != type_slots(t))
        return false;
    for (int i = 0; i < init->items.n; i++) {
        const struct init_item *item = &init->items.at[i];
        const struct type *m;
        next = item_member(item, r, next);
        if (next < 0)
            return false;
        m = r->members.at[next++].type;
        if (item->init->expr && (m->kind == TYPE_RECORD || m->kind == TYPE_ARRAY) &&
            !(item->init->expr->type && item->init->expr->type->kind == m->kind))
            return false;
    }
    return true;
}

static void list_init(struct flow *f, int first, const struct type *t, struct init *init)
{
    const struct record *r = t->record;
    int next = 0;

    for (int i = 0; i < init->items.n; i++) {
        int at = 0;
        next = item_member(&init->items.at[i], r, next);
        for (int k = 0; k < next; k++)
            at += type_slots(r->members.at[k].type);
        slots_init(f, first + at, r->members.at[next++].type, init->items.at[i].init);
    }
}

void slots_init(struct flow *f, int first, const struct type *t, struct init *init)
{
    int n = type_slots(t);
    struct fact all = {0};

    if (init->expr) {
        struct object p = {
            .kind = OBJECT_SLOTS, .first = first, .n = n, .exact = true, .dirty = -1};
        object_assign(f, &p, init->expr);
    } else if (list_is_regular(init, t)) {
        list_init(f, first, t, init);
    } else {
        all = init_eval(f, init);
        for (int i = 0; i < n; i++)
            slot_set(f, first + i, all);
    }
}
