/* places.c - what a body may name: variables and the scalars in them, elements of views, pointers.
 * The generator knows what an expression reads and writes, so that none is undefined. */
#include "gen.h"

#include <stdlib.h>

struct var vars[200];
int vars_n, names, objects_n;
struct effects acc, never;

struct var *add_var(struct var v)
{
    if (vars_n == 200)
        exit(3);
    vars[vars_n] = v;
    return &vars[vars_n++];
}

mask new_object(void)
{
    return (mask)1 << (objects_n++ % 60);
}

char *new_name(const char *stem)
{
    static const char *const odd[] = {"global",  "kernel",        "half",     "float4",  "local",
                                      "barrier", "get_global_id", "constant", "uint",    "image",
                                      "event_t", "max",           "as_int",   "vec_step"};

    chance(6); /* so that a seed keeps its programs */
    if (chance(6))
        return format("%s_%d", odd[pick(14)], names++);
    return format("%s%d", stem, names++);
}

struct ex full(char *s, int t)
{
    return (struct ex){s, t, floating(t) ? 0 : lowest(t), floating(t) ? 0 : highest(t)};
}

struct unsequenced begin_operands(void)
{
    struct unsequenced u = {acc, never};
    acc = (struct effects){0, 0};
    return u;
}

void between(void)
{
    never.r |= acc.w;
    never.w |= acc.r | acc.w;
}

void end_operands(struct unsequenced u)
{
    acc.r |= u.acc.r, acc.w |= u.acc.w;
    never = u.never;
}

struct ex subscript(int n, int depth)
{
    struct ex e;
    if (depth <= 0 && vars_n && chance(70)) {
        struct var *v = &vars[pick((unsigned)vars_n)];
        if (v->kind == INTEGER && v->hi < n && v->lo >= 0)
            return (struct ex){v->name, INT, v->lo, v->hi};
        if (v->kind == OBJECT && v->type->kind == SCALAR && !floating(v->type->scalar) &&
            !(v->objects & never.r)) {
            acc.r |= v->objects;
            return (struct ex){format("(unsigned)%s %% %d", v->name, n), UINT, 0, n - 1};
        }
    }
    if (n == 1 || depth <= 0 || chance(15))
        return (struct ex){format("%u", pick((unsigned)n)), INT, 0, n - 1};
    e = integer_expr(depth > 2 ? 1 : depth - 1);
    if (e.lo >= 0 && e.hi < n)
        return e;
    if (!(n & (n - 1)) && chance(70))
        return (struct ex){format("%s & %d", e.s, n - 1), promoted(e.t), 0, n - 1};
    return (struct ex){format("(unsigned)%s %% %d", e.s, n), UINT, 0, n - 1};
}

char *part(const struct type **t, char *s, int depth)
{
    while ((*t)->kind != SCALAR)
        if ((*t)->kind == ARRAY) {
            s = format("%s[%s]", s, subscript((*t)->n, depth).s);
            between();
            *t = (*t)->of;
        } else {
            unsigned k = pick((unsigned)(*t)->fields);
            s = format("%s.m%u", s, k);
            *t = (*t)->field[k];
        }
    return s;
}

char *view_element(const struct var *v, int depth)
{
    char *s = v->name, *subscripts = "";
    struct ex e;
    bool brackets = chance(30);
    if (v->whole && chance(50))
        return format(chance(50) ? "%s(%s)" : "%s[%s]", s, v->whole);
    for (int k = 0; k < v->rank; k++) {
        e = v->fixed[k] ? full(format("%s", v->fixed[k]), INT) : subscript(v->dims[k], depth);
        between();
        if (brackets)
            s = format("%s[%s]", s, e.s);
        else
            subscripts = format("%s%s%s", subscripts, k ? ", " : "", e.s);
    }
    return brackets ? s : format("%s(%s)", s, subscripts);
}

char *access_var(const struct var *v, int depth)
{
    switch (v->kind) {
    case VIEW:
        return view_element(v, depth);
    case POINTER:
        if (chance(30))
            return format("(*%s)", v->name);
        if (chance(20))
            return format("(*(%s + (%s)))", v->name, subscript(v->n, depth).s);
        return format("%s[%s]", v->name, subscript(v->n, depth).s);
    default:
        return v->name;
    }
}

struct var *any_var(bool write)
{
    for (int tries = 0; tries < 12 && vars_n; tries++) {
        struct var *v = &vars[pick((unsigned)vars_n)];
        if (chance(50) && vars_n > 12)
            v = &vars[vars_n - 1 - (int)pick(12)];
        if (v->objects & (write ? never.w : never.r) ||
            (write && (v->read_only || v->kind == INTEGER)))
            continue;
        return v;
    }
    return NULL;
}

