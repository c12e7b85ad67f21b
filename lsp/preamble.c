/* preamble.c - runs cc -E over a document: once over its preamble, which ends with the last of the
 * #includes at its head, and for each change over the rest.
 *
 * The preamble is preprocessed with -dD: its macros are put into a file that the rest gets by
 * -imacros. Both are kept in the server's temporary folder, under a hash of the preamble's text and
 * the options, with the times and sizes of all files that it has read; workers of later versions
 * use them while these hold. Example: for samples/matmul.ampc lines 1 to 9 are read once. */
#include "lsp/preamble.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/hash.h"
#include "driver/dialect.h"
#include "driver/messages.h"
#include "driver/output.h"
#include "driver/unit.h"

/* ---- the preamble's end ---- */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

static bool directive_is(const char *line, const char *word)
{
    line = skip_blanks(line);
    if (*line++ != '#')
        return false;
    line = skip_blanks(line);
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && !isalnum((unsigned char)line[n]) && line[n] != '_';
}

/* The line behind the directive, comment or blank line at 'at'; NULL: something else is there. */
static const char *skip_line(const char *at)
{
    const char *s = skip_blanks(at);
    if (s[0] == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        s = end ? skip_blanks(end + 2) : NULL;
        return s && *s == '\n' ? s + 1 : NULL;
    }
    if (*s != '\n' && *s != '\r' && *s != '#' && !(s[0] == '/' && s[1] == '/') &&
        strncmp(s, "using ", 6) != 0)
        return NULL;
    for (; *s && *s != '\n'; s++) {
        if (s[0] == '/' && s[1] == '*')
            return NULL; /* it may go on */
        if (s[0] == '\\' && s[1] == '\r' && s[2] == '\n')
            s += 2;
        else if (s[0] == '\\' && s[1] == '\n')
            s++;
    }
    return *s ? s + 1 : NULL;
}

/* The bytes up to the line behind the last #include at the head that no #if is around; 0: there is
 * no preamble, or later #includes may bring in what it has. */
static size_t preamble_end(const struct text *t)
{
    const char *at = t->at, *next, *end = at;
    int depth = 0;
    for (; (next = skip_line(at)) != NULL; at = next) {
        depth += directive_is(at, "if") || directive_is(at, "ifdef") || directive_is(at, "ifndef");
        depth -= directive_is(at, "endif");
        bool includes = directive_is(at, "include") || directive_is(at, "endif");
        if (depth == 0 && includes)
            end = next;
        if (depth < 0)
            break;
    }
    for (const char *line = end; line && *line;) {
        if (directive_is(line, "include") || directive_is(line, "import"))
            return 0;
        const char *newline = strchr(line, '\n');
        line = newline ? newline + 1 : NULL;
    }
    return (size_t)(end - t->at);
}

/* ---- cc -E ---- */

static bool is_include_option(const char *option)
{
    return strncmp(option, "-include", 8) == 0 || strncmp(option, "-imacros", 8) == 0;
}

/* The options for the text behind the preamble, which has read what they include. */
static void options_rest(struct driver *d, struct options *rest)
{
    *rest = d->options;
    memset(&rest->items, 0, sizeof rest->items);
    for (int i = 0; i < d->options.items.n; i++)
        if (!is_include_option(d->options.items.at[i].text))
            vec_push(&d->arena, &rest->items, d->options.items.at[i]);
}

/* Runs cc -E over a part of the text that begins in 'line'; 'macros': a file with macros of the
 * preamble, or NULL; 'define': their definitions are wanted. */
static bool run(struct analysis *a, const char *part, size_t n, int line, bool few,
                const char *macros, bool define, struct buf *out)
{
    struct driver *d = &a->d;
    struct buf text = {0}, err = {0};
    struct command k;
    struct options all = d->options;
    const char *file = temp_name(d, "text", ".c");
    buf_printf(&text, "# %d \"", line);
    buf_c_string(&text, a->document->path, strlen(a->document->path));
    buf_add(&text, "\"\n");
    /* A byte order mark, which cc leaves out where a file begins, is blanks here. */
    size_t mark = line == 1 ? text_mark(part, n) : 0;
    buf_printf(&text, "%*s", (int)mark, "");
    buf_addn(&text, part + mark, n - mark);
    buf_char(&text, '\n');
    bool good = output_write(d, file, OUTPUT_FRESH, text.at, text.n);
    buf_free(&text);
    if (macros)
        options_rest(d, &d->options);
    unit_preprocess_command(d, &k, macros != NULL);
    d->options = all;
    if (few)
        command_add(d, &k, "-DAMPC__FEW_RANKS");
    if (macros)
        command_add2(d, &k, "-imacros", macros);
    if (define)
        command_add(d, &k, "-dD");
    command_add(d, &k, file);
    good = good && command_run(d, &k, out, &err) == 0;
    messages_add_cc(d, &err);
    unlink(file);
    return good;
}

