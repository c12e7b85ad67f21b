/* expand.c - a preprocessor for the emulator's kernels and the macros of ampc_emulated.h: starting
 * `cc -E` for them took a third of what ampcc adds to a small unit.
 *
 * It knows what these texts have, which are our own: #define with and without parameters, ##, and
 * the conditions #ifdef, #ifndef, #else, #endif. Lines with places and pragmas stay, comments
 * go. A macro within its own expansion stays a name. Where the arguments of a macro span
 * lines, the newlines come before what it becomes, so later lines keep their numbers. Example: with
 * the header, `sqrt(x)` becomes a block that calls __builtin_sqrtf or __builtin_sqrt. */
#include "driver/expand.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS = 4, BUCKETS = 256, NESTED = 16 };

struct words {
    const char *at;
    size_t n;
};

struct macro {
    struct macro *next;
    struct words name, body, parameters[PARAMETERS];
    int count; /* of parameters; -1: it has no parentheses */
};

struct expander {
    struct arena *arena;
    struct macro *macros[BUCKETS];
    bool skipped[NESTED]; /* of the open conditions: this part is left out */
    int conditions;
    bool wrong;
};

/* Text that is read: of the unit, or what a macro became, with the rest below it. */
struct input {
    const char *at, *end;
    struct input *below;
    struct macro *macro; /* that became it, or 0 */
    struct buf text;     /* owned */
};

/* ---- Tokens ---- */

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *literal_end(const char *s, const char *end)
{
    char quote = *s++;
    while (s < end && *s != quote)
        s += *s == '\\' && s + 1 < end ? 2 : 1;
    return s < end ? s + 1 : end;
}

static const char *comment_end(const char *s, const char *end)
{
    for (s += 2; s + 1 < end; s++)
        if (s[0] == '*' && s[1] == '/')
            return s + 2;
    return end;
}

/* The end of the token at s: a name, a number with its suffix and exponent, a literal, a comment,
 * or one character. */
static const char *token_end(const char *s, const char *end)
{
    bool number = isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1]));
    if (*s == '"' || *s == '\'')
        return literal_end(s, end);
    if (*s == '/' && s + 1 < end && s[1] == '*')
        return comment_end(s, end);
    if (!number && !is_name(*s))
        return s + 1;
    for (s++; s < end; s++)
        if (!is_name(*s) && !(number && *s == '.') &&
            !(number && strchr("+-", *s) && strchr("eEpP", s[-1])))
            break;
    return s;
}

static const char *skip_blanks(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\t' || (*s == '\\' && s[1] == '\n') ||
                       (*s == '\n' && s[-1] == '\\')))
        s++;
    return s;
}

static bool is_same(struct words w, const char *at, size_t n)
{
    return w.n == n && memcmp(w.at, at, n) == 0;
}

/* ---- Macros ---- */

static struct macro **bucket(struct expander *e, const char *name, size_t n)
{
    unsigned hash = 0;
    for (size_t k = 0; k < n; k++)
        hash = hash * 31 + (unsigned char)name[k];
    return &e->macros[hash % BUCKETS];
}

static struct macro *find(struct expander *e, const char *name, size_t n)
{
    struct macro *m = *bucket(e, name, n);
    while (m && !is_same(m->name, name, n))
        m = m->next;
    return m;
}

static struct macro *add_macro(struct expander *e, const char *name, size_t n)
{
    struct macro *m = arena_alloc(e->arena, sizeof *m), **at = bucket(e, name, n);
    *m = (struct macro){.next = *at, .name = {name, n}, .count = -1};
    return *at = m;
}

/* "NAME(a, b) body", up to the end of the line. */
static void define(struct expander *e, const char *s, const char *end)
{
    const char *name_end = token_end(s, end);
    struct macro *m = add_macro(e, s, (size_t)(name_end - s));
    s = name_end;
    if (s < end && *s == '(') {
        for (m->count = 0, s = skip_blanks(s + 1, end); s < end && *s != ')';
             s = skip_blanks(s, end)) {
            const char *after = token_end(s, end);
            if (*s != ',' && m->count == PARAMETERS)
                e->wrong = true;
            else if (*s != ',')
                m->parameters[m->count++] = (struct words){s, (size_t)(after - s)};
            s = after;
        }
        s += s < end;
    }
    s = skip_blanks(s, end);
    m->body = (struct words){s, (size_t)(end - s)};
}

/* ---- Directives ---- */

/* The end of the line, of several that end with a backslash. */
static const char *line_end(const char *s, const char *end)
{
    while (s < end && (*s != '\n' || s[-1] == '\\'))
        s++;
    return s;
}

static bool is_skipping(const struct expander *e)
{
    return e->conditions && e->skipped[e->conditions - 1];
}

