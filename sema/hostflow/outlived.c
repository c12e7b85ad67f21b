/* outlived.c - which memory the views of a function are certainly over, and what ends that memory:
 * scopes, free, return.
 *
 * Lattice: for each view, named by a path such as `v` or `s.v`, one memory (a variable, or what a
 * pointer variable points to), below "not known". The join keeps a memory that is the same on both
 * paths, and a 'freed' that is set on both. Stores that may reach a view through an alias make its
 * memory unknown. Limits: OUTLIVED_LOOKS_ALL; memory without a name is not followed. */
#include "sema/hostflow/outlived.h"

#include <string.h>

#include "sema/analysis/order.h"

/* ---- sets ---- */

struct overs *overs_now(const struct outlived *o)
{
    return o->paths.now;
}

struct overs *overs_copy(const struct outlived *o, const struct overs *p)
{
    struct overs *copy = arena_new(&o->c->arena, struct overs);

    for (int i = 0; i < p->all.n; i++)
        vec_push(&o->c->arena, &copy->all, p->all.at[i]);
    return copy;
}

static bool is_pointed(const struct expr *e)
{
    return e->kind == EXPR_ARROW || e->kind == EXPR_UNARY;
}

static bool same(const struct over *a, const struct over *b)
{
    return host_path_same(a->view, b->view) && a->object == b->object && a->pointer == b->pointer &&
           !a->freed == !b->freed;
}

static void remove_at(struct overs *p, int i)
{
    p->all.at[i] = p->all.at[--p->all.n];
}

void overs_join(struct overs *p, const struct overs *other)
{
    for (int i = p->all.n - 1; i >= 0; i--) {
        bool found = false;
        for (int j = 0; j < other->all.n; j++)
            found |= same(&p->all.at[i], &other->all.at[j]);
        if (!found)
            remove_at(p, i);
    }
}

/* ---- paths ---- */

struct expr *over_path(struct expr *e)
{
    struct expr *path = expr_strip(e);

    for (e = path; e && e->kind != EXPR_NAME; e = expr_strip(e->a)) {
        bool deref = e->kind == EXPR_UNARY && e->op == OP_DEREF;
        if (e->amp != AMP_NONE || (e->kind != EXPR_MEMBER && e->kind != EXPR_ARROW && !deref))
            return NULL;
    }
    return e && e->symbol && (e->symbol->kind == SYMBOL_VAR || e->symbol->kind == SYMBOL_PARAM)
               ? path
               : NULL;
}

static bool is_through(const struct expr *path)
{
    for (; path->kind != EXPR_NAME; path = expr_strip(path->a))
        if (is_pointed(path))
            return true;
    return path->symbol->type && path->symbol->type->reference;
}

static bool is_in(const struct symbol *s, const struct symbol *const *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i] == s)
            return true;
    return false;
}

static bool is_addressed(const struct outlived *o, const struct symbol *s)
{
    return is_in(s, o->addressed.at, o->addressed.n);
}

/* Other functions may store to the object, too. */
static bool is_shared(const struct outlived *o, const struct expr *path)
{
    const struct symbol *root = host_path_root(path);

    return is_through(path) || is_addressed(o, root) ||
           (!symbol_is_automatic(root) && root->function != o->function);
}

/* ---- memory ---- */

/* The entry of a view, or NULL. */
static struct over *over_find(struct outlived *o, struct expr *view)
{
    struct overs *now = overs_now(o);
    struct expr *path = over_path(view);

    for (int i = 0; path && i < now->all.n; i++)
        if (host_path_same(now->all.at[i].view, path))
            return &now->all.at[i];
    return NULL;
}

static bool is_alloca(struct expr *e)
{
    const struct expr *f;

    e = expr_uncast(e);
    f = e && e->kind == EXPR_CALL ? expr_strip(e->a) : NULL;
    return f && f->kind == EXPR_NAME && f->name &&
           (!strcmp(f->name, "__builtin_alloca") ||
            (!strcmp(f->name, "alloca") && f->symbol && f->symbol->system));
}

