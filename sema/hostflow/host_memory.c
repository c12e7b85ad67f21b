/* host_memory.c - memory with a name: paths like `a`, `s.data`, `p->data`; whether an lvalue lies
 * in it, and at which byte an access begins. Paths are compared by their names: two different paths
 * may still be aliases. */
#include "sema/hostflow/host_memory.h"

#include <limits.h>

/* ---- paths ---- */

static bool is_pointer(const struct expr *e)
{
    return e && e->type && e->type->kind == TYPE_POINTER;
}

static bool is_array(const struct expr *e)
{
    return e && e->type && e->type->kind == TYPE_ARRAY;
}

static bool is_path(struct expr *e)
{
    while (e && (e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW) && e->amp == AMP_NONE)
        e = expr_address(e->a);
    return e && e->kind == EXPR_NAME && e->symbol &&
           (e->symbol->kind == SYMBOL_VAR || e->symbol->kind == SYMBOL_PARAM);
}

bool host_path_same(struct expr *a, struct expr *b)
{
    a = expr_uncast(a);
    b = expr_uncast(b);
    if (a->kind != b->kind)
        return false;
    if (a->kind == EXPR_NAME)
        return a->symbol == b->symbol;
    return (a->kind == EXPR_UNARY || (a->member && a->member == b->member)) &&
           host_path_same(a->a, b->a);
}

bool host_path_begins(struct expr *begin, struct expr *path)
{
    for (path = expr_uncast(path); path;
         path = path->kind == EXPR_NAME ? NULL : expr_uncast(path->a))
        if (host_path_same(begin, path))
            return true;
    return false;
}

const char *host_path_text(struct ctx *c, struct expr *path)
{
    struct expr *e = expr_uncast(path);

    if (e->kind == EXPR_NAME)
        return e->symbol->name;
    if (e->kind == EXPR_UNARY)
        return arena_printf(&c->arena, "*%s", host_path_text(c, e->a));
    return arena_printf(&c->arena, "%s%s%s", host_path_text(c, e->a),
                        e->kind == EXPR_ARROW ? "->" : ".", e->name);
}

const struct symbol *host_path_root(const struct expr *path)
{
    const struct expr *e = expr_uncast(path);

    while (e->kind != EXPR_NAME)
        e = expr_uncast((const struct expr *)e->a);
    return e->symbol;
}

/* ---- memory ---- */

static struct expr *pointer_operand(const struct expr *e)
{
    struct expr *a = expr_address(e->a);

    return is_pointer(a) || is_array(a) ? e->a : e->b;
}

static bool is_zero(struct expr *e)
{
    long long value;

    return integer_constant(e, &value) && value == 0;
}

static bool lvalue_at(struct expr *e, struct host_memory *m);

bool host_memory_at(struct expr *source, struct host_memory *m)
{
    struct expr *e = expr_address(source);

    *m = (struct host_memory){NULL, false};
    if (!e)
        return false;
    if (e->kind == EXPR_CONVERT || is_array(e))
        return lvalue_at(is_array(e) ? e : e->a, m);
    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        return lvalue_at(e->a, m);
    if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) && is_pointer(e)) {
        bool first = pointer_operand(e) == e->a;
        return host_memory_at(first ? e->a : e->b, m) && is_zero(first ? e->b : e->a);
    }
    if (!is_pointer(e) || !is_path(e))
        return false;
    *m = (struct host_memory){e, true};
    return true;
}

/* The same for the address of an lvalue. */
static bool lvalue_at(struct expr *e, struct host_memory *m)
{
    e = expr_unparen(e);
    if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) {
        bool first = pointer_operand(e) == e->a;
        return host_memory_at(first ? e->a : e->b, m) && is_zero(first ? e->b : e->a);
    }
    if (e->kind == EXPR_UNARY && e->op == OP_DEREF)
        return host_memory_at(e->a, m);
    if (!is_path(e))
        return false;
    *m = (struct host_memory){e, false};
    return true;
}

const struct symbol *host_memory_root(const struct host_memory *m)
{
    return host_path_root(m->path);
}

