#include "codegen/kernel.h"

#include <string.h>

/* Amp functions of several units. The unit that defines one carries its text as parts (ampc__part),
 * one for each combination of memories that its pointer parameters can point into; the library
 * puts those that a module needs in front of it. Every unit has types of its own, so units call
 * each other by a function whose parameters are scalars and pointers to void: "ampc_x_gp_f" for a
 * pointer to global, one to private memory and what is passed by its address. On both sides a small
 * function converts: the caller's has the name that an instance of the function would have. */

void kernel_extern_params(struct kernel_gen *g, struct symbol *f)
{
    if (f->params.n)
        return;
    for (int i = 0; i < f->type->params.n; i++) {
        struct symbol *p = arena_new(&g->c->arena, struct symbol);
        p->kind = SYMBOL_PARAM;
        p->loc = f->loc;
        p->type = f->type->params.at[i];
        vec_push(&g->c->arena, &f->params, p);
    }
}

/* ---- what units call each other by ---- */

/* Whether values of the type go by their address. */
static bool goes_by_address(const struct type *t)
{
    return t->kind == TYPE_RECORD || (t->kind == TYPE_AMP && t->amp != AMP_TYPE_TILE_BARRIER);
}

static char space_letter(enum space s)
{
    switch (s) {
    case SPACE_GLOBAL:
        return 'g';
    case SPACE_LOCAL:
        return 'l';
    case SPACE_CONSTANT:
        return 'c';
    case SPACE_NONE:
    case SPACE_PRIVATE:
        break;
    }
    return 'p';
}

/* "gp": a letter for each parameter that is a pointer. */
static const char *spaces_text(struct ctx *c, const space_vec *spaces)
{
    char *text = arena_alloc(&c->arena, (size_t)spaces->n + 1);
    int n = 0;

    for (int i = 0; i < spaces->n; i++)
        if (spaces->at[i] != SPACE_NONE)
            text[n++] = space_letter(spaces->at[i]);
    text[n] = '\0';
    return text;
}

/* "static float ampc_x_g_f(__global void *a0, float a1)" */
static void print_interface(struct kernel_gen *g, const struct kernel_instance *in, struct buf *out)
{
    const struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    bool by_address = goes_by_address(result);
    int n = 0;

    buf_printf(out, "static %s ampc_x_%s_%s(", by_address ? "void" : kernel_type(g, result, f->loc),
               spaces_text(g->c, &in->spaces), kernel_plain_name(g->c, f->name));
    if (by_address) {
        buf_add(out, "void *r");
        n++;
    }
    for (int i = 0; i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        buf_add(out, n++ ? ", " : "");
        if (in->spaces.at[i] != SPACE_NONE)
            buf_printf(out, "%svoid *a%d", space_text(in->spaces.at[i]), i);
        else if (goes_by_address(p->type))
            buf_printf(out, "void *a%d", i);
        else
            buf_printf(out, "%s a%d", kernel_type(g, p->type, p->loc), i);
    }
    buf_add(out, n ? ")" : "void)");
}

/* Whether units can call each other by the type; reports why not. */
static bool check_interface(struct kernel_gen *g, const struct symbol *f, struct loc loc)
{
    if (f->type->base->kind == TYPE_POINTER) {
        kernel_unsupported(g, loc,
                           "'%s' returns a pointer, so calling it from another file is not "
                           "supported; define it static inline in a header",
                           f->name);
        return false;
    }
    if (!f->type->prototype) {
        kernel_unsupported(g, loc, "calling '%s' of another file needs a prototype: (void)",
                           f->name);
        return false;
    }
    return true;
}

/* ---- the caller's side ---- */

/* The parameters of kernel_signature as arguments. */
static void print_forwarded(struct kernel_gen *g, const struct kernel_instance *in, int n,
                            struct buf *out)
{
    for (int i = 0; i < in->symbol->params.n; i++) {
        const struct symbol *p = in->symbol->params.at[i];
        buf_add(out, n++ ? ", " : "");
        if (in->spaces.at[i] != SPACE_NONE)
            buf_printf(out, "(%svoid *)", space_text(in->spaces.at[i]));
        else if (goes_by_address(p->type))
            buf_add(out, "(void *)&");
        buf_add(out, p->name ? kernel_user_name(g, p->name, 0)
                             : arena_printf(&g->c->arena, "ampc_unnamed%d", i));
    }
}

