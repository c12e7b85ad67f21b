/* hint.c - advice for functions that amp code cannot call: the table hint.def.
 *
 * Example: malloc has the advice "declare an array of constant size". */
#include "sema/types/hint.h"

#include <string.h>

#include "common/ctx.h"

static const struct {
    const char *name, *header, *instead;
} rows[] = {
#define HEADER(name, header) {name, header, NULL},
#define INSTEAD(name, text) {name, NULL, text},
#include "sema/types/hint.def"
};

const char *hint_text(struct ctx *c, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0)
            continue;
        return rows[i].header ? arena_printf(&c->arena, "; include <%s>", rows[i].header)
                              : arena_printf(&c->arena, "; %s", rows[i].instead);
    }
    return "";
}
