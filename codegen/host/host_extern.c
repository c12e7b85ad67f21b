/* host_extern.c - the objects in a unit's host text for amp functions of several units: variants
 * and needs. */
#include "codegen/host/host.h"

#include <string.h>

/* The linker connects them; see ampc__need and ampc__function of runtime/ampc_gen.h. */

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

static void print_variant(const struct kernel_variant *variant, const char *needs,
                          const char *tiles, struct buf *out)
{
    const struct kernel_text *text = &variant->text;
    buf_printf(out, "    {\"%s\", ", variant->spaces);
    if (text->source) {
        buf_char(out, '\n');
        host_source(text->source, out);
        buf_add(out, "    , 0, ");
    } else {
        buf_add(out, "0, ");
        host_string(text->refusal, out);
        buf_add(out, ", ");
    }
    buf_printf(out, "%u, %d, %s, ", text->uses, text->needs.n, text->needs.n ? needs : "0");
    buf_printf(out, "%d, %s,", text->tiles.n, text->tiles.n ? tiles : "0");
    if (variant->checked) {
        buf_char(out, '\n');
        host_source(variant->checked, out);
    }
    buf_add(out, variant->checked ? "    },\n" : " 0},\n");
}

static void host_export(struct host *h, const struct kernel_export *e, struct buf *out)
{
    const struct symbol *f = e->function;
    const char *name = f->name;
    for (int i = 0; i < e->variants.n; i++) {
        const struct kernel_text *text = &e->variants.at[i].text;
        host_needs(h, &text->needs, host_text(h, "ampc__needs%d_%s", i, name), out);
        host_tiles(h, &text->tiles, host_text(h, "ampc__tiles%d_%s", i, name), out);
    }
    if (e->variants.n)
        buf_printf(out, "static const ampc__variant ampc__variants_%s[] = {\n", name);
    for (int i = 0; i < e->variants.n; i++)
        print_variant(&e->variants.at[i], host_text(h, "ampc__needs%d_%s", i, name),
                      host_text(h, "ampc__tiles%d_%s", i, name), out);
    if (e->variants.n)
        buf_add(out, "};\n");
    buf_printf(out, "%s const ampc__function ampc__amp_function_%s;\n",
               symbol_is_external(f) ? "extern" : "static", name);
    buf_printf(out, "%sconst ampc__function ampc__amp_function_%s = {\"%s\", ",
               symbol_is_external(f) ? "" : "static ", name, name);
    print_function_type(h, f, out);
    buf_printf(out, ", {%s}, %d, %s%s, %d};\n", host_where(h, f->loc), e->variants.n,
               e->variants.n ? "ampc__variants_" : "0", e->variants.n ? name : "", e->emulated);
}

void host_exports(struct host *h, struct buf *out)
{
    for (int i = 0; i < h->kernels->exports.n; i++) {
        host_generated(out);
        host_export(h, &h->kernels->exports.at[i], out);
    }
}