void kernel_extern_emit(struct kernel_gen *g, struct kernel_instance *in, struct loc call)
{
    struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    struct kernel_need need = {f, spaces_text(g->c, &in->spaces), call};
    bool by_address = goes_by_address(result);

    if (!check_interface(g, f, call))
        return;
    vec_push(&g->c->arena, &g->needs, need);
    buf_char(&g->functions, '\n');
    print_interface(g, in, &g->functions);
    buf_add(&g->functions, ";");
    kernel_signature(g, in);
    buf_add(&g->functions, "{\n");
    if (by_address)
        buf_printf(&g->functions, "    %s ampc_r;\n",
                   kernel_type(g, type_unqualified(g->c, (struct type *)result), f->loc));
    buf_printf(&g->functions, "    %sampc_x_%s_%s(%s",
               by_address || result->kind == TYPE_VOID ? "" : "return ", need.spaces,
               kernel_plain_name(g->c, f->name), by_address ? "&ampc_r" : "");
    print_forwarded(g, in, by_address, &g->functions);
    buf_printf(&g->functions, ");\n%s}\n", by_address ? "    return ampc_r;\n" : "");
}

/* ---- the defining side ---- */

bool kernel_is_exported(const struct symbol *f)
{
    return f->definition && f->restriction & RESTRICT_AMP && symbol_is_external(f);
}

static void print_export(struct kernel_gen *g, const struct kernel_instance *in)
{
    const struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    struct buf *out = &g->functions;

    buf_char(out, '\n');
    print_interface(g, in, out);
    buf_add(out, "\n{\n    ");
    if (goes_by_address(result))
        buf_printf(out, "*(%s *)r = ",
                   kernel_type(g, type_unqualified(g->c, (struct type *)result), f->loc));
    else if (result->kind != TYPE_VOID)
        buf_add(out, "return ");
    buf_printf(out, "%s(", in->name);
    for (int i = 0; i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        struct type *t = type_unqualified(g->c, p->type);
        buf_add(out, i ? ", " : "");
        if (in->spaces.at[i] != SPACE_NONE)
            buf_printf(
                out, "(%s)a%d",
                kernel_declare(g, t, kernel_is_reference(p) ? "*" : "", in->spaces.at[i], p->loc),
                i);
        else if (goes_by_address(t))
            buf_printf(out, "*(%s *)a%d", kernel_type(g, t, p->loc), i);
        else
            buf_printf(out, "a%d", i);
    }
    buf_add(out, ");\n}\n");
}

static bool on_cycle(struct ctx *c, symbol_vec *stack, symbol_vec *done, struct symbol *f)
{
    for (int i = 0; i < done->n; i++)
        if (done->at[i] == f)
            return false;
    for (int i = 0; i < stack->n; i++)
        if (stack->at[i] == f)
            return true;
    vec_push(&c->arena, stack, f);
    for (int i = 0; i < f->calls.n; i++) {
        struct symbol *callee = symbol_version(f->calls.at[i].callee, RESTRICT_AMP);
        if (callee && on_cycle(c, stack, done, callee))
            return true;
    }
    stack->n--;
    vec_push(&c->arena, done, f);
    return false;
}

static void part_emit(struct kernel_gen *g, struct symbol *f, const space_vec *spaces,
                      struct kernel_part *part)
{
    struct kernel_instance *in;
    struct buf text = {0};
    symbol_vec stack = {0}, done = {0};

    if (!check_interface(g, f, f->loc))
        return;
    if (on_cycle(g->c, &stack, &done, f)) {
        kernel_unsupported(g, f->loc, "it recurses");
        return;
    }
    in = kernel_instance_get(g, f, spaces, f->loc);
    if (in->tile_statics.n)
        kernel_unsupported(g, in->tile_statics.at[0]->loc,
                           "it uses the tile_static variable '%s'; define it static inline in a "
                           "header",
                           in->tile_statics.at[0]->name);
    print_export(g, in);
    kernel_assemble(g, &text);
    part->source = arena_strndup(&g->c->arena, text.at, text.n);
    part->uses = g->uses;
    part->needs = g->needs;
    buf_free(&text);
}

