/* diag_text.c - messages as text, as gcc prints them: place, kind, text, id, the line with a caret
 * and fix-its under it.
 *
 * Columns are those of a terminal: tabs and wide characters count as they are shown. */
#include "common/diag_list.h"

#include <limits.h>
#include <string.h>

#include "common/ctx.h"
#include "common/source_macro.h"

static const char *severity_color(const struct ctx *c, enum diag_severity severity)
{
    const struct palette *p = &c->diags->palette;
    switch (severity) {
    case DIAG_NOTE:
        return p->on[COLOR_NOTE];
    case DIAG_ADVICE:
    case DIAG_WARNING:
        return p->on[COLOR_WARNING];
    case DIAG_ERROR:
    case DIAG_FATAL:
        break;
    }
    return p->on[COLOR_ERROR];
}

/* The code point at *s, moved behind it; a byte that is no UTF-8 counts as itself. */
static unsigned code_point(const char **s)
{
    const unsigned char *p = (const unsigned char *)*s;
    int more = p[0] >= 0xf0 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;
    unsigned u = more == 3 ? p[0] & 7u : more == 2 ? p[0] & 15u : more == 1 ? p[0] & 31u : p[0];
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *s += 1;
            return p[0];
        }
        u = u << 6 | (p[i] & 0x3fu);
    }
    *s += more + 1;
    return u;
}

