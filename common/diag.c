/* diag.c - messages: made, sorted by place, each printed once.
 *
 * Keeps all of a unit until the end. A message about a macro's expansion stands where the macro is
 * used, with a note where it is defined; one that may only follow from another error (diag_doubt,
 * diag_mute) is left out. Relies on diag_control.c for which are wanted, and on diag_text.c,
 * diag_json.c and diag_patch.c for the forms. Example: diag(c, DIAG_amp_call, e->loc, "…") and
 * diag_note(c, f->loc, "…") behind it. */
#include "common/diag.h"

#include <stdlib.h>
#include <string.h>

#include "common/ctx.h"
#include "common/diag_control.h"
#include "common/diag_list.h"
#include "common/diag_patch.h"
#include "common/source_macro.h"

struct diag_row {
    const char *id;
    enum diag_severity severity;
    const char *summary;
};

static const struct diag_row rows[DIAG_COUNT] = {
#define DIAG(symbol, id, severity, summary) [DIAG_##symbol] = {id, DIAG_##severity, summary},
#include "common/diag.def"
#undef DIAG
};

const char *diag_id_text(enum diag_id id)
{
    return rows[id].id;
}

enum diag_id diag_id_find(const char *text)
{
    int i = 0;
    while (i < DIAG_COUNT && strcmp(rows[i].id, text) != 0)
        i++;
    return (enum diag_id)i;
}

enum diag_severity diag_id_severity(enum diag_id id)
{
    return rows[id].severity;
}

const char *diag_id_summary(enum diag_id id)
{
    return rows[id].summary;
}

const char *severity_text(enum diag_severity severity)
{
    switch (severity) {
    case DIAG_NOTE:
        return "note";
    case DIAG_ADVICE:
    case DIAG_WARNING:
        return "warning";
    case DIAG_ERROR:
        return "error";
    case DIAG_FATAL:
        return "fatal error";
    }
    return "error";
}

const char *macro_text(const struct ctx *c, const struct source_macro *m)
{
    return arena_printf(c->source->arena, "in the definition of macro '%s'", m->name);
}

struct diags *diags_new(struct ctx *c)
{
    return arena_new(&c->service, struct diags);
}

/* Whether both say the same of the same place in a file, or of the same use of a macro: once is
 * enough. */
static bool is_repeated(struct ctx *c, const struct message *m, const struct message *other)
{
    const struct place *a = &m->place, *b = &other->place;
    if (m->id != other->id || !c->source || a->line != b->line || strcmp(m->text, other->text) != 0)
        return false;
    return (a->column == b->column && a->file == b->file) ||
           source_macro_twice(c->source, m->loc.begin, other->loc.begin);
}

static bool is_known(struct ctx *c, const struct message *other)
{
    const struct diags *d = c->diags;
    for (int i = 0; i < d->list.n; i++) {
        const struct message *m = d->list.at[i];
        if ((m->id == other->id && m->loc.begin == other->loc.begin) || is_repeated(c, m, other))
            return true;
    }
    return false;
}

static bool is_muted(const struct diags *d, struct loc loc)
{
    for (int i = 0; i < d->muted.n; i++)
        if (loc.begin >= d->muted.at[i].begin && loc.begin < d->muted.at[i].end)
            return true;
    return false;
}

void diag_doubt(struct ctx *c, struct loc loc)
{
    vec_push(&c->service, &c->diags->doubtful, loc);
}

static bool is_doubtful(const struct diags *d, struct loc loc)
{
    for (int i = 0; i < d->doubtful.n; i++)
        if (loc.begin >= d->doubtful.at[i].begin && loc.begin < d->doubtful.at[i].end)
            return true;
    return false;
}

bool diag_doubts(const struct ctx *c, struct loc loc)
{
    return c->incomplete || is_doubtful(c->diags, loc);
}

/* Whether the message may only be due to a declaration that a syntax error has hidden: the name
 * would be declared, or a local one would hide the global that is complained of. */
static bool is_lost(const struct ctx *c, enum diag_id id, struct loc loc)
{
    if (id == DIAG_invalid_c || id == DIAG_amp_undefined)
        return diag_doubts(c, loc);
    return id == DIAG_amp_global && is_doubtful(c->diags, loc);
}

void diag_mute(struct ctx *c, struct loc loc)
{
    vec_push(&c->service, &c->diags->muted, loc);
}

bool diag_muted(const struct ctx *c, struct loc loc)
{
    return is_muted(c->diags, loc);
}

