/* bodies.c - statements, declarations, names and expressions that amp code may not have: the list
 * of docs/LANGUAGE.md ("C in kernels"), node by node.
 *
 * Example: goto, a volatile object, a string literal outside of printf, a cast to a function
 * pointer. */
#include "sema/checks/check.h"

#include <string.h>

#include "sema/types/builtin.h"

/* ---- statements ---- */

static bool bodies_stmt(struct code_walk *w, struct stmt *s)
{
    struct code *k = w->k;

    switch (s->kind) {
    case STMT_GOTO:
        code_report(k, DIAG_amp_goto, s->keyword_loc.end ? s->keyword_loc : s->loc,
                    "amp code cannot have goto; write it with loops and conditions");
        return true;
    case STMT_LABEL:
        code_report(k, DIAG_amp_label, s->name_loc.end ? s->name_loc : s->loc,
                    "amp code cannot have labels");
        return true;
    case STMT_LOCAL_LABELS:
        code_report(k, DIAG_amp_label, s->loc, "amp code cannot have labels");
        return true;
    case STMT_ASM:
        code_report(k, DIAG_amp_asm, s->keyword_loc.end ? s->keyword_loc : s->loc,
                    "amp code cannot have asm");
        return false;
    case STMT_ERROR:
    case STMT_EMPTY:
    case STMT_EXPR:
    case STMT_DECL:
    case STMT_COMPOUND:
    case STMT_IF:
    case STMT_SWITCH:
    case STMT_LOOPS:
    case STMT_CONTINUE:
    case STMT_BREAK:
    case STMT_RETURN:
    case STMT_CASE:
    case STMT_DEFAULT:
        break;
    }
    return true;
}

/* ---- declarations ---- */

/* Attributes that change the meaning of code; all others may be dropped. */
static const char *const unfit_attributes[] = {"cleanup", "alias", "scalar_storage_order",
                                               "transparent_union", "section"};

static void attrs_report(struct code *k, const struct attr *a)
{
    for (; a; a = a->next)
        for (size_t i = 0; i < sizeof unfit_attributes / sizeof *unfit_attributes; i++)
            if (strcmp(a->name, unfit_attributes[i]) == 0)
                code_report(k, DIAG_amp_gnu, a->loc, "amp code cannot have the attribute '%s'",
                            a->name);
}

static void storage_report(struct code *k, const struct spec *spec, const struct init_declarator *v)
{
    struct loc loc = spec->storage_loc.end ? spec->storage_loc : spec->loc;
    unsigned storage = spec->storage & (STORAGE_STATIC | STORAGE_EXTERN | STORAGE_THREAD);

    if (!storage || (v->type && v->type->kind == TYPE_FUNCTION))
        return;
    if (storage == STORAGE_STATIC && v->symbol && symbol_is_constant(v->symbol)) {
        if (k->c->strict)
            code_report(k, DIAG_amp_strict_global, loc,
                        "C++ AMP has no static variables in amp code; declare the constant at "
                        "file scope");
        return;
    }
    if (storage & STORAGE_THREAD)
        code_report(k, DIAG_amp_static, loc, "amp code cannot have thread-local variables");
    else if (storage & STORAGE_EXTERN)
        code_report(k, DIAG_amp_static, loc,
                    "amp code cannot have extern variables; pass the value as an argument");
    else
        code_report(k, DIAG_amp_static, loc,
                    "amp code cannot have static variables, unless they are const and have a "
                    "constant initialiser");
}

