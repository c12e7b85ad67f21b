/* kernel_args.c - how captured variables travel to a kernel: one list that the kernel's parameters
 * and the launch's arguments both follow; and names of kernels. */
#include "codegen/kernel/kernel.h"

#include <ctype.h>
#include <string.h>

#include "common/hash.h"
#include "parser/walk.h"

/* ---- which views a kernel only reads ---- */

struct writes {
    const struct symbol *view;
    bool found;
};

static bool names(const struct expr *e, const struct symbol *s)
{
    e = expr_evaluated(e);
    return e->kind == EXPR_NAME && e->symbol == s;
}

static void find_writes(struct writes *w, const struct expr *e, bool written);
static void find_in_body(struct writes *w, struct stmt *body);

/* What an lvalue or pointer is part of, with the subscripts on the way. */
static void find_in_operands(struct writes *w, const struct expr *e, bool written)
{
    if (e->a)
        find_writes(w, e->a, written);
    if (e->b)
        find_writes(w, e->b, false);
    if (e->c)
        find_writes(w, e->c, false);
    for (int i = 0; i < e->args.n; i++)
        find_writes(w, e->args.at[i], true);
}

static void find_in_init(struct writes *w, const struct init *init)
{
    if (init->expr)
        find_writes(w, init->expr, false);
    for (int i = 0; i < init->items.n; i++)
        find_in_init(w, init->items.at[i].init);
}

/* Whether a function that gets a value of this type may write what it was made from: AMP types have
 * references. */
static bool is_address_like(const struct type *t)
{
    return t->kind == TYPE_POINTER || t->kind == TYPE_AMP;
}

/* e is the view, or a part of it (and of its parts). */
static bool is_of_view(const struct writes *w, const struct expr *e)
{
    e = expr_evaluated(e);
    while (amp_is_part(e))
        e = expr_evaluated(amp_part_base(e));
    return names(e, w->view);
}

static bool is_element(const struct writes *w, const struct expr *e)
{
    return e->amp == AMP_VIEW_ELEMENT && is_of_view(w, e->a);
}

/* The subscripts and arguments of an element, or of the property of a part. */
static void find_in_subscripts(struct writes *w, const struct expr *e)
{
    if (e->kind == EXPR_SUBSCRIPT)
        find_writes(w, e->b, false);
    for (int i = 0; i < e->args.n; i++)
        find_writes(w, e->args.at[i], false);
    e = expr_evaluated(amp_is_part(e) ? amp_part_base(e) : e->a);
    if (amp_is_part(e))
        find_in_subscripts(w, e);
}

/* Whether elements of the view may be written by e; 'written': e's value may be used to write. Any
 * use of the view that is no plain reading of an element or of its extent counts as writing. */
static void find_writes(struct writes *w, const struct expr *e, bool written)
{
    if (w->found)
        return;
    if (e->chosen) {
        find_writes(w, e->chosen, written);
        return;
    }
    if (is_element(w, e)) {
        w->found = written;
        find_in_subscripts(w, e);
        return;
    }
    switch (e->kind) {
    case EXPR_NAME:
        w->found = e->symbol == w->view;
        return;
    case EXPR_PAREN:
    case EXPR_MEMBER:
        if (e->amp == AMP_VIEW_EXTENT && is_of_view(w, e->a)) {
            find_in_subscripts(w, e);
            return;
        }
        find_writes(w, e->a, written);
        return;
    case EXPR_SUBSCRIPT: { /* of an array in an element: its decay writes nothing */
        const struct expr *array = expr_evaluated(e->a);
        if (expr_is_decay(array))
            array = array->a;
        find_writes(w, array, written);
        find_writes(w, e->b, false);
        return;
    }
    case EXPR_CONVERT:
    case EXPR_CAST:
        find_writes(w, e->a, e->a->type && e->a->type->kind == TYPE_ARRAY);
        return;
    case EXPR_ASSIGN:
        find_in_operands(w, e, true);
        return;
    case EXPR_UNARY:
        find_in_operands(w, e, e->op == OP_ADDR || op_is_step(e->op));
        return;
    case EXPR_CALL: {
        const struct expr *callee = expr_evaluated(e->a);
        if (callee->kind == EXPR_MEMBER)
            find_writes(w, callee, false);
        else if (e->amp == AMP_VIEW_ELEMENT)
            find_writes(w, callee, written);
        for (int i = 0; i < e->args.n; i++) /* values, unless their type can carry an address */
            find_writes(w, e->args.at[i], is_address_like(e->args.at[i]->type));
        return;
    }
    case EXPR_COMPOUND:
        find_in_init(w, e->init);
        return;
    case EXPR_STMT:
        find_in_body(w, e->body);
        return;
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_QUESTIONS:
    case EXPR_ARROW:
    case EXPR_BINARY:
    case EXPR_COND:
    case EXPR_GENERIC:
    case EXPR_CONSTRUCT:
    case EXPR_HOST_ONLY:
        find_in_operands(w, e, false);
        return;
    }
}

static bool find_in_expr(struct walker *walker, struct expr *e)
{
    find_writes(walker->data, e, false);
    return false;
}

static void find_in_body(struct writes *w, struct stmt *body)
{
    struct walker walker = {.data = w, .expr_pre = find_in_expr};

    walk_stmt(&walker, body);
}

