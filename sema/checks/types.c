/* types.c - types of amp code: members, pointers, arrays, elements of views, signatures of amp
 * functions. */
#include "sema/checks/check.h"

#include <string.h>

/* ---- which types amp code can have ---- */

/* Basic types that kernels do not have, and what to use instead. */
static const struct {
    enum type_kind kind;
    const char *instead;
} unfit_kinds[] = {
    {TYPE_INT128, "two 64-bit integers"},
    {TYPE_UINT128, "two 64-bit integers"},
    {TYPE_LDOUBLE, "'double'"},
    {TYPE_FLOAT128, "'double'"},
    {TYPE_DECIMAL, "'double' or an integer"},
    {TYPE_COMPLEX, "a struct of two numbers"},
    {TYPE_VECTOR, "an array or a struct"},
};

static const char vla_text[] = "amp code cannot have arrays of variable length; use a constant";

static bool fault_set(struct type_fault *f, enum diag_id id, const char *text)
{
    f->id = id;
    f->text = text;
    return true;
}

static bool unfit_basic(struct ctx *c, const struct type *t, struct type_fault *f)
{
    for (size_t i = 0; i < sizeof unfit_kinds / sizeof *unfit_kinds; i++)
        if (unfit_kinds[i].kind == t->kind)
            return fault_set(f, DIAG_amp_type,
                             arena_printf(&c->arena, "amp code cannot have '%s'; use %s",
                                          type_text(c, t), unfit_kinds[i].instead));
    if (t->kind == TYPE_VA_LIST)
        return fault_set(f, DIAG_amp_variadic,
                         "amp code cannot have variable arguments; use an array and a count");
    return false;
}

/* Of the basic types C++ AMP has bool, int, long, float and double, each in four bytes or eight of
 * a double; a bool is no element, and a member only at a multiple of four bytes (2.4.1.2, 2.4.1.3).
 * A long of eight bytes is accepted where nothing depends on its size (strict.c). */
static bool unfit_strict(struct ctx *c, const struct type *t, bool nested, struct type_fault *f)
{
    const struct type *own = t->kind == TYPE_ENUM && t->base ? t->base : t;
    const char *text = "C++ AMP has no '%s' in amp code; use 'int' or 'unsigned'";

    if (!c->strict || (own->kind != TYPE_FLOAT16 && (!type_is_integer(own) || own->size == 4)) ||
        (!nested && (own->kind == TYPE_BOOL || type_is_wide_long(own))))
        return false;
    if (own->kind == TYPE_FLOAT16)
        text = "C++ AMP has no '%s' in amp code; use 'float'";
    else if (own->kind == TYPE_BOOL)
        text = "C++ AMP has no '%s' in arrays, views and odd places of structures; use 'int' or "
               "'unsigned'";
    else if (type_is_wide_long(own))
        text = "'%s' has 64 bits here and 32 in C++ AMP; use 'int' or 'unsigned' in arrays, "
               "structures and views";
    return fault_set(f, DIAG_amp_strict_type, arena_printf(&c->arena, text, type_text(c, t)));
}

static bool unfit_pointer(struct ctx *c, const struct type *t, bool nested, struct type_fault *f)
{
    const struct type *to = t->base;

    if (to && to->kind == TYPE_FUNCTION)
        return fault_set(f, DIAG_amp_function_pointer,
                         "amp code cannot have function pointers; call the function by its name");
    if (to && to->kind == TYPE_POINTER)
        return fault_set(
            f, DIAG_amp_pointer_level,
            arena_printf(
                &c->arena,
                "amp code cannot have '%s', a pointer to a pointer; use one array and indices",
                type_text(c, t)));
    if (nested)
        return fault_set(
            f, DIAG_amp_pointer_store,
            "amp code cannot store pointers in structures, arrays, views or tile_static "
            "objects; store an index instead");
    return to && !type_is_amp(to, AMP_TYPE_ARRAY) && type_unfit(c, to, false, f);
}

static bool unfit_array(struct ctx *c, const struct type *t, struct type_fault *f)
{
    if (t->length == LENGTH_VARIABLE)
        return fault_set(f, DIAG_amp_vla, vla_text);
    return t->base && type_unfit(c, t->base, true, f);
}

