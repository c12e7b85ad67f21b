/* host_launch.c - launches in host text: captures, arguments, and the objects of the unit's
 * kernels with their source. */
#include "codegen/host/host.h"
#include "optimize/cover.h"
#include "sema/analysis/beside.h"
#include "sema/analysis/work.h"
#include "runtime/ampc_gen.h"

#include <string.h>

/* ---- the call ---- */

/* The address of a captured variable, after declarations that it needs. */
static const char *capture_address(struct host *h, const struct launch *l, int i,
                                   const struct symbol *v, struct buf *before)
{
    if (v->kind == SYMBOL_PARAM && host_is_reference(v->type) && !host_renamed(h, v))
        return v->name;
    if (!(v->storage & STORAGE_REGISTER) || host_is_view(v->type) || host_renamed(h, v))
        return host_text(h, "&%s", host_name(h, v));
    if (v->type->kind == TYPE_ARRAY)
        host_unsupported(h, l->captures.at[0].loc, "capturing an array declared 'register'");
    buf_printf(before, "__typeof__(%s) ampc__r%d_%d = %s; ", v->name, l->number, i, v->name);
    return host_text(h, "&ampc__r%d_%d", l->number, i);
}

/* Asserts that a struct has the same size for both compilers, as both access it. */
static void assert_size(struct host *h, const struct launch *l, const struct kernel_arg *a,
                        struct buf *out)
{
    const struct type *t = a->type;
    if (host_is_view(t) && t->base->kind == TYPE_RECORD && t->base->size > 0)
        buf_printf(out, "_Static_assert(sizeof(%s) == %lld, \"ampcc: size of an element\"); ",
                   host_element_type(h, t, l->call->loc), t->base->size);
    else if (t->kind == TYPE_RECORD && t->size > 0)
        buf_printf(out, "_Static_assert(sizeof(%s) == %lld, \"ampcc: size of a capture\"); ",
                   host_name(h, a->symbol), t->size);
}

static const char *launch_text(struct host *h, const struct launch *l)
{
    const kernel_arg_vec *args = &h->kernels->launches[l->number].args;
    struct buf before = {0}, list = {0};
    for (int i = 0; i < args->n; i++) {
        const struct symbol *v = args->at[i].symbol;
        assert_size(h, l, &args->at[i], &before);
        if (*args->at[i].path)
            buf_printf(&list, "%s&%s%s", i ? ", " : "", host_name(h, v), args->at[i].path);
        else
            buf_printf(&list, "%s%s", i ? ", " : "", capture_address(h, l, i, v, &before));
    }
    for (int i = 0; i < l->captures.n; i++) /* no arguments; cc is not to call them unused */
        if (!l->captures.at[i].symbol->type->size)
            buf_printf(&before, "(void)%s; ", host_name(h, l->captures.at[i].symbol));
    const char *text = host_text(
        h,
        "; %sconst void *const ampc__a%d[] = {%s}; "
        "%s(&ampc__kernels[%d], %s, ampc__e%d.c, ampc__a%d); "
        "})",
        before.n ? before.at : "", l->number, list.n ? list.at : "0",
        l->gives_future ? "ampc__launch_future" : "ampc__launch", l->number,
        l->accelerator ? host_text(h, "ampc__q%d", l->number) : "0", l->number, l->number);
    buf_free(&before);
    buf_free(&list);
    return text;
}

/* ---- lambdas with a name ---- */

/* 'auto f = [=](index<1> i) restrict(amp) { v[i] = k; };' becomes copies of what it captures,
 *
 *     ampc_view1 ampc__n0_v __attribute__((...)) = ampc__share1(v); __typeof__(k) ampc__n0_k = k;
 *
 * whose names the launch uses. */

static const char *named_copy(struct host *h, const struct launch *l, const struct symbol *v)
{
    return host_text(h, "ampc__n%d_%s", (l->twin ? l->twin : l)->number, v->name);
}

