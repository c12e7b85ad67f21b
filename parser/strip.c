/* strip.c - removes from the array of tokens what may be anywhere: attributes, __extension__,
 * _Pragma, restrict clauses, `concurrency::`.
 *
 * It is kept as marks, by the position of the token behind it, for the makers. Example: `int f(int
 * a) restrict(amp);` leaves `int f(int a);` and a mark with the clause. */
#include "parser/strip.h"

#include <string.h>

#include "common/spell.h"
#include "parser/foreign.h"
#include "parser/respell.h"
#include "parser/words.h"

struct strip {
    struct parser *p;
    struct token *in;  /* all tokens; the last one is TOKEN_END */
    struct token *out; /* the same array: the tokens that are kept */
    int n, r, w;       /* tokens, next to read, kept */
    int open_marks;    /* marks from here on wait for the token after them */
    int braces;        /* number of open ones */
};

static unsigned prev_end(const struct strip *s)
{
    return s->w ? s->out[s->w - 1].loc.end : 0;
}

static int kind_at(const struct strip *s, int i)
{
    return i < s->n ? s->in[i].kind : TOKEN_END;
}

static struct mark *mark_new(struct strip *s, struct loc loc)
{
    vec_push(s->p->arena, s->p->marks, ((struct mark){.loc = loc, .prev_end = prev_end(s)}));
    return &s->p->marks->at[s->p->marks->n - 1];
}

static void keep(struct strip *s, struct token t)
{
    for (; s->open_marks < s->p->marks->n; s->open_marks++)
        s->p->marks->at[s->open_marks].next_begin = t.loc.begin;
    s->braces += t.kind == TOKEN_LBRACE;
    s->braces -= t.kind == TOKEN_RBRACE && s->braces > 0;
    s->out[s->w++] = t;
}

/* The bracket that closes the one at i; the end of the tokens if none does. */
static int match(const struct strip *s, int i)
{
    int depth = 0;
    for (; i < s->n; i++) {
        int k = s->in[i].kind;
        if (k == TOKEN_LPAREN || k == TOKEN_LBRACKET || k == TOKEN_LBRACE)
            depth++;
        else if (k == TOKEN_RPAREN || k == TOKEN_RBRACKET || k == TOKEN_RBRACE)
            if (--depth == 0)
                return i;
    }
    return s->n;
}

/* ---- attributes ---- */

static const char *attr_name(struct strip *s, struct loc loc)
{
    const char *text = s->p->c->source->text + loc.begin;
    size_t n = loc.end - loc.begin;
    if (n > 4 && memcmp(text, "__", 2) == 0 && memcmp(text + n - 2, "__", 2) == 0)
        return intern(s->p->c->names, text + 2, n - 4);
    return intern(s->p->c->names, text, n);
}

/* The tokens of the first argument in (begin, end), when it may be a number: copied, since the
 * array is compacted. */
static struct token *attr_args(struct strip *s, const char *name, int begin, int end)
{
    int n = 0, depth = 0;
    for (int i = begin; i < end; i++, n++) {
        int k = s->in[i].kind;
        if (k == TOKEN_LPAREN)
            depth++;
        if (k == TOKEN_RPAREN)
            depth--;
        if (k == TOKEN_COMMA && depth == 0)
            break;
    }
    bool number = n == 1 && kind_at(s, begin) == TOKEN_INT_CONSTANT;
    if (n == 0 || (!number && strcmp(name, "aligned") != 0 && strcmp(name, "vector_size") != 0))
        return NULL;
    struct token *copy = arena_array(s->p->arena, struct token, n + 1);
    memcpy(copy, s->in + begin, sizeof *copy * (size_t)n);
    copy[n].kind = TOKEN_END;
    copy[n].loc = (struct loc){copy[n - 1].loc.end, copy[n - 1].loc.end};
    return copy;
}