/* A typedef with less alignment than the type's natural one. */
static bool is_under_aligned(const struct type *t)
{
    while (t->kind == TYPE_ARRAY && t->base)
        t = t->base;
    if (t->kind == TYPE_ENUM && t->base)
        return t->align < t->base->align;
    return t->kind >= TYPE_BOOL && t->kind < TYPE_DECIMAL && t->align < type_basic(t->kind)->align;
}

static bool unfit_member(struct ctx *c, const struct record_member *m, struct type_fault *f)
{
    if (m->bits >= 0)
        return fault_set(f, DIAG_amp_bitfield,
                         "amp code cannot have bit-fields; use whole integers and masks");
    if (m->packed || (m->type && is_under_aligned(m->type)))
        return fault_set(f, DIAG_amp_packed,
                         "amp code cannot have packed or under-aligned members");
    bool aligned_bool = m->type && m->type->kind == TYPE_BOOL && m->offset % 4 == 0;
    return m->type && type_unfit(c, m->type, !aligned_bool, f);
}

static bool unfit_record(struct ctx *c, const struct type *t, bool nested, struct type_fault *f)
{
    const struct record *r = t->record;

    for (int i = 0; r && i < r->members.n; i++) {
        const struct record_member *m = &r->members.at[i];
        if (r->flexible && i == r->members.n - 1 && m->type && m->type->kind == TYPE_ARRAY &&
            m->type->length <= 0)
            fault_set(f, DIAG_amp_flexible_array,
                      "amp code cannot have flexible array members; give the array a size");
        else if (!unfit_member(c, m, f))
            continue;
        vec_push(&c->arena, &f->members, m);
        vec_push(&c->arena, &f->records, r);
        return true;
    }
    if (r && r->packed && r->members.n > 0)
        return fault_set(f, DIAG_amp_packed, "amp code cannot have packed structures");
    if (r && !c->incomplete && !r->complete && !nested)
        return fault_set(f, DIAG_amp_type,
                         arena_printf(&c->arena,
                                      "amp code cannot have '%s', which is not defined here",
                                      type_text(c, t)));
    return false;
}

static bool unfit_amp(struct ctx *c, const struct type *t, struct type_fault *f)
{
    switch (t->amp) {
    case AMP_TYPE_ARRAY:
        if (t->reference)
            return false;
        return fault_set(
            f, DIAG_amp_type,
            arena_printf(&c->arena,
                         "amp code has %ss by reference only: write '%s &', or a pointer",
                         t->texture ? "texture" : "array", type_text(c, t)));
    case AMP_TYPE_ACCELERATOR:
    case AMP_TYPE_ACCELERATOR_VIEW:
    case AMP_TYPE_COMPLETION_FUTURE:
    case AMP_TYPE_ACCELERATOR_LIST:
        return fault_set(
            f, DIAG_amp_type,
            arena_printf(&c->arena, "amp code cannot have objects of type '%s'", type_text(c, t)));
    case AMP_TYPE_WORDS:
    case AMP_TYPE_INDEX:
    case AMP_TYPE_EXTENT:
    case AMP_TYPE_TILED_EXTENT:
    case AMP_TYPE_TILED_INDEX:
    case AMP_TYPE_TILE_BARRIER:
    case AMP_TYPE_ARRAY_VIEW:
        break;
    }
    return false;
}

bool type_unfit(struct ctx *c, const struct type *t, bool nested, struct type_fault *f)
{
    if (t->kind == TYPE_UNKNOWN || t->kind == TYPE_FUNCTION)
        return false;
    if (t->quals & QUAL_VOLATILE)
        return fault_set(f, DIAG_amp_volatile,
                         "amp code cannot have volatile objects; leave volatile out, what threads "
                         "share needs atomic functions");
    if (t->quals & QUAL_ATOMIC)
        return fault_set(
            f, DIAG_amp_type,
            "amp code cannot have _Atomic objects; use the atomic_ functions on plain ones");
    if (t->kind == TYPE_POINTER)
        return unfit_pointer(c, t, nested, f);
    if (t->kind == TYPE_ARRAY)
        return unfit_array(c, t, f);
    if (t->kind == TYPE_RECORD)
        return unfit_record(c, t, nested, f);
    if (t->kind == TYPE_AMP)
        return unfit_amp(c, t, f);
    return unfit_basic(c, t, f) || unfit_strict(c, t, nested, f);
}

