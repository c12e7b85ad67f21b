/* captures.c - what kernels and continuations capture: modes, types, writes to captured values,
 * pointers. */
#include <string.h>

#include "sema/checks/check.h"

/* ---- what is captured ---- */

static bool is_array_object(const struct type *t)
{
    return t && type_is_amp(t, AMP_TYPE_ARRAY);
}

/* The place in the capture list that names a symbol; NULL: [=] or [&] captures it. */
static const struct capture *capture_written(const struct lambda *l, const struct symbol *s)
{
    for (int i = 0; i < l->captures.n; i++)
        if (l->captures.at[i].symbol == s)
            return &l->captures.at[i];
    return NULL;
}

/* Reports a captured object that holds arrays (AMP's): an array has to be captured by itself. */
static void holder_report(struct code *k, const struct captured *v)
{
    if (code_report(k, DIAG_capture_type, v->loc,
                    "'%s' holds arrays and cannot be captured; capture array_views over the "
                    "arrays that the kernel uses",
                    v->symbol->name))
        diag_note(k->c, v->symbol->loc, "'%s' is declared here", v->symbol->name);
}

/* The captured value of which an lvalue designates all or a subobject; NULL: none. A captured view
 * is such a value, its elements are not. */
static struct captured *captured_root(struct code *k, struct expr *lvalue)
{
    struct lvalue_root root = lvalue_root(lvalue);

    if (!root.variable || root.element || root.through_pointer || !root.variable->symbol)
        return NULL;
    return code_captured(k, root.variable->symbol);
}

struct writing {
    const struct captured *of;
    int mentions, written, assigned; /* 'assigned': overwritten as a whole */
};

static bool writing_expr(struct code_walk *w, struct expr *e)
{
    struct writing *writing = w->data;
    struct expr *target = store_target(e);

    if (w->unevaluated)
        return true;
    writing->mentions += e->kind == EXPR_NAME && e->symbol == writing->of->symbol;
    if (target && captured_root(w->k, target) == writing->of) {
        writing->written++;
        writing->assigned +=
            e->kind == EXPR_ASSIGN && e->op == OP_ASSIGN && expr_unparen(target)->kind == EXPR_NAME;
    }
    return true;
}

static struct writing writing_of(struct code *k, const struct captured *v)
{
    struct writing writing = {.of = v};
    struct code_walk w = {.k = k, .expr = writing_expr, .data = &writing};

    code_walk_stmt(&w, k->launch->lambda->body);
    return writing;
}

static bool is_written(struct code *k, const struct captured *v)
{
    return writing_of(k, v).written > 0;
}

/* The written value depends on the old one, which other threads wrote: a sum, a count, a
 * maximum. */
static bool is_combined(struct code *k, const struct captured *v)
{
    struct writing writing = writing_of(k, v);

    return type_is_scalar(v->symbol->type) && writing.written > 0 &&
           writing.mentions > writing.assigned;
}

/* Why a kernel cannot capture a value of type t; false: it can. */
static bool value_unfit(struct code *k, const struct type *t, struct type_fault *f)
{
    return type_unfit(k->c, t, !type_is_arithmetic(t), f);
}

/* A kernel cannot have the captured value. */
static bool is_unfit(struct code *k, const struct captured *v)
{
    struct type_fault f = {0};

    return v->symbol->type->kind == TYPE_POINTER || value_unfit(k, v->symbol->type, &f);
}

/* Notes how to return a result that was meant to be captured by reference. */
static void result_note(struct code *k, const struct captured *v)
{
    const struct type *t = v->symbol->type;
    const char *name = v->symbol->name;

    if (!is_written(k, v))
        return;
    if (is_combined(k, v))
        diag_note(k->c, v->loc,
                  "what all threads have a part in is a reduction: 'amp_algorithms::reduce(v)' is "
                  "the sum of a view's elements, 'amp_algorithms::reduce(v, f)' what a function "
                  "makes of them; 'ampcc --explain capture-assign' has one");
    else if (t->kind == TYPE_ARRAY || t->kind == TYPE_AMP)
        diag_note(k->c, v->loc, "kernels give results back through the elements of array_views");
    else
        diag_note(k->c, v->loc,
                  "kernels give results back through array_views, as 'array_view<%s> %s_view(1, "
                  "&%s);'",
                  type_text(k->c, type_unqualified(k->c, (struct type *)t)), name, name);
}