/* The attributes in the list [begin, end) of tokens; 'whole' is the text with its brackets. */
static void read_attrs(struct strip *s, int begin, int end, struct loc whole)
{
    bool any = false;
    for (int i = begin; i < end;) {
        if (s->in[i].kind == TOKEN_COMMA) {
            i++;
            continue;
        }
        if (kind_at(s, i + 1) == TOKEN_COLON && kind_at(s, i + 2) == TOKEN_COLON && i + 3 < end)
            i += 3;
        struct attr *a = arena_new(s->p->arena, struct attr);
        a->loc = s->in[i].loc;
        a->name = attr_name(s, a->loc);
        a->args = (struct loc){a->loc.end, a->loc.end};
        struct mark *m = mark_new(s, whole);
        m->attr = a;
        any = true;
        if (++i < end && s->in[i].kind == TOKEN_LPAREN) {
            int close = match(s, i);
            close = close < end ? close : end;
            m->args = attr_args(s, a->name, i + 1, close);
            a->args = (struct loc){s->in[i].loc.end, s->in[close].loc.begin};
            a->loc.end = s->in[close].loc.end;
            i = close + 1;
        }
    }
    if (!any)
        mark_new(s, whole);
}

static void strip_gnu_attribute(struct strip *s)
{
    int first = s->r, close = 0;
    if (kind_at(s, first + 1) == TOKEN_LPAREN && kind_at(s, first + 2) == TOKEN_LPAREN)
        close = match(s, first + 1);
    if (!close || close == s->n || s->in[close - 1].kind != TOKEN_RPAREN) {
        diag(s->p->c, DIAG_syntax, s->in[first].loc,
             "syntax error: '__attribute__' without its '((...))'");
        s->r++;
        return;
    }
    read_attrs(s, first + 3, close - 1, loc_union(s->in[first].loc, s->in[close].loc));
    s->r = close + 1;
}

/* [[ ... ]] with a list of names and arguments; a subscript whose index begins with a lambda looks
 * different: its "]" is not followed by another. */
static bool is_std_attribute(const struct strip *s)
{
    if (kind_at(s, s->r + 1) != TOKEN_LBRACKET)
        return false;
    int i = s->r + 2;
    while (kind_at(s, i) != TOKEN_RBRACKET) {
        if (s->in[i].kind != TOKEN_COMMA) {
            if (!s->in[i].name && token_kind_class(s->in[i].kind) <= TOKEN_CLASS_PUNCT)
                return false;
            if (kind_at(s, i + 1) == TOKEN_COLON && kind_at(s, i + 2) == TOKEN_COLON)
                i += 3;
            if (kind_at(s, i + 1) == TOKEN_LPAREN)
                i = match(s, i + 1);
        }
        if (++i >= s->n)
            return false;
    }
    return kind_at(s, i + 1) == TOKEN_RBRACKET;
}

static void strip_std_attribute(struct strip *s)
{
    int i = s->r + 2;
    while (kind_at(s, i) != TOKEN_RBRACKET)
        i = s->in[i].kind == TOKEN_LPAREN ? match(s, i) + 1 : i + 1;
    read_attrs(s, s->r + 2, i, loc_union(s->in[s->r].loc, s->in[i + 1].loc));
    s->r = i + 2;
}

/* ---- restrict clauses ---- */

/* Whether the ')' that was kept last belongs to typeof, _Atomic or _Alignas, and so ends no
 * parameter list. */
static bool ends_type(const struct strip *s)
{
    int depth = 0;
    for (int i = s->w - 1; i >= 0; i--) {
        int k = s->out[i].kind;
        if (k == TOKEN_RPAREN)
            depth++;
        if (k == TOKEN_LPAREN && --depth == 0) {
            int before = i ? s->out[i - 1].kind : TOKEN_END;
            return before == TOKEN_TYPEOF || before == TOKEN_ATOMIC || before == TOKEN_ALIGNAS;
        }
    }
    return false;
}