static bool is_only_read(const struct launch *l, const struct symbol *s)
{
    struct writes w = {s, false};

    if (s->type->base->quals & QUAL_CONST ||
        (type_is_amp(s->type, AMP_TYPE_ARRAY) && s->type->quals & QUAL_CONST))
        return true;
    find_in_body(&w, l->lambda->body);
    return !w.found;
}

/* ---- arguments ---- */

static long long padded(long long size)
{
    return (size + 7) / 8 * 8;
}

static long long arg_size(const struct kernel_arg *a)
{
    int rank = a->type->rank;

    if (a->kind == AMPC__ARG_VIEW)
        return 16 + 8 * rank + padded(4 * rank);
    if (a->kind == AMPC__ARG_BUFFER)
        return 8;
    return padded(a->type->size > 0 ? a->type->size : 8);
}

/* Devices take at least 1024 bytes of parameters: the largest values go into buffers until all fit.
 */
static void args_fit(const struct launch *l, kernel_arg_vec *v)
{
    enum { ARGS_LIMIT = 900 };
    long long sum = padded(4 * l->rank);

    for (int i = 0; i < v->n; i++)
        sum += arg_size(&v->at[i]);
    while (sum > ARGS_LIMIT) {
        struct kernel_arg *largest = NULL;
        for (int i = 0; i < v->n; i++)
            if (v->at[i].kind == AMPC__ARG_VALUE &&
                (!largest || arg_size(&v->at[i]) > arg_size(largest)))
                largest = &v->at[i];
        if (!largest || arg_size(largest) <= 8)
            return;
        sum -= arg_size(largest) - 8;
        largest->kind = AMPC__ARG_BUFFER;
    }
}

/* The views in an object of type t, which 'at' leads to. */
static void push_views(struct ctx *c, const struct kernel_arg *at, kernel_arg_vec *out)
{
    const struct type *t = at->type;
    int n = type_views(t) == 0       ? 0
            : t->kind == TYPE_ARRAY  ? (int)t->length
            : t->kind == TYPE_RECORD ? t->record->members.n
                                     : 0;

    if (type_is_view_or_array(t)) {
        vec_push(&c->arena, out, *at);
        out->at[out->n - 1].kind = AMPC__ARG_VIEW;
        out->at[out->n - 1].is_const = (t->base->quals & QUAL_CONST) != 0;
        return;
    }
    for (int i = 0; i < n; i++) {
        struct kernel_arg in = *at;
        struct kernel_step step = {t->kind == TYPE_RECORD ? t->record : NULL, i};
        const struct record_member *m = step.record ? &t->record->members.at[i] : NULL;
        in.type = m ? m->type : t->base;
        if (m && m->name)
            in.path = arena_printf(&c->arena, "%s.%s", at->path, m->name);
        else if (!m)
            in.path = arena_printf(&c->arena, "%s[%d]", at->path, i);
        in.steps.at = NULL;
        in.steps.n = in.steps.cap = 0;
        for (int k = 0; k < at->steps.n; k++)
            vec_push(&c->arena, &in.steps, at->steps.at[k]);
        vec_push(&c->arena, &in.steps, step);
        push_views(c, &in, out);
    }
}

void kernel_args(struct ctx *c, const struct launch *l, kernel_arg_vec *out)
{
    for (int i = 0; i < l->captures.n; i++) {
        struct symbol *s = l->captures.at[i].symbol;
        struct kernel_arg a = {
            .symbol = s, .kind = AMPC__ARG_VALUE, .is_const = true, .type = s->type, .path = ""};
        if (s->constant) /* its value stands in the kernel's text */
            continue;
        if (type_is_view_or_array(s->type)) {
            a.kind = AMPC__ARG_VIEW;
            a.is_const = is_only_read(l, s);
        }
        a.group = type_holds_views(s->type);
        vec_push(&c->arena, out, a);
        if (a.group) {
            a.group = false;
            push_views(c, &a, out);
        }
    }
    args_fit(l, out);
}

/* ---- names ---- */

/* Whether a host function's name could make a kernel's name look like one that the generator makes
 * otherwise. */
static bool needs_prefix(const char *name)
{
    if (strncmp(name, "ampc", 4) == 0 || strncmp(name, "k_", 2) == 0)
        return true;
    if (name[0] == 'u' && name[1] == 'x')
        name++;
    return name[0] && strchr("uctx", name[0]) &&
           (name[1] == '_' || isdigit((unsigned char)name[1]) || !name[1]);
}

/* Drivers give files the names of kernels: of a long one the begin and a hash. */
static const char *short_name(struct ctx *c, const char *name)
{
    enum { LONG = 128 };
    if (strlen(name) <= LONG)
        return name;
    return arena_printf(&c->arena, "%.*s_%08x", LONG - 9, name,
                        (unsigned)hash_bytes(name, strlen(name)));
}

const char *kernel_name(struct ctx *c, const struct launch *l)
{
    const char *name =
        l->function ? short_name(c, kernel_plain_name(c, l->function->name)) : "unit";
    const char *prefix = needs_prefix(name) ? "k_" : "";

    if (l->same_line)
        return arena_printf(&c->arena, "%s%s_%dx%d", prefix, name, l->place.line, l->same_line + 1);
    return arena_printf(&c->arena, "%s%s_%d", prefix, name, l->place.line);
}
