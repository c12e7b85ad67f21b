/* kernel_args.c - how captured variables are passed to a kernel: one list that the kernel's
 * parameters and the launch's arguments both follow; and names of kernels. */
#include "codegen/kernel/kernel.h"

#include <ctype.h>
#include <string.h>

#include "common/hash.h"
#include "sema/analysis/captured.h"
#include "sema/analysis/effects.h"

/* ---- arguments ---- */

/* Adds an argument for each view in an object of type t at the path 'at'. */
static void push_views(struct ctx *c, const struct launch *l, const struct kernel_arg *at,
                       kernel_arg_vec *out)
{
    const struct type *t = at->type;
    int n = type_views(t) == 0       ? 0
            : t->kind == TYPE_ARRAY  ? (int)t->length
            : t->kind == TYPE_RECORD ? t->record->members.n
                                     : 0;

    if (type_is_view_or_array(t)) {
        vec_push(&c->arena, out, *at);
        out->at[out->n - 1].kind = AMPC__ARG_VIEW;
        out->at[out->n - 1].is_const =
            effect_of_member(c, l, at->symbol, &at->steps).writes == ANSWER_REFUTED;
        return;
    }
    for (int i = 0; i < n; i++) {
        struct kernel_arg in = *at;
        const struct record_member *m = t->kind == TYPE_RECORD ? &t->record->members.at[i] : NULL;
        in.type = m ? m->type : t->base;
        if (m && m->name)
            in.path = arena_printf(&c->arena, "%s.%s", at->path, m->name);
        else if (!m)
            in.path = arena_printf(&c->arena, "%s[%d]", at->path, i);
        in.steps.at = NULL;
        in.steps.n = in.steps.cap = 0;
        for (int k = 0; k < at->steps.n; k++)
            vec_push(&c->arena, &in.steps, at->steps.at[k]);
        vec_push(&c->arena, &in.steps, ((struct type_step){t, i}));
        push_views(c, l, &in, out);
    }
}

void kernel_args(struct ctx *c, const struct launch *l, kernel_arg_vec *out)
{
    symbol_vec large = {0};

    captured_large(c, l, &large);
    for (int i = 0; i < l->captures.n; i++) {
        struct symbol *s = l->captures.at[i].symbol;
        struct kernel_arg a = {
            .symbol = s, .kind = AMPC__ARG_VALUE, .is_const = true, .type = s->type, .path = ""};
        if (s->constant || !s->type->size) /* its value is in the kernel's text, or it has none */
            continue;
        if (type_is_view_or_array(s->type)) {
            a.kind = AMPC__ARG_VIEW;
            a.is_const = effect_of_capture(c, l, s).writes == ANSWER_REFUTED;
        }
        a.group = type_holds_views(s->type);
        for (int k = 0; k < large.n; k++)
            if (large.at[k] == s)
                a.kind = AMPC__ARG_BUFFER;
        vec_push(&c->arena, out, a);
        if (a.group) {
            a.group = false;
            push_views(c, l, &a, out);
        }
    }
    kernel_constants(l, out);
}

/* ---- names ---- */

/* Whether the kernel's name, made from a host function's, could be equal to another generated
 * name. */
static bool needs_prefix(const char *name)
{
    if (strncmp(name, "ampc", 4) == 0 || strncmp(name, "k_", 2) == 0)
        return true;
    if (name[0] == 'u' && name[1] == 'x')
        name++;
    return name[0] && strchr("uctx", name[0]) &&
           (name[1] == '_' || isdigit((unsigned char)name[1]) || !name[1]);
}

/* Drivers name files after kernels, so a long name is replaced by its begin and a hash. */
static const char *short_name(struct ctx *c, const char *name)
{
    enum { LONG = 128 };
    if (strlen(name) <= LONG)
        return name;
    return arena_printf(&c->arena, "%.*s_%08x", LONG - 9, name,
                        (unsigned)hash_bytes(name, strlen(name)));
}

const char *kernel_name(struct ctx *c, const struct launch *l)
{
    const char *name =
        l->function ? short_name(c, kernel_plain_name(c, l->function->name)) : "unit";
    const char *prefix = needs_prefix(name) ? "k_" : "";

    if (l->flat_of)
        return arena_printf(&c->arena, "%s_%dd", kernel_name(c, l->flat_of), l->rank);
    if (l->same_line)
        return arena_printf(&c->arena, "%s%s_%dx%d", prefix, name, l->place.line, l->same_line + 1);
    return arena_printf(&c->arena, "%s%s_%d", prefix, name, l->place.line);
}
