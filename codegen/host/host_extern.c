/* host_extern.c - what a unit's host text says about amp functions of several units: objects for
 * parts and needs. */
#include "codegen/host/host.h"

#include <string.h>

/* The objects by which units find each other's amp functions; see ampc__need and ampc__function of
 * runtime/ampc_gen.h. */

static void print_function_type(struct host *h, const struct symbol *f, struct buf *out)
{
    host_string(type_text(h->c, f->type), out);
    buf_add(out, ", ");
    host_string(kernel_layout(h->c, f->type), out);
}

int host_needs(struct host *h, const kernel_need_vec *needs, const char *name, struct buf *out)
{
    if (needs->n == 0)
        return 0;
    for (int i = 0; i < needs->n; i++)
        buf_printf(out, "extern const ampc__function ampc__amp_function_%s;\n",
                   needs->at[i].function->name);
    buf_printf(out, "static const ampc__need %s[] = {\n", name);
    for (int i = 0; i < needs->n; i++) {
        const struct kernel_need *need = &needs->at[i];
        buf_printf(out, "    {&ampc__amp_function_%s, ", need->function->name);
        print_function_type(h, need->function, out);
        buf_printf(out, ", \"%s\", {%s}, {%s}},\n", need->spaces, host_where(h, need->call),
                   need->untiled ? host_where(h, need->untiled->call->loc) : "0, 0");
    }
    buf_add(out, "};\n");
    return needs->n;
}

/* The object of a tile_static variable, which several functions may use; its number. */
static int print_tile(struct host *h, struct symbol *s, struct buf *out)
{
    symbol_vec *known = &h->tiles;

    for (int i = 0; i < known->n; i++)
        if (known->at[i] == s)
            return i;
    vec_push(&h->c->arena, known, s);
    buf_printf(out, "static const ampc__tile ampc__tile%d = {\"%s\", %lld, %d};\n", known->n - 1,
               s->name, s->type->size, s->type->align);
    return known->n - 1;
}

void host_tiles(struct host *h, const symbol_vec *tiles, const char *name, struct buf *out)
{
    struct buf list = {0};
    for (int i = 0; i < tiles->n; i++)
        buf_printf(&list, "%s&ampc__tile%d", i ? ", " : "", print_tile(h, tiles->at[i], out));
    if (tiles->n)
        buf_printf(out, "static const ampc__tile *const %s[] = {%s};\n", name, list.at);
    buf_free(&list);
}

static void print_part(const struct kernel_part *part, const char *needs, const char *tiles,
                       struct buf *out)
{
    buf_printf(out, "    {\"%s\", ", part->spaces);
    if (part->source) {
        buf_char(out, '\n');
        host_source(part->source, out);
        buf_add(out, "    , 0, ");
    } else {
        buf_add(out, "0, ");
        host_string(part->refusal, out);
        buf_add(out, ", ");
    }
    buf_printf(out, "%u, %d, %s, ", part->uses, part->needs.n, part->needs.n ? needs : "0");
    buf_printf(out, "%d, %s,", part->tiles.n, part->tiles.n ? tiles : "0");
    if (part->checked) {
        buf_char(out, '\n');
        host_source(part->checked, out);
    }
    buf_add(out, part->checked ? "    },\n" : " 0},\n");
}

static bool is_emulated(const struct host *h, const struct symbol *f)
{
    const symbol_vec *v = &h->kernels->functions;
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == f)
            return h->kernels->emulated != NULL;
    return false;
}

static void host_export(struct host *h, struct symbol *f, struct buf *out)
{
    kernel_part_vec parts = {0};
    const char *name = f->name;
    kernel_parts(h->c, h->p, f, &parts);
    for (int i = 0; i < parts.n; i++) {
        host_needs(h, &parts.at[i].needs, host_text(h, "ampc__needs%d_%s", i, name), out);
        host_tiles(h, &parts.at[i].tiles, host_text(h, "ampc__tiles%d_%s", i, name), out);
    }
    if (parts.n)
        buf_printf(out, "static const ampc__part ampc__parts_%s[] = {\n", name);
    for (int i = 0; i < parts.n; i++)
        print_part(&parts.at[i], host_text(h, "ampc__needs%d_%s", i, name),
                   host_text(h, "ampc__tiles%d_%s", i, name), out);
    if (parts.n)
        buf_add(out, "};\n");
    buf_printf(out,
               "extern const ampc__function ampc__amp_function_%s;\n"
               "const ampc__function ampc__amp_function_%s = {\"%s\", ",
               name, name, name);
    print_function_type(h, f, out);
    buf_printf(out, ", {%s}, %d, %s%s, %d};\n", host_where(h, f->loc), parts.n,
               parts.n ? "ampc__parts_" : "0", parts.n ? name : "", is_emulated(h, f));
}

void host_exports(struct host *h, struct buf *out)
{
    const struct program *p = h->p;
    for (int i = 0; i < p->functions.n; i++) {
        if (!kernel_is_exported(p->functions.at[i]))
            continue;
        host_generated(out);
        host_export(h, p->functions.at[i], out);
    }
}
