/* signature.c - signature help: the parameters of the call around the cursor, and which one is
 * being typed.
 *
 * Example: in `array_view<float, 2> v(h, ` the second of (int e0, int e1, source). */
#include <string.h>

#include "lsp/complete.h"
#include "lsp/find.h"
#include "lsp/hover.h"
#include "parser/walk.h"

struct signatures {
    struct analysis *a;
    unsigned offset;
    json_t *list;
    int argument; /* being typed */
};

/* Adds one; 'label' has "(a, b)" at its end, whose parts are the parameters. */
static void add(struct signatures *s, const char *label, const char *text)
{
    json_t *parameters = json_array();
    const char *open = NULL, *close = strrchr(label, ')'), *clause = strstr(label, ") restrict(");
    if (clause && !strchr(clause, '{'))
        close = clause;
    int depth = 0;
    for (const char *at = close; at && at >= label; at--) {
        depth += (*at == ')') - (*at == '(');
        if (depth == 0) {
            open = at;
            break;
        }
    }
    const char *begin = open ? open + 1 : NULL;
    depth = 0;
    for (const char *at = begin; at && at <= close; at++) {
        if (depth == 0 && (*at == ',' || at == close) && at > begin) {
            int from = (int)(begin - label) + (*begin == ' ');
            json_array_append_new(parameters,
                                  json_pack("{s:[i, i]}", "label", from, (int)(at - label)));
            begin = at + 1;
        }
        depth += (*at == '(' || *at == '<') - (*at == ')' || *at == '>');
    }
    json_t *j = json_pack("{s:s, s:o}", "label", label, "parameters", parameters);
    if (text && *text)
        json_object_set_new(j, "documentation", hover_markdown(text));
    json_array_append_new(s->list, j);
}

/* "int e0, int e1": the components of an extent or index of a rank. */
static const char *components(struct analysis *a, int rank)
{
    return rank == 1   ? "int e0"
           : rank == 2 ? "int e0, int e1"
           : rank == 3 ? "int e0, int e1, int e2"
                       : arena_printf(&a->c.arena, "int e[%d]", rank);
}

static void add_construct(struct signatures *s, const struct type *t)
{
    struct arena *m = &s->a->c.arena;
    const char *type = type_text(&s->a->c, t), *ints = components(s->a, t->rank);
    if (type_is_view_or_array(t)) {
        add(s, arena_printf(m, "%s(%s, source)", type, ints),
            "the extent, then a pointer or array");
        add(s, arena_printf(m, "%s(extent<%d> e, source)", type, t->rank), "");
        add(s, arena_printf(m, "%s(array)", type), "a C array, which has the extent");
    } else if (t->kind == TYPE_AMP && t->rank) {
        add(s, arena_printf(m, "%s(%s)", type, ints), "");
    }
}

static void add_call(struct signatures *s, const struct expr *e)
{
    struct analysis *a = s->a;
    const struct expr *f = e->a;
    const struct amp_member *member = NULL;
    if (!f)
        return;
    if (f->kind == EXPR_NAME && strcmp(f->name, "parallel_for_each") == 0) {
        add(s, "void parallel_for_each(extent, [=](index<N> i) restrict(amp) { ... })",
            "a thread for each index of the extent");
        add(s,
            "void parallel_for_each(accelerator_view, extent, [=](index<N> i) restrict(amp) { ... "
            "})",
            "on an accelerator");
        return;
    }
    if (f->kind == EXPR_NAME && !f->symbol)
        member = amp_function_find(f->name);
    else if ((f->kind == EXPR_MEMBER || f->kind == EXPR_ARROW) && f->a && f->a->type &&
             f->a->type->kind == TYPE_AMP)
        member = amp_member_find(amp_owner(f->a->type), f->name, -1);
    if (member) {
        add(s, hover_member_head(a, member), hover_member_text(a, member));
    } else if (f->kind == EXPR_NAME && f->symbol && f->symbol->kind == SYMBOL_FUNCTION) {
        const char *comment = f->symbol->system ? NULL : hover_comment(a, f->symbol->loc);
        add(s, hover_declaration(a, f->symbol), comment);
    } else if (f->type && f->type->kind == TYPE_POINTER && f->type->base->kind == TYPE_FUNCTION) {
        add(s, type_declaration(&a->c, f->type->base, "function"), "");
    } else if (f->type && type_is_view_or_array(f->type)) {
        add(s,
            arena_printf(&a->c.arena, "%s (%s)",
                         f->type->base ? type_text(&a->c, f->type->base) : "",
                         components(a, f->type->rank)),
            "an element");
    }
}

