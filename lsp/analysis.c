/* analysis.c - a document's text made a typed tree and checked, and places of it in the client's
 * units.
 *
 * It is one run of ampcc over the document with the options of flags.c, whose messages are kept.
 * Example: analysis_type(a) and then a->program has the launches. */
#include "lsp/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/source_map.h"
#include "driver/compile.h"
#include "driver/messages.h"
#include "driver/unit.h"
#include "lsp/flags.h"
#include "lsp/preamble.h"
#include "sema/checks/check.h"

/* ---- options ---- */

/* What the server does not do, whatever the options say. */
static void options_quiet(struct options *o)
{
    o->mode = MODE_SYNTAX;
    o->output = NULL;
    o->verbose = o->show_only = o->explains_kernels = o->deps = o->deps_only = false;
    o->save_temps = o->byproducts = o->times = false;
    o->diag.format = DIAG_FORMAT_JSON;
    o->diag.max_errors = 0;
    o->no_emulator = true; /* which is one more run of cc */
    o->precompile.n = 0;
    int n = 0;
    for (int i = 0; i < o->items.n; i++)
        if (o->items.at[i].kind == ITEM_OPTION && (o->items.at[i].runs & RUN_SOURCE))
            o->items.at[n++] = o->items.at[i];
    o->items.n = n;
}

static void options_read(struct analysis *a, const struct flags *f)
{
    struct arena *m = &a->d.arena;
    struct words w = {0};
    vec_push(m, &w, "ampcc");
    for (int i = 0; i < f->words.n; i++)
        vec_push(m, &w, f->words.at[i]);
    if (!options_parse(m, w.n, (char **)w.at, &a->d.options))
        options_parse(m, 1, (char **)w.at, &a->d.options);
    options_quiet(&a->d.options);
    /* names in quotes are relative to the document */
    struct options *o = &a->d.options;
    const char *path = a->document->path, *slash = strrchr(path, '/');
    struct argument folder = {.kind = ITEM_OPTION, .text = "-iquote", .runs = RUN_PRE};
    folder.argument = arena_strndup(m, path, slash > path ? (size_t)(slash - path) : 1);
    vec_push(m, &o->items, folder);
    memmove(o->items.at + 1, o->items.at, (size_t)(o->items.n - 1) * sizeof *o->items.at);
    o->items.at[0] = folder;
}

void analysis_begin(struct analysis *a)
{
    const struct driver *d = a->server->d;
    if (a->begun)
        return;
    a->begun = true;
    a->d = (struct driver){.include_dir = d->include_dir,
                           .library = d->library,
                           .devices = d->devices,
                           .precompile = d->precompile};
    struct flags f = flags_find(&a->d.arena, a->document->path);
    if (f.folder && chdir(f.folder) != 0)
        f.folder = NULL;
    options_read(a, &f);
    if (strcmp(a->d.options.cc, d->options.cc) == 0)
        memcpy(a->d.cc_takes, d->cc_takes, sizeof d->cc_takes);
    a->d.temp_dir = arena_printf(&a->d.arena, "%s/worker%ld", d->temp_dir, (long)getpid());
    mkdir(a->d.temp_dir, 0700);
    if (a->partial)
        a->d.outputs = 1000; /* other names than those of the whole */
}

/* ---- the tree ---- */

static bool read_front(struct analysis *a, bool few)
{
    struct buf text = {0};
    bool missing = false;
    json_array_clear(a->d.messages);
    if (!preamble_text(a, few, &text, &missing)) {
        buf_free(&text);
        return false;
    }
    unit_begin(&a->d, &a->c, a->document->path, &text);
    char *given = arena_strndup(&a->c.service, a->text->at, a->text->n);
    memset(given, ' ', text_mark(given, a->text->n)); /* it counts for columns here */
    source_give(a->c.source, a->c.source->main_file, given, a->text->n);
    a->c.incomplete = missing;
    a->program = unit_front(&a->d, &a->c, &a->findings);
    return true;
}

bool analysis_type(struct analysis *a)
{
    if (a->typed)
        return a->program != NULL;
    a->typed = true;
    analysis_begin(a);
    if (!read_front(a, true))
        return false;
    if (unit_few_ranks(&a->c))
        return true;
    a->program = NULL;
    ctx_free(&a->c);
    return read_front(a, false);
}

void analysis_check(struct analysis *a)
{
    if (a->checked)
        return;
    a->checked = true;
    if (analysis_type(a)) {
        struct buf host = {0}, kernels = {0};
        struct unit_facts facts = {0};
        bool incomplete = a->c.incomplete;
        unit_back(&a->d, &a->c, a->program, &a->findings, &host, &kernels, &facts);
        a->sound = diag_errors(&a->c) == 0;
        bool good = a->sound && !incomplete;
        messages_add_unit(&a->d, &a->c);
        if (good)
            unit_compile_host(&a->d, a->document->path, NULL, &host, &facts);
        buf_free(&host);
        buf_free(&kernels);
    }
    a->messages = a->d.messages;
    a->d.messages = NULL;
}

