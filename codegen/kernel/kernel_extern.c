/* kernel_extern.c - amp functions of several units: variants, needs and the interface `ampc_x_…`
 * between them; README.md has the contract. */
#include "codegen/kernel/kernel.h"

#include "parser/walk.h"

#include <string.h>

/* Amp functions of several units. The unit that defines one carries its text as variants
 * (ampc__variant), one for each combination of memories that its pointer parameters can point into;
 * the library puts the variants that a module needs in front of the module's text. Every unit has
 * types of its own, so units call each other by a function whose parameters are scalars and
 * pointers to void: "ampc_x_gp_f" has a pointer to global memory and one to private memory (or an
 * object that is passed by its address). On both sides a small function converts: the caller's has
 * the name that an instance of the function would have. */

/* ---- the interface between units ---- */

/* How many memories a parameter's pointer may point into; constant comes last. */
static int param_choices(const struct symbol *p)
{
    if (kernel_is_reference(p))
        return 3;
    if (p->type->kind != TYPE_POINTER)
        return 0;
    return p->type->base->quals & QUAL_CONST ? 4 : 3;
}

/* The number of versions, with pointers into any memory ('any') or without. */
static int combinations(const struct symbol *f, bool any)
{
    enum { ENOUGH = 1000 };
    int product = 1;

    for (int i = 0; i < f->params.n && product < ENOUGH; i++) {
        int n = any && !kernel_is_reference(f->params.at[i]) ? 0 : param_choices(f->params.at[i]);
        product *= n ? n : 1;
    }
    return product;
}

enum { VARIANTS_MAX = 81 };

bool kernel_extern_any(const struct symbol *f)
{
    return combinations(f, false) > VARIANTS_MAX;
}

/* How many variants the function has, if its unit makes them all. */
static int variants_of(const struct symbol *f)
{
    return combinations(f, kernel_extern_any(f));
}

bool kernel_has_variants(const struct symbol *f)
{
    return kernel_is_exported(f) && f->type->prototype && variants_of(f) <= VARIANTS_MAX;
}

/* In the text of a variant, functions with variants of their own are called by the interface.
 * Otherwise each text would contain all functions that it reaches. */
bool kernel_is_foreign(const struct kernel_gen *g, const struct symbol *f)
{
    return !f->definition || (g->variant && f != g->variant && kernel_has_variants(f));
}

/* The memory of parameter i's pointer in the interface. */
static enum space interface_space(const struct kernel_gen *g, const struct kernel_instance *in,
                                  int i)
{
    const struct symbol *p = in->symbol->params.at[i];
    bool any = !g->emulated && p->type->kind == TYPE_POINTER && kernel_extern_any(in->symbol);

    return any ? SPACE_ANY : in->spaces.at[i];
}

/* Whether values of the type are passed by their address. */
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
    case SPACE_ANY:
        return 'a';
    case SPACE_NONE:
    case SPACE_PRIVATE:
        break;
    }
    return 'p';
}

/* "gp": a letter for each parameter that is a pointer. */
static const char *spaces_text(const struct kernel_gen *g, const struct kernel_instance *in)
{
    char *text = arena_alloc(&g->c->arena, (size_t)in->spaces.n + 1);
    int n = 0;

    for (int i = 0; i < in->spaces.n; i++)
        if (in->spaces.at[i] != SPACE_NONE)
            text[n++] = space_letter(interface_space(g, in, i));
    text[n] = '\0';
    return text;
}

/* "ampc_x_gp_f"; "ampc_x_gpx_..." for names that OpenCL C cannot spell, "ampc_x_static_f" for
 * functions that algorithms alone call from outside. */
static const char *interface_name(struct kernel_gen *g, const struct kernel_instance *in)
{
    const char *name = in->symbol->name, *plain = kernel_plain_name(g->c, name);

    return arena_printf(&g->c->arena, "ampc_x_%s%s%s_%s", spaces_text(g, in),
                        plain == name ? "" : "x", symbol_is_external(in->symbol) ? "" : "static",
                        plain);
}

struct symbol *kernel_tiles(struct kernel_gen *g)
{
    struct kernel_record known = {NULL, "struct ampc_x_tiles", false};
    struct record *r;

    if (g->tiles)
        return g->tiles;
    r = arena_new(&g->c->arena, struct record);
    known.record = r;
    vec_push(&g->c->arena, &g->records, known);
    g->tiles = arena_new(&g->c->arena, struct symbol);
    g->tiles->kind = SYMBOL_VAR;
    g->tiles->name = "tiles";
    g->tiles->storage = STORAGE_TILE_STATIC;
    g->tiles->type = arena_new(&g->c->arena, struct type);
    g->tiles->type->kind = TYPE_RECORD;
    g->tiles->type->record = r;
    return g->tiles;
}

