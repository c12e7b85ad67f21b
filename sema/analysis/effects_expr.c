/* effects_expr.c - where the values of expressions lead, and which elements their evaluation
 * touches. Relies on conversions being nodes of the tree, and on the rules of amp code: no
 * addresses in elements of views, none made from integers.
 *
 * Example: of '*(p + 1) = v[i];' the value of v[i] is read where v leads, and what p leads to is
 * written. */
#include "sema/types/vector.h"
#include "sema/analysis/effects_internal.h"

/* ---- types ---- */

bool lead_carries(const struct type *t)
{
    return !t || type_holds_addresses(t);
}

/* A pointer to a type whose values hold addresses themselves. */
static bool is_deep(const struct type *t)
{
    return t && t->kind == TYPE_POINTER && lead_carries(t->base);
}

bool lead_reaches(enum lead l)
{
    return (l | LEAD_AWAY) != LEAD_AWAY;
}

enum lead lead_weakened(enum lead l)
{
    return lead_reaches(l) ? LEAD_PERHAPS : l;
}

/* ---- effects ---- */

void effect_touch(struct body *b, const struct type *t, enum lead at, int how)
{
    enum answer a = at == LEAD_THERE   ? ANSWER_PROVED
                    : lead_reaches(at) ? ANSWER_UNKNOWN
                                       : ANSWER_REFUTED;

    if (b->paths.dead ||
        (t && t->kind != TYPE_VOID && lead_carries(t))) /* an object with addresses is no element */
        return;
    if (how & TOUCH_READ)
        b->effect.reads = answer_or(b->effect.reads, a);
    if (how & TOUCH_WRITE)
        b->effect.writes = answer_or(b->effect.writes, a);
}

void effect_escape(struct body *b, enum lead l)
{
    effect_touch(b, NULL, lead_weakened(l), TOUCH_READ | TOUCH_WRITE);
}

/* ---- variables ---- */

static struct holder *holder_find(const struct body *b, const struct symbol *s)
{
    for (int i = 0; i < b->holders.n; i++)
        if (b->holders.at[i].symbol == s)
            return &b->holders.at[i];
    return NULL;
}

void holder_join(struct body *b, const struct symbol *s, enum lead first, enum lead l)
{
    struct holder *h = holder_find(b, s);

    if (b->paths.dead)
        return;
    if (!h) {
        vec_push(&b->q->c->arena, &b->holders, ((struct holder){.symbol = s, .lead = first}));
        h = &b->holders.at[b->holders.n - 1];
        b->changed = true;
    }
    b->changed |= (h->lead | l) != h->lead;
    h->lead |= l;
}

enum lead holder_lead(const struct body *b, const struct symbol *s)
{
    const struct holder *h = holder_find(b, s);

    if (!h)
        return LEAD_AWAY;
    return h->exposed ? lead_weakened(h->lead) : h->lead;
}

/* The variable of which an lvalue designates all or a subobject; NULL: it is reached through a
 * pointer. */
static const struct symbol *variable_of(struct expr *e)
{
    for (; e; e = e->a) {
        if (e->kind == EXPR_NAME)
            return e->symbol;
        if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && expr_is_decay(e->a))
            e = e->a;
        else if (e->kind != EXPR_PAREN && e->kind != EXPR_MEMBER)
            return NULL;
    }
    return NULL;
}

void holder_expose(struct body *b, struct expr *lvalue)
{
    const struct symbol *s = variable_of(lvalue);

    if (!s || b->paths.dead)
        return;
    holder_join(b, s, LEAD_AWAY, LEAD_NONE);
    b->changed |= !holder_find(b, s)->exposed;
    holder_find(b, s)->exposed = true;
}

/* A value that leads to l is assigned to the lvalue 'target'. */
static void assign(struct body *b, struct expr *target, enum lead l)
{
    const struct symbol *s = variable_of(target);

    if (!lead_carries(target->type))
        return;
    if (!s || s->type->reference || s->file_scope || s->storage & STORAGE_STATIC)
        effect_escape(b, l);
    if (s)
        holder_join(b, s, LEAD_AWAY, l);
}

