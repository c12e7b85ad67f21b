/* divergence.c - barriers that not every thread of a tile reaches, as variance.h finds them: the
 * messages with the reason for each varying condition. */
#include "sema/checks/check.h"
#include "sema/analysis/variance.h"
#include "sema/types/limits.h"

/* ---- what varies ---- */

/* The expression as it is written, in quotes; NULL: it is too long for a note. */
static const char *text_of(struct ctx *c, struct loc loc)
{
    if (loc.end <= loc.begin || loc.end - loc.begin > DIVERGENCE_TEXT_MAX)
        return NULL;
    for (unsigned i = loc.begin; i < loc.end; i++)
        if (c->source->text[i] == '\n')
            return NULL;
    return arena_printf(&c->arena, "'%.*s'", (int)(loc.end - loc.begin),
                        c->source->text + loc.begin);
}

/* In what way the values of a source differ; "": the expression itself shows it. */
static const char *source_kind(enum variance_source source)
{
    switch (source) {
    case SOURCE_INDEX:
        break;
    case SOURCE_ELEMENT:
        return ", an element of a view or array";
    case SOURCE_TILE:
        return ", tile_static memory that is not the same for all threads before a barrier";
    case SOURCE_ATOMIC:
        return ", the result of an atomic function";
    case SOURCE_POINTER:
        return ", what a pointer points to";
    case SOURCE_UNKNOWN:
        return ", the result of a function without a body in this file";
    }
    return "";
}

static void source_note(struct ctx *c, const struct variance_why *w, const char *name)
{
    const char *text = text_of(c, w->loc), *kind = source_kind(w->source);

    if (!text)
        text = "the value";
    if (name)
        diag_note(c, w->loc, "'%s' varies: it comes from %s here%s", name, text, kind);
    else
        diag_note(c, w->loc, "%s varies%s", text, kind);
}

/* Skips the steps from w on at the same place, which would repeat the note. */
static const struct variance_why *steps_skip(const struct variance_why *w)
{
    const struct loc loc = w->loc;

    while (w->next && (w->next->kind == VARIANCE_CONDITION || w->next->kind == VARIANCE_LEFT) &&
           w->next->loc.begin == loc.begin && w->next->loc.end == loc.end)
        w = w->next;
    return w;
}

/* The note of a condition that contains the source. */
static void condition_note(struct ctx *c, const struct variance_why *w,
                           const struct variance_why *source)
{
    const char *text = text_of(c, source->loc);

    diag_note(c, w->loc, "this condition varies over the tile: it depends on %s%s",
              text ? text : "this", source_kind(source->source));
}

/* The note of a condition or jump; 'name': the variable that depends on it, NULL: none. */
static const struct variance_why *control_note(struct ctx *c, const struct variance_why *w,
                                               const char *name)
{
    bool jumps = w->kind == VARIANCE_LEFT || (w->next && w->next->kind == VARIANCE_LEFT);
    const struct variance_why *last = steps_skip(w);

    if (name)
        diag_note(c, w->loc,
                  jumps ? "'%s' varies: some threads leave here"
                        : "'%s' varies: it gets its value under this condition, which varies",
                  name);
    else if (jumps)
        diag_note(c, w->loc, "some threads leave here");
    else if (last->next && last->next->kind == VARIANCE_SOURCE)
        condition_note(c, w, last->next);
    else
        diag_note(c, w->loc, "this condition varies over the tile");
    return last;
}

static void why_notes(struct ctx *c, const struct variance_why *w)
{
    const char *name = NULL;
    bool named = false; /* the last note has named the source */

    for (int notes = 0; w && notes < DIVERGENCE_NOTES_MAX; w = w->next) {
        if (w->kind == VARIANCE_VARIABLE) {
            name = name ? name : w->name;
        } else if (w->kind == VARIANCE_SOURCE) {
            if (!named)
                source_note(c, w, name);
        } else if (!name || w->kind == VARIANCE_ASSIGNED) {
            w = control_note(c, w, name);
            named = !name && w->next && w->next->kind == VARIANCE_SOURCE;
            name = NULL;
            notes++;
        }
    }
}

static void calls_notes(struct ctx *c, const struct variance_call *calls)
{
    VEC(const struct variance_call *) all = {0};

    for (; calls; calls = calls->next)
        vec_push(&c->arena, &all, calls);
    while (all.n-- > 0)
        diag_note(c, all.at[all.n]->call->loc, "'%s' is called here", all.at[all.n]->callee->name);
}

static void report(struct ctx *c, const struct divergence *d)
{
    if (diag_resume(c, DIAG_barrier_divergent, d->wait->loc)) { /* another path to the same wait */
        if (d->calls)
            diag_note(c, d->calls->call->loc,
                      "not every thread reaches it by this call of '%s' either",
                      d->calls->callee->name);
        return;
    }
    diag(c, DIAG_barrier_divergent, d->wait->loc, "not every thread of the tile reaches this wait");
    calls_notes(c, d->calls);
    if (d->calls && d->launch)
        diag_note(c, d->launch->call->loc, "the kernel is launched here");
    why_notes(c, d->why);
}

void check_divergence(struct ctx *c, const struct program *p, struct findings *findings)
{
    (void)findings;
    variance_divergences(c, p, report);
}