/* ---- what is kept ---- */

struct kept {
    const char *key;                  /* what it is made of */
    const char *keys, *text, *macros; /* names of files */
};

static struct kept kept_of(struct analysis *a, size_t end, bool few)
{
    struct buf key = {0};
    const struct options *o = &a->d.options;
    buf_printf(&key, "%s %d %s\n", o->cc, few, a->document->path);
    for (int i = 0; i < o->items.n; i++)
        if (o->items.at[i].runs & RUN_PRE)
            buf_printf(&key, "%s %s\n", o->items.at[i].text,
                       o->items.at[i].argument ? o->items.at[i].argument : "");
    buf_addn(&key, a->text->at, end);
    unsigned hash = hash_bytes(key.at, key.n);
    struct arena *m = &a->d.arena;
    const char *base = arena_printf(m, "%s/preamble-%08x", a->server->d->temp_dir, hash);
    struct kept k = {arena_strndup(m, key.at, key.n), arena_printf(m, "%s.key", base),
                     arena_printf(m, "%s.i", base), arena_printf(m, "%s.h", base)};
    buf_free(&key);
    return k;
}

static bool file_read(const char *name, struct buf *out)
{
    FILE *f = fopen(name, "rb");
    if (!f)
        return false;
    char piece[65536];
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buf_addn(out, piece, n);
    fclose(f);
    buf_add(out, "");
    return true;
}

static void stamp_add(struct buf *out, const char *file)
{
    struct stat st = {0};
    bool there = stat(file, &st) == 0;
    buf_printf(out, "%lld.%09ld %lld %s\n", there ? (long long)st.st_mtim.tv_sec : -1LL,
               there ? st.st_mtim.tv_nsec : 0L, (long long)st.st_size, file);
}

/* The stamps of all files that line markers name, each once in a row. */
static void stamps_add(struct analysis *a, const char *text, struct buf *out)
{
    const char *name = NULL;
    VEC(const char *) names = {0};
    for (const char *at = text; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : at) {
        const char *quote = at[0] == '#' && at[1] == ' ' ? strchr(at, '"') : NULL;
        const char *end = quote ? strchr(quote + 1, '"') : NULL;
        if (!end || quote[1] == '<')
            continue;
        name = arena_strndup(&a->d.arena, quote + 1, (size_t)(end - quote) - 1);
        int i = 0;
        while (i < names.n && strcmp(names.at[i], name) != 0)
            i++;
        if (i < names.n || strcmp(name, a->document->path) == 0 ||
            strstr(name, a->d.temp_dir) == name)
            continue;
        vec_push(&a->d.arena, &names, name);
        stamp_add(out, name);
    }
}

/* Whether what was kept is of that key and all files are as they were. */
static bool kept_holds(const struct kept *k)
{
    struct buf all = {0}, now = {0};
    size_t n = strlen(k->key);
    bool good = file_read(k->keys, &all) && all.n > n && memcmp(all.at, k->key, n) == 0 &&
                all.at[n] == '\f';
    for (char *line = good ? all.at + n + 1 : NULL; good && *line;) {
        char *end = strchr(line, '\n'), *name = strchr(line, ' ');
        name = name ? strchr(name + 1, ' ') : NULL;
        if (!end || !name)
            break;
        *end = '\0';
        now.n = 0;
        stamp_add(&now, name + 1);
        good = strncmp(now.at, line, now.n - 1) == 0;
        line = end + 1;
    }
    buf_free(&all);
    buf_free(&now);
    return good;
}

