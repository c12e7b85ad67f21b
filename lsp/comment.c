/* comment.c - the comment that describes a declaration, from the file where that is. */
#include <ctype.h>
#include <string.h>

#include "common/source_map.h"
#include "lsp/hover.h"

/* A line of the file without blanks around it. */
static const char *line_text(const struct source_file *f, int line, size_t *n)
{
    if (line < 1 || line > f->lines_n)
        return NULL;
    const char *at = f->text + f->lines[line - 1];
    *n = strcspn(at, "\r\n");
    while (*n && isspace((unsigned char)*at)) {
        at++;
        --*n;
    }
    while (*n && isspace((unsigned char)at[*n - 1]))
        --*n;
    return at;
}

static bool begins(const char *at, size_t n, const char *with)
{
    return n >= strlen(with) && strncmp(at, with, strlen(with)) == 0;
}

/* The first line of the comment that ends in front of 'line'; 'line': there is none. */
static int comment_begin(const struct source_file *f, int line)
{
    size_t n;
    const char *at = line_text(f, line - 1, &n);
    if (!at)
        return line;
    int first = line;
    if (begins(at, n, "//")) {
        while ((at = line_text(f, first - 1, &n)) && begins(at, n, "//"))
            first--;
        return first;
    }
    if (n < 2 || strncmp(at + n - 2, "*/", 2) != 0)
        return line;
    for (int i = line - 1; i > 0 && i > line - 60; i--) {
        at = line_text(f, i, &n);
        if (begins(at, n, "/*"))
            return i;
        if (memchr(at, '/', n) && i < line - 1 && strstr(at, "/*") && strstr(at, "/*") < at + n)
            return line; /* behind code */
    }
    return line;
}

/* Appends a line of a comment without what makes it one. */
static void line_add(struct buf *out, const char *at, size_t n)
{
    while (n && strchr("/*!", *at)) {
        at++;
        n--;
    }
    while (n && strchr("/* \t", at[n - 1]))
        n--;
    while (n && isspace((unsigned char)*at)) {
        at++;
        n--;
    }
    buf_addn(out, at, n);
    buf_char(out, '\n');
}

const char *hover_comment(struct analysis *a, struct loc loc)
{
    struct place p = source_place(a->c.source, loc.begin);
    const struct source_file *f = source_original(a->c.source, p.file);
    if (!f->text)
        return NULL;
    struct buf b = {0};
    size_t n;
    int first = comment_begin(f, p.line);
    for (int i = first; i < p.line; i++) {
        const char *at = line_text(f, i, &n);
        line_add(&b, at, n);
    }
    const char *at = first == p.line ? line_text(f, p.line, &n) : NULL;
    const char *behind = at ? strstr(at, "//") : NULL;
    const char *block = at ? strstr(at, "/*") : NULL;
    bool is_block = block && (!behind || block < behind);
    behind = is_block ? block : behind;
    const char *end = is_block ? strstr(block, "*/") : NULL;
    if (behind && behind > at && behind < at + n)
        line_add(&b, behind, (size_t)((end && end < at + n ? end : at + n) - behind));
    while (b.n && isspace((unsigned char)b.at[b.n - 1]))
        b.n--;
    const char *text = b.n ? arena_strndup(&a->c.arena, b.at, b.n) : NULL;
    buf_free(&b);
    return text;
}
