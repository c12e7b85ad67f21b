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
    static const char *const libs[] = {("lib/" AMPC_MULTIARCH), "lib64", "lib"};
    const char *prefix = find_prefix(d);
    d->precompile = arena_printf(&d->arena, "%s/libexec/ampc-precompile", prefix);
    d->share = arena_printf(&d->arena, "%s/share/ampc", prefix);
    d->devices = arena_printf(&d->arena, "%s/libexec/ampc-devices", prefix);
    for (int i = 0; i < 3; i++) {
        d->library = arena_printf(&d->arena, "%s/%s/libampc.a", prefix, libs[i]);
        if (access(d->library, R_OK) == 0)
            break;
    }
    for (int i = 0; i < 2; i++) {
        d->include_dir = arena_printf(&d->arena, "%s/%s", prefix, dirs[i]);
        if (access(arena_printf(&d->arena, "%s/ampc_gen.h", d->include_dir), R_OK) == 0)
            return true;
    }
    driver_error(d, "cannot find ampc_gen.h in '%s/include/ampc' or '%s/include'", prefix, prefix);
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
