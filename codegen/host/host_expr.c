/* host_expr.c - expressions in host text: walks them and edits AMP constructs; full expressions
 * release their temporaries. */
#include "codegen/host/host.h"

#include <string.h>

#include "parser/walk.h"
#include "sema/types/builtin.h"
#include "sema/types/vector.h"

/* ---- full expressions ---- */

enum full_kind { FULL_VALUE, FULL_DISCARDED, FULL_VIEW };

/* Whether e names an element of a view, which brings it to the host; so cc should not warn that the
 * value is unused. The left operand of a comma is handled at the operator. */
static bool names_element(const struct expr *e)
{
    while (e->kind == EXPR_PAREN || e->kind == EXPR_MEMBER ||
           (e->kind == EXPR_BINARY && e->amp == AMP_NONE &&
            (e->op == OP_COMMA || e->op == OP_LAND || e->op == OP_LOR)))
        e = e->kind == EXPR_BINARY ? e->b : e->a;
    if (e->kind == EXPR_COND)
        return (e->b && names_element(e->b)) || names_element(e->c);
    return e->amp == AMP_VIEW_ELEMENT;
}

static void host_unused(struct host *h, struct expr *e)
{
    bool element = names_element(e);
    if (element)
        edit_open(&h->e, e->loc.begin, "(void)(");
    host_expr(h, e, HOST_READ);
    if (element)
        edit_close(&h->e, e->loc.end, ")");
}

/* Temporaries are declared empty in front of the expression, filled where they stand, and released
 * behind it. */
static void full_expression(struct host *h, struct expr *e, enum full_kind kind)
{
    struct buf outer = h->temps;
    const struct expr *outer_discarded = h->discarded;
    bool outer_full = h->full, outer_args = h->in_args;
    int mark = edit_mark(&h->e);
    h->temps = (struct buf){0};
    h->full = h->in_block;
    h->in_args = false;
    h->discarded = kind == FULL_DISCARDED ? e : NULL;
    if (e->type && e->type->kind == TYPE_UNKNOWN) /* cc will report it */
        host_expr(h, e, HOST_READ);
    else if (kind == FULL_VIEW && !host_is_view(e->type))
        host_grouped(h, e, HOST_TAKE, HOST_READ);
    else if (kind == FULL_VIEW)
        host_view(h, e, HOST_TAKE);
    else if (kind == FULL_DISCARDED)
        host_unused(h, e);
    else
        host_expr(h, e, HOST_READ);
    if (h->temps.n) {
        edit_open_marked(&h->e, mark, e->loc.begin,
                         host_text(h, "__extension__ ({ %s", h->temps.at));
        edit_close(&h->e, e->loc.end, "; })");
    }
    buf_free(&h->temps);
    h->temps = outer;
    h->full = outer_full;
    h->in_args = outer_args;
    h->discarded = outer_discarded;
}

void host_full(struct host *h, struct expr *e)
{
    full_expression(h, e, FULL_VALUE);
}

void host_full_discarded(struct host *h, struct expr *e)
{
    full_expression(h, e, FULL_DISCARDED);
}

void host_full_view(struct host *h, struct expr *e)
{
    full_expression(h, e, FULL_VIEW);
}

/* ---- plain C ---- */

/* The pointer operand of a subscript, '*' or '->': an array there is accessed as the result is; its
 * address is not taken. */
static void host_pointer(struct host *h, struct expr *e, enum host_access access)
{
    struct expr *p = expr_unparen(e);
    if (expr_is_decay(p))
        host_expr(h, p->a, access);
    else
        host_expr(h, e, HOST_READ);
}

/* The name of a function that typing has put in the place of 'sampler', or of nothing. */
static bool stands_elsewhere(const struct host *h, const struct expr *e)
{
    size_t n = strlen(e->name);
    const struct type *t = e->symbol ? e->symbol->type : NULL;
    return t && t->kind == TYPE_FUNCTION && type_is_sampler(t->base) &&
           (e->loc.end - e->loc.begin < n || memcmp(h->text + e->loc.end - n, e->name, n) != 0);
}