/* A member of a variable, not of a pointer's target. */
static bool is_subobject(const struct expr *path)
{
    for (; path->kind != EXPR_NAME; path = expr_strip(path->a))
        if (path->kind != EXPR_MEMBER)
            return false;
    return true;
}

struct over over_of_source(struct outlived *o, struct expr *source)
{
    struct over memory = {0};
    struct host_memory m;

    host_memory_at(source, &m);
    if (!m.path)
        return memory;
    const struct symbol *s = host_memory_root(&m);
    if (!symbol_is_automatic(s) || s->lambda || !s->type || s->type->reference ||
        type_is_view_or_array(s->type))
        return memory;
    if (!m.pointed) {
        memory.object = is_subobject(expr_strip(m.path)) ? s : NULL;
        return memory;
    }
    if (expr_strip(m.path)->kind != EXPR_NAME || is_addressed(o, s))
        return memory;
    const struct init *init = s->declarator ? s->declarator->init : NULL;
    if (init && init->expr && !is_in(s, o->assigned.at, o->assigned.n)) {
        memory.frame = is_alloca(init->expr);
        if (memory.frame)
            memory.object = s;
        else if (host_memory_at(init->expr, &m), m.path && !m.pointed)
            memory = over_of_source(o, init->expr);
    }
    if (!memory.object)
        memory.pointer = s;
    return memory;
}

static struct expr *construct_source(struct expr *e)
{
    switch (amp_construct_form(e->type, &e->args)) {
    case CONSTRUCT_VIEW_SIZES:
        return e->args.n > e->type->rank ? e->args.at[e->args.n - 1] : NULL;
    case CONSTRUCT_VIEW_EXTENT:
        return e->args.n > 1 ? e->args.at[1] : NULL;
    case CONSTRUCT_VIEW_ARRAY:
        return e->args.at[0];
    case CONSTRUCT_EMPTY: /* no memory of its own */
    case CONSTRUCT_COPY:
    case CONSTRUCT_COMPONENTS:
        break;
    }
    return NULL;
}

struct over over_of_value(struct outlived *o, struct expr *value)
{
    struct expr *e = expr_strip(value);
    const struct over *found = e ? over_find(o, e) : NULL;

    if (found)
        return *found;
    if (e && e->kind == EXPR_BINARY && e->op == OP_COMMA)
        return over_of_value(o, e->b);
    if (e && e->kind == EXPR_CONSTRUCT && type_is_amp(e->type, AMP_TYPE_ARRAY_VIEW)) {
        struct expr *source = e->args.n ? construct_source(e) : NULL;
        if (source)
            return over_of_source(o, source);
    }
    if (e && e->amp == AMP_VIEW_ROW)
        return over_of_value(o, e->a);
    if (e && e->kind == EXPR_CALL &&
        (e->amp == AMP_VIEW_SECTION || e->amp == AMP_VIEW_AS || e->amp == AMP_VIEW_REINTERPRET) &&
        expr_strip(e->a)->kind == EXPR_MEMBER)
        return over_of_value(o, expr_strip(e->a)->a);
    return (struct over){0};
}

/* ---- events ---- */

void over_set(struct outlived *o, struct expr *view, struct over memory, const struct expr *made)
{
    struct overs *now = overs_now(o);
    struct expr *path = over_path(view);

    over_stored(o, view);
    if (!path || o->paths.dead || !(memory.object || memory.pointer))
        return;
    memory.view = path;
    memory.made = made;
    vec_push(&o->c->arena, &now->all, memory);
}

/* Whether a store to 'lvalue', a struct or a view, may change the view through an alias. path: the
 * lvalue as a path; NULL: it is none. */
static bool may_alias(const struct outlived *o, const struct expr *lvalue, const struct expr *path,
                      const struct expr *view)
{
    const struct type *t = lvalue->type;

    if (!t || (t->kind != TYPE_RECORD && !type_is_view_or_array(t)) ||
        (path && !is_shared(o, path)) || !is_shared(o, view))
        return false;
    return !path || t->kind == TYPE_RECORD || !path->member || !view->member ||
           path->member == view->member;
}

