/* host_views.c - the state of a view at a point, the effects of accesses and launches on it, and
 * the messages with their fix-its. */
#include "sema/hostflow/host_views.h"

#include <limits.h>

#include "sema/analysis/effects.h"
#include "sema/analysis/order.h"

/* ---- states ---- */

struct held *held_at(const struct host_views *v, int view)
{
    return (struct held *)v->paths.now + view;
}

struct held *held_copy(const struct host_views *v, const struct held *all)
{
    struct held *copy = arena_array(&v->report->c->arena, struct held, v->all.n);

    for (int i = 0; i < v->all.n; i++)
        copy[i] = all[i];
    return copy;
}

void held_join(struct held *a, const struct held *b)
{
    a->live = a->live && b->live;
    a->settled_since = (a->written ? a->settled_since : a->settled) &&
                       (b->written ? b->settled_since : b->settled);
    a->settled = a->settled && b->settled;
    a->changed = b->changed ? a->changed : NULL;
    a->used = b->used ? a->used : NULL;
    a->mixed = a->mixed || b->mixed;
    a->level = a->level < b->level ? a->level : b->level;
    if (!a->written) {
        a->written = b->written;
        a->written_in = b->written_in;
        a->written_level = b->written_level;
    }
}

/* ---- messages ---- */

/* Whether the access, or another read of the same launch's elements, has been reported: loops are
 * walked more than once. */
static bool is_reported(struct host_views *v, int view, const struct expr *what)
{
    struct host_report *r = v->report;
    const struct reported reported = {what, v->all.at[view].name};

    for (int i = 0; i < r->reported.n; i++)
        if (r->reported.at[i].what == reported.what && r->reported.at[i].name == reported.name)
            return true;
    vec_push(&r->c->arena, &r->reported, reported);
    return false;
}

/* ---- places for fix-its ---- */

/* The statement of the innermost block around both 'first' and 'then' that contains 'then' but not
 * 'first'. */
struct meeting {
    const struct findings *findings;
    const struct expr *first, *then;
    struct stmt *at; /* NULL: they are in different arms of one statement */
    bool loop;       /* a loop encloses 'then', but not 'first' */
};

static bool meeting_stmt(struct code_walk *w, struct stmt *s)
{
    struct meeting *m = w->data;
    const struct findings *a = m->findings;

    if (!node_inside(a, m->first, s) || !node_inside(a, m->then, s))
        return true;
    m->at = NULL;
    m->loop |= stmt_is_loop(s);
    for (int i = 0; s->kind == STMT_COMPOUND && i < s->items.n; i++)
        if (node_inside(a, m->then, s->items.at[i]) && !node_inside(a, m->first, s->items.at[i]))
            m->at = s->items.at[i];
    return true;
}

static struct meeting meeting_of(const struct host_report *r, const struct expr *first,
                                 const struct expr *then)
{
    struct meeting m = {.findings = r->findings, .first = first, .then = then};
    struct code_walk w = {.stmt = meeting_stmt, .data = &m};

    code_walk_stmt(&w, r->body);
    return m;
}

/* A search for uses of a view other than its extent. */
struct use {
    const struct symbol *view;
    bool found;
};

static bool use_expr(struct code_walk *w, struct expr *e)
{
    struct use *u = w->data;
    struct expr *of = e->kind == EXPR_MEMBER ? expr_strip(e->a) : NULL;

    if (of && e->amp == AMP_VIEW_EXTENT && of->kind == EXPR_NAME)
        return false;
    u->found |= e->kind == EXPR_NAME && e->symbol == u->view;
    return !u->found;
}

static bool uses(struct stmt *s, const struct symbol *view)
{
    struct use u = {.view = view};
    struct code_walk w = {.expr = use_expr, .data = &u, .lambdas = true};

    code_walk_stmt(&w, s);
    return u.found;
}

/* Adds a fix-it that inserts synchronize() between 'by', the call after which an accelerator has
 * newer elements, and 'then', outside of loops if possible; 's' is the statement around 'then'. */
static void offer_synchronize(struct host_views *v, const struct held_view *of,
                              const struct stmt *s, const struct expr *then, const struct expr *by)
{
    struct host_report *r = v->report;
    struct meeting m = meeting_of(r, by, then);

    if (m.at && !uses(m.at, of->view))
        s = m.at;
    if (s && !of->shadowed && !node_inside(r->findings, by, s))
        fixit_before_statement(r->c, r->body, s,
                               arena_printf(&r->c->arena, "%s.synchronize();", of->name));
}

/* Adds a fix-it that inserts refresh() between the host's write and the launch. Only for views of
 * which no accelerator has newer elements, as these would be lost. */