static void begin_condition(struct expander *e, bool holds)
{
    if (e->conditions == NESTED) {
        e->wrong = true;
        return;
    }
    e->skipped[e->conditions] = is_skipping(e) || !holds;
    e->conditions++;
}

static void turn_condition(struct expander *e)
{
    bool outside = e->conditions > 1 && e->skipped[e->conditions - 2];
    if (e->conditions)
        e->skipped[e->conditions - 1] = outside || !e->skipped[e->conditions - 1];
    e->wrong |= !e->conditions;
}

/* The line from '#' on; *keeps: it belongs to the result. */
static void directive(struct expander *e, const char *s, const char *end, bool *keeps)
{
    const char *word = skip_blanks(s + 1, end), *after = word < end ? token_end(word, end) : end;
    const char *name = skip_blanks(after, end), *stop = name < end ? token_end(name, end) : end;
    struct words w = {word, (size_t)(after - word)};
    bool known = find(e, name, (size_t)(stop - name)) != NULL;
    *keeps = false;
    if (is_same(w, "ifdef", 5) || is_same(w, "ifndef", 6))
        begin_condition(e, known == (w.n == 5));
    else if (is_same(w, "else", 4))
        turn_condition(e);
    else if (is_same(w, "endif", 5) && e->conditions)
        e->conditions--;
    else if (is_same(w, "define", 6) && name < end && !is_skipping(e))
        define(e, name, end);
    else if (is_same(w, "pragma", 6) || isdigit((unsigned char)*word))
        *keeps = !is_skipping(e);
    else
        e->wrong |= !is_same(w, "define", 6);
}

/* ---- Expansion ---- */

static void expand(struct expander *e, struct input *in, struct buf *out);

static struct input *pop(struct input *in)
{
    struct input *below = in->below;
    if (in->macro) {
        buf_free(&in->text);
        free(in);
    }
    return below;
}

/* The input behind blanks and newlines, if '(' is there; the newlines are counted. Else 0, and
 * nothing has changed. */
static struct input *at_parenthesis(struct input *in, int *newlines)
{
    struct input *i = in;
    const char *s = i->at;
    int count = 0;
    while (i && (s == i->end || isspace((unsigned char)*s))) {
        if (s == i->end) {
            i = i->below;
            s = i ? i->at : NULL;
        } else {
            count += *s++ == '\n';
        }
    }
    if (!i || *s != '(')
        return NULL;
    while (in != i)
        in = pop(in);
    in->at = s;
    *newlines = count;
    return in;
}

/* A token of an argument, which is in one line and does not begin with blanks. */
static void add_argument(struct buf *raw, const char *s, size_t n)
{
    if (!isspace((unsigned char)*s))
        buf_addn(raw, s, n);
    else if (raw->n && raw->at[raw->n - 1] != ' ')
        buf_char(raw, ' ');
}

/* Without the blank at its end. */
static void end_argument(struct buf *raw)
{
    if (raw->n && raw->at[raw->n - 1] == ' ')
        raw->at[--raw->n] = 0;
}

/* The arguments from '(' to ')'. */
static struct input *read_arguments(struct expander *e, struct input *in, const struct macro *m,
                                    struct buf raw[PARAMETERS], int *newlines)
{
    int depth = 0, k = 0;
    while (in) {
        if (in->at == in->end) {
            in = pop(in);
            continue;
        }
        const char *s = in->at, *end = in->at = token_end(s, in->end);
        *newlines += *s == '\n';
        if (depth == 1 && *s == ')')
            break;
        if (depth == 1 && *s == ',' && k + 1 < m->count)
            k++;
        else if (depth > 0)
            add_argument(&raw[k], s, (size_t)(end - s));
        depth += *s == '(' ? 1 : *s == ')' ? -1 : 0;
    }
    e->wrong |= !in || k + 1 < m->count;
    for (k = 0; k < m->count; k++)
        end_argument(&raw[k]);
    return in;
}

static int parameter(const struct macro *m, const char *s, size_t n)
{
    for (int k = 0; k < m->count; k++)
        if (is_same(m->parameters[k], s, n))
            return k;
    return -1;
}

/* Is there ## between blanks at s? */
static bool pastes(const char *s, const char *end)
{
    s = skip_blanks(s, end);
    return s + 1 < end && s[0] == '#' && s[1] == '#';
}

