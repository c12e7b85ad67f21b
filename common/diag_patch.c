/* diag_patch.c - the fix-its of all messages as one unified diff.
 *
 * Ranges of bytes in original files are collected per file, checked against each other and applied
 * to lines; hunks have three lines around them. */
#include "common/diag_patch.h"

#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/ctx.h"
#include "common/source_map.h"

enum { CONTEXT = 3 };

struct edit {
    const struct fixit *f;
    int order;
};

typedef VEC(struct edit) edit_vec;

/* Lines [first, last] of a file that are replaced; last < first: new ones are put before 'first'.
 */
struct region {
    int first, last;
    int begin, end; /* of the edits */
};

struct patch {
    struct arena *arena;
    const struct source_file *file;
    const edit_vec *edits;
    VEC(struct region) regions;
    int grown; /* lines that the regions printed so far have added */
    FILE *out;
};

/* ---- which ---- */

static int place_compare(int line, int column, int line2, int column2)
{
    return line != line2 ? (line < line2 ? -1 : 1) : (column > column2) - (column < column2);
}

static bool is_same(const struct fixit *a, const struct fixit *b)
{
    return strcmp(a->file, b->file) == 0 && strcmp(a->text, b->text) == 0 && a->line == b->line &&
           a->column == b->column && a->end_line == b->end_line && a->end_column == b->end_column;
}

static bool overlaps(const struct fixit *a, const struct fixit *b)
{
    return strcmp(a->file, b->file) == 0 &&
           place_compare(a->line, a->column, b->end_line, b->end_column) < 0 &&
           place_compare(b->line, b->column, a->end_line, a->end_column) < 0;
}

/* Adds the fix-its of one message unless they overlap those of an earlier one. */
static void add(struct patch *p, edit_vec *all, const struct fixits *fixits)
{
    int before = all->n;
    for (int i = 0; i < fixits->list.n; i++) {
        const struct fixit *f = &fixits->list.at[i];
        bool known = false;
        for (int k = 0; k < before; k++) {
            known |= is_same(f, all->at[k].f);
            if (!known && overlaps(f, all->at[k].f)) {
                all->n = before;
                return;
            }
        }
        if (!known)
            vec_push(p->arena, all, ((struct edit){f, all->n}));
    }
}

static int edit_compare(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    int files = strcmp(x->f->file, y->f->file);
    int places = place_compare(x->f->line, x->f->column, y->f->line, y->f->column);
    return files ? files : places ? places : x->order - y->order;
}

/* ---- lines ---- */

static bool is_new_line(const struct fixit *f)
{
    size_t n = strlen(f->text);
    return f->column == 1 && f->end_line == f->line && f->end_column == 1 && n > 0 &&
           f->text[n - 1] == '\n';
}

static void add_region(struct patch *p, int i)
{
    const struct fixit *f = p->edits->at[i].f;
    struct region r = {f->line, is_new_line(f) ? f->line - 1 : f->end_line, i, i + 1};
    struct region *before = p->regions.n ? &p->regions.at[p->regions.n - 1] : NULL;
    if (!before || (r.first > before->last + 1)) {
        vec_push(p->arena, &p->regions, r);
        return;
    }
    before->last = before->last > r.last ? before->last : r.last;
    before->end = r.end;
}

/* Offset of a line's first byte, one behind the last line too. */
static unsigned line_at(const struct source_file *f, int line)
{
    return line <= f->lines_n ? f->lines[line - 1] : f->size;
}

static void print_lines(const char *s, unsigned n, char mark, FILE *out)
{
    while (n > 0) {
        const char *newline = memchr(s, '\n', n);
        unsigned line = newline ? (unsigned)(newline - s) + 1 : n;
        fputc(mark, out);
        fwrite(s, 1, line, out);
        if (!newline)
            fputs("\n\\ No newline at end of file\n", out);
        s += line;
        n -= line;
    }
}

static void print_context(const struct patch *p, int first, int last)
{
    if (first <= last)
        print_lines(p->file->text + line_at(p->file, first),
                    line_at(p->file, last + 1) - line_at(p->file, first), ' ', p->out);
}

/* The text that replaces the region. */
static void region_text(const struct patch *p, const struct region *r, struct buf *b)
{
    const struct source_file *f = p->file;
    unsigned at = line_at(f, r->first), end = line_at(f, r->last + 1);
    end = end < at ? at : end;
    buf_add(b, "");
    for (int i = r->begin; i < r->end; i++) {
        const struct fixit *x = p->edits->at[i].f;
        unsigned begin = line_at(f, x->line) + (unsigned)x->column - 1;
        buf_addn(b, f->text + at, begin - at);
        buf_add(b, x->text);
        at = line_at(f, x->end_line) + (unsigned)x->end_column - 1;
    }
    if (at < end)
        buf_addn(b, f->text + at, end - at);
}

