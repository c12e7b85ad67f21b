/* macro.c - looks for a #define in the document and then in the files that it includes.
 *
 * Example: TWICE in `f(TWICE(x))` is the macro of the line `#define TWICE(x) ((x) * 2)`. */
#include "lsp/macro.h"

#include <ctype.h>
#include <string.h>

#include "common/source_map.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The name in a line "#define NAME", if it is this one. */
static const char *defined_at(const char *line, const char *name)
{
    size_t n = strlen(name);
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (strncmp(line, "define", 6) != 0 || (line[6] != ' ' && line[6] != '\t'))
        return NULL;
    line += 6;
    line += strspn(line, " \t");
    return strncmp(line, name, n) == 0 && !is_word(line[n]) ? line : NULL;
}

/* The line and those that continue it. */
static const char *lines_of(struct arena *a, const char *line)
{
    size_t n = 0;
    do
        n += strcspn(line + n, "\n");
    while (line[n] && n && line[n - 1] == '\\' && ++n);
    return arena_strndup(a, line, n);
}

static void take(struct analysis *a, struct macro *out, const char *file, int line,
                 const char *begin, const char *name)
{
    out->file = file;
    out->line = line;
    out->column = (int)(name - begin) + 1;
    out->text = lines_of(&a->c.arena, begin);
}

static bool in_file(struct analysis *a, const char *name, struct macro *out)
{
    const struct source_file *f = source_original(a->c.source, name);
    for (int i = 0; f->text && i < f->lines_n; i++) {
        const char *line = f->text + f->lines[i], *found = defined_at(line, out->name);
        if (!found)
            continue;
        take(a, out, name, i + 1, line, found);
        return true;
    }
    return false;
}

/* Each file of the text once, in the order of the #includes. */
static bool in_headers(struct analysis *a, struct macro *out)
{
    const struct source *s = a->c.source;
    for (int i = 0; i < s->markers_n; i++) {
        const char *file = s->markers[i].file;
        bool first = s->markers[i].from && s->markers[i].line == 1 && file[0] != '<';
        for (int k = 0; k < i && first; k++)
            first = strcmp(s->markers[k].file, file) != 0;
        if (first && in_file(a, file, out))
            return true;
    }
    return false;
}

bool macro_find(struct analysis *a, const json_t *position, struct macro *out)
{
    size_t at = analysis_offset(a, position), begin = at, end = at;
    if (!analysis_type(a))
        return false;
    const struct text *t = a->text;
    while (begin > 0 && is_word(t->at[begin - 1]))
        begin--;
    while (end < t->n && is_word(t->at[end]))
        end++;
    if (begin == end || isdigit((unsigned char)t->at[begin]))
        return false;
    *out = (struct macro){.name = arena_strndup(&a->c.arena, t->at + begin, end - begin)};
    for (int i = text_line(t, at); i >= 0; i--) {
        const char *line = t->at + t->lines[i], *found = defined_at(line, out->name);
        if (!found)
            continue;
        take(a, out, a->document->path, i + 1, line, found);
        return true;
    }
    return in_headers(a, out);
}