/* Whether every word in (open, close) is amp or cpu, or there is none. */
static bool only_amp_words(const struct strip *s, int open, int close)
{
    for (int i = open + 1; i < close; i++) {
        enum spell w = s->in[i].name ? words_find(s->p->words, s->in[i].name) : SPELL_NONE;
        if (w != SPELL_AMP && w != SPELL_CPU && s->in[i].kind != TOKEN_COMMA)
            return false;
    }
    return true;
}

/* 'restrict' at s->r is followed by '('. C has that only where a pointer is qualified: "char
 * *restrict (p)". */
static bool is_restrict_clause(const struct strip *s, int close)
{
    if (s->in[s->r].loc.end - s->in[s->r].loc.begin != strlen("restrict"))
        return false;
    int before = s->w ? s->out[s->w - 1].kind : TOKEN_END;
    if (before == TOKEN_RPAREN && !ends_type(s))
        return true;
    if (!only_amp_words(s, s->r + 1, close))
        return false;
    bool in_pointer = before == TOKEN_STAR;
    for (int i = s->w - 1; i >= 0 && token_kind_class(s->out[i].kind) == TOKEN_CLASS_QUAL; i--)
        in_pointer = i > 0 && s->out[i - 1].kind == TOKEN_STAR;
    return !in_pointer || kind_at(s, close + 1) == TOKEN_NAME;
}

/* Whether there is one comma between two words and none elsewhere; reports it otherwise. */
static bool check_commas(const struct strip *s, int begin, int close)
{
    bool comma_fits = false;
    for (int i = begin; i <= close && begin < close; i++) {
        bool comma = s->in[i].kind == TOKEN_COMMA;
        if (i == close ? !comma_fits : comma != comma_fits) {
            struct loc at = s->in[i].loc;
            diag(s->p->c, DIAG_syntax, at, "syntax error: expected %s before '%.*s'",
                 comma_fits ? "','" : "'cpu' or 'amp'", (int)(at.end - at.begin),
                 s->p->c->source->text + at.begin);
            return false;
        }
        comma_fits = !comma;
    }
    return true;
}

static void clause_add(struct strip *s, struct restrict_clause *clause, const char *word,
                       struct loc at)
{
    vec_push(s->p->arena, &clause->words, ((struct restrict_word){word, at}));
}

/* The intended clause is not known: sets both restrictions, so that no caller is reported. */
static void clause_fill(struct strip *s, struct restrict_clause *clause, struct loc at)
{
    static const enum spell sides[] = {SPELL_CPU, SPELL_AMP};
    for (int k = 0; k < 2; k++) {
        bool has = false;
        for (int i = 0; i < clause->words.n; i++)
            has |= words_find(s->p->words, clause->words.at[i].word) == sides[k];
        if (!has)
            clause_add(s, clause, intern_str(s->p->c->names, spell_text(sides[k])), at);
    }
}

/* The clause whose words are the tokens [begin, end), up to the token 'last'. */
static void clause_new(struct strip *s, int begin, int end, int last, bool good)
{
    struct parser *p = s->p;
    struct loc loc = loc_union(s->in[s->r].loc, s->in[last].loc);
    struct mark *mark = p->marks->n ? &p->marks->at[p->marks->n - 1] : NULL;
    struct restrict_clause *clause;
    if (mark && mark->clause && mark->prev_end == prev_end(s)) {
        clause = mark->clause;
        mark->loc.end = loc.end;
    } else {
        clause = arena_new(p->arena, struct restrict_clause);
        clause->loc = loc;
        mark_new(s, loc)->clause = clause;
    }
    vec_push(p->arena, &clause->locs, loc);
    for (int i = begin; i < end; i++) {
        struct loc at = s->in[i].loc;
        if (s->in[i].kind == TOKEN_COMMA)
            continue;
        const char *word = intern(p->c->names, p->c->source->text + at.begin, at.end - at.begin);
        clause_add(s, clause, word, at);
    }
    if (!good)
        clause_fill(s, clause, loc);
    s->r = last + 1;
}

