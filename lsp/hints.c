/* hints.c - inlay hints: extents that are known, and what a launch reads and writes.
 *
 * Example: behind `array_view<float, 2> v(16, n, p)` stands `: 16 x ?`, behind the capture list of
 * a launch `reads a, b; writes c; copies n`. */
#include <string.h>

#include "lsp/find.h"
#include "lsp/kernel_text.h"
#include "lsp/tokens.h"
#include "sema/analysis/code.h"
#include "sema/types/type.h"

struct hints {
    struct analysis *a;
    json_t *list;
    int first, last; /* lines wanted, from 0 */
};

/* Adds a hint behind a byte. */
static void add(struct hints *h, unsigned last, const char *label, const char *tooltip)
{
    struct analysis *a = h->a;
    struct place begin, end;
    struct loc loc = {last, last + 1};
    if (!source_written(a->c.source, loc, &begin, &end) || end.line - 1 < h->first ||
        end.line - 1 > h->last || strcmp(begin.file, a->c.source->main_file) != 0)
        return;
    json_t *range = analysis_place_range(a, begin.file, end.line, end.column, end.line, end.column);
    json_array_append_new(h->list, json_pack("{s:O, s:s, s:b, s:s}", "position",
                                             json_object_get(range, "start"), "label", label,
                                             "paddingLeft", 1, "tooltip", tooltip));
    json_decref(range);
}

/* "16 x ?"; NULL: nothing is known. */
static const char *extent_text(struct analysis *a, const struct known_extent *e)
{
    const char *text = "";
    bool known = false;
    for (int i = 0; i < e->rank; i++) {
        known |= e->n[i] >= 0;
        text = arena_printf(&a->c.arena, "%s%s%s", text, i ? " x " : "",
                            e->n[i] >= 0 ? arena_printf(&a->c.arena, "%lld", e->n[i]) : "?");
    }
    return known ? text : NULL;
}

static void add_view(struct hints *h, const struct mention *m)
{
    const struct symbol *s = m->entity;
    struct known_extent e = {.partly = true};
    const char *text = NULL;
    if (type_is_view_or_array(s->type) && symbol_extent_known(&h->a->findings, s, &e))
        text = extent_text(h->a, &e);
    if (text)
        add(h, m->loc.end - 1, arena_printf(&h->a->c.arena, ": %s", text), "the extent");
}

/* Appends "; word a, b" for the captured views with that use. */
static const char *uses_text(struct analysis *a, const struct launch *l, const char *use,
                             const char *before)
{
    bool any = false;
    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *s = l->captures.at[i].symbol;
        bool view = type_is_view_or_array(s->type) || type_holds_views(s->type);
        const char *is = view ? kernel_use(a, l, s) : s->constant ? "" : "copied";
        if (strcmp(is, use) != 0)
            continue;
        const char *word = view ? strcmp(use, "read") == 0      ? "reads"
                                  : strcmp(use, "written") == 0 ? "writes"
                                                                : "changes"
                                : "copies";
        before = any ? arena_printf(&a->c.arena, "%s, %s", before, s->name)
                     : arena_printf(&a->c.arena, "%s%s%s %s", before, *before ? "; " : "", word,
                                    s->name);
        any = true;
    }
    return before;
}

static void add_launch(struct hints *h, const struct launch *l)
{
    struct analysis *a = h->a;
    if (!l->lambda || !l->rank || diag_error_in(&a->c, l->call->loc))
        return;
    const char *text = uses_text(a, l, "read", "");
    text = uses_text(a, l, "read and written", text);
    text = uses_text(a, l, "written", text);
    text = uses_text(a, l, "copied", text);
    if (*text)
        add(h, l->lambda->introducer.end - 1, text,
            "memory that the launch brings to the device, and values that it passes");
    struct known_extent e = {.partly = true};
    if (l->domain && extent_known(&a->findings, l->domain, &e) && extent_text(a, &e))
        add(h, l->domain->loc.end - 1, arena_printf(&a->c.arena, "%s threads", extent_text(a, &e)),
            "the domain");
}

json_t *hints_answer(struct analysis *a, const json_t *params)
{
    const json_t *range = json_object_get(params, "range");
    if (!analysis_type(a))
        return NULL;
    struct hints h = {.a = a, .list = json_array()};
    h.first = (int)json_integer_value(json_object_get(json_object_get(range, "start"), "line"));
    h.last = (int)json_integer_value(json_object_get(json_object_get(range, "end"), "line"));
    const struct names *names = find_names(a);
    for (int i = 0; i < names->list.n; i++) {
        const struct mention *m = &names->list.at[i];
        if (m->kind == MENTION_SYMBOL && m->declares && !m->parameter &&
            !source_include(a->c.source, m->loc.begin))
            add_view(&h, m);
    }
    for (int i = 0; i < a->program->launches.n; i++)
        add_launch(&h, a->program->launches.at[i]);
    return h.list;
}