static void plain_name(struct host *h, struct expr *e)
{
    const char *name = e->symbol ? host_name(h, e->symbol) : e->name;
    if (!e->symbol && !e->ns && h->lambdas && e->type && e->type->kind == TYPE_ARRAY)
        name = host_text(h, "\"%s\"", h->decl->symbol->name); /* __func__ */
    if (stands_elsewhere(h, e))
        host_before(h, e->loc.begin, e->loc.end, name);
    else if (name != e->name)
        edit_replace(&h->e, e->loc.begin, e->loc.end, name);
    else
        host_unprefixed(h, e->loc, e->name);
}

static const struct type *called_type(const struct expr *callee)
{
    const struct type *t = callee->type;
    if (t && t->kind == TYPE_POINTER)
        t = t->base;
    return t && t->kind == TYPE_FUNCTION ? t : NULL;
}

/* A function of C++ AMP's that C does not have by that name: replaces it by the host's function. */
static bool is_amp_function(struct host *h, struct expr *e)
{
    const struct builtin *b = builtin_called(e);
    struct expr *f = expr_strip(e->a);
    if (!b || !b->host || !(f->ns || (e->amp_code && !f->symbol && b->kind == BUILTIN_AMP)))
        return false;
    if (e->name_loc.end) /* a macro of <tgmath.h>: up to the first argument */
        edit_replace(&h->e, e->name_loc.begin, e->name_loc.end, host_text(h, "%s(", b->host));
    else
        edit_replace(&h->e, f->loc.begin, f->loc.end, b->host);
    return true;
}

/* Whether e names a function that the host text does not have. */
static bool is_for_kernels(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_FUNCTION &&
           e->symbol->restriction & RESTRICT_AMP && !symbol_version(e->symbol, RESTRICT_CPU);
}

/* A call in an operand that is not evaluated: only its type counts. */
static void host_call_type(struct host *h, const struct expr *e)
{
    host_name_record(h, e->type, e->loc);
    edit_replace(&h->e, e->loc.begin, e->loc.end,
                 host_text(h, "(*(%s)0)", type_c(h->c, type_pointer(h->c, e->type), "")));
}

static void host_call(struct host *h, struct expr *e)
{
    const struct type *t = called_type(e->a);
    const struct expr *name = expr_unparen(e->a);
    struct builtin_call by_component;
    if (is_for_kernels(name)) {
        host_call_type(h, e);
        return;
    }
    if (builtin_by_component(e, &by_component)) {
        host_vector_call(h, e, &by_component);
        return;
    }
    struct host_leave leave = host_leave_begin(h, e);
    if (!is_amp_function(h, e))
        host_expr(h, e->a, HOST_READ);
    bool outer = h->in_args;
    h->in_args = true;
    for (int i = 0; i < e->args.n; i++) {
        struct expr *arg = e->args.at[i];
        host_leave_argument(h, &leave, i, arg);
        if (t && i < t->params.n && host_is_reference(t->params.at[i])) {
            edit_open(&h->e, arg->loc.begin, "&(");
            host_expr(h, arg, HOST_WRITE);
            edit_close(&h->e, arg->loc.end, ")");
        } else if (host_is_view(arg->type)) {
            host_view(h, arg, HOST_VALUE);
        } else {
            host_expr(h, arg, HOST_READ);
        }
        host_leave_argument_end(h, &leave, i, arg);
    }
    h->in_args = outer;
    host_leave_end(h, &leave, e);
}

static void host_unary(struct host *h, struct expr *e, enum host_access access)
{
    if (e->op == OP_DEREF)
        host_pointer(h, e->a, access);
    else
        host_expr(h, e->a, e->op == OP_ADDR || op_is_step(e->op) ? HOST_WRITE : HOST_READ);
}