static void strip_restrict_clause(struct strip *s, int close)
{
    clause_new(s, s->r + 2, close, close, check_commas(s, s->r + 2, close));
}

static bool is_side(const struct strip *s, int i)
{
    enum spell w = i < s->n && s->in[i].name ? words_find(s->p->words, s->in[i].name) : SPELL_NONE;
    return w == SPELL_AMP || w == SPELL_CPU;
}

/* The end of the words and commas at i. */
static int sides_end(const struct strip *s, int i)
{
    while (is_side(s, i) || (kind_at(s, i) == TOKEN_COMMA && is_side(s, i + 1)))
        i++;
    return i;
}

/* "restrict(amp {", "restrict amp {", "amp {", "restrict {" after parameters: missing tokens are
 * added. False: it is another construct. */
static bool strip_unfinished_clause(struct strip *s)
{
    const struct token *t = &s->in[s->r];
    bool word = t->kind == TOKEN_RESTRICT;
    bool bracket = word && kind_at(s, s->r + 1) == TOKEN_LPAREN;
    int begin = s->r + word + bracket, end = sides_end(s, begin);
    bool sides = end > begin, body = kind_at(s, end) == TOKEN_LBRACE;
    if (!s->w || s->out[s->w - 1].kind != TOKEN_RPAREN || ends_type(s) || (bracket && !sides) ||
        !(body || (s->braces == 0 && kind_at(s, end) == TOKEN_SEMICOLON)) ||
        t->loc.end - t->loc.begin > strlen("restrict"))
        return false;
    const char *text = s->p->c->source->text;
    struct loc loc = sides ? loc_union(s->in[begin].loc, s->in[end - 1].loc) : t->loc;
    struct loc all = loc_union(t->loc, loc);
    const char *words = arena_printf(s->p->arena, "%.*s", sides ? (int)(loc.end - loc.begin) : 3,
                                     sides ? text + loc.begin : "amp");
    const char *clause = arena_printf(s->p->arena, "restrict(%s)", words);
    if (bracket) {
        struct loc last = {loc.end - 1, loc.end};
        diag(s->p->c, DIAG_syntax, last, "syntax error: expected ')' before '%c'",
             text[s->in[end].loc.begin]);
        diag_fixit(s->p->c, (struct loc){loc.end, loc.end}, ")");
    } else {
        diag(s->p->c, DIAG_syntax, all, "syntax error: a clause is written '%s'", clause);
        diag_fixit(s->p->c, all, clause);
    }
    if (sides)
        diag_mended(s->p->c);
    clause_new(s, begin, end, end > s->r ? end - 1 : s->r, sides);
    return true;
}

/* ---- names ---- */

/* Two ':' directly after each other at i. */
static bool colons_at(const struct strip *s, int i)
{
    return kind_at(s, i) == TOKEN_COLON && kind_at(s, i + 1) == TOKEN_COLON &&
           s->in[i].loc.end == s->in[i + 1].loc.begin;
}

/* Behind "catch (" and "catch (const", which go with what is said about "try". */
static bool in_catch(const struct strip *s)
{
    int i = s->w - 1;
    while (i >= 0 && token_kind_class(s->out[i].kind) == TOKEN_CLASS_QUAL)
        i--;
    return i > 0 && s->out[i].kind == TOKEN_LPAREN && s->out[i - 1].name &&
           words_find(s->p->words, s->out[i - 1].name) == SPELL_CATCH;
}

static void foreign_prefix(struct strip *s, struct token *t, const struct token *prefix)
{
    struct loc loc = loc_union(prefix->loc, t->loc);
    if (in_catch(s))
        return;
    if (s->w && s->out[s->w - 1].kind == TOKEN_SHL)
        ; /* std::endl behind std::cout, which has been reported */
    else if (strcmp(prefix->name, "std") == 0)
        diag(s->p->c, DIAG_syntax, loc, "syntax error: 'std::%s' is C++; %s", t->name,
             foreign_std(t->name));
    else
        diag(s->p->c, DIAG_syntax, loc,
             "syntax error: '%s::%s' is C++; write '%s': only concurrency:: and what is in it can "
             "stand in front",
             prefix->name, t->name, t->name);
    t->kind = TOKEN_BAD;
}

