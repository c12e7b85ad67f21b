/* emulate.c - puts the emulator's kernels behind a unit's host text: printed by codegen, expanded
 * by `cc -E` with the macros of ampc_emulated.h. */
#include "driver/emulate.h"

#include <string.h>

#include "driver/output.h"
#include "driver/run.h"

/* The options of all runs, which may say what char is. */
static void add_general(struct driver *d, struct command *k)
{
    const unsigned all = RUN_ALL;
    for (int i = 0; i < d->options.items.n; i++) {
        const struct argument *item = &d->options.items.at[i];
        if (item->kind != ITEM_OPTION || (item->runs & all) != all)
            continue;
        command_add(d, k, item->text);
        if (item->argument)
            command_add(d, k, item->argument);
    }
}

bool emulate_expand(struct driver *d, struct ctx *c, struct kernel_texts *texts)
{
    struct buf text = {0}, expanded = {0};
    struct command k;
    const char *file = temp_name(d, "emulated", ".c");
    bool good = output_write(d, file, texts->emulated, strlen(texts->emulated));
    if (good) {
        command_init(d, &k);
        command_add(d, &k, "-E");
        add_general(d, &k);
        command_add2(d, &k, "-isystem", d->include_dir);
        command_add(d, &k, file);
        good = command_run(d, &k, &expanded, NULL) == 0;
    }
    if (good)
        codegen_emulated_end(&expanded, &text);
    texts->emulated = text.n ? arena_strndup(&c->arena, text.at, text.n) : NULL;
    buf_free(&text);
    buf_free(&expanded);
    if (!good)
        driver_fail(d, 1);
    return good;
}
