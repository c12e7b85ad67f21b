/* output.c - files that appear whole or not at all: written beside their name and renamed; and the
 * run's temporary directory. */
#include "driver/output.h"

#include <dirent.h>
#include <errno.h>
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

bool output_begin(struct driver *d, struct output *o, const char *final, bool direct)
{
    *o = (struct output){.final = final, .temporary = final};
    struct stat st;
    bool exists = stat(final, &st) == 0;
    if (d->options.show_only || direct || strcmp(final, "-") == 0 ||
        (exists && !S_ISREG(st.st_mode)))
        return true;
    if (access(directory_of(d, final), W_OK) != 0) {
        driver_error(d, "cannot write '%s': %s", final, strerror(errno));
        return false;
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

/* Copies the file to standard output. */
static bool file_show(const char *name)
{
    char piece[4096];
    FILE *f = fopen(name, "r");
    if (!f)
        return false;
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        fwrite(piece, 1, n, stdout);
    fclose(f);
    return fflush(stdout) == 0 && !ferror(stdout);
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
                (strcmp(o->final, "-") == 0 ? file_show(o->temporary)
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

bool output_write(struct driver *d, const char *final, const char *text, size_t n)
{
    if (strcmp(final, "-") == 0) {
        bool written = fwrite(text, 1, n, stdout) == n && fflush(stdout) == 0;
        if (!written)
            driver_error(d, "cannot write to standard output: %s", strerror(errno));
        return written;
    }
    struct output o;
    if (!output_begin(d, &o, final, false))
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

bool temp_make(struct driver *d)
{
    const char *base = getenv("TMPDIR");
    char *name = arena_printf(&d->arena, "%s/ampcc-XXXXXX", base && *base ? base : "/tmp");
    d->temp_dir = name;
    if (d->options.show_only || mkdtemp(name))
        return true;
    driver_error(d, "cannot make a directory in '%s': %s", base && *base ? base : "/tmp",
                 strerror(errno));
    return false;
}

const char *temp_name(struct driver *d, const char *stem, const char *suffix)
{
    return arena_printf(&d->arena, "%s/%s-%d%s", d->temp_dir, stem, d->outputs++, suffix);
}

/* Removes a folder and all in it, and what links in it lead to: unfinished outputs. */
static void folder_remove(struct driver *d, const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        const char *name = arena_printf(&d->arena, "%s/%s", folder, e->d_name);
        char target[4096];
        ssize_t n = readlink(name, target, sizeof target - 1);
        if (n > 0) {
            target[n] = '\0';
            unlink(target);
        }
        if (e->d_type == DT_DIR) /* of a worker of the language server */
            folder_remove(d, name);
        else
            unlink(name);
    }
    closedir(dir);
    rmdir(folder);
}

void temp_remove(struct driver *d)
{
    if (!d->options.show_only)
        folder_remove(d, d->temp_dir);
}

const char *file_stem(struct driver *d, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    size_t n = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    return arena_strndup(&d->arena, base, n);
}