static bool find_amp_only(struct walker *w, struct expr *e)
{
    bool *found = w->data;
    *found = *found || is_for_kernels(e);
    return !*found;
}

static bool mentions_amp(const struct type *t)
{
    while (t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION)) {
        for (int i = 0; t->kind == TYPE_FUNCTION && i < t->params.n; i++)
            if (mentions_amp(t->params.at[i]))
                return true;
        t = t->base;
    }
    return t && t->kind == TYPE_AMP;
}

/* Several AMP types are one type in host text: an association that _Generic does not select gets a
 * type that no value has. */
static void host_association_type(struct host *h, const struct expr *generic,
                                  const struct generic_assoc *a)
{
    if (a->type_name && generic->chosen && generic->chosen != a->expr &&
        mentions_amp(a->type_name->type))
        edit_replace(&h->e, a->type_name->loc.begin, a->type_name->loc.end,
                     "struct { int other; }");
    else
        host_type_name(h, a->type_name);
}

/* An association that _Generic does not select may name functions that the host text does not
 * have. */
static void host_association(struct host *h, const struct expr *generic, struct expr *e)
{
    bool found = false;
    struct walker w = {.data = &found, .expr_pre = find_amp_only};
    if (generic->chosen && generic->chosen != e)
        walk_expr(&w, e);
    if (found)
        edit_replace(&h->e, e->loc.begin, e->loc.end, "0");
    else
        host_expr(h, e, HOST_READ);
}

static void host_types_and_operands(struct host *h, struct expr *e)
{
    host_type_name(h, e->type_name);
    if (e->kind == EXPR_TYPES_COMPATIBLE)
        host_type_name(h, e->type_name2);
    if (e->a)
        host_expr(h, e->a, HOST_READ);
    for (int i = 0; e->kind == EXPR_GENERIC && i < e->assocs.n; i++) {
        host_association_type(h, e, &e->assocs.at[i]);
        host_association(h, e, e->assocs.at[i].expr);
    }
    for (int i = 0; e->kind == EXPR_OFFSETOF && i < e->designators.n; i++)
        if (e->designators.at[i].index)
            host_expr(h, e->designators.at[i].index, HOST_READ);
}

/* A cast to an AMP type, which is removed: the operand has been converted already. */
static void host_cast(struct host *h, struct expr *e)
{
    if (e->type && e->type->kind == TYPE_AMP) {
        host_before(h, e->loc.begin, e->a->loc.begin, "");
        host_expr(h, e->a, HOST_READ);
        return;
    }
    host_types_and_operands(h, e);
}

/* Whether a view is passed to a library function that takes the head which views of all ranks
 * have. */
static bool is_view_head(const struct type *from, const struct type *to)
{
    return from && to && from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
           type_is_view_or_array(from->base) && to->base->kind == TYPE_RECORD &&
           to->base->record->tag && !strcmp(to->base->record->tag, "ampc_view");
}

static void host_convert(struct host *h, struct expr *e)
{
    bool head = is_view_head(e->a->type, e->type);
    if (head)
        edit_open(&h->e, e->loc.begin, "(void *)(");
    /* an array that decays gives its address away */
    host_expr(h, e->a, expr_is_decay(e) ? HOST_WRITE : HOST_READ);
    if (head)
        edit_close(&h->e, e->loc.end, ")");
}

/* The statements inside have full expressions of their own. The value outlives the objects of the
 * block: views in it are shares that the user of the value takes over. */
static void statement_expr(struct host *h, struct expr *e)
{
    bool shares = host_is_view(e->type) || host_holds_views(e->type);
    int n = e->body->items.n;
    bool outer = h->full;
    h->full = false;
    for (int i = 0; i < n; i++) {
        struct stmt *s = e->body->items.at[i];
        while (i == n - 1 && s->kind == STMT_LABEL && s->body)
            s = s->body;
        if (shares && i == n - 1)
            host_full_view(h, s->expr);
        else if (i == n - 1 && s->kind == STMT_EXPR && s->expr)
            host_full(h, s->expr);
        else
            host_stmt(h, s);
    }
    h->full = outer;
}

