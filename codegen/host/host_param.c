/* host_param.c - parameters that are views or references: borrowed where the function does not
 * store to them, else taken. */
#include "codegen/host/host.h"
#include "parser/walk.h"

struct writes {
    struct host *h;
    symbol_vec written;
};

/* The parameter that is a borrowed view, or an object that holds views, of which e is all or a
 * subobject; NULL: none. */
static struct symbol *borrowed(struct expr *e)
{
    bool shares = host_is_view(e->type) || host_holds_views(e->type);
    while (e->kind == EXPR_PAREN || (e->kind == EXPR_MEMBER && e->amp == AMP_NONE) ||
           (e->kind == EXPR_SUBSCRIPT && e->amp == AMP_NONE && e->a->kind == EXPR_CONVERT))
        e = e->kind == EXPR_SUBSCRIPT ? e->a->a : e->a;
    struct symbol *v = e->kind == EXPR_NAME ? e->symbol : NULL;
    bool is_param = v && v->kind == SYMBOL_PARAM && !v->type->reference &&
                    (host_is_view(v->type) || host_holds_views(v->type));
    return is_param && shares ? v : NULL;
}

static void note_write(struct writes *w, struct expr *e)
{
    struct symbol *v = borrowed(e);
    for (int i = 0; v && i < w->written.n; i++)
        if (w->written.at[i] == v)
            return;
    if (v)
        vec_push(&w->h->c->arena, &w->written, v);
}

static void note_references(struct writes *w, const struct expr *call)
{
    for (int i = 0; i < call->args.n; i++)
        if (expr_refers(call, i))
            note_write(w, call->args.at[i]);
}

static bool expr_pre(struct walker *walker, struct expr *e)
{
    struct writes *w = walker->data;
    if (e->kind == EXPR_LAMBDA)
        return false;
    if (e->kind == EXPR_ASSIGN || (e->kind == EXPR_UNARY && e->op == OP_ADDR))
        note_write(w, e->a);
    else if (e->kind == EXPR_CALL)
        note_references(w, e);
    return true;
}

void host_params(struct host *h, struct decl *function)
{
    struct writes w = {.h = h};
    struct walker walker = {.data = &w, .expr_pre = expr_pre};
    walk_stmt(&walker, function->body);
    for (int i = 0; i < w.written.n; i++) {
        const struct symbol *v = w.written.at[i];
        if (v->function != function->symbol)
            continue; /* of the enclosing function */
        struct host_owned own = {v, host_text(h, "ampc__p%d", h->number++)};
        vec_push(&h->c->arena, &h->owned, own);
        if (!host_is_view(v->type)) {
            const char *type = type_c(h->c, type_unqualified(h->c, v->type), "");
            edit_open(&h->e, function->body->loc.begin + 1,
                      host_text(h, " %s %s = *(%s *)ampc__views_take(&%s, %s); %s", type, own.name,
                                type, v->name, host_group(h, v->type),
                                host_guard(h, v->type, own.name)));
            continue;
        }
        edit_open(&h->e, function->body->loc.begin + 1,
                  host_text(h, " ampc_view%d %s%s = ampc__share%d(%s);", v->type->rank, own.name,
                            host_cleanup(h, v->type), v->type->rank, v->name));
    }
}

const char *host_renamed(const struct host *h, const struct symbol *v)
{
    for (int i = h->owned.n - 1; i >= 0; i--)
        if (h->owned.at[i].param == v)
            return h->owned.at[i].name;
    return NULL;
}

const char *host_name(struct host *h, const struct symbol *v)
{
    const char *other = host_renamed(h, v);
    if (other)
        return other;
    if (host_is_threads(v))
        return host_text(h, "(*ampc_x_thread_%s())", v->name);
    if (v->kind == SYMBOL_PARAM && host_is_reference(v->type))
        return host_text(h, "(*%s)", v->name);
    return v->name;
}