bool host_memory_same(const struct host_memory *a, const struct host_memory *b)
{
    return a->pointed == b->pointed && host_path_same(a->path, b->path);
}

const char *host_memory_text(struct ctx *c, const struct host_memory *m)
{
    return host_path_text(c, m->path);
}

bool host_memory_is_static(const struct host_memory *m)
{
    return !symbol_is_automatic(host_path_root(m->path));
}

/* The record that a path's last step is a member of; NULL: it is no member. */
static const struct record *step_record(const struct expr *path)
{
    const struct type *t = path->kind == EXPR_NAME ? NULL : path->a->type;

    if (t && path->kind == EXPR_ARROW)
        t = t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY ? t->base : NULL;
    return t && t->kind == TYPE_RECORD ? t->record : NULL;
}

static struct expr *path_next(struct expr *path)
{
    return path->kind == EXPR_NAME ? NULL : expr_address(path->a);
}

bool host_memory_moves(struct expr *lvalue, const struct host_memory *m)
{
    struct expr *e = expr_unparen(lvalue);

    if (!m->pointed && (!is_path(e) || e->type->kind != TYPE_POINTER))
        return false;
    if (is_path(e) && host_path_begins(e, m->path))
        return true;
    for (struct expr *p = m->path; p && m->pointed; p = path_next(p)) {
        const struct record *r = step_record(p);
        bool member = e->kind == EXPR_MEMBER || e->kind == EXPR_ARROW;
        if (r && ((member && e->member && e->member == p->member) ||
                  (e->type && e->type->kind == TYPE_RECORD && e->type->record == r)))
            return true; /* a member of some object, perhaps of this one */
    }
    return false;
}

bool host_memory_exposed(const struct expr *argument, const struct host_memory *m)
{
    const struct type *t = argument->type;

    if (!m->pointed || !t || t->kind != TYPE_POINTER || (t->base && t->base->quals & QUAL_CONST))
        return false;
    t = expr_address((struct expr *)argument)->type;
    t = t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY) ? t->base : NULL;
    for (struct expr *p = m->path; p && t && t->kind == TYPE_RECORD; p = path_next(p))
        if (step_record(p) == t->record)
            return true;
    return false;
}

bool host_memory_in(struct expr *lvalue, const struct host_memory *m)
{
    struct expr *e = expr_unparen(lvalue);

    for (struct expr *p = m->path; !m->pointed && p->kind == EXPR_MEMBER; p = expr_address(p->a))
        if (is_path(e) && host_path_same(e, p->a))
            return true;
    return false;
}

bool host_memory_has(struct expr *lvalue, const struct host_memory *m)
{
    struct expr *e = expr_unparen(lvalue);

    if (!e || e->amp != AMP_NONE)
        return false;
    if (!m->pointed && is_path(e) && host_path_same(e, m->path))
        return true;
    if (e->kind == EXPR_MEMBER)
        return host_memory_has(e->a, m);
    if (e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF))
        return host_memory_reached(e->a, m);
    return e->kind == EXPR_SUBSCRIPT && host_memory_reached(pointer_operand(e), m);
}

bool host_memory_reached(struct expr *pointer, const struct host_memory *m)
{
    struct expr *e = expr_address(pointer);

    if (!e || e->amp != AMP_NONE)
        return false;
    if (m->pointed && is_pointer(e) && is_path(e) && host_path_same(e, m->path))
        return true;
    if (e->kind == EXPR_CONVERT || (e->kind == EXPR_UNARY && e->op == OP_ADDR) || is_array(e))
        return host_memory_has(is_array(e) ? e : e->a, m);
    return e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB) && is_pointer(e) &&
           host_memory_reached(pointer_operand(e), m);
}

/* ---- places in memory ---- */

static struct host_place some_place(void)
{
    return (struct host_place){.kind = HOST_PLACE_SOME};
}

static struct host_place far_place(void)
{
    return (struct host_place){.kind = HOST_PLACE_FAR};
}

static struct host_place place_at(long long at)
{
    return (struct host_place){.kind = HOST_PLACE_AT, .at = at};
}