/* The text has components of short vectors by other names, and those of norm and unorm not at all.
 */
static void member(struct host *h, struct expr *e, enum host_access access)
{
    bool arrow = e->kind == EXPR_ARROW, made = !e->name_loc.end;
    const struct type *of = arrow && e->a->type->base ? e->a->type->base : e->a->type;
    bool component = vector_of(of) != NULL;

    if (component && made)
        edit_open(&h->e, e->loc.begin, "(");
    else if (component)
        edit_replace(&h->e, e->name_loc.begin, e->name_loc.end, e->name);
    else if (type_is_sampler(of) && e->loc.end > e->name_loc.end) /* s.get_filter_mode() */
        edit_replace(&h->e, e->name_loc.begin, e->loc.end, e->name);
    if (arrow)
        host_pointer(h, e->a, access);
    else
        host_expr(h, e->a, access);
    if (component && made)
        edit_close(&h->e, e->loc.end, host_text(h, ").%s", e->name));
}

void host_plain(struct host *h, struct expr *e, enum host_access access)
{
    switch (e->kind) {
    case EXPR_NAME:
        plain_name(h, e);
        break;
    case EXPR_PAREN:
        host_expr(h, e->a, access);
        break;
    case EXPR_MEMBER:
    case EXPR_ARROW:
        member(h, e, access);
        break;
    case EXPR_SUBSCRIPT:
        host_pointer(h, e->a, access);
        host_pointer(h, e->b, access);
        break;
    case EXPR_CONVERT:
        host_convert(h, e);
        break;
    case EXPR_CALL:
        host_call(h, e);
        break;
    case EXPR_UNARY:
        host_unary(h, e, access);
        break;
    case EXPR_ASSIGN:
        host_expr(h, e->a, HOST_WRITE);
        host_expr(h, e->b, HOST_READ);
        if (e->op2_loc.end) { /* v.set_x(1) */
            edit_replace(&h->e, e->a->loc.end, e->b->loc.begin, " = ");
            edit_replace(&h->e, e->b->loc.end, e->loc.end, "");
        }
        break;
    case EXPR_BINARY:
    case EXPR_COND:
        if (e->kind == EXPR_BINARY && e->op == OP_COMMA)
            host_unused(h, e->a);
        else
            host_expr(h, e->a, HOST_READ);
        if (e->b)
            host_expr(h, e->b, HOST_READ);
        if (e->c)
            host_expr(h, e->c, HOST_READ);
        break;
    case EXPR_CAST:
        host_cast(h, e);
        break;
    case EXPR_COMPOUND:
        host_type_name(h, e->type_name);
        host_init(h, e->init);
        break;
    case EXPR_STMT:
        statement_expr(h, e);
        break;
    case EXPR_QUESTIONS:
    case EXPR_GENERIC:
    case EXPR_VA_ARG:
    case EXPR_CONVERTVECTOR:
        host_types_and_operands(h, e);
        break;
    case EXPR_LAMBDA:
        host_unsupported(h, e->loc, "a lambda that is no argument of parallel_for_each");
        break;
    case EXPR_ERROR:
    case EXPR_LITERALS:
    case EXPR_LABEL:
    case EXPR_CONSTRUCT:
        break;
    }
}

void host_expr(struct host *h, struct expr *e, enum host_access access)
{
    if (e == h->early)
        edit_replace(&h->e, e->loc.begin, e->loc.end, h->early_name);
    else if (host_is_late(h, e))
        host_late(h, e, access);
    else if (host_is_view(e->type))
        host_view(h, e, HOST_BORROW);
    else if (e->amp != AMP_NONE)
        host_amp(h, e, access);
    else if (host_holds_views(e->type))
        host_grouped(h, e, HOST_BORROW, access);
    else
        host_plain(h, e, access);
}