/* "static float ampc_x_g_f(__global void *a0, float a1, __local struct ampc_x_tiles *t,
 * struct ampc_x_stop *s)". The memory of a result that is a pointer follows from the body, which
 * callers do not see: the function returns a pointer into any memory. */
static void print_interface(struct kernel_gen *g, const struct kernel_instance *in, struct buf *out)
{
    const struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    bool by_address = goes_by_address(result);
    int n = 0;

    buf_add(out, g->emulated && symbol_is_external(f) ? "" : "static ");
    buf_add(out, g->emulated ? "" : KERNEL_INLINED);
    if (result->kind == TYPE_POINTER)
        buf_printf(out, "%s ", g->emulated ? "void *" : kernel_any_type(g));
    else
        buf_printf(out, "%s ", by_address ? "void" : kernel_type(g, result, f->loc));
    buf_printf(out, "%s(", interface_name(g, in));
    if (by_address) {
        buf_add(out, "void *r");
        n++;
    }
    for (int i = 0; i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        buf_add(out, n++ ? ", " : "");
        if (interface_space(g, in, i) == SPACE_ANY)
            buf_printf(out, "%s a%d", kernel_any_type(g), i);
        else if (in->spaces.at[i] != SPACE_NONE)
            buf_printf(out, "%svoid *a%d", space_text(in->spaces.at[i]), i);
        else if (goes_by_address(p->type))
            buf_printf(out, "void *a%d", i);
        else
            buf_printf(out, "%s a%d", kernel_type(g, p->type, p->loc), i);
    }
    buf_printf(out, "%s%sstruct ampc_x_stop *s)", n ? ", " : "",
               g->emulated ? "" : "__local struct ampc_x_tiles *t, ");
}

/* Whether units can call each other by the type; reports why not. */
static bool check_interface(struct kernel_gen *g, const struct symbol *f, struct loc loc)
{
    if (!f->type->prototype)
        kernel_unsupported(g, loc, "calling '%s' of another file needs a prototype: (void)",
                           f->name);
    return f->type->prototype;
}

/* ---- the caller's side ---- */

/* The parameters of kernel_signature as arguments. */
static void print_forwarded(struct kernel_gen *g, const struct kernel_instance *in, int n,
                            struct buf *out)
{
    for (int i = 0; i < in->symbol->params.n; i++) {
        const struct symbol *p = in->symbol->params.at[i];
        bool wraps = interface_space(g, in, i) == SPACE_ANY && in->spaces.at[i] != SPACE_ANY;
        buf_add(out, n++ ? ", " : "");
        if (wraps)
            buf_printf(out, "%s(", kernel_any_helper(g, space_word(in->spaces.at[i])));
        else if (in->spaces.at[i] != SPACE_NONE && in->spaces.at[i] != SPACE_ANY)
            buf_printf(out, "(%svoid *)", space_text(in->spaces.at[i]));
        else if (goes_by_address(p->type))
            buf_add(out, "(void *)&");
        buf_add(out, p->name ? kernel_user_name(g, p->name)
                             : arena_printf(&g->c->arena, "ampc_unnamed%d", i));
        buf_add(out, wraps ? ")" : "");
    }
    buf_add(out, n ? ", " : "");
    if (!g->emulated)
        buf_printf(out, "%s, ", kernel_tile_name(g, kernel_tiles(g)));
    buf_add(out, "ampc_s");
}

void kernel_extern_emit(struct kernel_gen *g, struct kernel_instance *in)
{
    struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    struct kernel_need need = {f, spaces_text(g, in), in->call, NULL};
    bool by_address = goes_by_address(result);

    if (!check_interface(g, f, in->call))
        return;
    kernel_stop_type(g);
    in->ends = in->stops = true;
    vec_push(&g->c->arena, &g->needs, need);
    if (!g->emulated)
        vec_push(&g->c->arena, &in->tile_statics, kernel_tiles(g));
    buf_char(&g->functions, '\n');
    print_interface(g, in, &g->functions);
    buf_add(&g->functions, g->emulated ? " __attribute__((weak));" : ";");
    kernel_signature(g, in);
    buf_add(&g->functions, "{\n");
    if (by_address)
        buf_printf(&g->functions, "    %s ampc_r;\n",
                   kernel_type(g, type_unqualified(g->c, (struct type *)result), f->loc));
    buf_printf(&g->functions, "    %s%s(%s",
               by_address || result->kind == TYPE_VOID ? "" : "return ", interface_name(g, in),
               by_address ? "&ampc_r" : "");
    print_forwarded(g, in, by_address, &g->functions);
    buf_printf(&g->functions, ");\n%s}\n", by_address ? "    return ampc_r;\n" : "");
}

