/* library.c - where libampc is put in a link, and what it needs behind it: -lm for math.o,
 * unless the user has it. libOpenCL is opened when the program runs.
 *
 * Example: -static leaves the library out of plain C programs, and refuses those with kernels. */
#define _GNU_SOURCE /* memmem */
#include "driver/library.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether an object file or an archive names what generated code has of the library. */
static bool file_uses_library(const char *name)
{
    struct stat st;
    bool found = false;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        void *at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (at != MAP_FAILED) {
            found = memmem(at, (size_t)st.st_size, "ampc__", 6);
            munmap(at, (size_t)st.st_size);
        }
    }
    close(fd);
    return found;
}

/* Whether the archive that -static takes for -lNAME, in a folder of -L or in one of cc's, uses it.
 */
static bool archive_uses_library(struct driver *d, const char *name)
{
    const struct options *o = &d->options;
    const char *file = *name == ':' ? name + 1 : arena_printf(&d->arena, "lib%s.a", name);
    for (int i = 0; i < o->items.n; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind != ITEM_OPTION || strncmp(item->text, "-L", 2) != 0)
            continue;
        const char *folder = item->argument ? item->argument : item->text + 2;
        const char *path = arena_printf(&d->arena, "%s/%s", folder, file);
        if (access(path, R_OK) == 0)
            return file_uses_library(path);
    }
    struct command k;
    struct buf out = {0};
    command_init(d, &k);
    command_add(d, &k, arena_printf(&d->arena, "-print-file-name=%s", file));
    bool uses = command_run(d, &k, &out, NULL) == 0 && out.n > 1 &&
                file_uses_library(arena_strndup(&d->arena, out.at, out.n - 1));
    buf_free(&out);
    return uses;
}

/* Whether one of the units or of the other files uses AMP; with -static, whether a library does. */
static bool uses_library(struct driver *d)
{
    const struct options *o = &d->options;
    bool uses = d->uses_amp;
    for (int i = 0; i < o->items.n && !uses; i++) {
        const struct argument *item = &o->items.at[i];
        if (item->kind == ITEM_FILE)
            uses = file_uses_library(item->text);
        else if (o->is_static && item->kind == ITEM_OPTION && strncmp(item->text, "-l", 2) == 0)
            uses = archive_uses_library(d, item->argument ? item->argument : item->text + 2);
    }
    return uses;
}

/* Exports the library's names from the program, so that shared libraries which it opens later use
 * its copy and not theirs: a process has one run-time. Names that contain the user's (ampc_x_,
 * ampc__amp_function_) are not exported. */
static void add_exports(struct driver *d, struct command *k)
{
    static const char *const exported[] = {"ampc_[!_x]*", "ampc__[!a]*", "ampc__a[!m]*"};
    for (size_t i = 0; i < sizeof exported / sizeof exported[0]; i++)
        command_add(d, k, arena_printf(&d->arena, "-Wl,--export-dynamic-symbol=%s", exported[i]));
}

bool library_add(struct driver *d, struct command *k)
{
    const struct options *o = &d->options;
    if (o->relocatable || (o->no_libraries && !o->ampc_files))
        return true;
    bool used = uses_library(d);
    if (o->is_static && used) {
        driver_error(d, "'-static': a program that launches kernels opens libOpenCL and drivers "
                        "when it runs, which a static one cannot; link it without '-static'");
        return false;
    }
    add_exports(d, k);
    command_add(d, k, "-Wl,--push-state,--as-needed");
    command_add(d, k, d->library);
    command_add(d, k, "-lpthread");
    command_add(d, k, "-ldl");
    if (used) /* the emulator's kernels call <math.h>, also where the user wants no libraries */
        command_add(d, k, "-lm");
    command_add(d, k, "-Wl,--pop-state");
    return true;
}
