/* effects.c - what bodies and calls do to the elements of a view: a body is walked until no
 * variable's value changes (a fixed point), a function once for each parameter that leads to the
 * view. effects.h has lattice, join and limits.
 *
 * Example: of 'int *p = &v[i]; if (n) p = t; x = *p;' p leads to v or elsewhere, so "reads v" is
 * unknown. */
#include "sema/analysis/effects.h"

#include "sema/analysis/effects_internal.h"
#include "sema/types/builtin.h"
#include "sema/types/limits.h"

/* ---- calls ---- */

static struct summary *summary_of(struct question *q, struct symbol *f, int k, enum lead start);

/* An argument of a function without a body here: the C library's, or one of another unit. */
static void unseen_argument(struct body *b, struct expr *call, int i, enum lead l)
{
    const struct builtin *library = builtin_called(call);
    const struct type *t = call->args.at[i]->type;

    if (library && i < builtin_params(library, NULL) && t->kind == TYPE_POINTER)
        effect_touch(b, t->base, l, TOUCH_WRITE); /* sincos(x, &s, &c) */
    else
        effect_escape(b, l);
}

static enum lead called(struct body *b, struct expr *e, struct symbol *f, int i, enum lead l)
{
    enum lead there = l & ~LEAD_AWAY;
    enum lead start = there & (there - 1) ? LEAD_THERE : there; /* of several shapes: a union */
    const struct summary *s = summary_of(b->q, f, i, start);
    struct effect effect = s->effect;

    if (l != start) {
        effect.reads = answer_join(effect.reads, ANSWER_REFUTED);
        effect.writes = answer_join(effect.writes, ANSWER_REFUTED);
    }
    if (!b->paths.dead) {
        b->effect.reads = answer_or(b->effect.reads, effect.reads);
        b->effect.writes = answer_or(b->effect.writes, effect.writes);
    }
    if (!s->kept)
        holder_expose(b, e->args.at[i]);
    return l != start ? lead_weakened(s->result) : s->result;
}

enum lead lead_call(struct body *b, struct expr *e)
{
    struct expr *name = callee_expr(e);
    struct symbol *f = name && name->symbol ? symbol_version(name->symbol, RESTRICT_AMP) : NULL;
    bool seen = f && f->definition && f->definition->body;
    enum lead result = LEAD_NONE;

    if (!name)
        lead_value(b, e->a);
    for (int i = 0; i < e->args.n; i++) {
        enum lead l = lead_value(b, e->args.at[i]);
        if (expr_refers(e, i) && !lead_carries(e->args.at[i]->type)) /* an element, an index */
            effect_escape(b, lead_place(b, e->args.at[i]));
        if (!lead_reaches(l))
            continue;
        if (seen && i < f->params.n && f->params.at[i]) {
            result |= called(b, e, f, i, l);
        } else {
            unseen_argument(b, e, i, l);
            result |= LEAD_PERHAPS;
        }
    }
    if (!lead_carries(e->type))
        return LEAD_NONE;
    return result ? result : LEAD_AWAY;
}

/* ---- statements: the walk of paths.h; its state is only whether a point is reached ---- */

static void path_expr(void *a, struct expr *e)
{
    struct body *b = a;

    b->last = lead_value(b, e);
}

static void path_declare(void *a, struct init_declarator *d)
{
    struct body *b = a;
    enum lead l = d->init ? lead_init(b, d->init) : lead_all(b, &d->args);

    if (d->symbol && d->symbol->kind == SYMBOL_VAR && lead_carries(d->symbol->type))
        holder_join(b, d->symbol, LEAD_NONE, l);
}

static void path_leave(void *a, struct stmt *s)
{
    struct body *b = a;

    b->result |= lead_value(b, s->expr);
}

static bool path_round(void *a, struct paths_construct *loop, int round)
{
    (void)a;
    (void)loop;
    return round == 0;
}

/* goto, which amp code does not have. */
static void path_anywhere(void *a)
{
    effect_escape(a, LEAD_THERE);
}

static void path_assembly(void *a, struct stmt *s)
{
    (void)s;
    effect_escape(a, LEAD_THERE);
}

static const struct paths_ops path_ops = {.anywhere = path_anywhere,
                                          .expr = path_expr,
                                          .declare = path_declare,
                                          .leave = path_leave,
                                          .assembly = path_assembly,
                                          .round = path_round};

/* ---- bodies ---- */

/* The effects of a body on the view in question, to which 'root' leads as 'start' says: walks it
 * until a fixed point. */
static struct body body_of(struct question *q, struct stmt *s, const struct symbol *root,
                           enum lead start)
{
    struct body b = {.q = q, .root = root};

    b.paths = (struct paths){.ops = &path_ops, .analysis = &b, .arena = &q->c->arena};
    holder_join(&b, root, start, LEAD_NONE);
    do {
        b.effect = (struct effect){ANSWER_REFUTED, ANSWER_REFUTED, ANSWER_UNKNOWN};
        b.changed = false;
        b.result = LEAD_NONE;
        paths_body(&b.paths, s);
    } while (b.changed);
    return b;
}

/* The effects of f on the memory that its parameter k leads to. For a function that calls itself
 * all is unknown. */
static struct summary *summary_of(struct question *q, struct symbol *f, int k, enum lead start)
{
    struct summary *s;

    for (int i = 0; i < q->summaries.n; i++)
        if (q->summaries.at[i]->function == f && q->summaries.at[i]->parameter == k &&
            q->summaries.at[i]->start == start)
            return q->summaries.at[i];
    s = arena_new(&q->c->arena, struct summary);
    *s = (struct summary){.function = f, .parameter = k, .start = start, .result = LEAD_PERHAPS};
    vec_push(&q->c->arena, &q->summaries, s);
    if (q->depth < EFFECTS_DEPTH_MAX) {
        struct body b;
        q->depth++;
        b = body_of(q, f->definition->body, f->params.at[k], start);
        q->depth--;
        s->effect = b.effect;
        s->result = b.result;
        s->kept = holder_lead(&b, b.root) == start || !b.root->type->reference;
    }
    return s;
}

static struct effect whole(struct effect e)
{
    e.wholly_written_first = e.writes == ANSWER_REFUTED ? ANSWER_REFUTED : ANSWER_UNKNOWN;
    return e;
}

static bool is_const(const struct type *t)
{
    return type_is_view_or_array(t) && (t->base->quals & QUAL_CONST ||
                                        (type_is_amp(t, AMP_TYPE_ARRAY) && t->quals & QUAL_CONST));
}

struct effect effect_of_capture(struct ctx *c, const struct launch *l,
                                const struct symbol *captured)
{
    struct question q = {.c = c};
    struct effect e = body_of(&q, l->lambda->body, captured, LEAD_THERE).effect;

    if (is_const(captured->type))
        e.writes = ANSWER_REFUTED;
    return whole(e);
}

struct effect effect_of_member(struct ctx *c, const struct launch *l, const struct symbol *captured,
                               const type_path *path)
{
    struct question q = {.c = c, .path = path};
    const struct type_step *last = &path->at[path->n - 1];
    const struct type *t =
        last->of->kind == TYPE_ARRAY ? last->of->base : last->of->record->members.at[last->at].type;
    struct effect e = {ANSWER_UNKNOWN, ANSWER_UNKNOWN, ANSWER_UNKNOWN};

    if (path->n <= EFFECTS_STEPS_MAX && type_views(captured->type) <= EFFECTS_VIEWS_MAX)
        e = body_of(&q, l->lambda->body, captured, LEAD_AT).effect;
    if (is_const(t))
        e.writes = ANSWER_REFUTED;
    return whole(e);
}