bool kernel_is_shared_tile(struct kernel_gen *g, const struct symbol *s)
{
    return g->frame->launch && s != g->tiles && !s->lambda && g->calls_out;
}

int kernel_shared_tile(struct kernel_gen *g, struct symbol *s)
{
    for (int i = 0; i < g->shared_tiles.n; i++)
        if (g->shared_tiles.at[i] == s)
            return i;
    vec_push(&g->c->arena, &g->shared_tiles, s);
    return g->shared_tiles.n - 1;
}

void kernel_extern_launches(struct kernel_gen *g)
{
    for (int i = 0; i < g->unit->program->launches.n && g->needs.n; i++) {
        const struct launch *l = g->unit->program->launches.at[i];
        symbol_vec reached = {0};
        if (l->tiled)
            continue;
        launch_functions(g->c, l, &reached);
        for (int k = 0; k < reached.n; k++)
            for (int n = 0; n < g->needs.n; n++)
                if (g->needs.at[n].function == reached.at[k])
                    g->needs.at[n].untiled = l;
    }
}

/* ---- the defining side ---- */

bool kernel_is_exported(const struct symbol *f)
{
    return f->definition && f->restriction & RESTRICT_AMP && symbol_is_external(f);
}

/* Prints the tile_static objects of an instance as arguments: functions of other units get the
 * whole object, its own are at offsets in it. */
static void print_tiles(struct kernel_gen *g, const struct kernel_instance *in, bool more,
                        symbol_vec *own)
{
    for (int i = 0; i < in->tile_statics.n; i++) {
        struct symbol *s = in->tile_statics.at[i];
        buf_add(&g->functions, more || i ? ", " : "");
        if (s == g->tiles) {
            buf_char(&g->functions, 't');
            continue;
        }
        buf_printf(&g->functions, "(%s)((__local char *)t + AMPC_TILE_%d)",
                   kernel_declare(g, s->type, "(*)", SPACE_LOCAL, s->loc), own->n);
        vec_push(&g->c->arena, own, s);
    }
}

static void print_export(struct kernel_gen *g, const struct kernel_instance *in, symbol_vec *tiles)
{
    const struct symbol *f = in->symbol;
    const struct type *result = f->type->base;
    struct buf *out = &g->functions;
    bool wraps = !g->emulated && result->kind == TYPE_POINTER && in->result != SPACE_ANY;

    buf_char(out, '\n');
    if (g->emulated)
        kernel_line_mark(g, out, (struct place){.file = "ampc-generated", .line = 1});
    print_interface(g, in, out);
    buf_add(out, "\n{\n    ");
    if (goes_by_address(result))
        buf_printf(out, "*(%s *)r = ",
                   kernel_type(g, type_unqualified(g->c, (struct type *)result), f->loc));
    else if (result->kind != TYPE_VOID)
        buf_add(out, "return ");
    if (wraps)
        buf_printf(out, "%s(", kernel_any_helper(g, space_word(in->result)));
    buf_printf(out, "%s(", in->name);
    for (int i = 0; i < f->params.n; i++) {
        const struct symbol *p = f->params.at[i];
        struct type *t = type_unqualified(g->c, p->type);
        buf_add(out, i ? ", " : "");
        if (in->spaces.at[i] != SPACE_NONE && in->spaces.at[i] != SPACE_ANY)
            buf_printf(
                out, "(%s)a%d",
                kernel_declare(g, t, kernel_is_reference(p) ? "*" : "", in->spaces.at[i], p->loc),
                i);
        else if (goes_by_address(t))
            buf_printf(out, "*(%s *)a%d", kernel_type(g, t, p->loc), i);
        else
            buf_printf(out, "a%d", i);
        if (kernel_takes_range(g, f, i))
            buf_printf(out, ", %s", kernel_range_nothing(g));
    }
    print_tiles(g, in, f->params.n > 0, tiles);
    if (in->stops)
        buf_printf(out, "%ss", f->params.n + in->tile_statics.n > 0 ? ", " : "");
    buf_add(out, wraps ? "));\n}\n" : ");\n}\n");
}