static int code_point_width(unsigned u)
{
    static const struct {
        unsigned first, last;
    } wide[] = {{0x1100, 0x115f}, {0x2e80, 0xa4cf},   {0xac00, 0xd7a3},
                {0xf900, 0xfaff}, {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    if (u >= 0x300 && u <= 0x36f)
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (u >= wide[i].first && u <= wide[i].last)
            return 2;
    return 1;
}

int column_display(const char *line, int column)
{
    const char *end = line + strnlen(line, (size_t)(column > 0 ? column - 1 : 0));
    int display = 1 + (int)(column - 1 - (end - line));
    for (const char *s = line; s < end;)
        if (*s == '\t') {
            display += 8 - (display - 1) % 8;
            s++;
        } else {
            display += code_point_width(code_point(&s));
        }
    return display;
}

/* Prints the bytes [begin, end) of the line with tabs expanded. */
static void print_expanded(const char *line, int begin, int end, FILE *out)
{
    for (int i = begin; i < end && line[i]; i++) {
        if (line[i] != '\t') {
            fputc(line[i], out);
            continue;
        }
        int n = column_display(line, i + 2) - column_display(line, i + 1);
        fprintf(out, "%*s", n, "");
    }
}

/* Prints the text with what stands in quotes in bold, as gcc does. */
static void print_quoted(const struct ctx *c, const char *text, FILE *out)
{
    const struct palette *p = &c->diags->palette;
    bool inside = false;
    for (const char *s = text; *s; s++) {
        bool opens = *s == '\'' && !inside && (s == text || s[-1] == ' ' || s[-1] == '(') &&
                     strchr(s + 1, '\'');
        bool closes = *s == '\'' && inside;
        if (closes)
            fputs(p->off, out);
        fputc(*s, out);
        if (opens)
            fputs(p->on[COLOR_QUOTE], out);
        inside = opens || (inside && !closes);
    }
}

/* What a message points to: columns in bytes (from 1) of a line. */
struct spot {
    const char *file, *text;
    int line, first, last;
};

static struct spot spot_of(const struct ctx *c, struct loc loc)
{
    struct place p = source_place(c->source, loc.begin);
    struct spot s = {.file = p.file, .text = source_line(c->source, loc.begin), .line = p.line};
    source_columns(c->source, loc, &s.first, &s.last);
    return s;
}

/* The columns of a line that fit on the terminal, among them the beginning of the spot. */
struct window {
    int before;     /* display columns left out on the left */
    int begin, end; /* bytes */
    int last;       /* the last display column shown */
};

/* Where the line's first 'columns' display columns end; before or behind a character that is only
 * half in them. */
static int byte_behind(const char *line, int columns, bool behind)
{
    int display = 0;
    const char *s = line;
    while (*s && display < columns) {
        const char *next = s;
        int width = *s == '\t' ? 8 - display % 8 : code_point_width(code_point(&next));
        next += next == s;
        if (display + width > columns && !behind)
            break;
        display += width;
        s = next;
    }
    return (int)(s - line);
}

static struct window window_of(const struct ctx *c, const struct spot *s)
{
    enum { LEAST = 20, BEHIND = 10 };
    int length = (int)strlen(s->text), width = column_display(s->text, length + 1) - 1;
    int room = c->diag_options.width - snprintf(NULL, 0, "%5d | ", s->line);
    struct window w = {0, 0, length, INT_MAX};
    room = room < LEAST ? LEAST : room;
    if (c->diag_options.width <= 0 || width <= room)
        return w;
    int from = column_display(s->text, s->first), to = column_display(s->text, s->last + 1) - 1;
    w.before = to + BEHIND > room ? to + BEHIND - room : 0;
    w.before = w.before > from - 1 ? from - 1 : w.before;
    w.last = w.before + room;
    w.begin = byte_behind(s->text, w.before, true);
    w.end = byte_behind(s->text, w.last, false);
    return w;
}

static int within(int at, const struct window *w)
{
    return at < w->begin ? w->begin : at > w->end ? w->end : at;
}

/* The source line and the carets under the range. */
static void print_snippet(const struct ctx *c, const struct spot *s, enum diag_severity severity,
                          FILE *out)
{
    struct window w = window_of(c, s);
    const char *on = severity_color(c, severity), *off = c->diags->palette.off;
    int begin = within(s->first - 1, &w), end = within(s->last, &w);
    fprintf(out, "%5d | %*s", s->line, column_display(s->text, w.begin + 1) - 1 - w.before, "");
    print_expanded(s->text, w.begin, begin, out);
    fputs(on, out);
    print_expanded(s->text, begin, end, out);
    fputs(off, out);
    print_expanded(s->text, end, w.end, out);
    int from = column_display(s->text, s->first), to = column_display(s->text, s->last + 1) - 1;
    int digits = snprintf(NULL, 0, "%5d", s->line);
    to = to > w.last ? w.last : to;
    fprintf(out, "\n%*s | %*s%s^", digits, "", from - 1 - w.before, "", on);
    for (int i = from + 1; i <= to; i++)
        fputc('~', out);
    fprintf(out, "%s\n", off);
}

/* ---- fix-its ---- */

/* In quotes, as gcc writes it for programs: octal digits for what is no plain character. */
static void print_escaped(const char *s, FILE *out)
{
    fputc('"', out);
    for (; *s; s++) {
        unsigned char b = (unsigned char)*s;
        if (b == '\\' || b == '"')
            fprintf(out, "\\%c", b);
        else if (b == '\n')
            fputs("\\n", out);
        else if (b == '\t')
            fputs("\\t", out);
        else if (b < 0x20 || b >= 0x7f)
            fprintf(out, "\\%03o", b);
        else
            fputc(b, out);
    }
    fputc('"', out);
}

static const char *fixit_color(const struct ctx *c, bool insert)
{
    return c->diags->palette.on[insert ? COLOR_INSERT : COLOR_DELETE];
}

/* The line of an original file, with its number. */
static void print_source_line(const char *line, int number, FILE *out)
{
    fprintf(out, "%5d | ", number);
    print_expanded(line, 0, (int)strlen(line), out);
    fputc('\n', out);
}

/* A fix-it's text under the place where it goes; minuses under what it only takes away. */
static void print_fixit_row(const struct ctx *c, const struct fixit *f, int digits, int before,
                            FILE *out)
{
    const char *off = c->diags->palette.off;
    int from = column_display(f->source, f->column) - before;
    if (from < 1)
        return;
    fprintf(out, "%*s | %*s%s", digits, "", from - 1, "", fixit_color(c, *f->text != 0));
    if (*f->text) {
        fputs(f->text, out);
    } else {
        int to =
            f->end_line == f->line ? column_display(f->source, f->end_column) - before : from + 1;
        for (int i = from; i < to; i++)
            fputc('-', out);
    }
    fprintf(out, "%s\n", off);
}

static bool is_whole_line(const struct fixit *f)
{
    size_t n = strlen(f->text);
    return f->column == 1 && n > 0 && f->text[n - 1] == '\n';
}

/* A fix-it on another line than the message's, or one that is a whole new line; 'shown': the line
 * it stands on has been printed. */
static void print_fixit_line(const struct ctx *c, const struct fixit *f, bool shown, FILE *out)
{
    const char *bold = c->diags->palette.on[COLOR_LOCUS], *off = c->diags->palette.off;
    int digits = snprintf(NULL, 0, "%5d", f->line);
    if (!shown)
        fprintf(out, "%s%s:%d:%d:%s\n", bold, f->file, f->line, f->column, off);
    if (is_whole_line(f))
        fprintf(out, "%*s |%s+%.*s%s\n", digits, "+++", fixit_color(c, true),
                (int)strlen(f->text) - 1, f->text, off);
    if (!shown)
        print_source_line(f->source, f->line, out);
    if (!is_whole_line(f))
        print_fixit_row(c, f, digits, 0, out);
}

/* The fix-its once more, in gcc's form for programs. */
static void print_parseable(const struct fixits *fixits, FILE *out)
{
    for (int i = 0; i < fixits->list.n; i++) {
        const struct fixit *f = &fixits->list.at[i];
        fputs("fix-it:", out);
        print_escaped(f->file, out);
        fprintf(out, ":{%d:%d-%d:%d}:", f->line, f->column, f->end_line, f->end_column);
        print_escaped(f->text, out);
        fputc('\n', out);
    }
}

/* gcc's lines about what is to be changed: first on the line of the message, then on others. */
static void print_fixits(const struct ctx *c, const struct fixits *fixits, const struct spot *spot,
                         FILE *out)
{
    int before = spot->text ? window_of(c, spot).before : 0;
    const struct fixit *last = NULL;
    for (int other = 0; other < 2; other++)
        for (int i = 0; i < fixits->list.n; i++) {
            const struct fixit *f = &fixits->list.at[i];
            bool here = spot->file == f->file && spot->line == f->line && !is_whole_line(f);
            if (here && !other)
                print_fixit_row(c, f, snprintf(NULL, 0, "%5d", f->line), before, out);
            if (here || !other)
                continue;
            bool shown = last && last->file == f->file && last->line == f->line;
            print_fixit_line(c, f, shown, out);
            last = f;
        }
}

/* gcc's lines about the #includes that lead to the file, unless the message before was from there
 * too. */
static void print_includes(const struct ctx *c, struct loc loc, FILE *out)
{
    const struct source_include *from = source_include(c->source, loc.begin);
    const char *bold = c->diags->palette.on[COLOR_LOCUS], *off = c->diags->palette.off;
    if (from && from != c->diags->from)
        for (const struct source_include *i = from; i; i = i->from)
            fprintf(out, "%s%s%s:%d%s%s\n",
                    i == from ? "In file included from " : "                 from ", bold, i->file,
                    i->line, off, i->from ? "," : ":");
    c->diags->from = from;
}

/* A message's line, and its place below it; spot NULL: it has none. */
static void print_one(const struct ctx *c, const struct spot *spot, enum diag_severity severity,
                      const char *text, const char *id, FILE *out)
{
    const char *bold = c->diags->palette.on[COLOR_LOCUS], *off = c->diags->palette.off;
    const char *on = severity_color(c, severity);
    if (spot)
        fprintf(out, "%s%s:%d:%d:%s ", bold, spot->file, spot->line,
                column_display(spot->text, spot->first), off);
    else
        fprintf(out, "%sampcc:%s ", bold, off);
    fprintf(out, "%s%s: %s", on, severity_text(severity), off);
    print_quoted(c, text, out);
    if (id)
        fprintf(out, " [%s%s%s]", on, id, off);
    fputc('\n', out);
    if (spot)
        print_snippet(c, spot, severity, out);
}

static void print_with_fixits(const struct ctx *c, struct loc loc, bool has_place,
                              enum diag_severity severity, const char *text, const char *id,
                              const struct fixits *fixits, FILE *out)
{
    struct spot spot = {0};
    has_place = has_place && c->source;
    if (has_place) {
        print_includes(c, loc, out);
        spot = spot_of(c, loc);
    }
    print_one(c, has_place ? &spot : NULL, severity, text, id, out);
    print_fixits(c, fixits, &spot, out);
    if (c->diag_options.parseable_fixits)
        print_parseable(fixits, out);
}

/* The note at the definition of the macro that the place came from. */
static void print_macro(const struct ctx *c, struct loc loc, FILE *out)
{
    struct source_macro m;
    if (!c->source || !source_macro_find(c->source, loc.begin, &m))
        return;
    struct spot spot = {m.file, m.text, m.line, m.first, m.last};
    print_one(c, &spot, DIAG_NOTE, macro_text(c, &m), NULL, out);
}

void message_print_text(struct ctx *c, const struct message *m, FILE *out)
{
    print_with_fixits(c, m->loc, true, m->severity, m->text, diag_id_text(m->id), &m->fixits, out);
    print_macro(c, m->loc, out);
    for (int i = 0; i < m->notes.n; i++) {
        const struct diag_note *n = &m->notes.at[i];
        print_with_fixits(c, n->loc, n->loc.end != 0, DIAG_NOTE, n->text, NULL, &n->fixits, out);
    }
}
