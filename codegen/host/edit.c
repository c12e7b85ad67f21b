/* edit.c - edits of a text: collected in any order, sorted, applied once, with line breaks kept. */
#include "codegen/host/edit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void edit_add(struct edits *e, unsigned begin, unsigned end, enum edit_kind kind,
                     const char *text, int number)
{
    struct edit n = {.begin = begin, .end = end, .kind = kind, .text = text, .number = number};
    vec_push(e->arena, &e->list, n);
}

void edit_open(struct edits *e, unsigned at, const char *text)
{
    edit_add(e, at, at, EDIT_OPEN, text, e->made++);
}

int edit_mark(struct edits *e)
{
    return e->made++;
}

void edit_open_marked(struct edits *e, int mark, unsigned at, const char *text)
{
    edit_add(e, at, at, EDIT_OPEN, text, mark);
}

void edit_close(struct edits *e, unsigned at, const char *text)
{
    edit_add(e, at, at, EDIT_CLOSE, text, e->made++);
}

void edit_replace(struct edits *e, unsigned begin, unsigned end, const char *text)
{
    edit_add(e, begin, end > begin ? end : begin, end > begin ? EDIT_REPLACE : EDIT_OPEN, text,
             e->made++);
}

/* The order of edits: by place; at one place first closing inserts, then opening ones, then
 * replacements, the longest first. */
static int edit_compare(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->end != y->end)
        return x->end > y->end ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static bool is_line_marker(const char *line, const char *end)
{
    if (line == end || *line != '#')
        return false;
    line++;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    return end - line > 4 && (!strncmp(line, "line", 4) || (*line >= '0' && *line <= '9'));
}

/* Appends the line breaks of a text that is replaced, and the line markers in it. */
static void keep_lines(const char *text, const char *end, struct buf *out)
{
    const char *line = memchr(text, '\n', (size_t)(end - text));
    while (line) {
        const char *next = memchr(line + 1, '\n', (size_t)(end - line - 1));
        buf_char(out, '\n');
        if (next && is_line_marker(line + 1, next))
            buf_addn(out, line + 1, (size_t)(next - line - 1));
        line = next;
    }
}

/* Appends what no edit changes. */
static void keep(const struct edits *e, const char *text, unsigned begin, unsigned end,
                 struct buf *out)
{
    if (e->aligned)
        source_align(e->aligned, begin, end, out);
    else
        buf_addn(out, text + begin, end - begin);
}

void edits_apply(struct edits *e, const char *text, unsigned begin, unsigned end, struct buf *out)
{
    unsigned at = begin;
    if (e->list.n)
        qsort(e->list.at, (size_t)e->list.n, sizeof *e->list.at, edit_compare);
    for (int i = 0; i < e->list.n; i++) {
        const struct edit *d = &e->list.at[i];
        if (d->begin < at)
            continue; /* inside a replacement */
        keep(e, text, at, d->begin, out);
        buf_add(out, d->text);
        at = d->begin;
        if (d->kind == EDIT_REPLACE) {
            keep_lines(text + d->begin, text + d->end, out);
            at = d->end;
        }
    }
    keep(e, text, at, end, out);
}

/* The end of the string or character constant that begins at 'at'. */
static const char *constant_end(const char *at, const char *last)
{
    char quote = *at++;

    for (; at < last && *at != quote; at++)
        at += *at == '\\' && at + 1 < last;
    return at < last ? at + 1 : last;
}

/* The end of the comment that begins at 'at'; 'at' itself if none does. */
static const char *comment_end(const char *at, const char *last)
{
    const char *end;

    if (at + 1 < last && at[0] == '/' && at[1] == '/') {
        end = memchr(at, '\n', (size_t)(last - at));
        return end ? end : last;
    }
    if (at + 1 < last && at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        return end ? end + 2 : last;
    }
    return at;
}

void edits_apply_line(struct edits *e, const char *text, unsigned begin, unsigned end,
                      struct buf *out)
{
    struct buf lines = {0};

    edits_apply(e, text, begin, end, &lines);
    for (const char *at = lines.at, *last = buf_end(&lines), *next; at < last; at = next) {
        const char *stop = memchr(at, '\n', (size_t)(last - at));
        next = comment_end(at, last);
        if (next > at) {
            buf_char(out, ' ');
        } else if (*at == '"' || *at == '\'') {
            next = constant_end(at, last);
            buf_addn(out, at, (size_t)(next - at));
        } else if (at > lines.at && at[-1] == '\n' && is_line_marker(at, stop ? stop : last)) {
            next = stop ? stop : last;
        } else {
            next = at + 1;
            buf_char(out, *at == '\n' ? ' ' : *at);
        }
    }
    buf_free(&lines);
}
