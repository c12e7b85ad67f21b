/* source.c - the preprocessed text and its line markers: from a byte of it to the file, line and
 * column that the user wrote.
 *
 * A marker (`# 12 "a.c" 1`) begins a stretch whose lines follow each other in one file. Columns
 * come from source_map.c where a macro moved tokens. Example: the place of a byte in a header has
 * the header's name; source_include gives the #include of it. */
#include "common/source.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "common/arena.h"
#include "common/buf.h"
#include "common/source_map.h"

/* The alignment of one line, which begins in line 'line' of 'file'. */
struct mapped {
    struct source_map map;
    int line;
    const struct source_file *file;
};

struct source_cache {
    unsigned *lines; /* offset of each line of the preprocessed text */
    int lines_n;
    VEC(struct source_file *) files;
    struct mapped maps[8]; /* of the lines asked for last */
    struct mapped *now;    /* the last of them */
    int next;              /* the one to be replaced next */
};

static const char *skip_blanks(const char *s)
{
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

/* The file name of a marker, quotes and escapes removed; *s is moved behind it. NULL when there is
 * none. */
static const char *marker_name(struct arena *a, const char **s)
{
    const char *at = *s;
    if (*at != '"')
        return NULL;
    struct buf name = {0};
    for (at++; *at && *at != '"' && *at != '\n'; at++) {
        if (*at != '\\') {
            buf_char(&name, *at);
        } else if (at[1] >= '0' && at[1] <= '7') {
            int value = 0;
            for (int i = 0; i < 3 && at[1] >= '0' && at[1] <= '7'; i++)
                value = value * 8 + *++at - '0';
            buf_char(&name, (char)value);
        } else if (at[1] && at[1] != '\n') {
            buf_char(&name, *++at);
        }
    }
    const char *copy = arena_strndup(a, name.n ? name.at : "", name.n);
    buf_free(&name);
    *s = *at == '"' ? at + 1 : at;
    return copy;
}

/* The flags behind a marker's file name: 1 begins an included file, 2 comes back from one, 3 is a
 * system header. 'line' is the one of the #include. */
static void marker_flags(struct arena *a, const char *s, const struct source_marker *before,
                         int line, struct source_marker *out)
{
    out->from = before->from;
    for (; *s && *s != '\n'; s++)
        if (*s == '3') {
            out->system = true;
        } else if (*s == '1') {
            struct source_include *include = arena_new(a, struct source_include);
            *include = (struct source_include){before->file, line, before->from};
            out->from = include;
        } else if (*s == '2' && before->from) {
            out->from = before->from->from;
        }
}

/* Reads the line at s as a marker: # 12 "x.h" 1 3 or #line 12 "x.h". 'current' is the line's own
 * number by the marker before. */
static bool marker_parse(struct arena *a, const char *s, const struct source_marker *before,
                         int current, struct source_marker *out)
{
    s = skip_blanks(s);
    if (*s != '#')
        return false;
    s = skip_blanks(s + 1);
    if (strncmp(s, "line", 4) == 0 && (s[4] == ' ' || s[4] == '\t'))
        s = skip_blanks(s + 4);
    if (!isdigit((unsigned char)*s))
        return false;
    long line = 0;
    for (; isdigit((unsigned char)*s); s++)
        line = line < INT32_MAX / 10 - 1 ? line * 10 + (*s - '0') : line;
    *out = (struct source_marker){.file = before->file, .line = (int)line, .from = before->from};
    s = skip_blanks(s);
    const char *name = marker_name(a, &s);
    if (!name)
        return *s == '\n' || *s == '\0' || *s == '\r';
    out->file = name;
    marker_flags(a, s, before, current, out);
    return true;
}

struct source *source_new(struct arena *a, const char *text, size_t size, const char *main_file)
{
    struct source *s = arena_new(a, struct source);
    char *copy = arena_alloc(a, size + 2);
    if (size)
        memcpy(copy, text, size);
    s->text = copy;
    s->size = (unsigned)size;
    s->main_file = arena_strndup(a, main_file, strlen(main_file));
    s->arena = a;
    s->cache = arena_new(a, struct source_cache);
    VEC(unsigned) lines = {0};
    VEC(struct source_marker) markers = {0};
    struct source_marker m = {.file = s->main_file, .line = 1};
    vec_push(a, &markers, m);
    int line = 1;
    for (unsigned at = 0; at < s->size || at == 0;) {
        vec_push(a, &lines, at);
        const char *end = memchr(copy + at, '\n', s->size - at);
        unsigned next = end ? (unsigned)(end - copy) + 1 : s->size;
        const struct source_marker *before = &markers.at[markers.n - 1];
        if (marker_parse(a, copy + at, before, line++, &m)) {
            m.offset = next;
            if (strcmp(m.file, before->file) == 0)
                m.file = before->file;
            line = m.line;
            vec_push(a, &markers, m);
        }
        if (next == at)
            break;
        at = next;
    }
    s->cache->lines = lines.at;
    s->cache->lines_n = lines.n;
    s->markers = markers.at;
    s->markers_n = markers.n;
    return s;
}

/* The index of the line of the preprocessed text that holds the byte. */
static int text_line(const struct source *s, unsigned offset)
{
    int low = 0, high = s->cache->lines_n;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (s->cache->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const struct source_marker *marker_at(const struct source *s, unsigned offset)
{
    int low = 0, high = s->markers_n;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (s->markers[middle].offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return &s->markers[low];
}

/* The line number of a line of the preprocessed text, by its marker. */
static int marked_line(const struct source *s, const struct source_marker *m, int index)
{
    return m->line + index - text_line(s, m->offset);
}

static unsigned text_line_end(const struct source *s, int index)
{
    unsigned end = index + 1 < s->cache->lines_n ? s->cache->lines[index + 1] : s->size;
    return end > s->cache->lines[index] && s->text[end - 1] == '\n' ? end - 1 : end;
}

static bool line_is_marker(const struct source *s, int index)
{
    unsigned at = s->cache->lines[index], end = text_line_end(s, index);
    return at + 2 < end && s->text[at] == '#' && isdigit((unsigned char)s->text[at + 2]);
}

/* Whether the line is blank or a marker, and so has no text to align. */
static bool line_is_blank(const struct source *s, int index)
{
    unsigned at = s->cache->lines[index], end = text_line_end(s, index);
    while (at < end && isspace((unsigned char)s->text[at]))
        at++;
    return at == end || line_is_marker(s, index);
}

/* The line of the text that follows in the same file, at most a screen further. */
static int next_line(const struct source *s, int index, const struct source_marker *m, int line)
{
    int last = index + 64 < s->cache->lines_n ? index + 64 : s->cache->lines_n;
    for (int i = index + 1; i < last; i++) {
        if (line_is_blank(s, i))
            continue;
        const struct source_marker *k = marker_at(s, s->cache->lines[i]);
        int next = marked_line(s, k, i);
        return k->file == m->file && next > line && next < line + 64 ? next : line;
    }
    return line;
}

const struct source_file *source_original(const struct source *s, const char *name)
{
    struct source_cache *c = s->cache;
    for (int i = 0; i < c->files.n; i++)
        if (strcmp(c->files.at[i]->name, name) == 0)
            return c->files.at[i];
    struct source_file *f = source_file_read(s->arena, name);
    vec_push(s->arena, &c->files, f);
    return f;
}

/* Whether the lines 'a' and 'b' of the text are pieces of one original line. */
static bool same_line(const struct source *s, int a, int b)
{
    const struct source_marker *m = marker_at(s, s->cache->lines[a]),
                               *k = marker_at(s, s->cache->lines[b]);
    return m->file == k->file && marked_line(s, m, a) == marked_line(s, k, b);
}

/* The next piece of the line at 'index', in the direction of 'step': cc breaks a line where a macro
 * of a system header begins and ends, with a marker between. -1: there is none. */
static int next_piece(const struct source *s, int index, int step)
{
    int i = index + step;
    while (i > 0 && i < s->cache->lines_n && line_is_marker(s, i))
        i += step;
    bool apart = i != index + step && i >= 0 && i < s->cache->lines_n;
    return apart && same_line(s, index, i) ? i : -1;
}

/* Aligns the line that holds the byte, all its pieces together, if that is not the line asked for
 * last. */
static const struct source_map *map_get(const struct source *s, unsigned offset)
{
    struct source_cache *c = s->cache;
    int index = text_line(s, offset), first = index, last = index;
    for (size_t i = 0; i < sizeof c->maps / sizeof *c->maps; i++) {
        const struct source_map *map = &c->maps[i].map;
        if (map->valid && map->begin <= c->lines[index] && c->lines[index] < map->end) {
            c->now = &c->maps[i];
            return map;
        }
    }
    for (int i = index; i >= 0; i = next_piece(s, i, -1))
        first = i;
    for (int i = index; i >= 0; i = next_piece(s, i, 1))
        last = i;
    const struct source_marker *m = marker_at(s, c->lines[first]);
    struct mapped *now = &c->maps[c->next];
    c->next = (c->next + 1) % (int)(sizeof c->maps / sizeof *c->maps);
    c->now = now;
    now->line = marked_line(s, m, first);
    now->file = source_original(s, m->file);
    source_map_make(s->arena, &now->map, s->text, c->lines[first], text_line_end(s, last),
                    now->file, now->line, next_line(s, last, m, now->line));
    return &now->map;
}

const struct source_map *source_map_at(const struct source *s, unsigned offset)
{
    return map_get(s, offset);
}

const struct source_marker *source_marker_at(const struct source *s, unsigned offset, int *line)
{
    const struct source_marker *m = marker_at(s, offset);
    *line = marked_line(s, m, text_line(s, offset));
    return m;
}

static unsigned clip(const struct source *s, unsigned offset)
{
    return offset < s->size ? offset : s->size;
}

/* The column of a byte whose token has the given origin. */
static int origin_column(const struct source_map *m, const struct origin *o, unsigned offset,
                         bool exact, bool after)
{
    if (!exact)
        return o->column;
    if (after)
        return o->column + (int)(o->end - o->begin);
    int i = 0;
    while (m->tokens.at[i].end <= offset)
        i++;
    unsigned in = offset > m->tokens.at[i].begin ? offset - m->tokens.at[i].begin : 0;
    if (in >= o->end - o->begin && in > 0) /* cc -E writes letters outside ASCII as \Uxxxxxxxx */
        in = o->end - o->begin - 1;
    return o->column + (int)in;
}

struct place source_place(const struct source *s, unsigned offset)
{
    offset = clip(s, offset);
    unsigned begin = s->cache->lines[text_line(s, offset)];
    const struct source_marker *marker = marker_at(s, begin);
    const struct source_map *m = map_get(s, offset);
    struct place p = {marker->file, s->cache->now->line, (int)(offset - begin) + 1, marker->system};
    bool exact, after;
    const struct origin *o = source_map_find(m, offset, &exact, &after);
    if (o) {
        p.line = o->line;
        p.column = origin_column(m, o, offset, exact, after);
    }
    return p;
}

const struct source_include *source_include(const struct source *s, unsigned offset)
{
    return marker_at(s, clip(s, offset))->from;
}

const char *source_line(const struct source *s, unsigned offset)
{
    struct place p = source_place(s, clip(s, offset));
    const struct source_file *f = s->cache->now->file;
    const char *at;
    size_t n;
    if (f->text && p.line >= 1 && p.line <= f->lines_n) {
        at = f->text + f->lines[p.line - 1];
        n = strcspn(at, "\r\n");
    } else {
        int index = text_line(s, clip(s, offset));
        at = s->text + s->cache->lines[index];
        n = text_line_end(s, index) - s->cache->lines[index];
    }
    return arena_strndup(s->arena, at, n);
}

/* The last byte of a token before 'end', so that blanks at the end of a range do not count. */
static unsigned last_byte(const struct source *s, struct loc loc)
{
    unsigned at = clip(s, loc.end);
    while (at > loc.begin + 1 && isspace((unsigned char)s->text[at - 1]))
        at--;
    return at > loc.begin ? at - 1 : loc.begin;
}

/* The last column of the range on its first line, which has text up to 'width'. */
static int last_column(const struct source *s, struct loc loc, struct place first, int width)
{
    unsigned at = last_byte(s, loc);
    if (at >= map_get(s, loc.begin)->end)
        return width;
    struct place p = source_place(s, at);
    if (p.line != first.line)
        return p.line > first.line ? width : first.column;
    bool exact, after;
    const struct source_map *m = map_get(s, at);
    const struct origin *o = source_map_find(m, at, &exact, &after);
    if (!o || after)
        return p.column;
    return exact ? p.column : o->column + (int)(o->end - o->begin) - 1;
}

void source_columns(const struct source *s, struct loc loc, int *first, int *last)
{
    loc.begin = clip(s, loc.begin);
    struct place p = source_place(s, loc.begin);
    const char *line = source_line(s, loc.begin);
    int width = (int)strlen(line);
    while (width > 0 && isspace((unsigned char)line[width - 1]))
        width--;
    *first = p.column;
    *last = loc.end > loc.begin ? last_column(s, loc, p, width) : p.column;
    if (*last < *first)
        *last = *first;
}

bool source_macro_use(const struct source *s, unsigned offset, const char **name, unsigned *n)
{
    bool exact, after;
    const struct origin *o = source_map_find(map_get(s, offset), offset, &exact, &after);
    if (!o || exact || after || !o->name || o->matched)
        return false;
    *name = s->cache->now->file->text + o->begin;
    *n = o->end - o->begin;
    return true;
}

/* The place of the name of the macro in whose use the byte stands or that made its token; false:
 * there is none. */
static bool use_place(const struct source *s, unsigned offset, struct place *p, bool *made)
{
    bool exact, after;
    const struct source_map *m = map_get(s, offset);
    const struct origin *o = source_map_find(m, offset, &exact, &after);
    const struct origin *name = o && !after ? source_map_use(m, o) : NULL;
    *made = !exact;
    if (!name && o && !after && !exact && o->name && !o->matched)
        name = o;
    if (!name)
        return false;
    int line = name->line, column = name->column;
    *p = source_place(s, offset);
    p->line = line;
    p->column = column;
    return true;
}

bool source_macro_twice(const struct source *s, unsigned a, unsigned b)
{
    struct place x, y;
    bool made, other;
    return use_place(s, a, &x, &made) && use_place(s, b, &y, &other) && (made || other) &&
           x.file == y.file && x.line == y.line && x.column == y.column &&
           source_place(s, a).line == source_place(s, b).line;
}

struct place source_end(const struct source *s, struct loc loc)
{
    unsigned at = last_byte(s, loc);
    struct place first = source_place(s, loc.begin), p = source_place(s, at);
    bool exact, after;
    const struct origin *o = source_map_find(map_get(s, at), at, &exact, &after);
    if (o && !after && !exact)
        p.column = o->column + (int)(o->end - o->begin) - 1;
    bool before = p.line < first.line || (p.line == first.line && p.column < first.column);
    return p.file != first.file || before ? first : p;
}

/* The place of a byte of a token that the user wrote. */
static bool byte_written(const struct source *s, unsigned offset, struct place *p)
{
    bool exact, after;
    const struct source_map *m = map_get(s, offset);
    const struct origin *o = source_map_find(m, offset, &exact, &after);
    if (!o || !exact || after || source_map_use(m, o))
        return false;
    *p = source_place(s, offset);
    return true;
}

static bool point_written(const struct source *s, unsigned offset, struct place *p)
{
    if (!isspace((unsigned char)s->text[offset]) && byte_written(s, offset, p))
        return true;
    if (offset == 0 || !byte_written(s, offset - 1, p))
        return false;
    p->column++;
    return true;
}

bool source_written(const struct source *s, struct loc loc, struct place *begin, struct place *end)
{
    unsigned at = clip(s, loc.begin);
    if (loc.end <= loc.begin) {
        if (!point_written(s, at, begin))
            return false;
        *end = *begin;
        return true;
    }
    if (!byte_written(s, at, begin) || !byte_written(s, last_byte(s, loc), end))
        return false;
    end->column++;
    return begin->file == end->file && (begin->line < end->line || begin->column < end->column);
}

void source_give(struct source *s, const char *name, const char *text, size_t n)
{
    vec_push(s->arena, &s->cache->files, source_file_of(s->arena, name, text, n));
}

/* Whether a column is inside the origin, or at its end. */
static bool origin_touches(const struct origin *o, int line, int column)
{
    return o->line == line && o->column <= column && column <= o->column + (int)(o->end - o->begin);
}

/* The token that the user wrote there, among those of a preprocessed line; a name before anything
 * else. NULL: none. */
static const struct map_token *token_at(const struct source_map *m, int line, int column)
{
    const struct map_token *found = NULL;
    for (int i = 0; i < m->tokens.n; i++) {
        const struct map_token *t = &m->tokens.at[i];
        const struct origin *o = t->origin >= 0 ? &m->origins.at[t->origin] : NULL;
        if (!o || !origin_touches(o, line, column))
            continue;
        if (o->name)
            return t;
        if (!found || column < o->column + (int)(o->end - o->begin))
            found = t;
    }
    return found;
}

/* The index of the preprocessed line that begins on a line of a file; from 'marker' on, which is
 * moved behind. -1: there is none. */
static int line_index(const struct source *s, const char *file, int line, int *marker)
{
    const struct source_cache *c = s->cache;
    for (int i = *marker; i < s->markers_n; i++) {
        const struct source_marker *m = &s->markers[i];
        unsigned next = i + 1 < s->markers_n ? s->markers[i + 1].offset : s->size + 1;
        if (m->line > line || strcmp(m->file, file) != 0 || m->offset >= s->size)
            continue;
        int index = text_line(s, m->offset) + line - m->line;
        if (index >= c->lines_n || c->lines[index] >= next || line_is_blank(s, index))
            continue;
        *marker = i + 1;
        return index;
    }
    return -1;
}

bool source_find(const struct source *s, const char *file, int line, int column, unsigned *offset)
{
    for (int first = line; first > 0 && first > line - 64; first--) {
        int marker = 0, index;
        while ((index = line_index(s, file, first, &marker)) >= 0) {
            const struct source_map *m = map_get(s, s->cache->lines[index]);
            const struct map_token *t = token_at(m, line, column);
            if (!t)
                continue;
            *offset = t->begin;
            return true;
        }
    }
    return false;
}

struct loc loc_union(struct loc a, struct loc b)
{
    if (a.end == 0 || b.end == 0)
        return a.end == 0 ? b : a;
    return (struct loc){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}