/* ---- lvalues ---- */

static enum lead lead_at(const type_path *p, int k)
{
    return k == p->n ? LEAD_THERE : (enum lead)(LEAD_AT << k);
}

/* Where e leads, a member or an element of an object of type t that leads as LEAD_AT << k. If the
 * type is another one, it is a larger object, put together from such ones. */
static enum lead step(const struct body *b, const struct expr *e, const struct type *t, int k)
{
    const type_path *p = b->q->path;
    long long at;

    if (!type_same_unqualified(p->at[k].of, t))
        return LEAD_PERHAPS;
    if (t->kind == TYPE_ARRAY) {
        if (!integer_constant(e->a->type->kind == TYPE_POINTER ? e->b : e->a, &at))
            return LEAD_AWAY | lead_at(p, k + 1);
        return at == p->at[k].at ? lead_at(p, k + 1) : LEAD_AWAY;
    }
    for (; k < p->n && p->at[k].of->kind == TYPE_RECORD; k++) {
        const struct record_member *m = &p->at[k].of->record->members.at[p->at[k].at];
        if (m == e->member)
            return lead_at(p, k + 1);
        if (m->name) /* else m is an anonymous struct, of which e may be a member */
            return LEAD_AWAY;
    }
    return LEAD_PERHAPS;
}

/* Where e leads, a member or an element of an object of type t with lead l: objects that hold
 * addresses are no elements. */
static enum lead inside(const struct body *b, const struct expr *e, const struct type *t,
                        enum lead l)
{
    enum lead in = l & LEAD_PERHAPS;

    if (lead_carries(t) && !lead_carries(e->type))
        return lead_weakened(l);
    for (int k = 0; l >> k >= LEAD_AT; k++)
        if (l & LEAD_AT << k)
            in |= step(b, e, t, k);
    return in;
}

enum lead lead_all(struct body *b, const expr_vec *args)
{
    enum lead l = LEAD_NONE;

    for (int i = 0; i < args->n; i++)
        l |= lead_value(b, args->at[i]);
    return l;
}

static enum lead member_place(struct body *b, struct expr *e)
{
    enum lead l = lead_place(b, e->a);

    return variable_of(e->a) && !lead_carries(e->type) ? LEAD_NONE : inside(b, e, e->a->type, l);
}

static enum lead subscript_place(struct body *b, struct expr *e)
{
    bool swapped =
        e->b->type && (e->b->type->kind == TYPE_POINTER ||
                       (e->amp == AMP_VIEW_ELEMENT && type_is_view_or_array(e->b->type)));
    struct expr *base = swapped ? e->b : e->a, *array = expr_unparen(base);

    lead_value(b, swapped ? e->a : e->b);
    if (e->amp == AMP_INDEX_SUBSCRIPT || (base->type && base->type->kind == TYPE_VECTOR))
        return lead_place(b, base);
    if (e->amp == AMP_NONE && expr_is_decay(array)) /* its address is not used otherwise */
        return inside(b, e, array->a->type, lead_place(b, array->a));
    return lead_value(b, base);
}

enum lead lead_place(struct body *b, struct expr *e)
{
    if (e->chosen)
        return lead_place(b, e->chosen);
    if (e->kind == EXPR_PAREN)
        return lead_place(b, e->a);
    if (e->kind == EXPR_NAME)
        return lead_carries(e->type) && e->symbol ? holder_lead(b, e->symbol) : LEAD_NONE;
    if (e->kind == EXPR_COMPOUND)
        return lead_init(b, e->init);
    if (e->kind == EXPR_UNARY && (e->op == OP_REAL || e->op == OP_IMAG))
        return lead_place(b, e->a);
    if (e->kind == EXPR_UNARY && e->op == OP_DEREF)
        return lead_value(b, e->a);
    if (e->kind == EXPR_MEMBER && e->amp == AMP_NONE)
        return member_place(b, e);
    if (e->kind == EXPR_ARROW && e->amp == AMP_NONE && e->a->type)
        return inside(b, e, e->a->type->base, lead_value(b, e->a));
    if (e->kind == EXPR_SUBSCRIPT && e->amp != AMP_VIEW_ROW)
        return subscript_place(b, e);
    if (e->kind == EXPR_CALL && e->amp == AMP_VIEW_ELEMENT) {
        lead_all(b, &e->args);
        return lead_value(b, e->a);
    }
    return lead_value(b, e);
}