static void copy_capture(struct host *h, const struct launch *l, const struct captured *c,
                         struct buf *out)
{
    const struct type *t = c->symbol->type;
    const char *copy = named_copy(h, l, c->symbol), *name = host_name(h, c->symbol);
    if (host_is_array(t))
        buf_printf(out, " ampc_view%d *const %s __attribute__((__unused__)) = &%s;", t->rank, copy,
                   name);
    else if (host_is_view(t))
        buf_printf(out, " ampc_view%d %s%s = ampc__share%d(%s);", t->rank, copy, host_cleanup(h, t),
                   t->rank, name);
    else if (host_holds_views(t))
        buf_printf(out, " %s; ampc__views_copy((void *)&%s, (const void *)&%s, sizeof %s, %s); %s",
                   host_group_type(h, t, c->loc, copy), copy, name, copy, host_group(h, t),
                   host_guard(h, t, copy));
    else if (t->kind == TYPE_ARRAY)
        buf_printf(out,
                   " __typeof__(%s) %s; __builtin_memcpy((void *)%s, (const void *)%s, sizeof %s);",
                   name, copy, copy, name, copy);
    else
        buf_printf(out, " __typeof__(%s) %s __attribute__((__unused__)) = %s;", name, copy, name);
}

void host_named_lambda(struct host *h, const struct decl *d, enum host_position place)
{
    struct buf text = {0};
    if (place != HOST_BLOCK || d->declarators.n != 1)
        host_unsupported(h, d->loc, "a lambda with a name here; declare it in a block of its own");
    for (int i = 0; i < h->p->launches.n; i++) {
        const struct launch *l = h->p->launches.at[i];
        if (!l->lambda || l->twin || l->flat_of || l->lambda->loc.begin < d->loc.begin ||
            l->lambda->loc.end > d->loc.end)
            continue;
        for (int k = 0; k < l->captures.n; k++)
            copy_capture(h, l, &l->captures.at[k], &text);
    }
    edit_replace(&h->e, d->loc.begin, d->loc.end, text.n ? host_text(h, "%s", text.at) : ";");
    buf_free(&text);
}

static bool is_named(const struct launch *l)
{
    return l->lambda->loc.end <= l->call->loc.begin;
}

/* Gives the captured variables of a lambda with a name those of its copies. */
static void name_copies(struct host *h, const struct launch *l)
{
    for (int i = 0; i < l->captures.n; i++) {
        const struct symbol *v = l->captures.at[i].symbol;
        const char *copy = named_copy(h, l, v);
        struct host_owned own = {v, host_is_array(v->type) ? host_text(h, "(*%s)", copy) : copy};
        vec_push(&h->c->arena, &h->owned, own);
    }
}

void host_launch(struct host *h, struct expr *e)
{
    const struct launch *l = e->launch;
    struct expr *domain = l->domain;
    int owned = h->owned.n;
    const char *extent = host_text(h, "const ampc_index%d ampc__e%d = ", l->rank, l->number);
    if (l->accelerator) {
        struct expr *on = l->accelerator;
        host_before(h, e->loc.begin, on->loc.begin,
                    host_text(h, "__extension__ ({ const ampc__queue ampc__q%d = ", l->number));
        host_expr(h, on, HOST_READ);
        edit_replace(&h->e, on->loc.end, domain->loc.begin, host_text(h, "; %s", extent));
    } else {
        host_before(h, e->loc.begin, domain->loc.begin,
                    host_text(h, "__extension__ ({ %s", extent));
    }
    host_expr(h, domain, HOST_READ);
    if (is_named(l))
        name_copies(h, l);
    host_after(h, domain->loc.end, e->loc.end, launch_text(h, l));
    h->owned.n = owned;
}

/* ---- the kernels' objects ---- */

void host_generated(struct buf *out)
{
    if (out->n && out->at[out->n - 1] != '\n')
        buf_char(out, '\n');
    buf_add(out, "# 1 \"ampc-generated\" 3\n");
}

void host_string(const char *s, struct buf *out)
{
    buf_char(out, '"');
    buf_c_string(out, s, strlen(s));
    buf_char(out, '"');
}