/* Whether f calls itself, directly or through functions that stand in the same text. The library
 * finds the cycles that lead through other variants. */
static bool on_cycle(struct kernel_gen *g, symbol_vec *stack, symbol_vec *done, struct symbol *f)
{
    for (int i = 0; i < done->n; i++)
        if (done->at[i] == f)
            return false;
    for (int i = 0; i < stack->n; i++)
        if (stack->at[i] == f)
            return true;
    vec_push(&g->c->arena, stack, f);
    for (int i = 0; i < f->calls.n; i++) {
        struct symbol *callee = symbol_version(f->calls.at[i].callee, RESTRICT_AMP);
        if (callee && !kernel_is_foreign(g, callee) && on_cycle(g, stack, done, callee))
            return true;
    }
    stack->n--;
    vec_push(&g->c->arena, done, f);
    return false;
}

static void variant_emit(struct kernel_gen *g, struct symbol *f, const space_vec *spaces,
                         struct kernel_text *out)
{
    struct kernel_instance *in;
    struct buf text = {0};
    symbol_vec stack = {0}, done = {0};

    if (!check_interface(g, f, f->loc))
        return;
    kernel_stop_type(g);
    if (on_cycle(g, &stack, &done, f)) {
        kernel_unsupported(g, f->loc, "it recurses");
        return;
    }
    in = kernel_instance_get(g, f, spaces, f->loc);
    print_export(g, in, &out->tiles);
    kernel_assemble(g, &text);
    out->source = arena_strndup(&g->c->arena, text.at, text.n);
    out->uses = g->uses;
    out->needs = g->needs;
    buf_free(&text);
}

/* One text of the function, printed by a generator of its own. */
static struct kernel_text variant_make(const struct kernel_unit *u, enum kernel_kind kind,
                                       struct symbol *f, const space_vec *spaces)
{
    struct kernel_gen g = kernel_begin(u, kind, f);
    struct kernel_text text = {0};

    variant_emit(&g, f, spaces, &text);
    if (g.refusal)
        text = (struct kernel_text){.refusal = g.refusal, .uses = text.uses};
    buf_free(&g.types);
    buf_free(&g.constants);
    buf_free(&g.helpers);
    buf_free(&g.functions);
    return text;
}

static bool has_symbol(const symbol_vec *v, const struct symbol *s)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == s)
            return true;
    return false;
}

/* The spaces of the function's pointers in the emulator, where there is only one memory. */
static void emulated_spaces(struct kernel_gen *g, const struct symbol *f, space_vec *spaces)
{
    for (int i = 0; i < f->params.n; i++)
        vec_push(&g->c->arena, spaces,
                 kernel_is_reference(f->params.at[i]) || f->params.at[i]->type->kind == TYPE_POINTER
                     ? SPACE_GLOBAL
                     : SPACE_NONE);
}

/* Takes back what was printed since 'before'. */
static void take_back(struct kernel_gen *g, const struct kernel_gen *before)
{
    g->types.n = before->types.n;
    g->constants.n = before->constants.n;
    g->helpers.n = before->helpers.n;
    g->functions.n = before->functions.n;
    g->records.n = before->records.n;
    g->instances.n = before->instances.n;
    g->names.n = before->names.n;
    g->tile_statics.n = before->tile_statics.n;
    g->tables.n = before->tables.n;
    g->stop_texts.n = before->stop_texts.n;
    g->needs.n = before->needs.n;
}

/* Prints f for other units; false: the emulator's text does not take it, nothing is printed. */
static bool export_print(struct kernel_gen *g, struct symbol *f)
{
    const struct kernel_gen before = *g;
    symbol_vec tiles = {0};
    space_vec spaces = {0};

    g->refusal = NULL;
    emulated_spaces(g, f, &spaces);
    print_export(g, kernel_instance_get(g, f, &spaces, f->loc), &tiles);
    if (g->refusal)
        take_back(g, &before);
    return !g->refusal;
}

/* Whether the emulator's text takes f and all that f calls. While f is asked for it counts as
 * refused, which is right if it comes back to itself. */