static bool bodies_decl(struct code_walk *w, struct decl *d)
{
    struct code *k = w->k;

    if (d->kind == DECL_FUNCTION) {
        code_report(k, DIAG_amp_gnu, declarator_name_loc(d->declarator, d->loc),
                    "amp code cannot have nested functions; define it at file scope");
        return false;
    }
    if (d->kind == DECL_ASM)
        code_report(k, DIAG_amp_asm, d->loc, "amp code cannot have asm");
    if (d->spec)
        attrs_report(k, d->spec->attrs);
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        storage_report(k, d->spec, v);
        attrs_report(k, v->declarator->attrs);
        if (v->declarator->has_asm)
            code_report(k, DIAG_amp_asm, declarator_name_loc(v->declarator, d->loc),
                        "amp code cannot have asm");
    }
    return true;
}

/* ---- names ---- */

static void global_report(struct code *k, const struct expr *e, const struct symbol *s)
{
    const char *kind = s->file_scope ? "global" : "static";
    const char *way = s->type->kind == TYPE_ARRAY ? "; use an array_view over it"
                      : s->type->kind == TYPE_AMP && s->type->amp == AMP_TYPE_ARRAY_VIEW
                          ? "; copy it to a local variable"
                      : k->launch ? "; capture a local copy"
                                  : "; pass its value as an argument";

    if (code_report(k, DIAG_amp_global, e->loc, "amp code cannot use the %s variable '%s'%s", kind,
                    s->name, way))
        diag_note(k->c, s->loc, "'%s' is declared here", s->name);
}

static bool type_is_table(const struct type *t)
{
    return t->kind == TYPE_ARRAY || t->kind == TYPE_RECORD;
}

/* A string literal whose characters are wider than a byte. */
static bool has_wide_string(const struct init *init)
{
    const struct type *t = init->expr ? init->expr->type : NULL;

    if (init->expr)
        return init->expr->kind == EXPR_STRING && t && t->kind == TYPE_ARRAY && t->base->size > 1;
    for (int i = 0; i < init->items.n; i++)
        if (has_wide_string(init->items.at[i].init))
            return true;
    return false;
}

/* Reports the use of a variable of static storage duration, unless it is a constant. */
static void static_report(struct code *k, const struct expr *e, const struct symbol *s)
{
    struct type_fault f = {0};

    if (s->constant || !s->type || s->type->kind == TYPE_UNKNOWN)
        return;
    if (!s->file_scope && code_declares(k, s) && (k->c->strict || !symbol_is_constant(s)))
        return; /* storage_report has reported it */
    if (!symbol_is_constant(s) || s->storage & STORAGE_THREAD || s->type->kind == TYPE_POINTER ||
        s->type->kind == TYPE_AMP || type_unfit(k->c, s->type, type_is_table(s->type), &f))
        global_report(k, e, s);
    else if (s->init && has_wide_string(s->init)) {
        if (code_report(k, DIAG_amp_string, e->loc,
                        "amp code cannot use '%s', a table of wide characters from a string "
                        "literal; write its elements as numbers",
                        s->name))
            diag_note(k->c, s->loc, "'%s' is declared here", s->name);
    } else if (k->c->strict &&
               code_report(k, DIAG_amp_strict_global, e->loc,
                           "C++ AMP has no constants but integers in amp code; pass '%s' as an "
                           "argument or capture it",
                           s->name))
        diag_note(k->c, s->loc, "'%s' is declared here", s->name);
}

static void name_report(struct code_walk *w, const struct expr *e)
{
    struct code *k = w->k;
    const struct symbol *s = e->symbol;

    if (w->unevaluated)
        return;
    if (expr_is_function_name(e)) {
        code_report(k, DIAG_amp_string, e->loc, "amp code cannot have the string '%s'", e->name);
        return;
    }
    if (!s || s->kind != SYMBOL_VAR)
        return;
    if (!symbol_is_automatic(s))
        static_report(k, e, s);
}

/* A constant that is replaced by its value: it is declared outside of k's code, and not
 * captured. */
static bool is_value(const struct code *k, const struct symbol *s)
{
    if (!s->constant || s->kind != SYMBOL_VAR)
        return false;
    return !symbol_is_automatic(s) || (k->launch && s->lambda != k->launch->lambda);
}