/* Whether all variables that [&] captures, but for arrays, could be captured by value. */
static bool may_be_values(struct code *k)
{
    const struct launch *l = k->launch;

    for (int i = 0; i < l->captures.n; i++) {
        const struct captured *v = &l->captures.at[i];
        if (v->mode == CAPTURE_REFERENCE && !capture_written(l->lambda, v->symbol) &&
            !is_array_object(v->symbol->type) && (is_unfit(k, v) || is_written(k, v)))
            return false;
    }
    return true;
}

/* The capture list that [&] has to be, with arrays among what it captures: "&, v, k". */
static const char *mixed_list(struct code *k)
{
    const struct launch *l = k->launch;
    const char *list = "&";
    bool arrays = false;

    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *v = l->captures.at[i].symbol;
        if (is_array_object(v->type))
            arrays = true;
        else
            list = arena_printf(&k->c->arena, "%s, %s", list, v->name);
    }
    return arrays && l->lambda->captures.n == 0 ? list : "=";
}

static void reference_report(struct code *k, const struct captured *v)
{
    const struct lambda *l = k->launch->lambda;
    const char *name = v->symbol->name, *list = mixed_list(k);

    if (type_holds_arrays(v->symbol->type)) {
        holder_report(k, v);
    } else if (capture_written(l, v->symbol)) {
        if (!code_report(k, DIAG_capture_reference, v->loc,
                         "'%s' cannot be captured by reference; write '%s' or [=]", name, name))
            return;
        if (!is_unfit(k, v) && !is_written(k, v))
            diag_fixit(k->c, capture_written(l, v->symbol)->loc, name);
        result_note(k, v);
    } else if (code_report(k, DIAG_capture_reference, l->default_loc.end ? l->default_loc : v->loc,
                           *list == '=' ? "kernels capture by value; write [%s]"
                                        : "kernels capture by reference arrays alone; write [%s]",
                           list)) {
        if (l->default_loc.end && may_be_values(k))
            diag_fixit(k->c, l->default_loc, list);
        diag_note(k->c, v->loc, "this captures '%s' by reference", name);
        result_note(k, v);
    }
}

/* What to capture instead of a pointer. */
static const char *pointer_text(const struct type *to)
{
    if (to->kind == TYPE_FUNCTION)
        return "the function pointer '%s' cannot be captured; call functions by their names";
    if (type_is_amp(to, AMP_TYPE_ARRAY_VIEW) || type_holds_views(to))
        return "the pointer '%s' cannot be captured; capture a copy of what it points to";
    return "the pointer '%s' cannot be captured; capture an array_view over it";
}

/* Captured by value: the type must be one that a kernel can have, and no pointer. */
static void value_report(struct code *k, const struct captured *v)
{
    const struct type *t = v->symbol->type;
    struct type_fault f = {0};
    bool reported = false;

    if (t->kind == TYPE_POINTER)
        reported =
            code_report(k, DIAG_capture_type, v->loc, pointer_text(t->base), v->symbol->name);
    else if (type_holds_arrays(t))
        holder_report(k, v);
    else if (value_unfit(k, t, &f))
        reported =
            code_report(k, DIAG_capture_type, v->loc, "'%s' of type '%s' cannot be captured: %s",
                        v->symbol->name, type_text(k->c, t), f.text);
    if (!reported)
        return;
    type_fault_notes(k->c, &f);
    diag_note(k->c, v->symbol->loc, "'%s' is declared here", v->symbol->name);
}

static void array_value_report(struct code *k, const struct captured *v)
{
    const struct lambda *l = k->launch->lambda;
    const struct capture *written = capture_written(l, v->symbol);
    const char *name = v->symbol->name;

    if (!code_report(k, DIAG_capture_array_value, v->loc,
                     "the %s '%s' must be captured by reference; write [=, &%s]",
                     v->symbol->type->texture ? "texture" : "array", name, name))
        return;
    if (written)
        diag_fixit(k->c, written->loc, arena_printf(&k->c->arena, "&%s", name));
    else if (l->default_loc.end)
        diag_fixit(k->c, (struct loc){l->default_loc.end, l->default_loc.end},
                   arena_printf(&k->c->arena, ", &%s", name));
}