static bool is_emulated(struct kernel_gen *g, struct symbol *f)
{
    bool good = true;

    if (!f->definition || has_symbol(&g->emulates, f))
        return true;
    if (has_symbol(&g->not_emulated, f))
        return false;
    vec_push(&g->c->arena, &g->not_emulated, f);
    for (int i = 0; good && i < f->calls.n; i++) {
        struct symbol *callee = symbol_version(f->calls.at[i].callee, RESTRICT_AMP);
        good = !callee || is_emulated(g, callee);
    }
    if (good && (kernel_is_exported(f) || has_symbol(&g->unit->program->operations, f)) &&
        f->type->prototype)
        good = export_print(g, f);
    if (!good)
        return false;
    for (int i = 0; i < g->not_emulated.n; i++)
        if (g->not_emulated.at[i] == f)
            g->not_emulated.at[i] = g->not_emulated.at[--g->not_emulated.n];
    vec_push(&g->c->arena, &g->emulates, f);
    return true;
}

bool kernel_extern_emulated(struct kernel_gen *g, struct symbol *f)
{
    return f->type->prototype && is_emulated(g, f);
}

/* ---- functions that algorithms get ---- */

/* An instance by which an operation, which has no pointers, is named. */
static struct kernel_instance operation_instance(struct kernel_gen *g, struct symbol *f)
{
    struct kernel_instance in = {.symbol = f, .call = f->loc};

    for (int i = 0; i < f->params.n; i++)
        vec_push(&g->c->arena, &in.spaces, SPACE_NONE);
    return in;
}

/* Prints ampc_host_NAME, ampc_operation.host, for the emulator. */
static void host_print(struct kernel_gen *g, const struct kernel_instance *in)
{
    const struct symbol *f = in->symbol;
    struct buf *out = &g->functions;

    kernel_stop_type(g);
    kernel_line_mark(g, out, (struct place){.file = "ampc-generated", .line = 1});
    if (!f->definition) {
        print_interface(g, in, out);
        buf_add(out, " __attribute__((weak));\n");
    }
    buf_printf(out,
               "static void ampc_host_%s(void *r, const void *a, const void *b, void *note)\n{\n"
               "    struct ampc_x_stop s = {note, 0, 0};\n    (void)b;\n    *(%s *)r = %s(",
               f->name,
               kernel_type(g, type_unqualified(g->c, (struct type *)f->type->base), f->loc),
               interface_name(g, in));
    for (int i = 0; i < f->params.n; i++)
        buf_printf(out, "*(const %s *)%c, ",
                   kernel_type(g, type_unqualified(g->c, f->params.at[i]->type), f->loc), 'a' + i);
    buf_add(out, "&s);\n}\n");
}

void kernel_operation(struct kernel_gen *g, struct symbol *f, struct kernel_operation *o)
{
    struct kernel_instance in = operation_instance(g, f);

    o->need = (struct kernel_need){f, "", f->loc, NULL};
    o->name = interface_name(g, &in);
    o->emulated = g->emulated && (!f->definition || kernel_extern_emulated(g, f));
    if (o->emulated)
        host_print(g, &in);
}

/* The memories that the parameters' pointers point into in variant k. */
static space_vec variant_spaces(struct ctx *c, const struct symbol *f, int k)
{
    static const enum space spaces_of[] = {SPACE_GLOBAL, SPACE_PRIVATE, SPACE_LOCAL,
                                           SPACE_CONSTANT};
    bool any = kernel_extern_any(f);
    space_vec spaces = {0};

    for (int i = 0; i < f->params.n; i++) {
        int n = param_choices(f->params.at[i]);
        bool is_any = any && n && !kernel_is_reference(f->params.at[i]);
        vec_push(&c->arena, &spaces, is_any ? SPACE_ANY : n ? spaces_of[k % n] : SPACE_NONE);
        k /= n && !is_any ? n : 1;
    }
    return spaces;
}

void kernel_variants(const struct kernel_unit *u, struct kernel_export *out)
{
    struct symbol *f = out->function;
    const struct kernel_gen plain = kernel_begin(u, KERNEL_PLAIN, f);
    int variants = variants_of(f);

    if (variants > VARIANTS_MAX) /* the library reports this at a call */
        return;
    for (int k = 0; k < variants; k++) {
        space_vec spaces = variant_spaces(u->c, f, k);
        struct kernel_instance named = {.symbol = f, .spaces = spaces};
        struct kernel_variant variant = {.spaces = spaces_text(&plain, &named),
                                         .text = variant_make(u, KERNEL_PLAIN, f, &spaces)};
        if (!plain.checked && variant.text.source)
            variant.checked = variant_make(u, KERNEL_CHECKED, f, &spaces).source;
        vec_push(&u->c->arena, &out->variants, variant);
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
        buf_add(&text, type_refers(param) ? "&" : "");
    }
    buf_char(&text, ')');
    copy = arena_strndup(&c->arena, text.at, text.n);
    buf_free(&text);
    return copy;
}