void host_source(const char *text, struct buf *out)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t n = end ? (size_t)(end - text) + 1 : strlen(text);
        buf_add(out, "    \"");
        buf_c_string(out, text, n);
        buf_add(out, "\"\n");
        text += n;
    }
}

/* Marks in map[], whose bytes are '.', what an object of type t at byte 'at' consists of, by the
 * letters of ampc__arg.layout; 0: a further byte of the number before. */
static void layout_mark(const struct type *t, char *map, long long at, bool in_union)
{
    bool real = !in_union && (t->kind == TYPE_FLOAT || t->kind == TYPE_DOUBLE);
    if (t->kind == TYPE_ARRAY) {
        for (long long k = 0; k < t->length; k++)
            layout_mark(t->base, map, at + k * t->base->size, in_union);
    } else if (t->kind == TYPE_RECORD) {
        for (int i = 0; i < t->record->members.n; i++) {
            const struct record_member *m = &t->record->members.at[i];
            layout_mark(m->type, map, at + m->offset, in_union || t->record->is_union);
        }
    } else {
        memset(map + at, real ? 0 : 'b', (size_t)t->size);
        if (real)
            map[at] = t->kind == TYPE_FLOAT ? 'f' : 'd';
    }
}

/* Prints ampc__arg.layout, unless the elements are bytes or too large. */
static void print_layout(const struct type *element, struct buf *out)
{
    enum { MOST = 1024 };
    char map[MOST], letters[MOST + 1];
    size_t n = 0;
    if (element->size <= 0 || element->size > MOST)
        return;
    memset(map, '.', (size_t)element->size);
    layout_mark(element, map, 0, false);
    for (long long k = 0; k < element->size; k++)
        if (map[k])
            letters[n++] = map[k];
    letters[n] = '\0';
    if (strspn(letters, "b") == n)
        return;
    if (strspn(letters, "f") == n || strspn(letters, "d") == n)
        letters[1] = '\0';
    buf_printf(out, ", .layout = \"%s\"", letters);
}

static const char *arg_kind_text(enum ampc__arg_kind kind)
{
    switch (kind) {
    case AMPC__ARG_VALUE:
        return "AMPC__ARG_VALUE";
    case AMPC__ARG_BUFFER:
        return "AMPC__ARG_BUFFER";
    case AMPC__ARG_VIEW:
        return "AMPC__ARG_VIEW";
    }
    return "";
}

static void print_arg(const struct kernel_arg *a, struct buf *out)
{
    const struct type *t = a->type;
    bool view = host_is_view(t);
    struct buf name = {0};
    buf_add(&name, a->symbol->name);
    buf_add(&name, a->path);
    buf_add(out, "    {");
    host_string(name.at, out);
    buf_free(&name);
    buf_printf(out, ", %lld, %s, %d, ", view ? t->base->size : t->size, arg_kind_text(a->kind),
               view ? t->rank : 0);
    if (a->is_const && view)
        buf_printf(out, "AMPC_VIEW_CONST%s%s%s", a->known ? " | AMPC__VIEW_KNOWN" : "",
                   a->constant ? " | AMPC__VIEW_CONSTANT" : "",
                   a->image ? " | AMPC__VIEW_IMAGE" : "");
    else
        buf_printf(out, "0%s%s", a->image ? " | AMPC__VIEW_IMAGE" : "",
                   a->tally ? " | AMPC__VIEW_KNOWN | AMPC__VIEW_TALLY" : "");
    if (view && t->fixed)
        buf_add(out, ", (const int[]){");
    for (int k = 0; view && t->fixed && k < t->rank; k++)
        buf_printf(out, "%s%d", k ? ", " : "", t->fixed[k]);
    buf_add(out, view && t->fixed ? "}" : "");
    if (view && !a->is_const)
        print_layout(t->base, out);
    buf_add(out, "},\n");
}

