/* source_macro.c - looks for the #define of a macro in the unit's own files, as the preprocessor
 * does not say which one made a token.
 *
 * If there are several, none is taken, as it is not known which was in force. */
#include "common/source_macro.h"

#include <ctype.h>
#include <string.h>

#include "common/source_map.h"

enum { NESTED_MAX = 6 };

/* A #define in an original file. */
struct define {
    const struct source_file *file;
    unsigned name, name_end; /* bytes */
    unsigned body, body_end;
    int line;
};

/* What is looked for: the text of a token. */
struct wanted {
    const struct source *source;
    const char *token;
    unsigned n;
    struct place use;
};

static unsigned skip_blanks(const struct source_file *f, unsigned at)
{
    while (at < f->size &&
           (f->text[at] == ' ' || f->text[at] == '\t' || strncmp(f->text + at, "\\\n", 2) == 0))
        at += f->text[at] == '\\' ? 2 : 1;
    return at;
}

static bool take_word(const struct source_file *f, unsigned *at, const char *word, unsigned n)
{
    unsigned begin = skip_blanks(f, *at);
    if (begin >= f->size || source_token_end(f->text, begin, f->size) - begin != n ||
        memcmp(f->text + begin, word, n) != 0)
        return false;
    *at = begin + n;
    return true;
}

/* Whether line k (from 0) of the file defines the name. */
static bool define_read(const struct source_file *f, int k, const char *name, unsigned n,
                        struct define *out)
{
    unsigned at = f->lines[k];
    if (!take_word(f, &at, "#", 1) || !take_word(f, &at, "define", 6) ||
        !take_word(f, &at, name, n))
        return false;
    *out = (struct define){.file = f, .name = at - n, .name_end = at, .line = k + 1};
    if (at < f->size && f->text[at] == '(')
        while (at < f->size && f->text[at] != ')' && f->text[at] != '\n')
            at++;
    out->body = at;
    while (at < f->size && (f->text[at] != '\n' || f->text[at - 1] == '\\'))
        at++;
    out->body_end = at;
    return true;
}

/* The begin of the one token of the body that is 'text'; 0: there is none, or more than one. */
static unsigned body_token(const struct define *d, const char *text, unsigned n)
{
    unsigned found = 0;
    for (unsigned at = d->body; at < d->body_end;) {
        unsigned end = source_token_end(d->file->text, at, d->body_end);
        if (end - at == n && memcmp(d->file->text + at, text, n) == 0) {
            if (found)
                return 0;
            found = at;
        }
        at = end;
    }
    return found;
}

/* Whether the file stands among those of the markers before marker i. */
static bool is_repeated(const struct source *s, int i)
{
    for (int k = 0; k < i; k++)
        if (s->markers[k].file == s->markers[i].file ||
            strcmp(s->markers[k].file, s->markers[i].file) == 0)
            return true;
    return false;
}

/* The one definition of a name in the unit's own files before the use. */
static bool define_find(const struct wanted *w, const char *name, unsigned n, struct define *out)
{
    const struct source *s = w->source;
    int found = 0;
    for (int i = 0; i < s->markers_n; i++) {
        if (s->markers[i].system || is_repeated(s, i))
            continue;
        const struct source_file *f = source_original(s, s->markers[i].file);
        bool own = strcmp(s->markers[i].file, w->use.file) == 0;
        int last = own && w->use.line - 1 < f->lines_n ? w->use.line - 1 : f->lines_n;
        struct define d;
        for (int k = 0; f->text && k < last; k++)
            if (define_read(f, k, name, n, &d)) {
                *out = d;
                found++;
            }
    }
    return found == 1;
}

/* Where the token comes from: the body of d, or that of a macro that is named there. */
static bool token_find(const struct wanted *w, const struct define *d, int depth,
                       struct define *owner, unsigned *token)
{
    const char *text = d->file->text;
    *owner = *d;
    *token = body_token(d, w->token, w->n);
    if (*token)
        return true;
    for (unsigned at = d->body; at < d->body_end && depth < NESTED_MAX;) {
        unsigned end = source_token_end(text, at, d->body_end);
        struct define inner;
        if ((isalpha((unsigned char)text[at]) || text[at] == '_') &&
            define_find(w, text + at, end - at, &inner) && inner.name != d->name &&
            token_find(w, &inner, depth + 1, owner, token))
            return true;
        at = end;
    }
    return false;
}

bool source_macro_find(const struct source *s, unsigned offset, struct source_macro *out)
{
    const char *name;
    unsigned n, token;
    if (offset >= s->size || !source_macro_use(s, offset, &name, &n))
        return false;
    struct wanted w = {s, s->text + offset, 0, source_place(s, offset)};
    struct define outer, d;
    w.n = source_token_end(s->text, offset, s->size) - offset;
    if (!define_find(&w, name, n, &outer))
        return false;
    unsigned begin = outer.name, end = outer.name_end;
    if (token_find(&w, &outer, 0, &d, &token)) {
        begin = token;
        end = token + w.n;
    } else {
        d = outer;
    }
    int line = d.line;
    while (line < d.file->lines_n && d.file->lines[line] <= begin)
        line++;
    unsigned first = d.file->lines[line - 1];
    *out = (struct source_macro){
        .name = arena_strndup(s->arena, d.file->text + d.name, d.name_end - d.name),
        .file = d.file->name,
        .text =
            arena_strndup(s->arena, d.file->text + first, strcspn(d.file->text + first, "\r\n")),
        .line = line,
        .first = (int)(begin - first) + 1,
        .last = (int)(end - first),
    };
    return true;
}
