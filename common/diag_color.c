/* diag_color.c - colours of messages as gcc has them: from GCC_COLORS, NO_COLOR and CLICOLOR. */
#include "common/diag_color.h"

#include <string.h>

#include "common/ctx.h"

static const struct {
    const char *name, *sgr;
} defaults[COLOR_COUNT] = {
    [COLOR_ERROR] = {"error", "01;31"},      [COLOR_WARNING] = {"warning", "01;35"},
    [COLOR_NOTE] = {"note", "01;36"},        [COLOR_LOCUS] = {"locus", "01"},
    [COLOR_QUOTE] = {"quote", "01"},         [COLOR_INSERT] = {"fixit-insert", "32"},
    [COLOR_DELETE] = {"fixit-delete", "31"},
};

/* The numbers of "name=01;31" in GCC_COLORS, whose items have colons between them; without one the
 * default. */
static const char *sgr_find(const char *colors, int color, int *n)
{
    size_t length = strlen(defaults[color].name);
    while (colors && *colors) {
        size_t item = strcspn(colors, ":");
        if (item > length && colors[length] == '=' &&
            strncmp(colors, defaults[color].name, length) == 0) {
            const char *value = colors + length + 1;
            *n = (int)strspn(value, "0123456789;");
            return value;
        }
        colors += item + (colors[item] == ':');
    }
    *n = (int)strlen(defaults[color].sgr);
    return defaults[color].sgr;
}

struct palette palette_make(struct ctx *c)
{
    bool color = c->diag_options.color;
    struct palette p = {.off = color ? "\33[m\33[K" : ""};
    for (int i = 0; i < COLOR_COUNT; i++) {
        int n;
        const char *sgr = sgr_find(c->diag_options.colors, i, &n);
        p.on[i] = color && n ? arena_printf(&c->arena, "\33[%.*sm\33[K", n, sgr) : "";
    }
    return p;
}