static void print_args(const struct kernel_launch *k, int number, struct buf *out)
{
    if (k->args.n == 0)
        return;
    buf_printf(out, "static const ampc__arg ampc__args%d[] = {\n", number);
    for (int i = 0; i < k->args.n; i++)
        print_arg(&k->args.at[i], out);
    buf_add(out, "};\n");
}

/* The bytes of the kernel's tile_static objects; 'shared' ones are in the object for other
 * units. */
static void print_tile_bytes(struct host *h, const struct launch *l, const symbol_vec *shared,
                             struct buf *out)
{
    symbol_vec functions = {0}, objects = {0};
    long long bytes = 0;
    bool shares = false;

    for (int i = 0; i < l->tile_statics.n; i++)
        vec_push(&h->c->arena, &objects, l->tile_statics.at[i]);
    launch_functions(h->c, l, &functions);
    for (int i = 0; i < functions.n; i++) {
        const struct symbol *f = functions.at[i];
        shares |= !f->definition;
        for (int k = 0; k < f->tile_statics.n; k++)
            vec_push(&h->c->arena, &objects, f->tile_statics.at[k]);
    }
    for (int i = 0; i < objects.n; i++) {
        bool is_shared = false;
        for (int k = 0; k < shared->n; k++)
            is_shared |= shared->at[k] == objects.at[i];
        shares |= is_shared;
        bytes += is_shared ? 0 : objects.at[i]->type->size;
    }
    if (bytes)
        buf_printf(out, ", .tile_bytes = %lld", bytes);
    if (shares)
        buf_add(out, ", .shares_tiles = 1");
}

static void print_cover(const struct cover_kernel *k, struct buf *out)
{
    static const char *const kinds[] = {"FLAT",  "LOOPS", "PANELS", "WINDOWS",
                                        "ALONE", "APART", "TILES"};

    buf_printf(out, ", .cover = {AMPC__COVER_%s, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d",
               kinds[k->kind], k->words, k->row_bytes, k->column_bytes, k->round_bytes,
               k->both_bytes, k->more_rows, k->more_columns, k->rows_across, k->in_words,
               k->tallies.n);
    if (k->kind == COVER_TILES)
        buf_printf(out, ", {%d, %d, %d, %d}, %d, %d, %u", k->costs[0], k->costs[1], k->costs[2],
                   k->costs[3], k->staged, k->nodes, k->along);
    if (k->columns_across)
        buf_add(out, ", .columns_across = 1");
    if (k->lines)
        buf_add(out, ", .lines = 1");
    if (k->first)
        buf_add(out, ", .first = 1");
    if (k->again)
        buf_add(out, ", .again = 1");
    if (k->around)
        buf_add(out, ", .around = 1");
    if (k->near)
        buf_printf(out, ", .near = %d", k->near);
    if (k->fused)
        buf_printf(out, ", .fused = %d", k->fused);
    if (k->tested)
        buf_add(out, ", .tested = 1");
    if (k->kind == COVER_FLAT && k->side)
        buf_printf(out, ", .side = %d, .lent = %d, .slow = %d", k->side, k->lent, k->slow);
    else if (k->slow)
        buf_add(out, ", .slow = 1");
    buf_add(out, "}");
}

/* Whether the library asks how many rounds loops have: where work-items fetch several at once. */
static bool needs_rounds(const struct kernel_launch *k)
{
    return (k->columns && k->strips) ||
           (k->cover && (k->cover->kind == COVER_PANELS || k->cover->near));
}

