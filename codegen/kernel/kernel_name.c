/* kernel_name.c - names in kernels' text: one prefix for all of the user's, numbers where one name
 * has several meanings; tables of constants. */
#include "codegen/kernel/kernel.h"

#include <ctype.h>
#include <string.h>

const char *kernel_plain_name(struct ctx *c, const char *name)
{
    bool plain = true;
    char *text, *p;

    for (const char *s = name; *s; s++)
        plain &= isalnum((unsigned char)*s) || *s == '_';
    if (plain)
        return name;
    /* "x_" may also be the beginning of a plain name, so the caller's prefix differs: see
     * kernel_user_name. */
    text = p = arena_alloc(&c->arena, strlen(name) * 4 + 1);
    for (const char *s = name; *s; s++)
        if (*s == '_')
            p = strcpy(p, "__") + 2;
        else if (isalnum((unsigned char)*s))
            *p++ = *s;
        else
            p = strcpy(p, arena_printf(&c->arena, "_x%02x", (unsigned char)*s)) + 4;
    return text;
}

const char *kernel_global_name(struct kernel_gen *g, const char *name, int number)
{
    const char *plain = kernel_plain_name(g->c, name);
    const char *prefix = plain == name ? "u" : "ux";

    if (number)
        return arena_printf(&g->c->arena, "%s%d_%s", prefix, number, plain);
    return arena_printf(&g->c->arena, "%s_%s", prefix, plain);
}

const char *kernel_user_name(struct kernel_gen *g, const char *name)
{
    if (g->emulated && kernel_shows_name(name))
        return arena_printf(&g->c->arena, KERNEL_SHOWN "%s", name);
    return kernel_global_name(g, name, 0);
}

const char *kernel_param_name(struct kernel_gen *g, const char *prefix, const char *name)
{
    const char *plain = kernel_plain_name(g->c, name);

    return arena_printf(&g->c->arena, "%s%s%s_%s", g->emulated ? "ampc_" : "", prefix,
                        plain == name ? "" : "x", plain);
}

/* The index of s in v, to which it is added if it is not there. */
static int number_of(struct kernel_gen *g, symbol_vec *v, struct symbol *s, bool *is_new)
{
    for (int i = 0; i < v->n; i++)
        if (v->at[i] == s) {
            *is_new = false;
            return i;
        }
    *is_new = true;
    vec_push(&g->c->arena, v, s);
    return v->n - 1;
}

const char *kernel_tile_name(struct kernel_gen *g, struct symbol *s)
{
    bool is_new;
    int number = number_of(g, &g->tile_statics, s, &is_new);

    return arena_printf(&g->c->arena, "t%d_%s", number, kernel_plain_name(g->c, s->name));
}

/* Emits the definition of a table. */
static void table_emit(struct kernel_gen *g, struct symbol *s, const char *name, struct loc loc)
{
    struct buf text = {0}, *out = g->out;
    struct kernel_frame *outer = g->frame, frame = {.constant = true};

    if (!s->init) {
        kernel_unsupported(g, loc, "constant '%s' has no initialiser in this file", s->name);
        return;
    }
    g->out = &text;
    g->frame = &frame;
    buf_printf(&text, "%s%s = ", g->emulated ? "static " : "",
               kernel_declare(g, type_unqualified(g->c, s->type), name, SPACE_CONSTANT, loc));
    kernel_init(g, s->init, s->type);
    buf_add(&text, ";\n");
    g->frame = outer;
    g->out = out;
    buf_add(&g->constants, text.at);
    buf_free(&text);
}

const char *kernel_table_name(struct kernel_gen *g, struct symbol *s, struct loc loc)
{
    bool is_new;
    int number = number_of(g, &g->tables, s, &is_new);
    const char *name =
        arena_printf(&g->c->arena, "c%d_%s", number, kernel_plain_name(g->c, s->name));

    if (is_new)
        table_emit(g, s, name, loc);
    return name;
}