/* The word that names a namespace, perhaps misspelt. */
static enum spell namespace_of(struct strip *s, struct token *t)
{
    enum spell w = words_find(s->p->words, t->name);
    enum spell meant = w == SPELL_NONE ? words_nearest(t->name, SPELL_CLASS_NAMESPACE) : w;
    if (meant != w)
        t->name = respell(s->p, t->loc, t->name, spell_text(meant));
    return meant;
}

/* The name that graphics::direct3d::float2 and its like have elsewhere, float_2; others stay. */
static const char *short_vector(struct strip *s, const char *name)
{
    static const char *const stems[] = {"int", "uint", "float", "double", "norm", "unorm"};
    size_t n = strlen(name);

    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (n == strlen(stems[i]) + 1 && strncmp(name, stems[i], n - 1) == 0 &&
            name[n - 1] >= '2' && name[n - 1] <= '4')
            return intern_str(s->p->c->names,
                              arena_printf(s->p->arena, "%s_%c", stems[i], name[n - 1]));
    return name;
}

/* A namespace whose names mean the same without it. */
static bool is_plain_space(enum spell w)
{
    return w == SPELL_CONCURRENCY || w == SPELL_CONCURRENCY2 || w == SPELL_GRAPHICS;
}

/* "concurrency::fast_math::sin", "access_type::access_type_read": one token, the prefix in its
 * place. */
static void strip_prefix(struct strip *s)
{
    struct token t = s->in[s->r];
    const struct token *foreign = NULL;
    struct prefix prefix = {t.loc.begin, NULL};
    while (colons_at(s, s->r + 1) && kind_at(s, s->r + 3) == TOKEN_NAME) {
        enum spell w = namespace_of(s, &s->in[s->r]);
        bool space = spell_class(w) == SPELL_CLASS_NAMESPACE;
        if (w == SPELL_ACCELERATOR || (space && !is_plain_space(w)))
            prefix.ns = s->in[s->r].name;
        else if (!space && spell_amp_type(w) != AMP_TYPE_MODE)
            foreign = &s->in[s->r];
        s->r += 3;
        t.name = s->in[s->r].name;
        t.loc.end = s->in[s->r].loc.end;
    }
    t.prefixed = true;
    if (prefix.ns && strcmp(prefix.ns, spell_text(SPELL_DIRECT3D)) == 0)
        t.name = short_vector(s, t.name);
    if (foreign)
        foreign_prefix(s, &t, foreign);
    s->r++;
    vec_push(s->p->arena, s->p->prefixes, prefix);
    keep(s, t);
}

/* "using namespace concurrency::graphics;" or "using concurrency::index;": one token up to the ';'.
 */
static bool strip_using(struct strip *s)
{
    int i = s->r + 1;
    bool of_namespace =
        kind_at(s, i) == TOKEN_NAME && words_find(s->p->words, s->in[i].name) == SPELL_NAMESPACE;
    if (of_namespace)
        i++;
    if (kind_at(s, i) != TOKEN_NAME || !(of_namespace || colons_at(s, i + 1)))
        return false;
    struct token t = s->in[s->r];
    enum spell used = namespace_of(s, &s->in[i]);
    bool known = spell_class(used) == SPELL_CLASS_NAMESPACE && used != SPELL_AMP_ALGORITHMS;
    struct loc name = s->in[i].loc;
    while (colons_at(s, i + 1) && kind_at(s, i + 3) == TOKEN_NAME)
        i += 3;
    if (kind_at(s, i + 1) != TOKEN_SEMICOLON)
        return false;
    t.kind = TOKEN_USING;
    t.loc.end = s->in[i].loc.end;
    if (!known)
        diag(s->p->c, DIAG_syntax, name,
             strcmp(s->in[i].name, "std") == 0 ? "syntax error: C has no namespace std; delete this"
             : used == SPELL_AMP_ALGORITHMS
                 ? "syntax error: 'amp_algorithms::' stands in front of each of its functions"
                 : "syntax error: only the namespace concurrency and those in it can be used here");
    s->r = i + 1;
    keep(s, t);
    return true;
}

