/* driver.c - what all files of the driver share: finding the project's files beside ampcc, and
 * errors of its own. */
#include "driver/driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/messages.h"

/* The directory above the one that holds the program ("/usr" of /usr/bin/ampcc); the place of
 * installation when that is unknown. */
static const char *find_prefix(struct driver *d)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return AMPC_PREFIX;
    path[n] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(path, '/');
        if (!slash)
            return AMPC_PREFIX;
        *slash = '\0';
    }
    return arena_strndup(&d->arena, path, strlen(path));
}

bool driver_find_files(struct driver *d)
{
    static const char *const dirs[] = {"include/ampc", "include"};
    const char *prefixes[] = {find_prefix(d), AMPC_PREFIX};
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < 2; i++) {
            const char *dir = arena_printf(&d->arena, "%s/%s", prefixes[p], dirs[i]);
            if (access(arena_printf(&d->arena, "%s/ampc_gen.h", dir), R_OK) != 0)
                continue;
            d->include_dir = dir;
            d->library = arena_printf(&d->arena, "%s/lib/libampc.a", prefixes[p]);
            d->precompile = arena_printf(&d->arena, "%s/libexec/ampc-precompile", prefixes[p]);
            d->devices = arena_printf(&d->arena, "%s/libexec/ampc-devices", prefixes[p]);
            return true;
        }
    driver_error(d, "cannot find ampc_gen.h in '%s/include/ampc' or '%s/include'", prefixes[0],
                 prefixes[0]);
    return false;
}

void driver_fail(struct driver *d, int status)
{
    if (status > d->status)
        d->status = status;
}

void driver_error(struct driver *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    messages_add_own(d, "error", arena_vprintf(&d->arena, format, args));
    va_end(args);
    driver_fail(d, 1);
}
