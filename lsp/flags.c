/* flags.c - finds the options of a file: compile_commands.json, a folder where CMake builds by
 * make, compile_flags.txt, or the variables of the nearest Makefile.
 *
 * Example: for /p/src/a.ampc with /p/Makefile that says `CFLAGS = -O2 -I$(INC)` and `INC = include`
 * the options are -O2 -Iinclude, in /p. What a Makefile computes by functions is left out. */
#define _GNU_SOURCE /* memmem */
#include "lsp/flags.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/buf.h"
#include "common/source_map.h"

/* ---- compile_commands.json ---- */

/* The name as an absolute path without "." and ".." where it exists. */
static const char *path_full(struct arena *a, const char *folder, const char *name)
{
    const char *path = *name == '/' ? name : arena_printf(a, "%s/%s", folder, name);
    char *real = realpath(path, NULL);
    if (real)
        path = arena_strndup(a, real, strlen(real));
    free(real);
    return path;
}

static void words_of_entry(struct arena *a, const json_t *entry, struct words *w)
{
    const json_t *arguments = json_object_get(entry, "arguments"), *word;
    const char *command = json_string_value(json_object_get(entry, "command"));
    size_t i;
    json_array_foreach(arguments, i, word) if (json_is_string(word))
        vec_push(a, w, arena_strndup(a, json_string_value(word), json_string_length(word)));
    if (!json_is_array(arguments) && command)
        words_split(a, w, command, 0);
    if (w->n) { /* the compiler; behind "ccache" or the like too */
        int skip = w->n > 1 && w->at[1][0] != '-' && !strchr(w->at[1], '.') ? 2 : 1;
        w->at += skip;
        w->n -= skip;
        w->cap = w->n;
    }
}

static bool from_commands(struct arena *a, const char *name, const char *path, struct flags *out)
{
    struct stat about;
    bool is_file = stat(name, &about) == 0 && S_ISREG(about.st_mode);
    json_t *list = is_file ? json_load_file(name, 0, NULL) : NULL;
    const json_t *entry;
    size_t i;
    bool found = false;
    path = path_full(a, "/", path);
    json_array_foreach(list, i, entry)
    {
        const char *folder = json_string_value(json_object_get(entry, "directory"));
        const char *file = json_string_value(json_object_get(entry, "file"));
        if (found || !folder || !file || strcmp(path_full(a, folder, file), path) != 0)
            continue;
        found = true;
        out->folder = arena_strndup(a, folder, strlen(folder));
        words_of_entry(a, entry, &out->words);
    }
    json_decref(list);
    return found;
}

/* ---- compile_flags.txt ---- */

static bool from_list(struct arena *a, const char *name, struct flags *out)
{
    const struct source_file *f = source_file_read(a, name);
    for (int i = 0; i < f->lines_n; i++) {
        const char *at = f->text + f->lines[i];
        size_t n = strcspn(at, "\r\n");
        while (n && isspace((unsigned char)*at)) {
            at++;
            n--;
        }
        while (n && isspace((unsigned char)at[n - 1]))
            n--;
        if (n && *at != '#')
            vec_push(a, &out->words, arena_strndup(a, at, n));
    }
    return f->text;
}

/* ---- Makefiles ---- */

struct variable {
    const char *name, *value;
};
struct makefile {
    struct arena *arena;
    VEC(struct variable) variables;
};

static struct variable *variable_find(struct makefile *m, const char *name, size_t n)
{
    for (int i = 0; i < m->variables.n; i++)
        if (strlen(m->variables.at[i].name) == n && memcmp(m->variables.at[i].name, name, n) == 0)
            return &m->variables.at[i];
    return NULL;
}

/* A line "NAME = value", also with :=, ::=, ?= and +=. */
static void variable_read(struct makefile *m, const char *line)
{
    const char *at = line + strspn(line, " ");
    size_t n = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.");
    const char *name = at;
    at += n;
    at += strspn(at, " \t");
    bool more = *at == '+', maybe = *at == '?';
    at += more || maybe ? 1 : strspn(at, ":");
    if (!n || *at != '=')
        return;
    at += 1 + strspn(at + 1, " \t");
    const char *value = arena_strndup(m->arena, at, strcspn(at, "#"));
    struct variable *known = variable_find(m, name, n);
    if (known && maybe)
        return;
    if (known)
        known->value = more ? arena_printf(m->arena, "%s %s", known->value, value) : value;
    else
        vec_push(m->arena, &m->variables,
                 ((struct variable){arena_strndup(m->arena, name, n), value}));
}

/* Appends the value with the variables that it names; what is no name is left out. */
static void value_add(struct makefile *m, const char *value, int depth, struct buf *out)
{
    for (const char *at = value; *at; at++) {
        char open = *at == '$' ? at[1] : 0;
        if (*at != '$') {
            buf_char(out, *at);
        } else if (open == '$') {
            buf_char(out, *++at);
        } else if (open == '(' || open == '{') {
            int level = 0;
            const char *name = at + 2;
            for (at++; *at; at++) {
                level += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
                if (level == 0)
                    break;
            }
            struct variable *v = *at ? variable_find(m, name, (size_t)(at - name)) : NULL;
            if (v && depth < 8)
                value_add(m, v->value, depth + 1, out);
            if (!*at)
                return;
        } else if (open) {
            at++;
        }
    }
}