static void offer_refresh(struct host_views *v, int view, const struct launch *l)
{
    struct host_report *r = v->report;
    const struct held_view *of = &v->all.at[view];
    struct meeting m = meeting_of(r, held_at(v, view)->written, l->call);

    if (m.at && !m.loop && !of->shadowed && held_at(v, view)->settled_since)
        fixit_before_statement(r->c, r->body, m.at,
                               arena_printf(&r->c->arena, "%s.refresh();", of->name));
}

/* ---- reports ---- */

static void read_report(struct host_views *v, int view, struct expr *e)
{
    struct ctx *c = v->report->c;
    const struct held_view *of = &v->all.at[view];
    const struct held *h = held_at(v, view);

    if (is_reported(v, view, h->by))
        return;
    diag(c, DIAG_view_synchronize, e->loc,
         "'%s' is read here while the newest elements of its view '%s' may be on an accelerator; "
         "call '%s.synchronize()' before",
         host_memory_text(c, &of->memory), of->name, of->name);
    if (!h->written && !h->mixed) /* a host write in between would be lost */
        offer_synchronize(v, of, v->paths.statement, e, h->by);
    diag_note(c, h->changed->call->loc, "the kernel that writes '%s' is launched here", of->name);
}

/* Reports a host write that the next launch does not see, or that is overwritten. */
static void write_report(struct host_views *v, int view)
{
    struct ctx *c = v->report->c;
    const struct held_view *of = &v->all.at[view];
    const struct held *h = held_at(v, view);

    if (is_reported(v, view, h->written))
        return;
    diag(c, DIAG_view_synchronize, h->written->loc,
         "'%s' is written here while the newest elements of its view '%s' may be on an "
         "accelerator, which come back over it; call '%s.synchronize()' before and '%s.refresh()' "
         "afterwards",
         host_memory_text(c, &of->memory), of->name, of->name, of->name);
    if (!h->mixed)
        offer_synchronize(v, of, h->written_in, h->written, h->by);
    diag_note(c, h->changed->call->loc, "the kernel that writes '%s' is launched here", of->name);
}

static void refresh_report(struct host_views *v, int view, const struct launch *l)
{
    struct ctx *c = v->report->c;
    const struct held_view *of = &v->all.at[view];
    const struct held *h = held_at(v, view);

    if (is_reported(v, view, h->written))
        return;
    diag(c, DIAG_view_refresh, h->written->loc,
         "'%s' is written here, but its view '%s' is not told: the next launch may use the old "
         "elements; call '%s.refresh()' before that",
         host_memory_text(c, &of->memory), of->name, of->name);
    offer_refresh(v, view, l);
    diag_note(c, l->call->loc, "the next launch that uses '%s' is here", of->name);
    if (h->used != l)
        diag_note(c, h->used->call->loc, "this launch has brought '%s' to an accelerator",
                  of->name);
}

/* ---- views ---- */

int held_find(const struct host_views *v, struct expr *e)
{
    e = expr_strip(e);
    for (int i = 0; e && e->kind == EXPR_NAME && i < v->all.n; i++)
        if (v->all.at[i].view == e->symbol)
            return held_at(v, i)->live ? i : -1;
    return -1;
}

void held_begin(struct host_views *v, int view)
{
    *held_at(v, view) = (struct held){.live = true, .level = INT_MAX};
}

static bool same_memory(const struct host_views *v, int a, int b)
{
    const struct host_memory *m = &v->all.at[a].memory, *n = &v->all.at[b].memory;

    return a == b || (m->path && n->path && host_memory_same(m, n));
}

/* The memory of the view is all of that of another one, or more. */
static bool covers(const struct host_views *v, int view, int other)
{
    long long bytes = v->all.at[other].bytes;

    return view == other ||
           (same_memory(v, view, other) && bytes > 0 && bytes <= v->all.at[view].bytes);
}

/* Nothing is known of the elements that accelerators have. */
static void held_clear(struct held *h)
{
    h->changed = h->used = NULL;
    h->written = NULL;
    h->settled = h->settled_since = h->mixed = false;
}

void held_brought(struct host_views *v, int view)
{
    for (int i = 0; !v->paths.dead && i < v->all.n; i++) {
        struct held *h = held_at(v, i);
        if (!same_memory(v, i, view))
            continue;
        h->settled |= covers(v, view, i);
        if (!h->changed)
            continue;
        if (h->written)
            write_report(v, i);
        h->changed = NULL;
        h->written = NULL;
        h->mixed = false;
    }
}

void held_renewed(struct host_views *v, int view)
{
    for (int i = 0; i < v->all.n; i++)
        if (same_memory(v, i, view))
            held_clear(held_at(v, i));
}

void held_refreshed(struct host_views *v, int view)
{
    held_renewed(v, view);
    for (int i = 0; i < v->all.n; i++)
        held_at(v, i)->settled |= covers(v, view, i);
}

void held_perhaps(struct host_views *v)
{
    for (int i = 0; i < v->all.n; i++)
        held_clear(held_at(v, i));
}