static const char *record_text(struct ctx *c, const struct record *r)
{
    if (r->tag)
        return arena_printf(&c->arena, "'%s %s'", r->is_union ? "union" : "struct", r->tag);
    if (r->typedef_name)
        return arena_printf(&c->arena, "'%s'", r->typedef_name);
    return r->is_union ? "an unnamed union" : "an unnamed structure";
}

void type_fault_notes(struct ctx *c, const struct type_fault *f)
{
    for (int i = f->members.n - 1; i >= 0; i--) {
        const struct record_member *m = f->members.at[i];
        if (m->name)
            diag_note(c, m->loc, "member '%s' of %s is declared here", m->name,
                      record_text(c, f->records.at[i]));
        else
            diag_note(c, m->loc, "it is an unnamed member of %s", record_text(c, f->records.at[i]));
    }
}

/* ---- where amp code names types ---- */

static void report_fault(struct code *k, struct loc loc, const struct type_fault *f)
{
    const struct record_member *m = f->members.n ? f->members.at[f->members.n - 1] : NULL;
    bool own = m && code_declares(k, f->records.at[f->records.n - 1]);
    struct type_fault outer = *f;

    if (own) /* its own structure: the member is reported */
        loc = m->loc;
    if (!code_report(k, f->id, loc, "%s", f->text))
        return;
    if (own)
        outer.members.n--;
    type_fault_notes(k->c, &outer);
}

/* Reports type t at 'loc' if it is unfit. */
static bool type_report(struct code *k, const struct type *t, bool nested, struct loc loc)
{
    struct type_fault f = {0};

    if (!t || !type_unfit(k->c, t, nested, &f))
        return false;
    report_fault(k, loc, &f);
    return true;
}

/* The brackets of a declarator's variable length, else its name. */
static struct loc declarator_fault_loc(const struct declarator *d, const struct type_fault *f,
                                       struct loc otherwise)
{
    if (f->id == DIAG_amp_vla)
        for (const struct deriv *v = d ? d->derivs : NULL; v; v = v->next)
            if (v->kind == DERIV_ARRAY && v->size && !v->size->constant && v->loc.end)
                return v->loc;
    return declarator_name_loc(d, otherwise);
}

/* A pointer to arrays, at any depth of t. */
static bool leads_to_array(const struct type *t)
{
    bool leads = false;

    for (; t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY); t = t->base)
        leads = leads || t->kind == TYPE_POINTER;
    return leads && t && type_is_amp(t, AMP_TYPE_ARRAY);
}

/* A variably modified type: an array of variable length, or a pointer to one. */
static bool is_variably_modified(const struct type *t)
{
    for (; t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY); t = t->base)
        if (t->kind == TYPE_ARRAY && t->length == LENGTH_VARIABLE)
            return true;
    return false;
}

/* The specifiers name a typedef with an array of variable length in it. */
static bool names_vla(const struct spec *spec)
{
    return spec && spec->kind == SPEC_NAME && is_variably_modified(spec->type);
}

/* ... which is declared in the code itself, and is reported there. */
static bool names_own_vla(const struct code *k, const struct spec *spec)
{
    return names_vla(spec) && spec->symbol && code_declares(k, spec->symbol);
}

/* Reports a type that is only named, as in sizeof: only a variable length is a fault. */
static void named_report(struct code *k, const struct spec *spec, const struct declarator *d,
                         const struct type *t, struct loc otherwise)
{
    const struct type_fault f = {.id = DIAG_amp_vla};

    if (is_variably_modified(t) && !names_own_vla(k, spec))
        code_report(k, DIAG_amp_vla,
                    names_vla(spec) ? spec_type_loc(spec) : declarator_fault_loc(d, &f, otherwise),
                    vla_text);
}

/* Reports the type t of a declaration with 'spec' and 'd': at the specifiers if they alone are
 * unfit. */