void diag_mended(struct ctx *c)
{
    if (c->diags->last)
        c->diags->last->mended = true;
}

bool diag_unmended(const struct ctx *c, int i, struct loc *loc)
{
    const struct diags *d = c->diags;
    for (int k = 0; k < d->list.n; k++) {
        const struct message *m = d->list.at[k];
        if (m->severity < DIAG_ERROR || m->mended || i-- > 0)
            continue;
        *loc = m->loc;
        return true;
    }
    return false;
}

void diag_v(struct ctx *c, enum diag_id id, struct loc loc, const char *format, va_list args)
{
    struct diags *d = c->diags;
    bool promoted;
    enum diag_severity severity = diag_wanted(c, id, loc, &promoted);
    d->last = NULL;
    if (severity == DIAG_NOTE || is_muted(d, loc) || is_lost(c, id, loc))
        return;
    struct message *m = arena_new(&c->service, struct message);
    m->id = id;
    m->promoted = promoted;
    m->severity = severity;
    m->loc = loc;
    m->order = d->list.n;
    m->text = arena_vprintf(&c->service, format, args);
    if (c->source)
        m->place = source_place(c->source, loc.begin);
    if (is_known(c, m))
        return;
    vec_push(&c->service, &d->list, m);
    d->last = m;
    d->errors += m->severity >= DIAG_ERROR;
}

void diag(struct ctx *c, enum diag_id id, struct loc loc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_v(c, id, loc, format, args);
    va_end(args);
}

bool diag_resume(struct ctx *c, enum diag_id id, struct loc loc)
{
    struct diags *d = c->diags;
    for (int i = 0; i < d->list.n; i++)
        if (d->list.at[i]->id == id && d->list.at[i]->loc.begin == loc.begin) {
            d->last = d->list.at[i];
            return true;
        }
    return false;
}

void diag_note(struct ctx *c, struct loc loc, const char *format, ...)
{
    struct message *m = c->diags->last;
    if (!m)
        return;
    va_list args;
    va_start(args, format);
    struct diag_note note = {.loc = loc, .text = arena_vprintf(&c->service, format, args)};
    va_end(args);
    const struct diag_note *before = m->notes.n ? &m->notes.at[m->notes.n - 1] : NULL;
    if (before && before->loc.begin == loc.begin && strcmp(before->text, note.text) == 0)
        return;
    vec_push(&c->service, &m->notes, note);
}

static struct fixits *last_fixits(struct ctx *c)
{
    struct message *m = c->diags->last;
    if (!m)
        return NULL;
    return m->notes.n ? &m->notes.at[m->notes.n - 1].fixits : &m->fixits;
}

static void fixit_add(struct ctx *c, struct fixits *list, struct loc loc, const char *text,
                      bool line)
{
    struct place begin, end;
    if (list->unfit || !c->source || !source_written(c->source, loc, &begin, &end) ||
        begin.system) {
        *list = (struct fixits){.unfit = true};
        return;
    }
    const char *source = source_line(c->source, loc.begin);
    int indent = (int)strspn(source, " \t");
    bool first = begin.column == indent + 1;
    if (line && first)
        begin.column = end.column = 1;
    struct fixit f = {
        begin.file, begin.line, begin.column, end.line, end.column, NULL, source,
    };
    if (line)
        f.text = first ? arena_printf(&c->service, "%.*s%s\n", indent, source, text)
                       : arena_printf(&c->service, "%s ", text);
    else
        f.text = arena_strndup(&c->service, text, strlen(text));
    vec_push(&c->service, &list->list, f);
}

void diag_fixit(struct ctx *c, struct loc loc, const char *text)
{
    struct fixits *list = last_fixits(c);
    if (list)
        fixit_add(c, list, loc, text, false);
}

void diag_fixit_line(struct ctx *c, struct loc loc, const char *text)
{
    struct fixits *list = last_fixits(c);
    loc.end = loc.begin;
    if (list)
        fixit_add(c, list, loc, text, true);
}

void diag_fixit_end(struct ctx *c, struct loc block, struct loc last, const char *text)
{
    struct loc brace = {block.end - 1, block.end - 1};
    if (!c->diags->last || !c->source)
        return;
    const char *inner = source_line(c->source, last.begin);
    const char *outer = source_line(c->source, brace.begin);
    size_t least = strspn(outer, " \t"), more = strspn(inner, " \t");
    bool deeper = outer[least] == '}' && more > least && strncmp(inner, outer, least) == 0;
    if (deeper)
        text = arena_printf(&c->service, "%.*s%s", (int)(more - least), inner + least, text);
    diag_fixit_line(c, brace, text);
}

