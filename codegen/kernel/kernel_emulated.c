/* kernel_emulated.c - the differences of the text for the emulator: functions and kernels as host
 * C; and the preprocessed text, changed so that it can be put behind the unit's host C. */
#include "codegen/kernel/kernel.h"

#include <ctype.h>
#include <string.h>

/* The kernels as host C, for the emulator. It is the text that OpenCL gets, printed with
 * g->emulated set: the macros of runtime/ampc_emulated.h give OpenCL's words a meaning in C, so the
 * driver expands them (driver/expand.c) before the text is put behind the unit's host C.
 * Differences: there is only one memory; tile_static objects come from the library and need not be
 * passed on; and variables have the users' names, for debuggers. Those names are hidden from the
 * macros by a prefix (KERNEL_SHOWN) until that is done. */

bool kernel_shows_name(const char *name)
{
    const char *s = name;

    if (strncmp(name, "ampc", 4) == 0 || strncmp(name, "__", 2) == 0)
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_')
            return false;
    if (!strchr("uct", name[0])) /* the generator's names for other things begin with these */
        return true;
    s = name + 1 + (name[0] == 'u' && name[1] == 'x');
    while (isdigit((unsigned char)*s))
        s++;
    return *s != '_';
}

/* ---- functions and kernels ---- */

/* Joins the lines of the text from 'from' on into one, which belongs to one line of the user's. */
static void flatten(struct buf *text, size_t from)
{
    for (size_t i = from; i < text->n; i++)
        if (text->at[i] == '\n')
            text->at[i] = ' ';
}

void kernel_emulated_tiles(struct kernel_gen *g, const symbol_vec *tiles, struct buf *out)
{
    for (int i = 0; i < tiles->n; i++) {
        struct symbol *s = tiles->at[i];
        const char *name = kernel_tile_name(g, s);
        const char *key = arena_printf(&g->c->arena, "ampc_key_%s", name);
        if (kernel_once(g, key))
            buf_printf(&g->constants, "static char %s;\n", key);
        buf_printf(out, "    %s = ampc__emulator_tile(&%s, sizeof *%s);\n",
                   kernel_declare(g, s->type, arena_printf(&g->c->arena, "(*%s)", name),
                                  SPACE_LOCAL, s->loc),
                   key, name);
    }
}

void kernel_emulated_tile_decl(struct kernel_gen *g, struct symbol *s)
{
    const struct type *t = s->type->kind == TYPE_ARRAY ? s->type->base : s->type;
    const char *name = arena_printf(&g->c->arena, "(*%s)", kernel_user_name(g, s->name));

    if (!kernel_shows_name(s->name))
        return;
    kernel_line(g, s->loc);
    buf_printf(g->out, "%s __attribute__((__unused__)) = %s%s;",
               kernel_declare(g, t, name, SPACE_LOCAL, s->loc),
               s->type->kind == TYPE_ARRAY ? "*" : "", kernel_tile_name(g, s));
    kernel_newline(g);
}

/* The line of the last character of loc. */
static struct place end_place(const struct kernel_gen *g, struct loc loc)
{
    return source_place(g->c->source, loc.end > loc.begin ? loc.end - 1 : loc.begin);
}

void kernel_emulated_function(struct kernel_gen *g, const struct kernel_instance *in,
                              const struct kernel_frame *frame, const struct buf *body)
{
    struct buf *out = &g->functions;
    size_t start = out->n;

    buf_add(out, "{ ");
    kernel_emulated_tiles(g, &frame->tile_statics, out);
    buf_add(out, frame->temporaries.at ? frame->temporaries.at : "");
    flatten(out, start);
    buf_printf(out, "\n%s", body->at ? body->at : "");
    kernel_line_mark(g, out, end_place(g, in->symbol->definition->body->loc));
    buf_add(out, "}\n");
}

void kernel_emulated_kernel(struct kernel_gen *g, struct buf *head, const struct buf *body)
{
    const struct launch *l = g->frame->launch;

    flatten(head, 0);
    kernel_line_mark(g, g->out, source_place(g->c->source, l->lambda->loc.begin));
    buf_printf(g->out, "%s\n%s", head->at + strspn(head->at, " "), body->at ? body->at : "");
    kernel_line_mark(g, g->out, end_place(g, l->lambda->body->loc));
    buf_add(g->out, "}}\n");
}

void kernel_emulated_entry(struct kernel_gen *g, const char *const *types, int n)
{
    const char *name = g->unit->launches[g->frame->launch->number].name;
    struct place here = {.file = "ampc-generated", .line = 1};

    kernel_line_mark(g, g->out, here);
    buf_printf(g->out, "static void ampc_run_%s(void *const *ampc_a)\n{\n    ampc_kernel_%s(", name,
               name);
    for (int i = 0; i < n; i++)
        buf_printf(g->out, "%s*(%s *)ampc_a[%d]", i ? ", " : "", types[i], i);
    buf_add(g->out, n ? ");\n}\n" : ");\n    (void)ampc_a;\n}\n");
}

/* ---- the unit ---- */

static const char begin[] = "# 1 \"ampc-generated\" 3\n";

/* It computes as the text says, without contraction. And memory of kernels has several types: where
 * AMPC__ELEMENTS_ALIAS does not hold, the driver compiles the whole unit so. */
static const char options_begin[] =
    "#ifdef __clang__\n#pragma clang fp contract(off)\n"
    "#else\n#pragma GCC push_options\n"
    "#pragma GCC optimize (\"fp-contract=off\")\n"
    "#ifdef AMPC__ELEMENTS_ALIAS\n"
    "#pragma GCC optimize (\"no-strict-aliasing\")\n#endif\n#endif\n";
static const char options_end[] = "#ifndef __clang__\n#pragma GCC pop_options\n#endif\n";

const char *kernel_emulated_text(struct kernel_gen *g, const struct buf *text)
{
    return arena_printf(&g->c->arena, "%s%s%s\n%s", begin, options_begin, text->at, options_end);
}

/* The end of the literal that begins at s. */
static const char *literal_end(const char *s)
{
    char quote = *s++;

    while (*s && *s != quote)
        s += *s == '\\' && s[1] ? 2 : 1;
    return *s ? s + 1 : s;
}

void codegen_emulated_end(const struct buf *text, struct buf *out)
{
    const char *s = text->at ? strstr(text->at, begin) : NULL, *end;

    while (s && *s) {
        end = s + 1;
        if (*s == '"' || *s == '\'') {
            end = literal_end(s);
        } else if (isalnum((unsigned char)*s) || *s == '_') {
            while (isalnum((unsigned char)*end) || *end == '_')
                end++;
            if (strncmp(s, KERNEL_SHOWN, sizeof KERNEL_SHOWN - 1) == 0)
                s += sizeof KERNEL_SHOWN - 1;
        }
        buf_addn(out, s, (size_t)(end - s));
        s = end;
    }
}