static void declared_report(struct code *k, const struct spec *spec, const struct declarator *d,
                            const struct type *t, struct loc otherwise)
{
    struct type_fault f = {0};

    if (names_own_vla(k, spec))
        return;
    const struct type *named = spec && spec->kind == SPEC_NAME ? spec->type : NULL;
    bool tag = named && named->kind == TYPE_RECORD && named->record->tag == spec->name;
    if (named && !spec->symbol && !diag_doubts(k->c, spec->loc) &&
        (tag || named->kind == TYPE_UNKNOWN)) {
        code_report(k, DIAG_invalid_c, spec->loc, "unknown type name '%s'%s%s%s", spec->name,
                    tag ? "; in C a struct is named 'struct " : "", tag ? spec->name : "",
                    tag ? "'" : "");
        return;
    }
    if (spec && spec->type && !(t && (t->reference || t->kind == TYPE_UNKNOWN)) &&
        !leads_to_array(t) &&
        type_report(k, spec->type, false,
                    spec->qual_loc.end ? spec->qual_loc : spec_type_loc(spec)))
        return;
    if (t && type_unfit(k->c, t, false, &f))
        report_fault(k, declarator_fault_loc(d, &f, otherwise), &f);
}

static void declared_name(struct code_walk *w, struct type_name *n)
{
    if (n)
        declared_report(w->k, n->spec, n->declarator, n->type, n->loc);
}

/* The function derivation of a declarator; NULL: it declares no function. */
static struct deriv *function_deriv(const struct declarator *d)
{
    return d && d->derivs && d->derivs->kind == DERIV_FUNCTION ? d->derivs : NULL;
}

/* The signature of an amp function: parameters, result, no variable arguments. */
static void signature_report(struct code *k, const struct spec *spec, const struct declarator *d,
                             const struct type *t)
{
    struct deriv *v = function_deriv(d);

    if (d && d->name && strcmp(d->name, "main") == 0)
        return; /* it cannot be amp at all */
    if (t && t->kind == TYPE_FUNCTION && t->base)
        declared_report(k, spec, d, t->base, d->name_loc);
    if (!v)
        return;
    if (v->variadic)
        code_report(k, DIAG_amp_variadic, declarator_name_loc(d, v->loc),
                    "an amp function cannot take variable arguments; give it an array and a count");
    for (int i = 0; i < v->params.n; i++) {
        struct param *p = v->params.at[i];
        const struct type *pt = p->symbol ? p->symbol->type : NULL;
        if (!pt && t && t->kind == TYPE_FUNCTION && i < t->params.n)
            pt = t->params.at[i];
        declared_report(k, p->spec, p->declarator, pt, p->loc);
    }
}

static void vars_report(struct code *k, struct decl *d)
{
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        if (d->spec->storage &
            STORAGE_TYPEDEF) /* other declared names are reported where they are used */
            named_report(k, d->spec, v->declarator, v->type, v->declarator->loc);
        else if (v->type && v->type->kind != TYPE_FUNCTION)
            declared_report(k, d->spec, v->declarator, v->type, v->declarator->loc);
    }
}

static bool types_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION)
        return false; /* a nested function, which is reported as such */
    if (d->kind == DECL_VARS)
        vars_report(w->k, d);
    return true;
}

static bool types_spec(struct code_walk *w, struct spec *s)
{
    const struct record *r = s->type && s->type->kind == TYPE_RECORD ? s->type->record : NULL;

    if (s->kind != SPEC_RECORD || !s->record || !s->record->defined)
        return true;
    for (int i = 0; r && i < r->members.n; i++)
        if (is_variably_modified(r->members.at[i].type))
            code_report(w->k, DIAG_amp_vla, r->members.at[i].loc, vla_text);
    return true;
}

static void compared_report(struct code *k, const struct type_name *n)
{
    if (n)
        named_report(k, n->spec, n->declarator, n->type, n->loc);
}