static void captured_report(struct code *k, const struct captured *v)
{
    const struct type *t = v->symbol->type;

    if (!t || t->kind == TYPE_UNKNOWN)
        return;
    if (v->mode == CAPTURE_REFERENCE && !is_array_object(t))
        reference_report(k, v);
    else if (v->mode == CAPTURE_COPY && is_array_object(t))
        array_value_report(k, v);
    else if (v->mode == CAPTURE_COPY)
        value_report(k, v);
}

/* ---- writes to captured values ---- */

static void write_report(struct code *k, const struct expr *at, const struct captured *v)
{
    if (at->type && at->type->quals & QUAL_CONST)
        return; /* an error of C, which has been reported */
    if (is_array_object(v->symbol->type) || v->mode == CAPTURE_REFERENCE || is_unfit(k, v))
        return; /* reported where it was typed, or captured */
    if (code_report(k, DIAG_capture_assign, at->loc,
                    is_combined(k, v)
                        ? "'%s' is captured and cannot be written; to combine what all threads "
                          "have takes a reduction, and for one thread alone a local variable"
                        : "'%s' is captured and cannot be written; copy it to a local variable",
                    v->symbol->name)) {
        diag_note(k->c, v->symbol->loc, "'%s' is declared here", v->symbol->name);
        result_note(k, v);
    }
}

static bool is_const_pointer(const struct type *t)
{
    const struct type *to = t && t->kind == TYPE_POINTER ? t->base : NULL;

    while (to && to->kind == TYPE_ARRAY)
        to = to->base;
    return to && to->quals & QUAL_CONST;
}

/* The captured value whose address e makes: &v, or an array that decays. */
static struct captured *address_of_captured(struct code *k, struct expr *e)
{
    struct expr *a = e->a;

    if (e->kind == EXPR_UNARY && e->op == OP_ADDR)
        return a ? captured_root(k, a) : NULL;
    if (e->kind == EXPR_CONVERT && a && a->type && a->type->kind == TYPE_ARRAY && e->type &&
        e->type->kind == TYPE_POINTER)
        return captured_root(k, a);
    return NULL;
}

/* A captured value as an argument for a parameter through which the function may change it; views
 * are not changed by a change of their elements. */
static void reference_argument(struct code *k, struct expr *call, int i)
{
    struct expr *arg = call->args.at[i];
    const struct captured *v = expr_refers(call, i) ? captured_root(k, arg) : NULL;

    if (v && !type_is_view_or_array(arg->type))
        write_report(k, arg, v);
}

/* A pointer into a captured value may be read through, so it must be one to const. */
static void address_report(struct code *k, struct expr *e)
{
    const struct captured *v = is_const_pointer(e->type) ? NULL : address_of_captured(k, e);

    if (v && !is_array_object(v->symbol->type) && v->mode != CAPTURE_REFERENCE &&
        code_report(k, DIAG_capture_assign, e->loc,
                    "'%s' is captured and cannot be written; take its address as a pointer to "
                    "const",
                    v->symbol->name))
        diag_note(k->c, v->symbol->loc, "'%s' is declared here", v->symbol->name);
}

/* Walks an operand through which memory is only read, without a report of the address at its
 * top. */
static void reading_walk(struct code_walk *w, struct expr *e)
{
    e = expr_unparen(e);
    if (!e)
        return;
    if (address_of_captured(w->k, e)) {
        e = e->a;
        while (e && (e->kind == EXPR_PAREN || e->kind == EXPR_MEMBER))
            e = e->a;
    } else if (e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUB)) {
        reading_walk(w, e->a);
        reading_walk(w, e->b);
        return;
    } else if (e->kind == EXPR_COND) {
        code_walk_expr(w, e->a);
        reading_walk(w, e->b);
        reading_walk(w, e->c);
        return;
    } else if (e->kind == EXPR_BINARY && e->op == OP_COMMA) {
        code_walk_expr(w, e->a);
        reading_walk(w, e->b);
        return;
    }
    if (e && e->kind != EXPR_NAME)
        code_walk_expr(w, e);
}