/* The commas between the parenthesis at 'open' and a byte, outside of brackets. */
static int commas_between(const char *text, unsigned open, unsigned offset)
{
    int n = 0, depth = 0;
    for (unsigned i = open + 1; i < offset; i++) {
        depth += strchr("([{", text[i]) != NULL;
        depth -= strchr(")]}", text[i]) != NULL;
        n += text[i] == ',' && depth == 0;
    }
    return n;
}

/* Typing drops the arguments of a call that is wrong. */
static int arguments_before(const struct signatures *s, const expr_vec *args, struct loc open)
{
    unsigned offset = s->offset;
    int n = 0;
    if (!args->n && open.end)
        return commas_between(s->a->c.source->text, open.begin, offset);
    while (n < args->n && args->at[n]->loc.end <= offset)
        n++;
    return n;
}

/* `array_view<float, 2> v(` is a declaration. */
struct constructed {
    unsigned offset;
    const struct init_declarator *found;
};

static bool on_decl(struct walker *w, struct decl *d)
{
    struct constructed *k = w->data;
    for (int i = 0; d->kind == DECL_VARS && i < d->declarators.n; i++) {
        const struct init_declarator *v = d->declarators.at[i];
        if (v->constructed && v->construct_loc.begin < k->offset &&
            k->offset < v->construct_loc.end)
            k->found = v;
    }
    return d->loc.begin <= k->offset && k->offset < d->loc.end;
}

static void find_signatures(struct signatures *s)
{
    expr_vec calls = {0};
    struct constructed k = {s->offset, NULL};
    struct walker w = {.data = &k, .decl_pre = on_decl};
    const struct expr *call = NULL;
    find_calls(s->a, s->offset, &calls);
    walk_unit(&w, s->a->program->unit);
    for (int i = 0; i < calls.n; i++)
        if (calls.at[i]->op_loc.begin < s->offset && calls.at[i]->op_loc.end)
            call = calls.at[i];
        else if (calls.at[i]->kind == EXPR_CONSTRUCT)
            call = calls.at[i];
    if (k.found && (!call || call->loc.begin < k.found->construct_loc.begin)) {
        if (k.found->type)
            add_construct(s, k.found->type);
        s->argument = arguments_before(s, &k.found->args, k.found->construct_loc);
    } else if (call) {
        if (call->kind == EXPR_CONSTRUCT && call->type)
            add_construct(s, call->type);
        else if (call->kind == EXPR_CALL)
            add_call(s, call);
        s->argument = arguments_before(s, &call->args, call->op_loc);
    }
}

json_t *signature_answer(struct analysis *a, const json_t *params)
{
    struct cut cut;
    struct analysis part;
    struct signatures s = {.a = &part, .list = json_array()};
    json_t *j = NULL;
    if (complete_begin(a, params, &cut, &part, &s.offset)) {
        find_signatures(&s);
        if (json_array_size(s.list))
            j = json_pack("{s:O, s:i, s:i}", "signatures", s.list, "activeSignature", 0,
                          "activeParameter", s.argument);
        analysis_free(&part);
        text_free(&cut.text);
    }
    json_decref(s.list);
    return j;
}
