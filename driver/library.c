/* library.c - where libampc is put in a link, and what it needs behind it: -lOpenCL, and -lm for
 * math.o, unless the user has them.
 *
 * Example: -static takes libampc.a, and says so where a library that it needs has no archive. */
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

/* Whether one of the units or of the other files uses AMP. */
static bool uses_library(const struct driver *d)
{
    const struct options *o = &d->options;
    bool uses = d->uses_amp;
    for (int i = 0; i < o->items.n && !uses; i++)
        uses = o->items.at[i].kind == ITEM_FILE && file_uses_library(o->items.at[i].text);
    return uses;
}

/* Whether libOpenCL.a is in a directory that the user names or in one that cc looks into. */
static bool has_static_opencl(struct driver *d)
{
    static const char name[] = "libOpenCL.a";
    struct buf path = {0};
    struct command k;
    command_init(d, &k);
    for (int i = 0; i < d->options.items.n; i++) {
        const struct argument *item = &d->options.items.at[i];
        if (item->kind != ITEM_OPTION)
            continue;
        if (strncmp(item->text, "-L", 2) == 0) {
            const char *dir = item->argument ? item->argument : item->text + 2;
            if (access(arena_printf(&d->arena, "%s/%s", dir, name), R_OK) == 0)
                return true;
        } else if (strncmp(item->text, "--sysroot", 9) == 0 || strncmp(item->text, "-B", 2) == 0) {
            command_add(d, &k, item->text);
            if (item->argument)
                command_add(d, &k, item->argument);
        }
    }
    command_add(d, &k, arena_printf(&d->arena, "-print-file-name=%s", name));
    bool found = command_run(d, &k, &path, NULL) == 0 && path.n && memchr(path.at, '/', path.n);
    buf_free(&path);
    return found || d->options.show_only;
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
    bool used = uses_library(d), has_opencl = !o->is_static || has_static_opencl(d);
    if (!has_opencl && used) {
        driver_error(d, "'-static': there is no libOpenCL.a here, and a program that launches "
                        "kernels needs libOpenCL; "
                        "link it without '-static'");
        return false;
    }
    add_exports(d, k);
    command_add(d, k, "-Wl,--push-state,--as-needed");
    command_add(d, k, d->library);
    if (has_opencl)
        command_add(d, k, "-lOpenCL");
    command_add(d, k, "-lpthread");
    if (used) /* the emulator's kernels call <math.h>, also where the user wants no libraries */
        command_add(d, k, "-lm");
    command_add(d, k, "-Wl,--pop-state");
    return true;
}