static void part_make(struct ctx *c, struct program *p, struct symbol *f, const space_vec *spaces,
                      kernel_part_vec *out)
{
    struct kernel_gen g = {.c = c, .program = p, .trial = true};
    struct kernel_part part = {.spaces = spaces_text(c, spaces)};

    part_emit(&g, f, spaces, &part);
    if (g.refusal) {
        part.source = NULL;
        part.refusal = g.refusal;
        part.needs.n = 0;
    }
    buf_free(&g.types);
    buf_free(&g.constants);
    buf_free(&g.helpers);
    buf_free(&g.functions);
    vec_push(&c->arena, out, part);
}

/* How many memories a parameter's pointer may point into: the first so many of param_spaces. */
static int param_choices(const struct symbol *p)
{
    if (kernel_is_reference(p))
        return 3;
    if (p->type->kind != TYPE_POINTER)
        return 0;
    return p->type->base->quals & QUAL_CONST ? 4 : 3;
}

static const enum space param_spaces[] = {SPACE_GLOBAL, SPACE_PRIVATE, SPACE_LOCAL, SPACE_CONSTANT};

void kernel_parts(struct ctx *c, struct program *p, struct symbol *f, kernel_part_vec *out)
{
    enum { MOST_PARTS = 64 };
    int combinations = 1;

    for (int i = 0; i < f->params.n && combinations <= MOST_PARTS; i++) {
        int n = param_choices(f->params.at[i]);
        combinations *= n ? n : 1;
    }
    if (combinations > MOST_PARTS) /* the library says so to who calls it */
        return;
    for (int k = 0; k < combinations; k++) {
        space_vec spaces = {0};
        int rest = k;
        for (int i = 0; i < f->params.n; i++) {
            int n = param_choices(f->params.at[i]);
            vec_push(&c->arena, &spaces, n ? param_spaces[rest % n] : SPACE_NONE);
            rest /= n ? n : 1;
        }
        part_make(c, p, f, &spaces, out);
    }
}

/* ---- types ---- */

static void layout_add(struct ctx *c, struct buf *out, const struct type *t)
{
    const char *scalar = kernel_scalar(t);

    buf_add(out, t->quals & QUAL_CONST ? "const " : "");
    if (scalar) {
        buf_add(out, scalar);
    } else if (t->kind == TYPE_POINTER) {
        layout_add(c, out, t->base);
        buf_char(out, '*');
    } else if (t->kind == TYPE_ARRAY) {
        layout_add(c, out, t->base);
        buf_printf(out, "[%lld]", t->length);
    } else if (t->kind == TYPE_RECORD) {
        buf_printf(out, "%s%lld{", t->record->is_union ? "union" : "struct", t->record->size);
        for (int i = 0; i < t->record->members.n; i++) {
            const struct record_member *m = &t->record->members.at[i];
            buf_printf(out, "%s%lld:", i ? "," : "", m->offset);
            if (m->type->kind == TYPE_POINTER)
                buf_char(out, '*');
            else
                layout_add(c, out, m->type);
        }
        buf_char(out, '}');
    } else if (t->kind == TYPE_AMP && t->base) {
        buf_printf(out, "amp%d<%d:", (int)t->amp, t->rank);
        layout_add(c, out, t->base);
        buf_char(out, '>');
    } else {
        buf_add(out, type_text(c, t));
    }
}

const char *kernel_layout(struct ctx *c, const struct type *t)
{
    struct buf text = {0};
    const char *copy;

    layout_add(c, &text, type_unqualified(c, t->base));
    buf_char(&text, '(');
    for (int i = 0; i < t->params.n; i++) {
        struct type *param = t->params.at[i];
        buf_add(&text, i ? "," : "");
        layout_add(c, &text, type_unqualified(c, param));
        buf_add(&text, param->reference && !(param->quals & QUAL_CONST) ? "&" : "");
    }
    buf_char(&text, ')');
    copy = arena_strndup(&c->arena, text.at, text.n);
    buf_free(&text);
    return copy;
}