struct ex place(int depth, bool write, struct var **of)
{
    struct var *v = any_var(write);
    const struct type *t;
    char *s;

    *of = v;
    if (!v)
        return (struct ex){NULL, INT, 0, 0};
    if (v->kind == INTEGER)
        return (struct ex){v->name, INT, v->lo, v->hi};
    t = v->type;
    struct effects before = never;
    if (v->kind == POINTER && t->kind == STRUCT && chance(60)) {
        unsigned k = pick((unsigned)t->fields);
        s = format("%s->m%u", v->name, k);
        t = t->field[k];
    } else {
        s = access_var(v, depth);
    }
    between();
    s = part(&t, s, depth);
    never = before;
    return full(s, t->scalar);
}

struct ex read_place(int depth)
{
    struct var *v;
    struct ex e = place(depth, false, &v);
    if (!e.s)
        return literal();
    if (v->kind == POINTER && chance(25)) {
        acc.r |= v->self;
        if (v->base && chance(60))
            return chance(50) ? (struct ex){format("(%s - %s)", v->name, v->base), LONG, 0, 64}
                              : (struct ex){
                                    format("(%s %s %s)", v->name, chance(50) ? "==" : ">", v->base),
                                    INT, 0, 1};
        return (struct ex){format(chance(50) ? "!%s" : "(%s != 0)", v->name), INT, 0, 1};
    }
    acc.r |= v->objects;
    return e;
}

/* A pointer to n elements made of another one, which reaches as many. */
static char *pointer_from(const struct var *v, int n, int depth)
{
    if (v->type == &basic[INT] && !v->read_only && chance(30))
        return format("advance(%s, %d)", v->name, v->n - n);
    return v->n > n && chance(50) ? format("%s + (%s)", v->name, subscript(v->n - n + 1, depth).s)
                                  : v->name;
}

/* A pointer into a view. Only the last subscript runs through elements side by side. */
static char *pointer_into_view(const struct var *v, const struct type *t, int n, int depth)
{
    if (v->type == t && !v->whole) {
        int last = v->rank - 1;

        if (v->fixed[last] || v->dims[last] < n ||
            (v->rank > 1 && !v->fixed[last - 1] && chance(50)))
            return NULL;
        if (v->rank == 1)
            return format("&%s(%s)", v->name, subscript(v->dims[0] - n + 1, depth).s);
        if (v->rank == 2)
            return format("&%s(%s, %s)", v->name,
                          v->fixed[0] ? v->fixed[0] : subscript(v->dims[0], depth).s,
                          subscript(v->dims[1] - n + 1, depth).s);
    }
    return v->type == t && n == 1 ? format("&%s", view_element(v, depth)) : NULL;
}

/* A pointer into an object: an array, a row of one, a scalar or struct, a member. */
static char *pointer_into_object(const struct var *v, const struct type *t, int n, int depth,
                                 const char **base)
{
    const struct type *of = v->type;

    if (of->kind == ARRAY && of->of == t && of->n >= n) {
        if (base)
            *base = v->name;
        return of->n == n ? v->name
                          : format(chance(50) ? "&%s[%s]" : "%s + (%s)", v->name,
                                   subscript(of->n - n + 1, depth).s);
    }
    if (of->kind == ARRAY && of->of->kind == ARRAY && of->of->of == t && of->of->n >= n)
        return format("%s[%s]", v->name, subscript(of->n, depth).s);
    if (of == t && n == 1)
        return format("&%s", v->name);
    if (of->kind == STRUCT && n == 1)
        for (int k = 0; k < of->fields; k++)
            if (of->field[k] == t)
                return format("&%s.m%d", v->name, k);
    return NULL;
}

char *pointer_to(const struct type *t, int n, bool write, int depth, mask *objects,
                 const char **base)
{
    if (base)
        *base = NULL;
    for (int tries = 0; tries < 25 && vars_n; tries++) {
        struct var *v = &vars[pick((unsigned)vars_n)];
        char *s = NULL;

        if (v->kind == INTEGER || (v->objects & (write ? never.w | never.r : never.r)) ||
            (v->read_only && write))
            continue;
        *objects = v->objects;
        if (v->kind == OBJECT)
            s = pointer_into_object(v, t, n, depth, base);
        else if (v->kind == VIEW)
            s = pointer_into_view(v, t, n, depth);
        else if (v->type == t && v->n >= n)
            s = pointer_from(v, n, depth);
        if (s)
            return s;
    }
    return NULL;
}