/* &LIMIT, where LIMIT is a constant's name. */
static bool address_report(struct code *k, struct expr *e)
{
    struct expr *a = expr_unparen(e->a);
    struct symbol *s = a && a->kind == EXPR_NAME ? a->symbol : NULL;

    if (e->op != OP_ADDR || !s || !is_value(k, s))
        return false;
    if (code_report(k, DIAG_amp_global, e->loc,
                    "'%s' is a value without an address in amp code; copy it to a local variable",
                    s->name))
        diag_note(k->c, s->loc, "'%s' is declared here", s->name);
    return true;
}

/* Reports __real__ and __imag__ of real numbers. (Complex types are reported as such.) */
static void complex_part_report(struct code *k, const struct expr *e)
{
    if ((e->op == OP_REAL || e->op == OP_IMAG) && e->a->type && e->a->type->kind != TYPE_UNKNOWN &&
        e->a->type->kind != TYPE_COMPLEX)
        code_report(k, DIAG_amp_gnu, e->loc, "amp code cannot have '%s'", op_text(e->op));
}

/* ---- conversions, division ---- */

static bool is_pointer(const struct type *t)
{
    return t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY);
}

/* The type of the objects that a pointer points to; of arrays their element type, which has the
 * qualifiers. NULL: t is no pointer. */
static const struct type *pointed(const struct type *t)
{
    if (t->kind != TYPE_POINTER)
        return NULL;
    do
        t = t->base;
    while (t && t->kind == TYPE_ARRAY);
    return t;
}

static void const_cast_report(struct code *k, const struct expr *e)
{
    const struct type *from = pointed(e->a->type), *to = pointed(e->type);

    if (from && to && from->quals & QUAL_CONST && !(to->quals & QUAL_CONST) &&
        to->kind != TYPE_UNKNOWN)
        code_report(k, DIAG_amp_const_cast, e->loc,
                    "%s const away; writing through the result is undefined in amp code, so "
                    "keep it const, or begin with a pointer that is not",
                    e->kind == EXPR_CAST ? "casting" : "this takes");
}

static void conversion_report(struct code *k, const struct expr *e)
{
    const struct type *from = e->a ? e->a->type : NULL, *to = e->type;
    long long value;

    if (!from || !to)
        return;
    if (is_pointer(from) && type_is_integer(to) && to->kind != TYPE_BOOL)
        code_report(k, DIAG_amp_pointer_cast, e->loc,
                    "amp code cannot convert a pointer to an integer");
    else if (type_is_integer(from) && to->kind == TYPE_POINTER &&
             !(integer_constant(e->a, &value) && value == 0))
        code_report(k, DIAG_amp_pointer_cast, e->loc,
                    "amp code cannot convert an integer to a pointer");
    else
        const_cast_report(k, e);
}

/* ---- expressions ---- */

/* Walks the arguments of a call where string literals are allowed: of printf and nan. In calls of
 * functions that amp code cannot call they are not reported once more, nor is the stderr of
 * fprintf. */
static void text_walk(struct code_walk *w, struct expr *call)
{
    for (int i = 0; i < call->args.n; i++) {
        struct expr *e = expr_strip(call->args.at[i]);
        bool goes = e && (e->kind == EXPR_STRING ||
                          (e->kind == EXPR_NAME && e->symbol && e->symbol->system));
        if (!goes)
            code_walk_expr(w, call->args.at[i]);
    }
}

/* The call that assert makes when it fails: its string literals are allowed. */
static bool is_assert_call(struct expr *e)
{
    const struct expr *f = callee_expr(e);

    return f && (strcmp(f->name, "__assert_fail") == 0 || strcmp(f->name, "__assert") == 0);
}

