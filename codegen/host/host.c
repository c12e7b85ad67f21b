/* host.c - the host text of a unit: declarations in front, the unit's own text with edits, kernels
 * and tables behind.
 *
 * Example: matmul.ampc's launch becomes a call of ampc__launch with a table of arguments; all
 * other lines stay as they are. */
#include "codegen/host/host.h"

#include <stdarg.h>
#include <string.h>

#include "codegen/sound.h"
#include "common/diag_control.h"

const char *host_text(struct host *h, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(&h->c->arena, format, args);
    va_end(args);
    return text;
}

const char *host_where(struct host *h, struct loc loc)
{
    struct place p = source_place(h->c->source, loc.begin);
    struct buf b = {0};
    buf_char(&b, '"');
    buf_c_string(&b, p.file, strlen(p.file));
    buf_printf(&b, "\", %d", p.line);
    const char *text = arena_strndup(&h->c->arena, b.at, b.n);
    buf_free(&b);
    return text;
}

void host_before(struct host *h, unsigned outer, unsigned inner, const char *text)
{
    if (outer < inner)
        edit_replace(&h->e, outer, inner, text);
    else
        edit_open(&h->e, inner, text);
}

void host_after(struct host *h, unsigned inner, unsigned outer, const char *text)
{
    if (inner < outer)
        edit_replace(&h->e, inner, outer, text);
    else
        edit_close(&h->e, inner, text);
}

void host_unsupported(struct host *h, struct loc loc, const char *what)
{
    diag(h->c, DIAG_unsupported, loc, "%s is not supported yet", what);
}

/* The first declaration behind the included ampc_gen.h, whose types the kernels' objects need. */
static const struct decl *first_own_decl(const struct host *h)
{
    const decl_vec *decls = &h->p->unit->decls;
    const struct source *s = h->c->source;
    const struct decl *first = decls->n ? decls->at[0] : NULL;
    for (int i = 0, m = 0; i < decls->n; i++) {
        while (m + 1 < s->markers_n && s->markers[m + 1].offset <= decls->at[i]->loc.begin)
            m++;
        const char *file = s->markers_n ? s->markers[m].file : "";
        const char *name = strrchr(file, '/');
        if (!strcmp(name ? name + 1 : file, "ampc_gen.h"))
            first = i + 1 < decls->n ? decls->at[i + 1] : NULL;
    }
    return first;
}

/* The kernels' objects are named in the text before they are defined behind it. */
static void declare_kernels(struct host *h)
{
    const struct decl *first = first_own_decl(h);
    if (h->p->launches.n && first)
        edit_open(&h->e, first->loc.begin,
                  host_text(h, "static ampc__kernel ampc__kernels[%d]; ", h->p->launches.n));
    if (h->p->operations.n && first)
        edit_open(&h->e, first->loc.begin, host_operations_declared(h));
}

/* Inserts the tables in front of the text; they are complete when all text has been walked. */
static void declare_tables(struct host *h, int mark)
{
    const struct decl *first = first_own_decl(h);
    const char *text = host_group_tables(h);
    if (*text && first)
        edit_open_marked(&h->e, mark, first->loc.begin, text);
}

void host_hide_pragmas(struct host *h, struct loc where)
{
    struct loc loc;
    for (int i = 0; diag_own_pragma(h->c, i, &loc); i++)
        if (loc.begin >= where.begin && loc.end <= where.end)
            edit_replace(&h->e, loc.begin, loc.end, "");
}

/* Reports sound host code that cannot be translated. */
static void host_probe(struct ctx *c, const struct program *p, struct findings *findings,
                       const struct kernel_launch *launches)
{
    struct kernel_texts none = {.launches = launches};
    struct host h = {.c = c,
                     .p = p,
                     .findings = findings,
                     .kernels = &none,
                     .text = c->source->text,
                     .e = {.arena = &c->arena},
                     .tagged = {.arena = &c->arena}};
    for (int i = 0; i < p->unit->decls.n; i++) {
        struct decl *d = p->unit->decls.at[i];
        int before = edit_mark(&h.e);
        if (d->lifted || !sound_host(c, p, d))
            continue;
        h.decl = d;
        host_decl(&h, d, HOST_FILE);
        host_lifted(&h, d, before);
    }
    buf_free(&h.temps);
}

void codegen_probe(struct ctx *c, const struct program *p, struct findings *findings)
{
    if (!p->uses_amp || c->incomplete)
        return;
    const struct kernel_launch *launches = kernel_launches(c, p, findings);
    sound_begin(c, p);
    kernel_probe(c, p, findings, launches);
    host_probe(c, p, findings, launches);
}

void codegen_host(struct ctx *c, const struct program *p, struct findings *findings,
                  const struct kernel_texts *k, bool aligned, struct buf *out)
{
    const struct source *s = c->source;
    struct host h = {.c = c,
                     .p = p,
                     .findings = findings,
                     .kernels = k,
                     .text = s->text,
                     .e = {.arena = &c->arena, .aligned = aligned ? s : NULL},
                     .tagged = {.arena = &c->arena}};
    host_hide_pragmas(&h, (struct loc){0, s->size});
    if (!p->uses_amp) {
        edits_apply(&h.e, s->text, 0, s->size, out);
        return;
    }
    declare_kernels(&h);
    int mark = edit_mark(&h.e);
    for (int i = 0; i < p->unit->decls.n; i++) {
        int before = edit_mark(&h.e);
        h.decl = p->unit->decls.at[i];
        if (h.decl->lifted)
            continue;
        host_decl(&h, h.decl, HOST_FILE);
        host_lifted(&h, h.decl, before);
    }
    buf_free(&h.temps);
    declare_tables(&h, mark);
    edits_apply(&h.e, s->text, 0, s->size, out);
    if (k->emulated) {
        host_generated(out);
        buf_add(out, k->emulated);
    }
    host_kernels(&h, out);
    host_exports(&h, out);
    host_operations(&h, out);
    if (p->asks_times) {
        host_generated(out);
        buf_add(out, "__attribute__((__constructor__)) static void ampc__times(void)\n{\n"
                     "    ampc__time_launches();\n}\n");
    }
}