/* e is an lvalue: its value is the contents of memory. */
static bool is_place(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_NAME:
    case EXPR_COMPOUND:
        return true;
    case EXPR_MEMBER:
    case EXPR_ARROW:
        return e->amp == AMP_NONE;
    case EXPR_SUBSCRIPT:
        return e->amp != AMP_VIEW_ROW;
    case EXPR_CALL:
        return e->amp == AMP_VIEW_ELEMENT;
    case EXPR_UNARY:
        return e->op == OP_DEREF || e->op == OP_REAL || e->op == OP_IMAG;
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_PAREN:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_CAST:
    case EXPR_QUESTIONS:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_HOST_ONLY:
    case EXPR_CONSTRUCT:
    case EXPR_CONVERT:
        return false;
    }
    return false;
}

/* &e, or an array e that decays. If e holds one of several views, the pointer may be moved to
 * another one. */
static enum lead address(struct body *b, struct expr *e)
{
    enum lead l = LEAD_NONE;

    if (lead_carries(e->type)) {
        holder_expose(b, e);
        l = b->q->path && !variable_of(e) ? LEAD_PERHAPS : l;
    }
    return l | lead_place(b, e);
}

/* ---- AMP ---- */

/* Evaluates the object of a method or property: it is read, unless it is a view. */
static enum lead object(struct body *b, struct expr *e)
{
    struct expr *member = e->kind == EXPR_CALL ? expr_strip(e->a) : e;
    enum lead l;

    if (!member || (member->kind != EXPR_MEMBER && member->kind != EXPR_ARROW))
        return LEAD_NONE;
    if (member->kind == EXPR_MEMBER) {
        l = lead_place(b, member->a);
        effect_touch(b, member->a->type, l, TOUCH_READ);
        return l;
    }
    l = lead_value(b, member->a);
    effect_touch(b, member->a->type->base, l, TOUCH_READ);
    return l;
}

/* Copies of values of AMP types. (An index may itself be an element of a view.) */
static enum lead copy(struct body *b, struct expr *e)
{
    enum lead from = lead_value(b, e->b), to = lead_place(b, e->a);

    effect_touch(b, e->a->type, to, TOUCH_WRITE);
    if (type_is_amp(e->a->type, AMP_TYPE_ARRAY)) { /* the elements are copied */
        effect_touch(b, NULL, from, TOUCH_READ);
        effect_touch(b, NULL, to, TOUCH_WRITE);
        return LEAD_NONE;
    }
    assign(b, e->a, from);
    return from;
}

static void atomic(struct body *b, struct expr *e, int how)
{
    for (int i = 0; i < e->args.n; i++) {
        const struct type *t = e->args.at[i]->type;
        enum lead l = lead_value(b, e->args.at[i]);
        if (t->kind == TYPE_POINTER)
            effect_touch(b, t->base, l, i == 0 ? how : TOUCH_READ | TOUCH_WRITE);
    }
}

