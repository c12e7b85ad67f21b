/* emulate.c - puts the emulator's kernels behind a unit's host text: printed by codegen, expanded
 * by `cc -E` with the macros of ampc_emulated.h. */
#include "driver/emulate.h"

#include "codegen/codegen.h"
#include "driver/output.h"
#include "driver/run.h"

/* The options of all runs, which may say what char is. */
static void add_general(struct driver *d, struct command *k)
{
    const unsigned all = RUN_ALL;
    for (int i = 0; i < d->options.items.n; i++) {
        const struct item *item = &d->options.items.at[i];
        if (item->kind != ITEM_OPTION || (item->runs & all) != all)
            continue;
        command_add(d, k, item->text);
        if (item->argument)
            command_add(d, k, item->argument);
    }
}

/* The kernels as host C for the emulator; false after an error. */
static bool emulate(struct driver *d, struct ctx *c, struct program *p, symbol_vec *functions,
                    struct buf *out)
{
    struct buf text = {0}, expanded = {0};
    struct command k;
    codegen_emulated(c, p, &text, functions);
    if (!text.n)
        return true;
    const char *file = temp_name(d, "emulated", ".c");
    bool good = output_write(d, file, text.at, text.n);
    if (good) {
        command_init(d, &k);
        command_add(d, &k, "-E");
        add_general(d, &k);
        command_add2(d, &k, "-isystem", d->include_dir);
        command_add(d, &k, file);
        good = command_run(d, &k, &expanded, NULL) == 0;
    }
    if (good)
        codegen_emulated_end(&expanded, out);
    buf_free(&text);
    buf_free(&expanded);
    return good;
}

void emulate_host(struct driver *d, struct ctx *c, struct program *p, const struct buf *kernels,
                  struct buf *host)
{
    struct kernel_texts texts = {.kernels = kernels->n ? kernels->at : ""};
    struct buf emulated = {0}, checked = {0};
    bool wanted = !d->options.no_emulator && d->options.mode != MODE_EMIT_CL;
    if (wanted && !emulate(d, c, p, &texts.functions, &emulated)) {
        driver_fail(d, 1);
        return;
    }
    if (!c->bounds && d->options.mode != MODE_EMIT_CL)
        codegen_checked(c, p, &checked);
    texts.checked = checked.n ? checked.at : NULL;
    texts.emulated = emulated.n ? emulated.at : NULL;
    codegen_host(c, p, &texts, host);
    buf_free(&emulated);
    buf_free(&checked);
}