/* What the macro becomes with these arguments. */
static void substitute(struct expander *e, const struct macro *m, struct buf raw[PARAMETERS],
                       struct buf *out)
{
    struct buf full[PARAMETERS] = {{0}};
    const char *end = m->body.at + m->body.n;
    bool pasted = false; /* to what is before */
    for (int k = 0; k < m->count; k++) {
        const char *at = raw[k].at ? raw[k].at : "";
        struct input in = {.at = at, .end = at + raw[k].n};
        expand(e, &in, &full[k]);
    }
    for (const char *s = m->body.at, *next; s < end; s = next) {
        if (pastes(s, end)) {
            next = skip_blanks(skip_blanks(s, end) + 2, end);
            pasted = true;
            continue;
        }
        next = *s == '\\' && s + 1 < end && s[1] == '\n' ? s + 2 : token_end(s, end);
        int k = parameter(m, s, (size_t)(next - s));
        const struct buf *value = k < 0 ? NULL : pasted || pastes(next, end) ? &raw[k] : &full[k];
        if (value)
            buf_addn(out, value->at ? value->at : "", value->n);
        else if (next != s + 2 || *s != '\\')
            buf_addn(out, s, (size_t)(next - s));
        pasted = false;
    }
    for (int k = 0; k < PARAMETERS; k++)
        buf_free(&full[k]);
}

static bool is_active(const struct input *in, const struct macro *m)
{
    while (in && in->macro != m)
        in = in->below;
    return in != NULL;
}

/* The name of a macro has been read: what it becomes is read next. */
static struct input *begin_macro(struct expander *e, struct input *in, struct macro *m,
                                 struct buf *out)
{
    struct buf raw[PARAMETERS] = {{0}};
    int newlines = 0;
    if (m->count >= 0) {
        struct input *i = is_active(in, m) ? NULL : at_parenthesis(in, &newlines);
        if (!i) {
            buf_addn(out, m->name.at, m->name.n);
            return in;
        }
        in = read_arguments(e, i, m, raw, &newlines);
    } else if (is_active(in, m)) {
        buf_addn(out, m->name.at, m->name.n);
        return in;
    }
    while (newlines-- > 0)
        buf_char(out, '\n');
    struct input *made = calloc(1, sizeof *made);
    if (made) {
        *made = (struct input){.below = in, .macro = m};
        substitute(e, m, raw, &made->text);
        made->at = made->text.at ? made->text.at : "";
        made->end = made->at + made->text.n;
    }
    e->wrong |= !made;
    for (int k = 0; k < PARAMETERS; k++)
        buf_free(&raw[k]);
    return made ? made : in;
}

/* Adds a token; of blanks that do not begin a line one is enough, and none at its end. */
static void put(struct buf *out, const char *s, size_t n, bool begins)
{
    bool after_blank = out->n && out->at[out->n - 1] == ' ';
    while (*s == '\n' && out->n && out->at[out->n - 1] == ' ')
        out->at[--out->n] = 0;
    if (*s == ' ' && after_blank && !begins)
        return;
    buf_addn(out, s, n);
}

/* In the place of a comment. */
static void add_newlines(struct buf *out, const char *s, size_t n)
{
    put(out, " ", 1, false);
    for (const char *end = s + n; s < end; s++)
        if (*s == '\n')
            buf_char(out, '\n');
}

/* The text of the unit and of arguments: *in is not owned, what macros become is. */
static void expand(struct expander *e, struct input *in, struct buf *out)
{
    bool begins = !in->below; /* a line of the text */
    while (in && !e->wrong) {
        if (in->at == in->end) {
            in = pop(in);
            continue;
        }
        const char *s = in->at;
        if (begins && *s == '#' && !in->macro) {
            bool keeps;
            in->at = line_end(s, in->end);
            directive(e, s, in->at, &keeps);
            if (keeps)
                buf_addn(out, s, (size_t)(in->at - s));
            continue;
        }
        in->at = token_end(s, in->end);
        begins = *s == '\n' || (begins && isspace((unsigned char)*s));
        size_t n = (size_t)(in->at - s);
        struct macro *m = is_name(*s) && !is_skipping(e) ? find(e, s, n) : NULL;
        if (m)
            in = begin_macro(e, in, m, out);
        else if (n > 1 && s[0] == '/')
            add_newlines(out, s, n);
        else if (*s == '\n' || !is_skipping(e))
            put(out, s, n, begins);
    }
    while (in)
        in = pop(in);
}

bool expand_text(struct arena *arena, const char *header, const char *text,
                 const char *const *defined, struct buf *out)
{
    struct expander e = {.arena = arena};
    struct buf nothing = {0};
    for (; *defined; defined++)
        add_macro(&e, *defined, strlen(*defined));
    struct input in = {.at = header, .end = header + strlen(header)};
    expand(&e, &in, &nothing);
    buf_free(&nothing);
    in = (struct input){.at = text, .end = text + strlen(text)};
    expand(&e, &in, out);
    return !e.wrong && !e.conditions;
}