static int count_lines(const char *s, size_t n)
{
    int lines = 0;
    for (size_t i = 0; i < n; i++)
        lines += s[i] == '\n' || i + 1 == n;
    return lines;
}

/* Regions [begin, end) with the lines around and between them. */
static void print_hunk(struct patch *p, int begin, int end)
{
    const struct region *r = p->regions.at;
    struct buf *texts = arena_array(p->arena, struct buf, end - begin);
    int first = r[begin].first - CONTEXT, last = r[end - 1].last + CONTEXT, grown = 0;
    first = first < 1 ? 1 : first;
    last = last > p->file->lines_n ? p->file->lines_n : last;
    for (int i = begin; i < end; i++) {
        struct buf *b = &texts[i - begin];
        region_text(p, &r[i], b);
        grown += count_lines(b->at, b->n) - (r[i].last - r[i].first + 1);
    }
    int n = last - first + 1;
    fprintf(p->out, "@@ -%d,%d +%d,%d @@\n", first, n, first + p->grown, n + grown);
    for (int i = begin; i < end; i++) {
        print_context(p, i == begin ? first : r[i - 1].last + 1, r[i].first - 1);
        unsigned old = line_at(p->file, r[i].first);
        if (r[i].last >= r[i].first)
            print_lines(p->file->text + old, line_at(p->file, r[i].last + 1) - old, '-', p->out);
        print_lines(texts[i - begin].at, (unsigned)texts[i - begin].n, '+', p->out);
        buf_free(&texts[i - begin]);
    }
    print_context(p, r[end - 1].last + 1, last);
    p->grown += grown;
}

/* Whether the edits lie within the file, which may have changed since it was preprocessed. */
static bool fits(const struct patch *p, int begin, int end)
{
    for (int i = begin; i < end; i++) {
        const struct fixit *f = p->edits->at[i].f;
        unsigned line = p->file->text && f->end_line <= p->file->lines_n
                            ? line_at(p->file, f->end_line + 1) - line_at(p->file, f->end_line)
                            : 0;
        if ((unsigned)f->end_column > line + 1 || f->line > f->end_line)
            return false;
    }
    return true;
}

/* A file's name as patch(1) reads it: one with blanks ends with a tab, one with control characters,
 * quotes or backslashes is quoted. */
static void print_name(const char *mark, const char *name, FILE *out)
{
    bool quoted = false;
    for (const char *s = name; *s; s++)
        quoted |= *s == '"' || *s == '\\' || (unsigned char)*s < 0x20;
    fputs(mark, out);
    fputs(quoted ? " \"" : " ", out);
    for (const char *s = name; *s; s++) {
        unsigned char b = (unsigned char)*s;
        if (b < 0x20)
            fprintf(out, "\\%03o", b);
        else
            fprintf(out, quoted && (b == '"' || b == '\\') ? "\\%c" : "%c", b);
    }
    fputs(quoted ? "\"\n" : strchr(name, ' ') ? "\t\n" : "\n", out);
}

/* Edits [begin, end), all of one file. */
static void print_file(struct patch *p, int begin, int end)
{
    const char *name = p->edits->at[begin].f->file;
    p->file = source_file_read(p->arena, name);
    p->regions.n = 0;
    p->grown = 0;
    if (!fits(p, begin, end))
        return;
    for (int i = begin; i < end; i++)
        add_region(p, i);
    print_name("---", name, p->out);
    print_name("+++", name, p->out);
    for (int i = 0, k; i < p->regions.n; i = k) {
        for (k = i + 1; k < p->regions.n &&
                        p->regions.at[k].first - p->regions.at[k - 1].last - 1 <= 2 * CONTEXT;)
            k++;
        print_hunk(p, i, k);
    }
}

void patch_print(struct ctx *c, struct message **at, int n, FILE *out)
{
    edit_vec edits = {0};
    struct patch p = {.arena = &c->arena, .edits = &edits, .out = out};
    for (int i = 0; i < n; i++) {
        add(&p, &edits, &at[i]->fixits);
        for (int k = 0; k < at[i]->notes.n; k++)
            add(&p, &edits, &at[i]->notes.at[k].fixits);
    }
    if (edits.n > 1)
        qsort(edits.at, (size_t)edits.n, sizeof *edits.at, edit_compare);
    for (int i = 0, k; i < edits.n; i = k) {
        for (k = i + 1; k < edits.n && strcmp(edits.at[k].f->file, edits.at[i].f->file) == 0;)
            k++;
        print_file(&p, i, k);
    }
}