static bool types_expr(struct code_walk *w, struct expr *e)
{
    switch (e->kind) {
    case EXPR_FLOAT:
    case EXPR_INT:
        if (e->type)
            type_report(w->k, e->type, false, e->loc);
        return true;
    case EXPR_SIZEOF:
    case EXPR_ALIGNOF:
        declared_name(w, e->type_name);
        if (e->a && e->a->type)
            type_report(w->k, e->a->type, false, expr_unparen(e->a)->loc);
        return true;
    case EXPR_CAST:
    case EXPR_COMPOUND:
    case EXPR_OFFSETOF:
        declared_name(w, e->type_name);
        return true;
    case EXPR_CONSTRUCT:
        type_report(w->k, e->type, false, e->loc);
        return true;
    case EXPR_TYPES_COMPATIBLE:
        compared_report(w->k, e->type_name);
        compared_report(w->k, e->type_name2);
        return true;
    case EXPR_LAMBDA:
        return false;
    case EXPR_ERROR: /* the type is that of an operand or of a declaration, which is checked itself
                      */
    case EXPR_NAME:
    case EXPR_CHAR:
    case EXPR_STRING:
    case EXPR_PAREN:
    case EXPR_CALL:
    case EXPR_SUBSCRIPT:
    case EXPR_MEMBER:
    case EXPR_ARROW:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_COND:
    case EXPR_GENERIC:
    case EXPR_STMT:
    case EXPR_CONVERT:
    case EXPR_LABEL:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        break;
    }
    return true;
}

void check_types_code(struct code *k)
{
    struct code_walk w = {.k = k, .expr = types_expr, .decl = types_decl, .spec = types_spec};

    if (k->trial) {
        struct decl *d = k->function->definition;
        signature_report(k, d->spec, d->declarator, k->function->type);
    }
    if (k->launch) {
        for (int i = 0; i < k->launch->lambda->params.n; i++) {
            struct param *p = k->launch->lambda->params.at[i];
            declared_report(k, p->spec, p->declarator, p->symbol ? p->symbol->type : NULL, p->loc);
        }
    }
    code_walk_stmt(&w, code_body(k));
}

/* ---- the whole unit: elements of views, signatures of amp functions ---- */

/* The member by which a structure holds an AMP object, which cannot be copied to a device byte by
 * byte; NULL: none. */
static const struct record_member *record_view(const struct type *t)
{
    while (t->kind == TYPE_ARRAY && t->base)
        t = t->base;
    if (t->kind != TYPE_RECORD || !t->record)
        return NULL;
    for (int i = 0; i < t->record->members.n; i++) {
        const struct record_member *m = &t->record->members.at[i];
        const struct type *mt = m->type;
        while (mt && mt->kind == TYPE_ARRAY)
            mt = mt->base;
        if (mt && mt->kind == TYPE_AMP && mt->amp != AMP_TYPE_INDEX && mt->amp != AMP_TYPE_EXTENT)
            return m;
        if (mt && mt->kind == TYPE_RECORD && record_view(mt))
            return m;
    }
    return NULL;
}

static bool unit_spec(struct code_walk *w, struct spec *s)
{
    struct code *k = w->k;
    struct type_name *n = s->kind == SPEC_AMP && s->amp ? s->amp->element : NULL;
    const struct record_member *m;

    if (!n || !n->type || n->type->kind == TYPE_UNKNOWN)
        return true;
    if (n->type->kind == TYPE_AMP || type_report(k, n->type, true, n->loc))
        return true;
    m = record_view(n->type);
    if (m && code_report(k, DIAG_amp_type, n->loc,
                         "the elements of a view cannot hold views or other AMP objects"))
        diag_note(k->c, m->loc, "member '%s' is declared here", m->name ? m->name : "(unnamed)");
    return true;
}

static bool unit_decl(struct code_walk *w, struct decl *d)
{
    if (d->kind == DECL_FUNCTION && d->symbol && d->symbol->restriction & RESTRICT_AMP)
        signature_report(w->k, d->spec, d->declarator, d->symbol->type);
    if (d->kind != DECL_VARS || (d->spec && d->spec->storage & STORAGE_TYPEDEF))
        return true;
    for (int i = 0; i < d->declarators.n; i++) {
        struct init_declarator *v = d->declarators.at[i];
        if (v->type && v->type->kind == TYPE_FUNCTION && v->symbol &&
            v->symbol->restriction & RESTRICT_AMP)
            signature_report(w->k, d->spec, v->declarator, v->type);
    }
    return true;
}

void check_types(struct ctx *c, const struct program *p, struct findings *findings)
{
    struct code k = {.c = c, .program = p, .findings = findings, .side = RESTRICT_CPU};
    struct code_walk w = {.k = &k, .spec = unit_spec, .decl = unit_decl, .lambdas = true};

    code_walk_unit(&w, p->unit);
    amp_code_each(c, p, findings, check_types_code);
}