/* "f(int x) restirct(amp) {", or ';' at file scope, which C cannot have. */
static bool strip_misspelt_clause(struct strip *s)
{
    const struct token *t = &s->in[s->r];
    bool behind = s->w && s->out[s->w - 1].kind == TOKEN_RPAREN;
    if (!behind || kind_at(s, s->r + 1) != TOKEN_LPAREN || spell_distance(t->name, "restrict") > 2)
        return false;
    int close = match(s, s->r + 1), after = kind_at(s, close + 1);
    bool declares = s->braces == 0 && (after == TOKEN_SEMICOLON || after == TOKEN_COMMA);
    if (close <= s->r + 2 || !(after == TOKEN_LBRACE || declares) ||
        !only_amp_words(s, s->r + 1, close))
        return false;
    respell(s->p, t->loc, t->name, "restrict");
    strip_restrict_clause(s, close);
    return true;
}

static void strip_name(struct strip *s)
{
    struct token t = s->in[s->r];
    enum spell w = SPELL_NONE;
    if (kind_at(s, s->r + 1) == TOKEN_NAME || kind_at(s, s->r + 1) == TOKEN_LPAREN)
        w = words_find(s->p->words, t.name);
    if (w == SPELL_USING && strip_using(s))
        return;
    if (w == SPELL_NONE && strip_misspelt_clause(s))
        return;
    if (is_side(s, s->r) && strip_unfinished_clause(s))
        return;
    if (colons_at(s, s->r + 1) && kind_at(s, s->r + 3) == TOKEN_NAME) {
        strip_prefix(s);
        return;
    }
    if (w == SPELL_HAS_ATTRIBUTE && kind_at(s, s->r + 1) == TOKEN_LPAREN) {
        int close = match(s, s->r + 1);
        if (close < s->n) {
            t.kind = TOKEN_HAS_ATTRIBUTE;
            t.loc.end = s->in[close].loc.end;
            s->r = close;
        }
    }
    s->r++;
    keep(s, t);
}

/* ---- all ---- */

static void strip_next(struct strip *s)
{
    int close;
    switch (s->in[s->r].kind) {
    case TOKEN_NAME:
        strip_name(s);
        return;
    case TOKEN_EXTENSION:
        mark_new(s, s->in[s->r++].loc);
        return;
    case TOKEN_ATTRIBUTE:
        strip_gnu_attribute(s);
        return;
    case TOKEN_PRAGMA:
        if (kind_at(s, s->r + 1) == TOKEN_LPAREN && (close = match(s, s->r + 1)) < s->n) {
            s->r = close + 1;
            return;
        }
        break;
    case TOKEN_LBRACKET:
        if (is_std_attribute(s)) {
            strip_std_attribute(s);
            return;
        }
        break;
    case TOKEN_RESTRICT:
        if (strip_unfinished_clause(s))
            return;
        if (kind_at(s, s->r + 1) == TOKEN_LPAREN && (close = match(s, s->r + 1)) < s->n &&
            is_restrict_clause(s, close)) {
            strip_restrict_clause(s, close);
            return;
        }
        break;
    default:
        break;
    }
    keep(s, s->in[s->r++]);
}

void strip_tokens(struct parser *p)
{
    struct strip s = {.p = p, .in = p->tokens, .out = p->tokens, .n = p->n};
    while (s.r < s.n)
        strip_next(&s);
    keep(&s, s.in[s.n]);
    p->n = s.w - 1;
}
