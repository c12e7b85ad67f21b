/* output.c - files that appear whole or not at all: written beside their name and renamed; and the
 * run's temporary directory. */
#include "driver/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A relative name as an absolute one, for a link that is read from elsewhere. */
static const char *absolute(struct driver *d, const char *name)
{
    char here[4096];
    if (name[0] == '/' || !getcwd(here, sizeof here))
        return name;
    return arena_printf(&d->arena, "%s/%s", here, name);
}

static const char *directory_of(struct driver *d, const char *name)
{
    const char *slash = strrchr(name, '/');
    if (!slash)
        return ".";
    return slash == name ? "/" : arena_strndup(&d->arena, name, (size_t)(slash - name));
}

/* Whether a new file cannot take the place of the one that is there, or that a link leads to. */
static bool place_kept(struct driver *d, const char *final, enum output_way way, bool exists,
                       off_t size)
{
    struct stat link;
    if (lstat(final, &link) != 0)
        return false;
    return !exists || way == OUTPUT_TEXT || size == 0 || access(directory_of(d, final), W_OK) != 0;
}

bool output_begin(struct driver *d, struct output *o, const char *final, enum output_way way)
{
    *o = (struct output){.final = final, .temporary = final};
    struct stat st;
    bool exists = stat(final, &st) == 0;
    if (d->options.show_only || way == OUTPUT_DIRECT || strcmp(final, "-") == 0 ||
        (exists && !S_ISREG(st.st_mode)))
        return true;
    o->kept = place_kept(d, final, way, exists, exists ? st.st_size : 0);
    if (access(o->kept && exists ? final : directory_of(d, final), W_OK) != 0) {
        driver_error(d, "cannot write '%s': %s", final, strerror(errno));
        return false;
    }
    if (o->kept) {
        o->temporary = temp_name(d, "output", "");
        return true;
    }
    o->temporary = arena_printf(&d->arena, "%s.ampcc%ld", final, (long)getpid());
    o->mark = arena_printf(&d->arena, "%s/output%d", d->temp_dir, d->outputs++);
    if (symlink(absolute(d, o->temporary), o->mark) != 0)
        o->mark = NULL;
    return true;
}

void output_begin_shown(struct driver *d, struct output *o)
{
    *o = (struct output){.final = "-", .temporary = temp_name(d, "shown", "")};
}

/* Copies the file to the stream, and closes that unless it is standard output. */
static bool file_copy(const char *name, FILE *to)
{
    char piece[4096];
    FILE *f = fopen(name, "rb");
    bool good = f && to;
    for (size_t n; good && (n = fread(piece, 1, sizeof piece, f)) > 0;)
        good = fwrite(piece, 1, n, to) == n;
    if (f)
        fclose(f);
    if (!to)
        return false;
    return (to == stdout ? fflush(to) : fclose(to)) == 0 && good;
}

/* Gives the file that is there the contents of the new one, and lets it be run if that can. */
static bool file_fill(const char *name, const char *final)
{
    struct stat from, to;
    if (!file_copy(name, fopen(final, "wb")))
        return false;
    if (stat(name, &from) == 0 && (from.st_mode & 0111) && stat(final, &to) == 0 &&
        chmod(final, (to.st_mode | (from.st_mode & 0111)) & 07777) != 0)
        errno = 0; /* somebody else's file stays as it is */
    unlink(name);
    return true;
}

static void output_end(struct output *o)
{
    if (o->mark)
        unlink(o->mark);
    *o = (struct output){0};
}

bool output_commit(struct driver *d, struct output *o)
{
    bool done = o->temporary == o->final || d->options.show_only ||
                (strcmp(o->final, "-") == 0 ? file_copy(o->temporary, stdout)
                 : o->kept                  ? file_fill(o->temporary, o->final)
                                            : rename(o->temporary, o->final) == 0);
    if (!done) {
        driver_error(d, "cannot write '%s': %s", o->final, strerror(errno));
        unlink(o->temporary);
    }
    output_end(o);
    return done;
}

void output_drop(struct driver *d, struct output *o)
{
    (void)d;
    if (o->temporary && o->temporary != o->final)
        unlink(o->temporary);
    output_end(o);
}

bool output_write(struct driver *d, const char *final, enum output_way way, const char *text,
                  size_t n)
{
    if (strcmp(final, "-") == 0) {
        bool written = fwrite(text, 1, n, stdout) == n && fflush(stdout) == 0;
        if (!written)
            driver_error(d, "cannot write to standard output: %s", strerror(errno));
        return written;
    }
    struct output o;
    if (!output_begin(d, &o, final, way))
        return false;
    FILE *f = fopen(o.temporary, "wb");
    bool written = f && fwrite(text, 1, n, f) == n;
    int error = errno;
    if (f && fclose(f) != 0) {
        error = errno;
        written = false;
    }
    if (!written) {
        driver_error(d, "cannot write '%s': %s", final, strerror(error));
        output_drop(d, &o);
        return false;
    }
    return output_commit(d, &o);
}

/* The folder for temporary files: the first that can be written to, as cc chooses. */
static const char *temp_base(void)
{
    const char *const named[] = {getenv("TMPDIR"), getenv("TMP"), getenv("TEMP")};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i] && *named[i] && access(named[i], W_OK | X_OK) == 0)
            return named[i];
    return "/tmp";
}

bool temp_make(struct driver *d)
{
    const char *base = temp_base();
    char *name = arena_printf(&d->arena, "%s/ampcc-XXXXXX", absolute(d, base));
    d->temp_dir = name;
    if (d->options.show_only || mkdtemp(name))
        return true;
    driver_error(d, "cannot make a directory in '%s': %s", base, strerror(errno));
    return false;
}

const char *temp_name(struct driver *d, const char *stem, const char *suffix)
{
    return arena_printf(&d->arena, "%s/%s-%d%s", d->temp_dir, stem, d->outputs++, suffix);
}

/* Removes a folder and all in it, and what links in it lead to: unfinished outputs. What somebody
 * else has put in its place, as it was gone, stays. */
static void folder_remove(int parent, const char *folder)
{
    struct stat st;
    int fd = openat(parent, folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd >= 0 && fstat(fd, &st) == 0 && st.st_uid == geteuid() ? fdopendir(fd) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char target[4096];
        ssize_t n = readlinkat(fd, e->d_name, target, sizeof target - 1);
        if (n > 0) {
            target[n] = '\0';
            unlink(target);
        }
        if (unlinkat(fd, e->d_name, 0) != 0) /* the folder of a worker of the language server */
            folder_remove(fd, e->d_name);
    }
    if (dir)
        unlinkat(parent, folder, AT_REMOVEDIR);
    if (dir)
        closedir(dir);
    else if (fd >= 0)
        close(fd);
}

void temp_remove(struct driver *d)
{
    if (!d->options.show_only)
        folder_remove(AT_FDCWD, d->temp_dir);
}

const char *file_stem(struct driver *d, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    size_t n = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    return arena_strndup(&d->arena, base, n);
}
