/* byproduct.c - names of what cc writes beside its output, which depend on the name of the output
 * and on the mode (gcc's -dumpbase rules). */
#include "driver/byproduct.h"

#include <string.h>
#include <unistd.h>

#include "driver/cc.h"
#include "driver/output.h"

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* What stands before a file's own name: "dir/prog-" of a program, the object's directory; "" for
 * none. */
static const char *prefix(struct driver *d)
{
    const struct options *o = &d->options;
    const char *output = o->output, *base = output ? base_of(output) : "";
    int dir = output && !o->save_here ? (int)(base - output) : 0;
    if (o->mode != MODE_LINK)
        return arena_strndup(&d->arena, dir ? output : "", (size_t)dir);
    if (!output || strcmp(base, "a.out") == 0)
        base = "a";
    return arena_printf(&d->arena, "%.*s%s-", dir, output ? output : "", base);
}

static const char *stem(struct driver *d, const char *name)
{
    const struct options *o = &d->options;
    return file_stem(d, o->output && o->mode != MODE_LINK ? o->output : name);
}

const char *byproduct_name(struct driver *d, const char *name, const char *suffix)
{
    return arena_printf(&d->arena, "%s%s%s", prefix(d), stem(d, name), suffix);
}

/* clang takes these names from the object's, and in one step from the source's, or the program's;
 * from version 17 on, which has -dumpdir, the program's stands before the source's. */
static void clang_options(struct driver *d, struct command *k, const char *name)
{
    char here[4096] = "";
    const char *own = file_stem(d, name), *output = d->options.output;
    if (d->options.mode != MODE_LINK)
        return;
    if (cc_has_dumpdir(d))
        own = arena_printf(&d->arena, "%s-%s", output ? output : "a", own);
    if (*own != '/') {
        if (!getcwd(here, sizeof here - 1))
            return;
        strcat(here, "/");
    }
    const char *coverage[] = {arena_printf(&d->arena, "-coverage-notes-file=%s%s.gcno", here, own),
                              arena_printf(&d->arena, "-coverage-data-file=%s%s.gcda", here, own)};
    for (int i = 0; i < 2 && d->options.coverage; i++)
        command_add2(d, k, "-Xclang", coverage[i]);
    const char *split[] = {"-split-dwarf-file", "-split-dwarf-output"};
    for (int i = 0; i < 2 && d->options.split_dwarf; i++) {
        command_add2(d, k, "-Xclang", split[i]);
        command_add2(d, k, "-Xclang", arena_printf(&d->arena, "%s.dwo", own));
    }
    if (d->options.stack_usage) {
        const char *program = d->options.output ? d->options.output : "a.out";
        command_add2(d, k, "-Xclang", "-stack-usage-file");
        command_add2(d, k, "-Xclang",
                     arena_printf(&d->arena, "%.*s%s.su", (int)(base_of(program) - program),
                                  program, file_stem(d, program)));
    }
}

void byproduct_options(struct driver *d, struct command *k, const char *name)
{
    if (!d->options.byproducts || d->options.names_byproducts || d->options.mode == MODE_SYNTAX)
        return;
    if (cc_is_clang(d)) {
        clang_options(d, k, name);
        return;
    }
    const char *dot = strrchr(base_of(name), '.'), *own = prefix(d);
    const char *extension = dot ? dot : "";
    if (!d->options.names_dumpdir && (*own || d->options.save_here))
        command_add2(d, k, "-dumpdir", *own ? own : "./");
    command_add2(d, k, "-dumpbase", arena_printf(&d->arena, "%s%s", stem(d, name), extension));
    if (*extension)
        command_add2(d, k, "-dumpbase-ext", extension);
}
