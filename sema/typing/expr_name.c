/* expr_name.c - names, members and subscripts (C11 6.5.1, 6.5.2.1, 6.5.2.3), and messages about
 * undeclared names. */
#include <string.h>

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/hint.h"
#include "sema/typing/typing.h"

static bool is_function_name(const char *name)
{
    return strcmp(name, "__func__") == 0 || strcmp(name, "__FUNCTION__") == 0 ||
           strcmp(name, "__PRETTY_FUNCTION__") == 0;
}

/* Whether the name is one of <ampc.h>, which is not included. */
static bool lacks_header(struct sema *s, const char *name)
{
    return ((strncmp(name, "ampc_", 5) == 0 && name[5] != '_') || strncmp(name, "AMPC_", 5) == 0) &&
           !scope_find(s, intern_str(s->c->names, "ampc_wait"));
}

/* Whether the name is a word of C++ that the host's compiler does not have either. */
static bool is_foreign(struct sema *s, const char *name)
{
    return strcmp(name, "nullptr") == 0 && !sema_host_fact(s, "AMPC__NULLPTR");
}

/* Reports an undeclared name, once for each kernel or function, as C compilers do. */
static void undeclared_tell(struct sema *s, const struct expr *e)
{
    struct undeclared u = {e->name,
                           s->launch ? (const void *)s->launch : (const void *)s->function};

    for (int i = 0; i < s->undeclared.n; i++)
        if (s->undeclared.at[i].name == u.name && s->undeclared.at[i].code == u.code)
            return;
    vec_push(&s->c->arena, &s->undeclared, u);
    if (!(s->region & RESTRICT_AMP) && lacks_header(s, e->name)) {
        diag(s->c, DIAG_invalid_c, e->loc, "'%s' is not declared; include <ampc.h>", e->name);
        return;
    }
    const char *hint = hint_text(s->c, e->name), *near;
    if (scope_find_tag(s, e->name, false))
        hint = arena_printf(&s->c->arena, "; in C a struct is named 'struct %s'", e->name);
    near = *hint ? NULL : scope_nearest(s, e->name);
    diag(s->c, DIAG_invalid_c, e->loc,
         near ? "'%s' is not declared; did you mean '%s'?" : "'%s' is not declared%s", e->name,
         near ? near : hint);
    if (near)
        diag_fixit(s->c, e->loc, near);
}

/* In host code most undeclared names are left to the host compiler. */
void undeclared_report(struct sema *s, const struct expr *e)
{
    if (s->region & RESTRICT_AMP || lacks_header(s, e->name) ||
        (s->program->uses_amp && is_foreign(s, e->name)))
        undeclared_tell(s, e);
}

struct undeclared_names {
    struct sema *s;
    bool found;
};

static bool undeclared_expr(struct walker *w, struct expr *e)
{
    struct undeclared_names *names = w->data;

    /* without a type: a template argument of what is unknown, as in unknown.tile<N, N>() */
    if (e->kind != EXPR_NAME || e->symbol || e->ns || e->constant || e->amp || !e->type ||
        !type_is_unknown(e->type) || strncmp(e->name, "__", 2) == 0)
        return true;
    undeclared_tell(names->s, e);
    names->found = true;
    return true;
}

bool undeclared_within(struct sema *s, struct expr *e)
{
    struct undeclared_names names = {s, false};
    struct walker w = {.data = &names, .expr_pre = undeclared_expr};

    if (!s->c->incomplete)
        walk_expr(&w, e);
    return names.found;
}

static void undeclared(struct sema *s, struct expr *e)
{
    if (!e->ns && is_function_name(e->name)) {
        long long n = s->function ? (long long)strlen(s->function->name) : 0;
        struct type *of = type_qualified(s->c, type_basic(TYPE_CHAR), QUAL_CONST);

        e->type = type_array(s->c, of, n + 1);
        e->lvalue = true;
        return;
    }
    e->type = type_basic(TYPE_UNKNOWN);
    if (amp_expr_name(s, e))
        return;
    if (!e->ns)
        undeclared_report(s, e);
    else if (builtin_space(e->ns))
        diag(s->c, DIAG_amp_function_pointer, e->loc,
             "'%s::%s' has no address: a function of AMP's can only be called", e->ns, e->name);
}