/* Reports a method of the host in a host function on trial. In amp code typing has reported it. */
static void method_report(struct code *k, struct expr *e)
{
    struct expr *f = expr_strip(e->a);
    const struct type *t = f && f->kind == EXPR_MEMBER && f->a ? f->a->type : NULL;
    const struct amp_member *m =
        t && t->kind == TYPE_AMP ? amp_member_find(amp_owner(t), f->name, AMP_METHOD) : NULL;

    if (k->trial && m && !(m->sides & RESTRICT_AMP))
        code_report(k, DIAG_amp_member, f->name_loc, "amp code cannot call '%s'", m->name);
}

/* A call of a function that is not amp, which check_calls reports. */
static bool is_refused(struct expr *e)
{
    const struct expr *f = e->amp == AMP_NONE ? callee_expr(e) : NULL;

    return f && !(f->symbol && symbol_version(f->symbol, RESTRICT_AMP));
}

static bool call_walk(struct code_walk *w, struct expr *e)
{
    const struct builtin *b = builtin_called(e);

    method_report(w->k, e);
    if (is_assert_call(e))
        return false;
    if (b ? b->kind != BUILTIN_PRINTF && builtin_param_letter(b, 0) != 's' : !is_refused(e))
        return true;
    text_walk(w, e);
    return false;
}

/* assert(x && "why"): the string is a remark for the reader. */
static bool is_remark(struct expr *e)
{
    const struct expr *text = e->op == OP_LAND ? expr_strip(e->b) : NULL;

    return text && text->kind == EXPR_STRING;
}

static bool bodies_expr(struct code_walk *w, struct expr *e)
{
    struct code *k = w->k;

    switch (e->kind) {
    case EXPR_NAME:
        name_report(w, e);
        return true;
    case EXPR_STRING:
        if (!w->unevaluated && !diag_error_in(k->c, e->loc))
            code_report(k, DIAG_amp_string, e->loc,
                        "amp code cannot have strings, except in printf");
        return true;
    case EXPR_CALL:
        return call_walk(w, e);
    case EXPR_UNARY:
        complex_part_report(k, e);
        return !address_report(k, e);
    case EXPR_OFFSETOF:
        if (!e->constant && !w->unevaluated)
            code_report(k, DIAG_amp_gnu, e->loc,
                        "amp code cannot have an offset that is no constant");
        return true;
    case EXPR_BINARY:
        if (is_remark(e)) {
            code_walk_expr(w, e->a);
            return false;
        }
        return true;
    case EXPR_CAST:
    case EXPR_CONVERT:
        if (!w->unevaluated)
            conversion_report(k, e);
        return true;
    case EXPR_LABEL:
        code_report(k, DIAG_amp_gnu, e->loc, "amp code cannot take the address of a label");
        return true;
    case EXPR_CONVERTVECTOR:
        code_report(k, DIAG_amp_gnu, e->loc, "amp code cannot have vectors");
        return true;
    case EXPR_VA_ARG:
        code_report(k, DIAG_amp_variadic, e->loc,
                    "amp code cannot have variable arguments; use an array and a count");
        return true;
    case EXPR_LAMBDA: /* reported where it was typed */
        return false;
    case EXPR_ERROR: /* amp code may have these */
    case EXPR_INT:
    case EXPR_CHAR:
    case EXPR_FLOAT:
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
    case EXPR_TYPES_COMPATIBLE:
    case EXPR_PAREN:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_COMPOUND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONSTRUCT:
        break;
    }
    return true;
}

void check_bodies_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = bodies_expr, .stmt = bodies_stmt, .decl = bodies_decl};

    code_walk_stmt(&w, code_body(k));
}

void check_bodies(struct ctx *c, const struct program *p, struct findings *findings)
{
    for (int i = 0; i < p->functions.n; i++)
        if (p->functions.at[i]->is_nested)
            diag(c, DIAG_amp_gnu, p->functions.at[i]->loc,
                 "a nested function cannot be restrict(amp); define it at file scope");
    amp_code_each(c, p, findings, check_bodies_code);
}