/* AMP operations that are no lvalues. */
static enum lead amp(struct body *b, struct expr *e)
{
    switch (e->amp) {
    case AMP_VIEW_ROW:
        lead_value(b, e->b);
        return lead_value(b, e->a);
    case AMP_VIEW_SECTION:
    case AMP_VIEW_AS:
    case AMP_VIEW_REINTERPRET:
    case AMP_VIEW_DATA:
        lead_all(b, &e->args);
        return object(b, e);
    case AMP_CONSTRUCT:
        return lead_all(b, &e->args);
    case AMP_COPY:
        return copy(b, e);
    case AMP_INDEX_ASSIGN:
    case AMP_INDEX_STEP:
        effect_touch(b, e->a->type, lead_place(b, e->a), TOUCH_READ | TOUCH_WRITE);
        lead_value(b, e->b);
        return LEAD_NONE;
    case AMP_ATOMIC_LOAD:
        atomic(b, e, TOUCH_READ);
        return LEAD_NONE;
    case AMP_ATOMIC_STORE:
        atomic(b, e, TOUCH_WRITE);
        return LEAD_NONE;
    case AMP_ATOMIC_ADD:
    case AMP_ATOMIC_SUB:
    case AMP_ATOMIC_MAX:
    case AMP_ATOMIC_MIN:
    case AMP_ATOMIC_AND:
    case AMP_ATOMIC_OR:
    case AMP_ATOMIC_XOR:
    case AMP_ATOMIC_INC:
    case AMP_ATOMIC_DEC:
    case AMP_ATOMIC_EXCHANGE:
    case AMP_ATOMIC_COMPARE_EXCHANGE:
        atomic(b, e, TOUCH_READ | TOUCH_WRITE);
        return LEAD_NONE;
    case AMP_VIEW_EXTENT:
    case AMP_EXTENTS:
    case AMP_TILED_INDEX:
    case AMP_WAITS:
    case AMP_FENCES:
    case AMP_LANES:
        object(b, e);
        lead_all(b, &e->args);
        return LEAD_NONE;
    case AMP_VECTOR_ASSIGN:
    case AMP_VECTOR_STEP:
        effect_touch(b, vector_target(e)->type, lead_place(b, vector_target(e)),
                     TOUCH_READ | TOUCH_WRITE);
        lead_value(b, e->b);
        return LEAD_NONE;
    case AMP_VECTOR_VALUE:
        if (e->kind == EXPR_CALL) {
            lead_all(b, &e->args);
            return LEAD_NONE;
        }
        lead_all(b, &e->args);
        /* fall through */
    case AMP_INDEX_BINARY:
    case AMP_INDEX_COMPARE:
    case AMP_TO_INDEX:
        lead_value(b, e->a);
        lead_value(b, e->b);
        return LEAD_NONE;
    case AMP_HOST_ONLY:
        effect_escape(b, LEAD_THERE);
        return LEAD_PERHAPS;
    case AMP_NONE:
    case AMP_INDEX_SUBSCRIPT:
    case AMP_VIEW_ELEMENT:
        break;
    }
    return LEAD_NONE;
}

/* ---- values ---- */

static enum lead unary(struct body *b, struct expr *e)
{
    enum lead l;

    if (e->op == OP_ADDR)
        return address(b, e->a);
    if (!op_is_step(e->op)) {
        lead_value(b, e->a);
        return LEAD_NONE;
    }
    l = lead_place(b, e->a);
    effect_touch(b, e->a->type, l, TOUCH_READ | TOUCH_WRITE);
    return lead_carries(e->type) ? l : LEAD_NONE;
}

static enum lead assignment(struct body *b, struct expr *e)
{
    enum lead to = lead_place(b, e->a), from = lead_value(b, e->b);
    bool updates = e->op != OP_ASSIGN;

    effect_touch(b, e->a->type, to, updates ? TOUCH_READ | TOUCH_WRITE : TOUCH_WRITE);
    if (!updates)
        assign(b, e->a, from);
    return !lead_carries(e->type) ? LEAD_NONE : updates ? to : from;
}

/* ?:, && and ||: an operand that a constant condition excludes is not evaluated. */
static enum lead choice(struct body *b, struct expr *e)
{
    long long known;
    bool constant = integer_constant(e->a, &known);
    enum lead l = lead_value(b, e->a);

    if (e->kind == EXPR_BINARY) {
        if (!constant || (e->op == OP_LAND) == (known != 0))
            lead_value(b, e->b);
        return LEAD_NONE;
    }
    if (constant)
        return known == 0 ? lead_value(b, e->c) : e->b ? lead_value(b, e->b) : l;
    if (e->b)
        l = lead_value(b, e->b);
    return l | lead_value(b, e->c);
}