int diag_errors_in(const struct ctx *c, struct loc loc)
{
    int n = 0;
    for (int i = 0; i < c->diags->list.n; i++) {
        const struct message *m = c->diags->list.at[i];
        n += diag_id_severity(m->id) >= DIAG_ERROR && m->loc.begin >= loc.begin &&
             m->loc.begin < loc.end;
    }
    return n;
}

bool diag_error_in(const struct ctx *c, struct loc loc)
{
    return diag_errors_in(c, loc) > 0;
}

int diag_errors(const struct ctx *c)
{
    return c->diags->errors;
}

static int message_compare(const void *a, const void *b)
{
    const struct message *x = *(struct message *const *)a, *y = *(struct message *const *)b;
    if (x->loc.begin != y->loc.begin)
        return x->loc.begin < y->loc.begin ? -1 : 1;
    return x->order - y->order;
}

/* How many of the sorted messages are printed before the limit is reached; counts their errors. */
static int messages_limit(const struct ctx *c, int *errors, bool *promoted)
{
    const struct diags *d = c->diags;
    int max = c->diag_options.max_errors;
    for (int i = 0; i < d->list.n; i++) {
        *promoted |= d->list.at[i]->promoted;
        *errors += d->list.at[i]->severity >= DIAG_ERROR;
        if (max > 0 && *errors >= max)
            return i + 1;
    }
    return d->list.n;
}

/* Prints to 'to' in large pieces: standard error has no buffer of its own. */
static int print_buffered(struct ctx *c, FILE *to, int (*print)(struct ctx *c, FILE *out))
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out)
        return print(c, to);
    int errors = print(c, out);
    if (fclose(out) == 0)
        fwrite(text, 1, n, to);
    free(text);
    return errors;
}

static int list_print(struct ctx *c, FILE *out)
{
    struct diags *d = c->diags;
    int errors = 0, max = c->diag_options.max_errors;
    bool promoted = false;
    int n = messages_limit(c, &errors, &promoted);
    if (c->diag_options.format != DIAG_FORMAT_TEXT) { /* the driver makes SARIF of JSON */
        messages_print_json(c, d->list.at, n, out);
    } else {
        d->palette = palette_make(c);
        for (int i = 0; i < n; i++)
            message_print_text(c, d->list.at[i], out);
        if (promoted)
            fprintf(out, "ampcc: %s warnings being treated as errors\n",
                    c->diag_options.warnings_errors ? "all" : "some");
        if (c->diag_options.patch)
            patch_print(c, d->list.at, n, out);
        if (max > 0 && errors >= max)
            fprintf(out, "compilation terminated due to -fmax-errors=%d.\n", max);
    }
    return errors;
}

/* The definition that a syntax error in a macro's text is about. */
static bool syntax_macro(const struct ctx *c, const struct message *m, struct source_macro *out)
{
    return m->id == DIAG_syntax && c->source && source_macro_find(c->source, m->loc.begin, out);
}

/* Leaves one message for what is wrong in a macro's text, however often the macro is used. */
static void drop_macro_repeats(struct ctx *c)
{
    struct diags *d = c->diags;
    int kept = 0;
    for (int i = 0; i < d->list.n; i++) {
        struct source_macro a, b;
        bool again = false;
        if (syntax_macro(c, d->list.at[i], &a))
            for (int k = 0; k < kept && !again; k++)
                again = strcmp(d->list.at[i]->text, d->list.at[k]->text) == 0 &&
                        syntax_macro(c, d->list.at[k], &b) && a.line == b.line &&
                        a.first == b.first && strcmp(a.file, b.file) == 0;
        if (!again)
            d->list.at[kept++] = d->list.at[i];
    }
    d->list.n = kept;
}

void diags_peek(struct ctx *c, FILE *out)
{
    messages_print_json(c, c->diags->list.at, c->diags->list.n, out);
}

int diags_print(struct ctx *c, FILE *out)
{
    struct diags *d = c->diags;
    if (d->list.n > 1) {
        qsort(d->list.at, (size_t)d->list.n, sizeof *d->list.at, message_compare);
        drop_macro_repeats(c);
    }
    int errors = print_buffered(c, out, list_print);
    *d = (struct diags){0};
    return errors;
}