/* Takes the definitions out of what -dD has printed; lines stay lines. */
static void split_macros(const struct buf *all, struct buf *text, struct buf *macros)
{
    const char *end = buf_end(all);
    bool built_in = false;
    for (const char *at = all->at; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)),
                   *next = newline ? newline + 1 : end;
        bool directive = strncmp(at, "#define ", 8) == 0 || strncmp(at, "#undef ", 7) == 0;
        if (at[0] == '#' && at[1] == ' ')
            built_in = strncmp(at + 3, " \"<built-in>\"", 13) == 0;
        if (directive && !built_in)
            buf_addn(macros, at, (size_t)(next - at));
        if (directive)
            buf_char(text, '\n');
        else
            buf_addn(text, at, (size_t)(next - at));
        at = next;
    }
    buf_add(macros, "");
}

/* The preamble's text and the file with its macros; false: it has messages, so the whole is read at
 * once. */
static bool preamble_get(struct analysis *a, const struct kept *k, size_t end, bool few,
                         struct buf *text)
{
    if (kept_holds(k) && file_read(k->text, text))
        return true;
    struct buf all = {0}, macros = {0}, keys = {0};
    text->n = 0;
    bool good =
        run(a, a->text->at, end, 1, few, NULL, true, &all) && json_array_size(a->d.messages) == 0;
    if (good) {
        split_macros(&all, text, &macros);
        buf_add(&keys, k->key);
        buf_char(&keys, '\f');
        stamps_add(a, text->at, &keys);
        good = output_write(&a->d, k->macros, OUTPUT_FRESH, macros.at, macros.n) &&
               output_write(&a->d, k->text, OUTPUT_FRESH, text->at, text->n) &&
               output_write(&a->d, k->keys, OUTPUT_FRESH, keys.at, keys.n);
    }
    buf_free(&all);
    buf_free(&macros);
    buf_free(&keys);
    return good;
}

/* ---- ---- */

/* Makes the line of the #include that the last message is about a blank one in 'text'. */
static bool include_drop(struct analysis *a, struct buf *text)
{
    size_t n = json_array_size(a->d.messages);
    for (size_t i = 0; i < n; i++) {
        const json_t *m = json_array_get(a->d.messages, n - 1 - i);
        const json_t *caret =
            json_object_get(json_array_get(json_object_get(m, "locations"), 0), "caret");
        const char *file = json_string_value(json_object_get(caret, "file"));
        json_int_t line = json_integer_value(json_object_get(caret, "line"));
        if (!file || line < 1 || line > a->text->lines_n)
            continue;
        if (strcmp(file, a->document->path) != 0)
            return false;
        char *at = text->at + a->text->lines[line - 1];
        if (!directive_is(at, "include"))
            return false;
        memset(at, ' ', strcspn(at, "\r\n"));
        return true;
    }
    return false;
}

/* Reads the whole text; an #include that is not found is left out. */
static bool read_whole(struct analysis *a, bool few, struct buf *out, bool *missing)
{
    enum { TRIES = 8 };
    struct buf text = {0};
    buf_addn(&text, a->text->at, a->text->n);
    bool good = false;
    for (int i = 0; i < TRIES && !good; i++) {
        out->n = 0;
        size_t before = json_array_size(a->d.messages);
        good = run(a, text.at, text.n, 1, few, NULL, false, out);
        if (good || json_array_size(a->d.messages) == before || !include_drop(a, &text))
            break;
        *missing = true;
    }
    buf_free(&text);
    return good || out->n;
}

bool preamble_text(struct analysis *a, bool few, struct buf *out, bool *missing)
{
    size_t end = preamble_end(a->text);
    struct kept k = {0};
    if (end)
        k = kept_of(a, end, few);
    bool good = false;
    if (end && preamble_get(a, &k, end, few, out)) {
        struct buf rest = {0};
        a->macros = k.macros;
        int line = 1 + text_line(a->text, end);
        good = run(a, a->text->at + end, a->text->n - end, line, few, k.macros, false, &rest) ||
               rest.n;
        buf_addn(out, rest.n ? rest.at : "", rest.n);
        buf_free(&rest);
    } else {
        json_array_clear(a->d.messages);
        out->n = 0;
        good = read_whole(a, few, out, missing);
    }
    if (good)
        dialect_cook_strings(&a->d, out);
    return good;
}