void over_stored(struct outlived *o, struct expr *lvalue)
{
    struct overs *now = overs_now(o);
    struct expr *path = over_path(lvalue);

    for (int i = now->all.n - 1; i >= 0; i--) {
        struct over *p = &now->all.at[i];
        bool pointer = path && path->kind == EXPR_NAME && path->symbol == p->pointer && !p->freed;
        if (pointer || (path && host_path_begins(path, p->view)) ||
            may_alias(o, lvalue, path, p->view))
            remove_at(now, i);
    }
}

void over_called(struct outlived *o)
{
    struct overs *now = overs_now(o);

    for (int i = now->all.n - 1; i >= 0; i--)
        if (is_shared(o, now->all.at[i].view))
            remove_at(now, i);
}

void over_freed(struct outlived *o, struct expr *pointer, struct expr *freed)
{
    struct overs *now = overs_now(o);

    pointer = expr_uncast(pointer);
    for (int i = now->all.n - 1; i >= 0; i--) {
        struct over *p = &now->all.at[i];
        bool this = pointer && pointer->kind == EXPR_NAME && pointer->symbol == p->pointer;
        if (this && freed && !p->freed)
            p->freed = freed;
        else if (p->pointer && !p->freed && !freed) /* perhaps through an alias */
            remove_at(now, i);
    }
}

/* ---- messages ---- */

static bool is_told(struct outlived *o, const void *node)
{
    if (o->muted > 0 || o->paths.dead || node_table_get(&o->reported, node, 0))
        return true;
    node_table_set(&o->reported, node, 1);
    return false;
}

void over_used(struct outlived *o, struct expr *view, const struct expr *at)
{
    const struct over *p = over_find(o, view);

    if (!p || !p->freed || is_told(o, at))
        return;
    diag(o->c, DIAG_view_outlived, at->loc,
         "'%s' is used here, but its memory has been freed, which is an error at run time",
         host_path_text(o->c, p->view));
    diag_note(o->c, p->freed->loc, "'%s' is freed here", p->pointer->name);
}

static void note_object(const struct outlived *o, const struct over *p)
{
    diag_note(o->c, p->object->loc,
              p->frame ? "'%s' points to memory of alloca()" : "'%s' is declared here",
              p->object->name);
}

/* Whether the view's lifetime ends with the scope, or before. */
static bool ends_too(const struct outlived *o, const struct expr *view, const struct stmt *scope)
{
    const struct symbol *root = host_path_root(view);

    if (is_through(view) || !symbol_is_automatic(root))
        return false;
    return !scope || node_inside(o->findings, root, scope);
}

void over_scope_end(struct outlived *o, const struct stmt *scope)
{
    struct overs *now = overs_now(o);

    for (int i = now->all.n - 1; i >= 0; i--) {
        const struct over p = now->all.at[i];
        bool ends = p.object && (!scope || (!p.frame && node_inside(o->findings, p.object, scope)));
        if (!ends)
            continue;
        remove_at(now, i);
        if (ends_too(o, p.view, scope) || is_told(o, p.made))
            continue;
        diag(o->c, DIAG_view_outlived, p.made->loc,
             "'%s' outlives its memory: %s'%s' ends %s; give the view other memory before, or an "
             "empty view",
             host_path_text(o->c, p.view), p.frame ? "that of " : "", p.object->name,
             scope ? "with its block" : "when the function returns");
        note_object(o, &p);
    }
}

void over_returned(struct outlived *o, struct expr *value)
{
    struct overs *now = overs_now(o);
    struct expr *path = over_path(value);
    struct over p = over_of_value(o, value);

    for (int i = 0; !p.object && path && i < now->all.n; i++)
        if (now->all.at[i].object && host_path_begins(path, now->all.at[i].view))
            p = now->all.at[i]; /* a view that is a member */
    if (!p.object || is_told(o, value))
        return;
    diag(o->c, DIAG_view_outlived, value->loc,
         "the view that is returned outlives its memory: %s'%s' ends when the function returns",
         p.frame ? "that of " : "", p.object->name);
    note_object(o, &p);
}