void held_unsettle(struct host_views *v)
{
    for (int i = 0; i < v->all.n; i++)
        held_at(v, i)->settled = held_at(v, i)->settled_since = false;
}

void held_lose(struct host_views *v, int view)
{
    held_at(v, view)->live = false;
    held_renewed(v, view);
}

void held_end(struct host_views *v, int view, const struct held *end, const struct expr *call)
{
    const struct held before = *held_at(v, view);
    bool brought = before.changed && !end->changed;

    if (!end->live) {
        held_lose(v, view);
        return;
    }
    *held_at(v, view) = *end;
    held_at(v, view)->by = end->by != before.by ? call : before.by;
    for (int i = 0; brought && i < v->all.n; i++)
        if (same_memory(v, i, view))
            held_at(v, i)->changed = NULL;
}

/* ---- accesses ---- */

bool held_quiet(const struct host_views *v, int view)
{
    const struct held *h = held_at(v, view);

    return v->paths.dead || !h->live || (!h->changed && !h->used);
}

bool held_inside(const struct host_views *v, int view, struct host_place place)
{
    const struct held_view *of = &v->all.at[view];

    if (place.kind == HOST_PLACE_AT)
        return place.at >= 0 && (of->bytes == 0 || place.at < of->bytes);
    if (place.kind != HOST_PLACE_SOME)
        return false;
    return place.variable && place.variable == of->length ? place.at < 0
                                                          : of->length || place.at == 0;
}

void held_touched(struct host_views *v, int view, struct expr *e, bool writes)
{
    struct held *h = held_at(v, view);

    if (v->paths.dead || !h->live)
        return;
    if (v->paths.conditions > h->level) {
        h->mixed |= writes;
        return;
    }
    if (!writes && h->changed)
        read_report(v, view, e);
    if (writes && h->used && !h->written) {
        h->written = e;
        h->written_in = v->paths.statement;
        h->written_level = v->paths.conditions;
        h->settled_since = h->settled;
    }
}

void held_mixed(struct host_views *v, int view)
{
    if (!held_quiet(v, view))
        held_at(v, view)->mixed = true;
}

static void touch(struct host_views *v, struct expr *lvalue, bool writes)
{
    struct host_place place;

    if (!lvalue->type || lvalue->type->kind == TYPE_ARRAY)
        return;
    for (int i = 0; i < v->all.n; i++) {
        const struct host_memory *m = &v->all.at[i].memory;
        if (!m->path || held_quiet(v, i) ||
            (!host_memory_has(lvalue, m) && !host_memory_in(lvalue, m)))
            continue;
        place = host_memory_place(lvalue, &v->values);
        if (held_inside(v, i, place))
            held_touched(v, i, lvalue, writes);
        else if (writes && place.kind != HOST_PLACE_AT)
            held_mixed(v, i);
    }
}

void host_read(struct host_views *v, struct expr *lvalue)
{
    touch(v, lvalue, false);
}

void host_written(struct host_views *v, struct expr *lvalue)
{
    touch(v, lvalue, true);
    for (int i = 0; i < v->all.n; i++)
        if (v->all.at[i].memory.path && host_memory_moves(lvalue, &v->all.at[i].memory))
            held_lose(v, i);
}

/* ---- launches ---- */

static bool is_any_settled(const struct host_views *v)
{
    bool settled = false;

    for (int i = 0; i < v->all.n; i++)
        settled |= held_at(v, i)->settled;
    return settled;
}

/* What a launch writes may be the memory of any view, under another name. */
static void launch_unsettles(struct host_views *v, const struct launch *l)
{
    for (int i = 0; l->lambda && i < l->captures.n && is_any_settled(v); i++) {
        struct symbol *s = l->captures.at[i].symbol;
        if (!type_is_amp(s->type, AMP_TYPE_ARRAY) && /* it has memory of its own */
            effect_of_capture(v->report->c, l, s).writes != ANSWER_REFUTED)
            held_unsettle(v);
    }
}

void host_launched(struct host_views *v, const struct expr *call)
{
    const struct launch *l = call->launch;

    for (int i = 0; l->lambda && !v->paths.dead && i < l->captures.n; i++) {
        int view = 0;
        while (view < v->all.n && v->all.at[view].view != l->captures.at[i].symbol)
            view++;
        if (view == v->all.n || !held_at(v, view)->live)
            continue;
        struct held *h = held_at(v, view);
        if (h->written && h->changed)
            write_report(v, view);
        else if (h->written && h->used)
            refresh_report(v, view, l);
        h->written = NULL;
        h->used = l;
        if (effect_of_capture(v->report->c, l, v->all.at[view].view).writes == ANSWER_PROVED) {
            h->changed = l;
            h->by = call;
            h->mixed = false;
        }
        h->level = h->changed == l || !h->changed ? INT_MAX : h->level;
    }
    launch_unsettles(v, l);
}