/* Reads the Makefile's variables. */
static void variables_read(struct makefile *m, const char *name)
{
    const struct source_file *f = source_file_read(m->arena, name);
    struct buf line = {0};
    for (int i = 0; i < f->lines_n; i++) {
        const char *at = f->text + f->lines[i];
        size_t n = strcspn(at, "\r\n");
        bool spliced = n && at[n - 1] == '\\';
        buf_addn(&line, at, n - spliced);
        buf_char(&line, ' ');
        if (spliced)
            continue;
        if (line.at[0] != '\t')
            variable_read(m, line.at);
        line.n = 0;
        line.at[0] = '\0';
    }
    buf_free(&line);
}

static bool from_makefile(struct arena *a, const char *name, struct flags *out)
{
    static const char *const wanted[] = {"CPPFLAGS", "CFLAGS", "AMPCFLAGS"};
    struct makefile m = {.arena = a};
    struct buf line = {0};
    bool found = false;
    variables_read(&m, name);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct variable *v = variable_find(&m, wanted[i], strlen(wanted[i]));
        line.n = 0;
        if (!v)
            continue;
        found = true;
        value_add(&m, v->value, 0, &line);
        if (line.n)
            words_split(a, &out->words, line.at, 0);
    }
    buf_free(&line);
    return found;
}

/* ---- What CMake writes for make, whose compile_commands.json has its own languages alone ---- */

/* The command "[cd FOLDER &&] ampcc ... -c FILE" of a rule, if the file is 'path'. */
static bool from_rule(struct makefile *m, const char *rule, const char *path, struct flags *out)
{
    struct buf line = {0};
    struct words w = {0};
    value_add(m, rule, 0, &line);
    words_split(m->arena, &w, line.at ? line.at : "", 0);
    buf_free(&line);
    if (w.n < 3 || strcmp(w.at[w.n - 2], "-c") != 0 ||
        strcmp(path_full(m->arena, "/", w.at[w.n - 1]), path) != 0)
        return false;
    int first = w.n > 3 && strcmp(w.at[0], "cd") == 0 && strcmp(w.at[2], "&&") == 0 ? 3 : 0;
    if (first)
        out->folder = w.at[1];
    out->words = (struct words){w.at + first + 1, w.n - first - 1, w.n - first - 1};
    return true;
}

/* Looks in the folder that CMake keeps for a target. */
static bool from_target(struct arena *a, const char *folder, const char *path, struct flags *out)
{
    struct makefile m = {.arena = a};
    const struct source_file *f = source_file_read(a, arena_printf(a, "%s/build.make", folder));
    if (!f->text)
        return false;
    variables_read(&m, arena_printf(a, "%s/flags.make", folder));
    for (int i = 0; i < f->lines_n; i++) {
        const char *line = f->text + f->lines[i];
        size_t n = strcspn(line, "\r\n");
        if (*line == '\t' && memmem(line, n, "$(AMPC_FLAGS)", 13) &&
            from_rule(&m, arena_strndup(a, line + 1, n - 1), path, out))
            return true;
    }
    return false;
}

static bool from_cmake(struct arena *a, const char *build, const char *path, struct flags *out)
{
    out->from = arena_printf(a, "%s/CMakeFiles/TargetDirectories.txt", build);
    const struct source_file *f = source_file_read(a, out->from);
    path = path_full(a, "/", path);
    out->folder = build;
    for (int i = 0; i < f->lines_n; i++) {
        const char *line = f->text + f->lines[i];
        size_t n = strcspn(line, "\r\n");
        if (n && from_target(a, arena_strndup(a, line, n), path, out))
            return true;
    }
    return false;
}

/* ---- */

/* Looks in one folder. */
static bool from_folder(struct arena *a, const char *folder, const char *path, struct flags *out)
{
    static const char *const builds[] = {"", "/build"};
    static const char *const makefiles[] = {"GNUmakefile", "makefile", "Makefile"};
    out->folder = folder;
    for (int i = 0; i < 2; i++) {
        const char *build = arena_printf(a, "%s%s", folder, builds[i]);
        out->from = arena_printf(a, "%s/compile_commands.json", build);
        if (from_commands(a, out->from, path, out) || from_cmake(a, build, path, out))
            return true;
    }
    out->folder = folder;
    out->from = arena_printf(a, "%s/compile_flags.txt", folder);
    if (from_list(a, out->from, out))
        return true;
    for (int i = 0; i < 3; i++) {
        out->from = arena_printf(a, "%s/%s", folder, makefiles[i]);
        if (from_makefile(a, out->from, out))
            return true;
    }
    return false;
}

struct flags flags_find(struct arena *a, const char *path)
{
    struct flags out = {0};
    const char *slash = strrchr(path, '/');
    const char *folder =
        slash && slash > path ? arena_strndup(a, path, (size_t)(slash - path)) : "/";
    for (const char *at = folder; *at;) {
        if (from_folder(a, at, path, &out))
            return out;
        const char *up = strrchr(at, '/');
        if (!up)
            break;
        at = arena_strndup(a, at, (size_t)(up - at));
    }
    return (struct flags){.folder = folder};
}