void name_type(struct sema *s, struct expr *e)
{
    struct symbol *symbol = e->ns ? NULL : scope_find(s, e->name);

    if (!symbol) {
        undeclared(s, e);
        return;
    }
    if (symbol->kind == SYMBOL_VAR && symbol->type->kind == TYPE_VOID &&
        launch_named_report(s, e)) {
        e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    if (symbol->kind == SYMBOL_FUNCTION && symbol->closed && !s->remade) {
        diag(s->c, DIAG_unsupported, e->loc,
             "'%s' is a lambda in amp code: all that can be done with it is to call it", e->name);
        e->type = type_basic(TYPE_UNKNOWN);
        return;
    }
    e->symbol = symbol;
    e->type = symbol->kind == SYMBOL_TYPEDEF      ? type_basic(TYPE_UNKNOWN)
              : symbol->type->kind == TYPE_RECORD ? type_referred(s->c, symbol->type)
                                                  : symbol->type;
    e->constant = symbol->constant && symbol->type->size <= 8;
    e->value = symbol->value;
    if (s->amp_use > 0 || s->region == RESTRICT_AMP || (s->launch && !symbol->file_scope))
        symbol->amp_used = true;
    if (symbol->kind != SYMBOL_VAR && symbol->kind != SYMBOL_PARAM)
        return;
    e->lvalue = true;
    if (s->launch)
        launch_use(s, e);
    closure_use(s, e);
}

/* ---- members, C11 6.5.2.3 ---- */

static void no_member(struct sema *s, struct expr *e, const struct type *t)
{
    e->type = type_basic(TYPE_UNKNOWN);
    if (t->kind == TYPE_UNKNOWN)
        return;
    if (t->kind != TYPE_RECORD)
        sema_invalid(s, e->name_loc, "'%s' has no members", type_text(s->c, t));
    else if (!t->record->complete)
        sema_invalid(s, e->name_loc, "'%s' is incomplete here", type_text(s->c, t));
    else
        sema_invalid(s, e->name_loc, "'%s' has no member '%s'", type_text(s->c, t), e->name);
}

/* The type of the object of a member access: a record, if the access is correct. */
static const struct type *object_type(struct sema *s, struct expr *e)
{
    const struct type *t = e->a->type;

    if (e->kind == EXPR_MEMBER)
        return t;
    if (t->kind == TYPE_POINTER)
        return t->base;
    if (t->kind != TYPE_UNKNOWN)
        sema_invalid(s, e->op_loc, "'%s' is no pointer", type_text(s->c, t));
    return type_basic(TYPE_UNKNOWN);
}

void member_type(struct sema *s, struct expr *e)
{
    const struct type *t;

    if (e->kind == EXPR_ARROW)
        sema_value(s, &e->a);
    else
        sema_expr(s, &e->a);
    if (amp_expr_member(s, e) || vector_member(s, e))
        return;
    t = object_type(s, e);
    if (t->kind == TYPE_RECORD)
        e->member = type_find_member(s->c, t->record, e->name, NULL);
    if (!e->member) {
        no_member(s, e, t);
        return;
    }
    e->type = t->quals ? type_qualified(s->c, e->member->type, t->quals & ~(unsigned)QUAL_RESTRICT)
                       : e->member->type;
    e->lvalue = e->kind == EXPR_ARROW || e->a->lvalue;
}

/* ---- subscripts, 6.5.2.1 ---- */

void subscript_type(struct sema *s, struct expr *e)
{
    const struct type *a, *b, *pointer;

    sema_expr(s, &e->a);
    sema_value(s, &e->b);
    if (amp_expr_subscript(s, e))
        return;
    sema_value(s, &e->a);
    a = e->a->type;
    b = e->b->type;
    e->lvalue = true;
    if (a->kind == TYPE_VECTOR) {
        e->type = a->base;
        return;
    }
    pointer = a->kind == TYPE_POINTER ? a : b->kind == TYPE_POINTER ? b : NULL;
    e->type = pointer ? pointer->base : type_basic(TYPE_UNKNOWN);
    if (type_is_unknown(a) || type_is_unknown(b))
        return;
    if (!pointer || !type_is_integer(pointer == a ? b : a)) {
        if (!launch_captures(s, e->a) && !amp_row_report(s, e->b))
            sema_invalid(s, e->loc, "'%s' has no subscript of type '%s'%s", type_text(s->c, a),
                         type_text(s->c, b), amp_number_hint(s, e->b));
        e->type = type_basic(TYPE_UNKNOWN);
    }
}