static enum lead binary(struct body *b, struct expr *e)
{
    enum lead first, second;

    if (e->op == OP_LAND || e->op == OP_LOR)
        return choice(b, e);
    first = lead_value(b, e->a);
    second = lead_value(b, e->b);
    if (!lead_carries(e->type))
        return LEAD_NONE;
    return e->op == OP_COMMA ? second : first | second; /* a pointer and an integer */
}

/* Conversions, casts, and built-in functions that reinterpret bits. */
static enum lead converted(struct body *b, struct expr *e)
{
    const struct type *from = e->a->type, *to = e->type;
    long long known;
    enum lead l;

    if (from && from->kind == TYPE_ARRAY && to && to->kind != TYPE_ARRAY)
        return address(b, e->a);
    l = lead_value(b, e->a);
    if (!lead_carries(to)) {
        if (lead_carries(from) && to->kind != TYPE_VOID && to->kind != TYPE_BOOL)
            effect_escape(b, l);
        return LEAD_NONE;
    }
    if (!lead_carries(from)) /* a null pointer, or one made from an integer */
        return integer_constant(e->a, &known) || from->kind == TYPE_FUNCTION ? LEAD_NONE
                                                                             : LEAD_PERHAPS;
    return is_deep(from) && !is_deep(to) ? lead_weakened(l) : l;
}

static enum lead block_value(struct body *b, struct expr *e)
{
    bool dead = b->paths.dead;

    b->last = LEAD_NONE;
    paths_stmt(&b->paths, e->body);
    b->paths.dead = dead;
    return lead_carries(e->type) ? b->last : LEAD_NONE;
}

enum lead lead_value(struct body *b, struct expr *e)
{
    enum lead l;

    if (!e)
        return LEAD_NONE;
    if (e->chosen)
        return lead_value(b, e->chosen);
    if (is_place(e)) {
        l = lead_place(b, e);
        effect_touch(b, e->type, l, TOUCH_READ);
        return lead_carries(e->type) ? l : LEAD_NONE;
    }
    if (e->amp != AMP_NONE)
        return amp(b, e);
    switch (e->kind) {
    case EXPR_PAREN:
        return lead_value(b, e->a);
    case EXPR_CALL:
        return lead_call(b, e);
    case EXPR_UNARY:
        return unary(b, e);
    case EXPR_BINARY:
        return binary(b, e);
    case EXPR_ASSIGN:
        return assignment(b, e);
    case EXPR_COND:
        return choice(b, e);
    case EXPR_CAST:
    case EXPR_CONVERT:
    case EXPR_CONVERTVECTOR:
        return converted(b, e);
    case EXPR_STMT:
        return block_value(b, e);
    case EXPR_CONSTRUCT:
        return lead_all(b, &e->args);
    case EXPR_LITERALS:
    case EXPR_SIZEOF: /* not evaluated; nor are the following */
    case EXPR_ALIGNOF:
    case EXPR_OFFSETOF:
    case EXPR_TYPES_COMPATIBLE:
        return LEAD_NONE;
    case EXPR_NAME: /* lvalues: is_place */
    case EXPR_COMPOUND:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_SUBSCRIPT:
    case EXPR_GENERIC: /* expr_evaluated has replaced it */
    case EXPR_ERROR:   /* no amp code */
    case EXPR_LABEL:
    case EXPR_VA_ARG:
    case EXPR_LAMBDA:
        effect_escape(b, LEAD_THERE);
        return LEAD_PERHAPS;
    }
    return LEAD_NONE;
}

enum lead lead_init(struct body *b, struct init *i)
{
    enum lead l = i->expr ? lead_value(b, i->expr) : LEAD_NONE;

    for (int k = 0; k < i->items.n; k++)
        l |= lead_init(b, i->items.at[k].init);
    return l;
}