static void print_kernel(struct host *h, const struct launch *l, const struct work *w, bool rounds,
                         bool steps, struct buf *out)
{
    const struct kernel_launch *k = &h->kernels->launches[l->number];
    buf_printf(out, "    {&ampc__module_, \"%s\", {%s}, %d, {%d, %d, %d}, %d, ", k->name,
               host_where(h, l->call->loc), l->rank, l->tile[0], l->tile[1], l->tile[2], k->args.n);
    buf_printf(out, k->args.n ? "ampc__args%d, 0" : "0, 0", l->number);
    if (h->kernels->emulated && !l->flat_of)
        buf_printf(out, ", ampc_run_%s", k->name);
    print_tile_bytes(h, l, &h->kernels->kernels.tiles, out);
    if (l->group[0])
        buf_printf(out, ", .group = {%d, %d, %d}", l->group[0], l->group[1], l->group[2]);
    if ((l->rank == 2 || (l->rank == 1 && beside_once(l))) && beside_all(h->c, l))
        buf_add(out, ", .beside = 1");
    if (k->columns)
        buf_printf(out, ", .block = {%d, %d}", k->rows, k->columns);
    if (k->panels[0])
        buf_printf(out, ", .panels = {%d, %d}", k->panels[0], k->panels[1]);
    if (k->cover)
        print_cover(k->cover, out);
    for (int i = 0; i < 2; i++)
        if (k->plain[i]) {
            buf_printf(out, ", .plain[%d] = ", i);
            host_string(k->plain[i], out);
        }
    if (w->unknown) {
        struct place at = source_place(h->c->source, w->loc.begin);
        buf_add(out, ", .no_work = ");
        host_string(host_text(h, "%s (%s:%d)", w->unknown, at.file, at.line), out);
    } else {
        buf_printf(out, ", .work = ampc__work%d%s", l->number, w->most ? ", .work_most = 1" : "");
    }
    if (k->columns && k->strips)
        buf_add(out, ", .strips = 1");
    if (rounds)
        buf_printf(out, ", .rounds = ampc__mean%d", l->number);
    if (steps)
        buf_printf(out, ", .flat = &ampc__kernels[%d], .steps = ampc__steps%d, .flat_for = %d",
                   l->flat->kernel->number, l->number,
                   (l->flat->blocks ? AMPC__FLAT_BLOCKS : 0) |
                       (l->flat->covers ? AMPC__FLAT_COVERS : 0));
    buf_add(out, "},\n");
}

static void print_module(struct host *h, struct buf *out)
{
    const struct kernel_texts *texts = h->kernels;
    const struct kernel_text *kernels = &texts->kernels;
    buf_add(out, "static const char ampc__source[] =\n");
    host_source(kernels->source, out);
    buf_add(out, "    \"\";\n");
    if (texts->checked) {
        buf_add(out, "static const char ampc__checked[] =\n");
        host_source(texts->checked, out);
        buf_add(out, "    \"\";\n");
    }
    host_needs(h, &kernels->needs, "ampc__needs", out);
    host_tiles(h, &kernels->tiles, "ampc__tiles", out);
    buf_add(out, "static ampc__module ampc__module_ = {ampc__source, ");
    host_string(h->c->source->main_file, out);
    buf_printf(out, ", \"%s\", %u, 0, %d, %s, %d, %s, %s};\n", h->p->math_options, kernels->uses,
               kernels->needs.n, kernels->needs.n ? "ampc__needs" : "0", kernels->tiles.n,
               kernels->tiles.n ? "ampc__tiles" : "0", texts->checked ? "ampc__checked" : "0");
}

void host_kernels(struct host *h, struct buf *out)
{
    const struct program *p = h->p;
    if (p->launches.n == 0)
        return;
    host_generated(out);
    print_module(h, out);
    struct work *works = arena_array(&h->c->arena, struct work, p->launches.n);
    bool *rounds = arena_array(&h->c->arena, bool, p->launches.n);
    bool *steps = arena_array(&h->c->arena, bool, p->launches.n);
    for (int i = 0; i < p->launches.n; i++) {
        print_args(&h->kernels->launches[i], i, out);
        host_work(h, p->launches.at[i], &works[i], out);
        rounds[i] = needs_rounds(&h->kernels->launches[p->launches.at[i]->number]) &&
                    host_rounds(h, p->launches.at[i], out);
        steps[i] = host_steps(h, p->launches.at[i], out);
    }
    buf_printf(out, "static ampc__kernel ampc__kernels[%d] = {\n", p->launches.n);
    for (int i = 0; i < p->launches.n; i++)
        print_kernel(h, p->launches.at[i], &works[i], rounds[i], steps[i], out);
    buf_add(out, "};\n");
}
