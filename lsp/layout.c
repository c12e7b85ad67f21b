/* layout.c - formatting: runs clang-format over the document's text as C++, which AMP's lambdas are
 * nearest to, and answers with the lines that differ.
 *
 * The style is that of the nearest .clang-format, else LLVM's with the editor's indentation. */
#include "lsp/layout.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/output.h"
#include "driver/run.h"

/* The file with the style, from the document's folder upwards; NULL: there is none. */
static const char *style_find(struct arena *a, const char *path)
{
    char *folder = arena_strndup(a, path, strlen(path));
    for (char *slash; (slash = strrchr(folder, '/')) != NULL;) {
        *slash = '\0';
        for (int i = 0; i < 2; i++) {
            const char *name = arena_printf(a, "%s/%cclang-format", folder, "._"[i]);
            if (access(name, R_OK) == 0)
                return name;
        }
    }
    return NULL;
}

static const char *style_of(struct analysis *a, const json_t *options)
{
    struct arena *m = &a->d.arena;
    json_int_t width = json_integer_value(json_object_get(options, "tabSize"));
    bool tabs = json_is_false(json_object_get(options, "insertSpaces"));
    if (width < 1 || width > 64)
        width = 4;
    const char *file = style_find(m, a->document->path);
    if (file)
        return arena_printf(m, "--style=file:%s", file);
    return arena_printf(m,
                        "--style={BasedOnStyle: LLVM, IndentWidth: %d, TabWidth: %d, UseTab: %s, "
                        "BreakBeforeBraces: Linux, AllowShortFunctionsOnASingleLine: None, "
                        "ColumnLimit: 100}",
                        (int)width, (int)width, tabs ? "Always" : "Never");
}

/* The one edit that makes 'now' of the document: without the lines at both ends that are equal. */
static json_t *edits_new(const struct analysis *a, const struct buf *now)
{
    const struct text *t = a->text;
    size_t same = 0, tail = 0;
    json_t *list = json_array();
    while (same < t->n && same < now->n && t->at[same] == now->at[same])
        same++;
    if (same == t->n && same == now->n)
        return list;
    while (same > 0 && t->at[same - 1] != '\n')
        same--;
    while (tail < t->n - same && tail < now->n - same &&
           t->at[t->n - 1 - tail] == now->at[now->n - 1 - tail])
        tail++;
    while (tail > 0 && t->at[t->n - 1 - tail] != '\n') /* begins with a line's end */
        tail--;
    json_array_append_new(list, json_pack("{s:o, s:s%}", "range",
                                          text_range(t, a->server->units, same, t->n - tail),
                                          "newText", now->at + same, now->n - tail - same));
    return list;
}

json_t *layout_answer(struct analysis *a, const json_t *params)
{
    struct driver *d = &a->d;
    const json_t *range = json_object_get(params, "range");
    struct command k = {0};
    struct buf out = {0}, err = {0};
    analysis_begin(a);
    const char *file = temp_name(d, "layout", ".cpp");
    command_add(d, &k, "clang-format");
    command_add(d, &k, style_of(a, json_object_get(params, "options")));
    command_add2(d, &k, "--assume-filename", arena_printf(&d->arena, "%s.cpp", a->document->path));
    if (range)
        command_add(d, &k,
                    arena_printf(&d->arena, "--lines=%d:%d",
                                 1 + (int)json_integer_value(
                                         json_object_get(json_object_get(range, "start"), "line")),
                                 1 + (int)json_integer_value(
                                         json_object_get(json_object_get(range, "end"), "line"))));
    command_add2(d, &k, "--", file);
    bool good = output_write(d, file, OUTPUT_FRESH, a->text->at, a->text->n) &&
                command_run(d, &k, &out, &err) == 0;
    json_t *list = good && out.n ? edits_new(a, &out) : NULL;
    if (!list)
        a->refusal = "clang-format is not installed, or refuses this text";
    unlink(file);
    buf_free(&out);
    buf_free(&err);
    return list;
}