static bool captures_expr(struct code_walk *w, struct expr *e)
{
    struct code *k = w->k;
    struct expr *target = store_target(e);
    struct captured *v = target ? captured_root(k, target) : NULL;

    if (w->unevaluated)
        return true;
    if (v)
        write_report(k, target, v);
    for (int i = 0; e->kind == EXPR_CALL && i < e->args.n; i++)
        reference_argument(k, e, i);
    if (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE) {
        reading_walk(w, e->a);
        reading_walk(w, e->b);
        return false;
    }
    if (e->kind == EXPR_ARROW || (e->kind == EXPR_UNARY && e->op == OP_DEREF)) {
        reading_walk(w, e->a);
        return false;
    }
    if ((e->kind == EXPR_CONVERT || e->kind == EXPR_CAST) && e->a && is_const_pointer(e->type)) {
        reading_walk(w, e->a);
        return false;
    }
    if (e->kind == EXPR_BINARY && e->type && e->type->kind != TYPE_POINTER &&
        e->op != OP_COMMA) { /* comparisons and differences of pointers */
        reading_walk(w, e->a);
        reading_walk(w, e->b);
        return false;
    }
    if (e->kind == EXPR_COND && is_const_pointer(e->type)) {
        reading_walk(w, e);
        return false;
    }
    address_report(k, e);
    return true;
}

static bool captures_decl(struct code_walk *w, struct decl *d)
{
    (void)w;
    return d->kind != DECL_FUNCTION;
}

/* ---- continuations: lambdas that run on the host ---- */

/* A continuation runs later with copies of the captured values; arrays (C's) are not copied. */
static void kept_report(struct code *k, const struct captured *v)
{
    const struct type *t = v->symbol->type;

    if (v->mode != CAPTURE_COPY && !is_array_object(t))
        code_report(k, DIAG_capture_reference, v->loc,
                    "'%s' may be gone when the continuation runs: capture it by value",
                    v->symbol->name);
    else if (v->mode == CAPTURE_COPY && is_array_object(t))
        array_value_report(k, v);
    else if (t->kind == TYPE_VA_LIST)
        code_report(k, DIAG_capture_type, v->loc,
                    "the va_list '%s' is gone when the continuation runs: read it before",
                    v->symbol->name);
    else if (t->kind == TYPE_ARRAY && t->size < 0)
        code_report(k, DIAG_capture_type, v->loc, "'%s' has no size known at compile time",
                    v->symbol->name);
}

static void check_continuation(struct code *k)
{
    struct code_walk w = {.k = k, .expr = captures_expr, .decl = captures_decl};
    const struct lambda *l = k->launch->lambda;
    bool amp = false;

    for (int i = 0; l->restriction && i < l->restriction->words.n; i++)
        amp = amp || !strcmp(l->restriction->words.at[i].word, "amp");
    if (amp)
        code_report(k, DIAG_amp_restrict_misplaced, l->restriction->loc,
                    "a continuation runs on the host: it cannot be restrict(amp)");
    for (int i = 0; i < k->launch->captures.n; i++)
        kept_report(k, &k->launch->captures.at[i]);
    if (!l->is_mutable)
        code_walk_stmt(&w, l->body);
}

void check_captures(struct ctx *c, const struct program *p, struct findings *findings)
{
    for (int i = 0; i < p->continuations.n; i++) {
        struct code k = {
            .c = c, .program = p, .launch = p->continuations.at[i], .side = RESTRICT_CPU};
        check_continuation(&k);
    }
    for (int i = 0; i < p->launches.n; i++) {
        struct code k = {.c = c,
                         .program = p,
                         .findings = findings,
                         .launch = p->launches.at[i],
                         .side = RESTRICT_AMP};
        struct code_walk w = {.k = &k, .expr = captures_expr, .decl = captures_decl};
        if (!k.launch->lambda)
            continue;
        for (int j = 0; j < k.launch->captures.n; j++)
            captured_report(&k, &k.launch->captures.at[j]);
        if (!k.launch->lambda->is_mutable)
            code_walk_stmt(&w, k.launch->lambda->body);
    }
}
