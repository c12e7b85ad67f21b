/* strict.c - what -famp-strict adds: C++ AMP's own limits on types and values. */
#include "sema/checks/check.h"

/* -famp-strict, besides the types themselves: C++ AMP's long has 32 bits, C's here 64: amp code may
 * use only the low 32 bits of one. Pointers to bool have no arithmetic. */

bool type_is_wide_long(const struct type *t)
{
    return t->size > 4 && (t->kind == TYPE_LONG || t->kind == TYPE_ULONG);
}

/* ---- long ---- */

/* The type is named by a typedef of a system header, such as size_t or int64_t, which need not be a
 * long elsewhere. */
static bool is_wide_name(const struct spec *s)
{
    while (s && s->kind == SPEC_NAME && s->symbol && !s->symbol->system)
        s = s->symbol->spec;
    return s && s->kind == SPEC_NAME && s->symbol && s->type && type_is_wide_long(s->type);
}

static void spec_report(struct code *k, const struct spec *s)
{
    if (s && s->kind == SPEC_NAME && s->type && type_is_wide_long(s->type) && is_wide_name(s))
        code_report(k, DIAG_amp_strict_type, spec_type_loc(s),
                    "C++ AMP has no 64-bit '%s' in amp code; use 'int' or 'unsigned'", s->name);
}

static bool strict_spec(struct code_walk *w, struct spec *s)
{
    spec_report(w->k, s);
    return true;
}

/* A constant of type long that does not fit 32 bits. */
static bool is_wide_constant(const struct expr *e)
{
    return e->constant && e->type && type_is_wide_long(e->type) &&
           (e->value < -0x80000000LL || e->value > 0xffffffffLL);
}

static bool is_wide_shift(struct expr *e)
{
    long long count;

    return (e->kind == EXPR_BINARY || e->kind == EXPR_ASSIGN) &&
           (e->op == OP_SHL || e->op == OP_SHR) && e->amp == AMP_NONE && e->a->type &&
           type_is_wide_long(e->a->type) && integer_constant(e->b, &count) && count >= 32 &&
           count < 64;
}

/* ---- pointers to bool ---- */

static bool is_bool_pointer(const struct expr *e)
{
    return e && e->type && e->type->kind == TYPE_POINTER && e->type->base &&
           e->type->base->kind == TYPE_BOOL && !expr_is_decay(e);
}

static bool moves_bool_pointer(struct expr *e)
{
    long long number;

    if (e->amp != AMP_NONE)
        return false;
    bool sum = e->op == OP_ADD || e->op == OP_SUB;
    if (e->kind == EXPR_BINARY)
        return sum && (is_bool_pointer(e->a) || is_bool_pointer(e->b));
    if (e->kind == EXPR_ASSIGN)
        return sum && is_bool_pointer(e->a);
    if (e->kind == EXPR_UNARY)
        return op_is_step(e->op) && is_bool_pointer(e->a);
    return e->kind == EXPR_SUBSCRIPT &&
           ((is_bool_pointer(e->a) && !(integer_constant(e->b, &number) && number == 0)) ||
            (is_bool_pointer(e->b) && !(integer_constant(e->a, &number) && number == 0)));
}

/* ---- the walk ---- */

static bool strict_expr(struct code_walk *w, struct expr *e)
{
    struct code *k = w->k;

    if (is_wide_constant(e)) {
        code_report(k, DIAG_amp_strict_type, e->loc,
                    "'%s' has 32 bits in C++ AMP, too few for %lld", type_text(k->c, e->type),
                    e->value);
        return false;
    }
    if (is_wide_shift(e))
        code_report(k, DIAG_amp_strict_type, e->op_loc.end ? e->op_loc : e->loc,
                    "'%s' has 32 bits in C++ AMP, too few for this shift",
                    type_text(k->c, e->a->type));
    else if (moves_bool_pointer(e))
        code_report(k, DIAG_amp_strict_type, e->op_loc.end ? e->op_loc : e->loc,
                    "C++ AMP has no arithmetic on pointers to bool in amp code");
    return true;
}

static void strict_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = strict_expr, .spec = strict_spec};

    if (k->function && k->function->definition) {
        spec_report(k, k->function->definition->spec);
        for (int i = 0; i < k->function->params.n; i++)
            if (k->function->params.at[i])
                spec_report(k, k->function->params.at[i]->spec);
    }
    for (int i = 0; k->launch && i < k->launch->captures.n; i++) {
        const struct captured *v = &k->launch->captures.at[i];
        if (v->mode == CAPTURE_COPY && v->symbol->spec && is_wide_name(v->symbol->spec) &&
            code_report(k, DIAG_capture_type, v->loc,
                        "'%s' of type '%s' cannot be captured: C++ AMP has no 64-bit integers in "
                        "amp code; use 'int' or 'unsigned'",
                        v->symbol->name, v->symbol->spec->name))
            diag_note(k->c, v->symbol->loc, "'%s' is declared here", v->symbol->name);
    }
    code_walk_stmt(&w, code_body(k));
}

void check_strict(struct ctx *c, const struct program *p, struct findings *findings)
{
    if (c->strict)
        amp_code_each(c, p, findings, strict_code);
}
