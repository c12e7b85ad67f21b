/* emulate.c - puts the emulator's kernels behind a unit's host text: printed by codegen, expanded
 * with the macros of ampc_emulated.h. */
#include "driver/emulate.h"

#include <stdio.h>

#include "driver/expand.h"

static bool file_read(const char *name, struct buf *out)
{
    char piece[4096];
    FILE *f = fopen(name, "r");
    if (!f)
        return false;
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buf_addn(out, piece, n);
    return fclose(f) == 0 && out->n > 0;
}

bool emulate_expand(struct driver *d, struct ctx *c, const struct program *p,
                    struct kernel_texts *texts)
{
    struct buf header = {0}, text = {0}, expanded = {0};
    const char *defined[4], **next = defined;
    const char *name = arena_printf(&c->arena, "%s/ampc_emulated.h", d->include_dir);
    if (!file_read(name, &header)) {
        driver_error(d, "cannot read '%s'", name);
        buf_free(&header);
        return false;
    }
    if (p->host_clang)
        *next++ = "__clang__";
    if (p->elements_alias)
        *next++ = "AMPC__ELEMENTS_ALIAS";
    if (p->char_unsigned)
        *next++ = "__CHAR_UNSIGNED__";
    *next = NULL;
    bool good = expand_text(&c->arena, header.at, texts->emulated, defined, &expanded);
    if (good)
        codegen_emulated_end(&expanded, &text);
    else
        driver_error(d, "the kernels' text for the emulator is not as expected (a fault in ampcc)");
    texts->emulated = text.n ? arena_strndup(&c->arena, text.at, text.n) : NULL;
    buf_free(&text);
    buf_free(&expanded);
    buf_free(&header);
    return good;
}