void analysis_advise(struct analysis *a)
{
    analysis_check(a);
    if (a->advice || !a->program)
        return;
    a->c.diag_options.choices[DIAG_GROUP_PERFORMANCE].enabled = 1;
    check_program(&a->c, a->program, &a->findings);
    messages_add_unit(&a->d, &a->c);
    a->advice = a->d.messages ? a->d.messages : json_array();
    a->d.messages = NULL;
}

void analysis_of(struct analysis *a, const struct analysis *document, const struct text *text)
{
    *a = (struct analysis){
        .server = document->server, .document = document->document, .text = text, .partial = true};
}

void analysis_free(struct analysis *a)
{
    if (a->program)
        ctx_free(&a->c);
    json_decref(a->d.messages);
    json_decref(a->messages);
    json_decref(a->advice);
    arena_free(&a->d.arena);
    *a = (struct analysis){0};
}

/* ---- places ---- */

size_t analysis_offset(const struct analysis *a, const json_t *position)
{
    return text_offset(a->text, a->server->units,
                       (int)json_integer_value(json_object_get(position, "line")),
                       (int)json_integer_value(json_object_get(position, "character")));
}

bool analysis_find(struct analysis *a, const json_t *position, unsigned *offset)
{
    size_t at = analysis_offset(a, position);
    int line = text_line(a->text, at);
    return analysis_type(a) && source_find(a->c.source, a->c.source->main_file, line + 1,
                                           (int)(at - a->text->lines[line]) + 1, offset);
}

/* A place as a position; columns of a line that is not there are taken as they are. */
static json_t *position_new(struct analysis *a, const char *file, int line, int column)
{
    int units = column - 1;
    const struct source_file *f =
        a->program ? source_original(a->c.source, file) : source_file_read(&a->d.arena, file);
    if (strcmp(file, a->document->path) == 0 && line >= 1 && line <= a->text->lines_n) {
        size_t most = text_line_length(a->text, line - 1), n = column > 0 ? (size_t)column - 1 : 0;
        units =
            units_of(a->server->units, a->text->at + a->text->lines[line - 1], n < most ? n : most);
    } else if (f->text && line >= 1 && line <= f->lines_n) {
        const char *at = f->text + f->lines[line - 1];
        size_t most = strcspn(at, "\r\n"), n = column > 0 ? (size_t)column - 1 : 0;
        units = units_of(a->server->units, at, n < most ? n : most);
    }
    return json_pack("{s:i, s:i}", "line", line > 0 ? line - 1 : 0, "character",
                     units > 0 ? units : 0);
}

json_t *analysis_place_range(struct analysis *a, const char *file, int line, int column,
                             int end_line, int end_column)
{
    return json_pack("{s:o, s:o}", "start", position_new(a, file, line, column), "end",
                     position_new(a, file, end_line, end_column));
}

json_t *analysis_range(struct analysis *a, struct loc loc, const char **file)
{
    struct place begin, end;
    if (!source_written(a->c.source, loc, &begin, &end))
        return NULL;
    *file = begin.file;
    return analysis_place_range(a, begin.file, begin.line, begin.column, end.line, end.column);
}

json_t *analysis_uri(struct analysis *a, const char *file)
{
    if (strcmp(file, a->document->path) == 0)
        return json_string(a->document->uri);
    char *real = realpath(file, NULL), *uri = uri_of_path(real ? real : file);
    json_t *j = json_string(uri);
    free(real);
    free(uri);
    return j ? j : json_string("");
}

json_t *analysis_location(struct analysis *a, struct loc loc)
{
    const char *file = NULL;
    json_t *range = analysis_range(a, loc, &file);
    if (!range) {
        struct place p = source_place(a->c.source, loc.begin);
        file = p.file;
        range = analysis_place_range(a, file, p.line, p.column, p.line, p.column);
    }
    return json_pack("{s:o, s:o}", "uri", analysis_uri(a, file), "range", range);
}

int analysis_include(struct analysis *a, const char *file)
{
    if (!a->program)
        return 0;
    const struct source *s = a->c.source;
    for (int i = 0; i < s->markers_n; i++) {
        const struct source_include *from = s->markers[i].from;
        if (!from || strcmp(s->markers[i].file, file) != 0)
            continue;
        while (from->from)
            from = from->from;
        if (strcmp(from->file, s->main_file) == 0)
            return from->line;
    }
    return 0;
}