static struct host_place variable_place(const struct symbol *s, const host_values *values)
{
    const struct init *init = s->declarator ? s->declarator->init : NULL;
    struct host_place p = some_place();
    long long first;

    for (int i = values->n - 1; i >= 0; i--)
        if (values->at[i].variable == s)
            return values->at[i].is;
    p.variable = s;
    if (s->kind != SYMBOL_VAR || s->file_scope || !init)
        return p;
    return init->expr && integer_constant(init->expr, &first) ? place_at(first) : far_place();
}

/* The number is small enough for sums and products not to overflow. */
static bool is_near(struct host_place p)
{
    return p.kind == HOST_PLACE_AT && p.at >= INT_MIN && p.at <= INT_MAX;
}

struct host_place host_place_sum(enum op op, struct host_place a, struct host_place b)
{
    if (op == OP_MUL && a.kind == HOST_PLACE_AT && a.at == 0)
        return a;
    if (op == OP_MUL && b.kind == HOST_PLACE_AT && b.at == 0)
        return b;
    if (a.kind == HOST_PLACE_SOME && a.variable && a.at == 0 && is_near(b) &&
        (op == OP_SUB || op == OP_ADD)) { /* n - 1 */
        a.at = op == OP_SUB ? -b.at : b.at;
        return a;
    }
    if (!is_near(a) || !is_near(b))
        return far_place();
    a.at = op == OP_MUL ? a.at * b.at : op == OP_SUB ? a.at - b.at : a.at + b.at;
    return a;
}

struct host_place host_index_place(struct expr *e, const host_values *values)
{
    long long value;

    if (integer_constant(e, &value))
        return place_at(value);
    e = expr_address(e);
    if (e->kind == EXPR_NAME && e->symbol)
        return variable_place(e->symbol, values);
    if (e->kind == EXPR_UNARY && (e->op == OP_POSTINC || e->op == OP_POSTDEC))
        return host_index_place(e->a, values);
    if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB || e->op == OP_MUL))
        return host_place_sum(e->op, host_index_place(e->a, values),
                              host_index_place(e->b, values));
    return e->kind == EXPR_BINARY ? far_place() : some_place();
}

static struct host_place scaled(struct host_place p, const struct type *element)
{
    if (p.kind == HOST_PLACE_AT && p.at != 0)
        p = element && element->size > 0 && element->size <= INT_MAX && is_near(p)
                ? place_at(p.at * element->size)
                : far_place();
    return p;
}

struct host_place host_pointer_place(struct expr *pointer, const host_values *values)
{
    struct expr *e = expr_address(pointer);

    if (e->kind == EXPR_CONVERT || (e->kind == EXPR_UNARY && e->op == OP_ADDR))
        return host_memory_place(e->a, values);
    if (is_array(e))
        return host_memory_place(e, values);
    if (e->kind == EXPR_BINARY && is_pointer(e)) {
        struct expr *to = pointer_operand(e), *by = to == e->a ? e->b : e->a;
        struct host_place p = host_index_place(by, values);
        p = scaled(p.kind == HOST_PLACE_SOME ? far_place() : p, e->type->base);
        return host_place_sum(e->op, host_pointer_place(to, values), p);
    }
    return place_at(0);
}

struct host_place host_memory_place(struct expr *lvalue, const host_values *values)
{
    struct expr *e = expr_unparen(lvalue);
    struct host_place index;

    if (e->kind == EXPR_MEMBER)
        return host_memory_place(e->a, values);
    if (e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF))
        return host_pointer_place(e->a, values);
    if (e->kind != EXPR_SUBSCRIPT)
        return place_at(0);
    struct expr *to = pointer_operand(e);
    struct host_place p = host_pointer_place(to, values);
    index = scaled(host_index_place(to == e->a ? e->b : e->a, values), e->type);
    if (index.kind == HOST_PLACE_SOME && p.kind == HOST_PLACE_AT && p.at == 0)
        return index;
    return host_place_sum(OP_ADD, p, index);
}
