/* foreign.c - words of C++ and CUDA that C does not have: recognised where they cannot be C, and
 * reported with what to write instead.
 *
 * Example: std::cout gets "write printf". */
#include "parser/foreign.h"

#include <string.h>

#include "parser/look.h"
#include "parser/make.h"
#include "parser/recover.h"

/* ---- words ---- */

/* The last token of the declaration at i; 0: it has no end. */
static int declaration_end(const struct parser *p, int i)
{
    for (; i < p->n; i++) {
        int kind = look_kind(p, i);
        if (kind == TOKEN_SEMICOLON)
            return i;
        if (kind != TOKEN_LPAREN && kind != TOKEN_LBRACKET && kind != TOKEN_LBRACE)
            continue;
        i = look_match(p, i);
        if (!i)
            return 0;
        if (kind == TOKEN_LBRACE)
            return look_kind(p, i + 1) == TOKEN_SEMICOLON ? i + 1 : i;
    }
    return 0;
}

/* Drops the tokens from i to end, which the parser does not see. */
static enum foreign drop(struct parser *p, int i, int end)
{
    claim_none(p, p->tokens[i].loc.begin, p->tokens[end].loc.end);
    p->now.pos = end + 1;
    return FOREIGN_GONE;
}

/* "try { ... } catch (T e) { ... }" is reported once, and read as the block of try. */
static enum foreign try_take(struct parser *p, int i)
{
    if (look_kind(p, i + 1) != TOKEN_LBRACE)
        return FOREIGN_NONE;
    diag(p->c, DIAG_syntax, p->tokens[i].loc,
         "syntax error: exceptions are C++; ampc_set_error_handler takes run-time errors");
    diag_mended(p->c);
    return drop(p, i, i);
}

static enum foreign catch_take(struct parser *p, int i)
{
    if (scope_at_file(p->scope))
        return FOREIGN_NONE;
    int close = look_kind(p, i + 1) == TOKEN_LPAREN ? look_match(p, i + 1) : 0;
    int end = close && look_kind(p, close + 1) == TOKEN_LBRACE ? look_match(p, close + 1) : 0;
    return end && look_kind(p, i - 1) == TOKEN_RBRACE ? drop(p, i, end) : FOREIGN_NONE;
}

/* "throw e;" is reported, and read as ";". */
static enum foreign throw_take(struct parser *p, int i)
{
    int before = look_kind(p, i - 1), end = declaration_end(p, i + 1);
    if (!end || scope_at_file(p->scope) || look_kind(p, i + 1) == TOKEN_ASSIGN ||
        (before != TOKEN_SEMICOLON && before != TOKEN_LBRACE && before != TOKEN_RBRACE &&
         before != TOKEN_RPAREN && before != TOKEN_ELSE))
        return FOREIGN_NONE;
    diag(p->c, DIAG_syntax, p->tokens[i].loc,
         "syntax error: exceptions are C++; return a value that says what failed, or call abort");
    diag_mended(p->c);
    return drop(p, i, end - 1);
}

/* A template is reported once, and dropped as a whole. */
static enum foreign template_take(struct parser *p, int i)
{
    int angle = look_angle(p, i + 1), end = angle ? declaration_end(p, angle + 1) : 0;
    recover_hint(p, i, "templates are C++; write one function for each type");
    if (!end)
        return FOREIGN_BAD;
    return drop(p, i, end);
}

/* "static_cast<float>(x)" becomes "(float)(x)". */
static enum foreign cast_take(struct parser *p, int i)
{
    struct token *t = &p->tokens[i];
    int close = look_angle(p, i + 1);
    if (look_kind(p, close) != TOKEN_GT || look_kind(p, close + 1) != TOKEN_LPAREN)
        return FOREIGN_NONE;
    struct loc open = loc_union(t->loc, t[1].loc), angle = p->tokens[close].loc;
    const char *text = p->c->source->text;
    diag(p->c, DIAG_syntax, t->loc, "syntax error: '%s' is C++; write the cast '(%.*s)(...)'",
         t->name, (int)(angle.begin - open.end), text + open.end);
    diag_fixit(p->c, open, "(");
    diag_fixit(p->c, angle, ")");
    diag_mended(p->c);
    t->kind = TOKEN_LPAREN;
    p->tokens[close].kind = TOKEN_RPAREN;
    memmove(t + 1, t + 2, sizeof *t * (size_t)(p->n - i - 1)); /* with the end */
    p->n--;
    return FOREIGN_MENDED;
}

static enum foreign constant_take(struct parser *p, int i)
{
    struct token *t = &p->tokens[i];
    diag(p->c, DIAG_syntax, t->loc, "syntax error: '%s' is C++; write 'const'", t->name);
    diag_fixit(p->c, t->loc, "const");
    diag_mended(p->c);
    t->kind = TOKEN_CONST;
    return FOREIGN_MENDED;
}

/* "decltype(n) m" becomes "typeof(n) m". */
static enum foreign decltype_take(struct parser *p, int i)
{
    struct token *t = &p->tokens[i];
    int close = look_match(p, i + 1);
    if (!close || look_kind(p, close + 1) != TOKEN_NAME)
        return FOREIGN_NONE;
    diag(p->c, DIAG_syntax, t->loc, "syntax error: 'decltype' is C++; write '__typeof__'");
    diag_fixit(p->c, t->loc, "__typeof__");
    diag_mended(p->c);
    t->kind = TOKEN_TYPEOF;
    return FOREIGN_MENDED;
}

static bool deletes(const struct parser *p, int i)
{
    if (look_kind(p, i + 1) == TOKEN_LBRACKET && look_kind(p, i + 2) == TOKEN_RBRACKET)
        i += 2;
    return look_kind(p, i + 1) == TOKEN_NAME;
}

static enum foreign bad(struct parser *p, int i, bool is, const char *message)
{
    if (is)
        recover_hint(p, i, message);
    return is ? FOREIGN_BAD : FOREIGN_NONE;
}

/* "operator()(", "operator[](", "operator+(": no declaration or expression of C's. */
static enum foreign operator_take(struct parser *p, int i)
{
    int after = look_kind(p, i + 1), end = i + 2;
    if (after == TOKEN_LPAREN && look_kind(p, i + 2) == TOKEN_RPAREN)
        return bad(p, i, look_kind(p, i + 3) == TOKEN_LPAREN,
                   "functors are C++; write an amp function, and its name and what it needs behind "
                   "the extent, 'parallel_for_each(e, f, v, k)'");
    if (after == TOKEN_LBRACKET)
        end = look_kind(p, i + 2) == TOKEN_RBRACKET ? i + 3 : i;
    else if (after == TOKEN_ASSIGN || after == TOKEN_LPAREN || after == TOKEN_COMMA)
        return FOREIGN_NONE;
    return bad(p, i, look_kind(p, end) == TOKEN_LPAREN,
               "operators of a program's own are C++; write a function");
}

enum foreign foreign_word(struct parser *p, int i, enum spell word)
{
    int after = look_kind(p, i + 1);
    bool type = look_begins_declaration(after);
    switch (word) {
    case SPELL_GLOBAL:
    case SPELL_DEVICE:
    case SPELL_HOST:
        return bad(p, i, type,
                   "this is CUDA; write 'restrict(amp)' after the parameters, and "
                   "parallel_for_each with a lambda to launch");
    case SPELL_SHARED:
        return bad(p, i, type, "this is CUDA; write 'tile_static' for shared memory");
    case SPELL_TEMPLATE:
        return after == TOKEN_LT ? template_take(p, i) : FOREIGN_NONE;
    case SPELL_CLASS:
        return bad(p, i, after == TOKEN_NAME, "classes are C++; write 'struct' and functions");
    case SPELL_NAMESPACE:
        return bad(p, i, after == TOKEN_NAME && look_kind(p, i + 2) == TOKEN_LBRACE,
                   "namespaces are C++; begin the names with a word instead");
    case SPELL_NEW:
        return bad(p, i, type, "'new' is C++; write malloc or calloc");
    case SPELL_DELETE:
        return bad(p, i, deletes(p, i), "'delete' is C++; write free");
    case SPELL_TRY:
        return try_take(p, i);
    case SPELL_CATCH:
        return catch_take(p, i);
    case SPELL_THROW:
        return throw_take(p, i);
    case SPELL_CONSTEXPR:
    case SPELL_CONSTINIT:
        return type ? constant_take(p, i) : FOREIGN_NONE;
    case SPELL_OPERATOR:
        return operator_take(p, i);
    case SPELL_DECLTYPE:
        return after == TOKEN_LPAREN ? decltype_take(p, i) : FOREIGN_NONE;
    case SPELL_STATIC_CAST:
    case SPELL_REINTERPRET_CAST:
    case SPELL_CONST_CAST:
        return after == TOKEN_LT ? cast_take(p, i) : FOREIGN_NONE;
    default:
        return FOREIGN_NONE;
    }
}

/* ---- names of namespace std ---- */

const char *foreign_std(const char *name)
{
    static const struct {
        const char *names, *instead;
    } rows[] = {
        {" vector array valarray deque list ",
         "write a C array, or a pointer to memory from malloc"},
        {" cout cerr clog wcout wcerr wclog endl flush hex dec setw fixed setprecision ostream ",
         "write printf"},
        {" cin wcin istream ", "write scanf or fgets"},
        {" ofstream ifstream fstream ", "write fopen"},
        {" numeric_limits ", "write INT_MAX, FLT_MAX and the like of <limits.h> and <float.h>"},
        {" pair tuple ", "write a struct"},
        {" function ", "write a pointer to a function"},
        {" mt19937 default_random_engine random_device uniform_real_distribution "
         "uniform_int_distribution ",
         "write rand"},
        {" string wstring ", "write a char array, or a const char *"},
        {" unique_ptr shared_ptr make_unique make_shared ", "write a pointer"},
        {" min max ", "write fmin and fmax, or 'a < b ? a : b'"},
        {" swap ", "write the three assignments"},
        {" sort accumulate transform fill fill_n copy copy_n iota generate for_each count_if "
         "max_element min_element reverse inclusive_scan exclusive_scan ",
         "write a loop, or one of amp_algorithms::"},
        {" begin end ", "write the array and its length"},
        {" size_t ptrdiff_t int32_t uint32_t int64_t uint64_t abs fabs sqrt sin cos exp log pow "
         "floor ceil round fmin fmax isnan printf rand srand malloc free exit memcpy memset "
         "memcmp ",
         "write it without std::"},
    };
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *at = rows[i].names; (at = strstr(at, name)); at += n)
            if (at[-1] == ' ' && at[n] == ' ')
                return rows[i].instead;
    return "C has no namespaces";
}

/* ---- at syntax errors ---- */

/* The token in front of the innermost open bracket. */
static int before_bracket(const struct parser *p)
{
    int n = p->before.brackets_n;
    return n ? p->brackets.at[n - 1].token - 1 : -1;
}

static bool in_record(const struct parser *p)
{
    int i = before_bracket(p);
    return look_kind(p, i) == TOKEN_STRUCT || look_kind(p, i - 1) == TOKEN_STRUCT;
}

/* "struct NAME" stands before the token at 'at'; the name is interned. */
static bool is_tag(const struct parser *p, const char *name, int at)
{
    for (int i = 1; i < at && i < p->n; i++)
        if (look_kind(p, i) == TOKEN_NAME && p->tokens[i].name == name &&
            look_kind(p, i - 1) == TOKEN_STRUCT)
            return true;
    return false;
}

void foreign_element(struct parser *p, const char *name, struct loc loc, int at)
{
    if (name && is_tag(p, name, at)) {
        diag(p->c, DIAG_syntax, loc, "syntax error: in C the type is 'struct %s'", name);
        diag_fixit(p->c, (struct loc){loc.begin, loc.begin}, "struct ");
    } else {
        diag(p->c, DIAG_syntax, loc, "syntax error: expected an element type before '%.*s'",
             (int)(loc.end - loc.begin), p->c->source->text + loc.begin);
    }
}

/* A '{' where C has none. */
static const char *brace_hint(const struct parser *p, int at, const char *what)
{
    int before = look_kind(p, at - 1), type = look_kind(p, at - 2);
    if (strcmp(what, "expected an expression") == 0)
        return before == TOKEN_LBRACKET || look_kind(p, before_bracket(p) + 1) == TOKEN_LBRACKET
                   ? NULL
                   : "braces are no value in C; write '(type){...}', or '(...)' behind a type of "
                     "AMP's";
    if (before == TOKEN_RPAREN)
        return in_record(p) ? "member functions are C++; write a function with a pointer to the "
                              "struct as its parameter"
                            : NULL;
    if (before != TOKEN_NAME)
        return NULL;
    if (is_tag(p, p->tokens[at - 1].name, at - 1))
        return "an unnamed struct is written '(struct name){...}' in C";
    if (!strstr(what, "';'"))
        return NULL;
    if (look_kind(p, at - 3) == TOKEN_ENUM)
        return "'enum class' is C++; write 'enum'";
    if (type == TOKEN_GT)
        return "braces behind a name are C++; write '(...)'";
    if (type == TOKEN_NAME || token_kind_class(type) == TOKEN_CLASS_TYPE)
        return "braces behind a name are C++; write ' = ...'";
    return NULL;
}

static const char *hint_at(const struct parser *p, int at, const char *what)
{
    int open = before_bracket(p);
    switch (look_kind(p, at)) {
    case TOKEN_COLON:
        return look_kind(p, open) == TOKEN_FOR
                   ? "a loop over a range is C++; count, as in 'for (int k = 0; k < n; k++)'"
               : look_kind(p, at - 3) == TOKEN_ENUM ? "'enum class' is C++; write 'enum'"
               : look_kind(p, at - 2) == TOKEN_ENUM ? "C has no type behind the name of an enum"
                                                    : NULL;
    case TOKEN_ASSIGN:
        return strstr(what, "')'") && look_kind(p, open) == TOKEN_NAME && scope_at_file(p->scope)
                   ? "default arguments are C++; give the argument in each call"
                   : NULL;
    case TOKEN_STRING:
        return look_kind(p, at - 1) == TOKEN_EXTERN ? "'extern \"C\"' is C++; leave the \"C\" out"
                                                    : NULL;
    case TOKEN_LBRACE:
        return brace_hint(p, at, what);
    default:
        return NULL;
    }
}

/* "using T = float", "float(x)" */
static bool type_report(struct parser *p, int at)
{
    const struct token *t = &p->tokens[at];
    const char *text = p->c->source->text + t->loc.begin;
    int n = (int)(t->loc.end - t->loc.begin);
    if (look_kind(p, at - 1) == TOKEN_ASSIGN && at > 2 && look_kind(p, at - 3) == TOKEN_NAME &&
        words_find(p->words, p->tokens[at - 3].name) == SPELL_USING) {
        diag(p->c, DIAG_syntax, loc_union(p->tokens[at - 3].loc, t->loc),
             "syntax error: 'using %s = ...' is C++; write 'typedef ... %s'",
             p->tokens[at - 2].name, p->tokens[at - 2].name);
        return true;
    }
    if (look_kind(p, at - 1) == TOKEN_LT && look_kind(p, at - 2) == TOKEN_NAME) {
        diag(p->c, DIAG_syntax, p->tokens[at - 2].loc,
             "syntax error: templates are C++; '%s' takes no types", p->tokens[at - 2].name);
        return true;
    }
    if (look_kind(p, at + 1) != TOKEN_LPAREN)
        return false;
    diag(p->c, DIAG_syntax, t->loc,
         "syntax error: '%.*s(...)' is C++; write the cast '(%.*s)(...)'", n, text, n, text);
    diag_fixit(p->c, t->loc, arena_printf(p->arena, "(%.*s)", n, text));
    return true;
}

/* The type in "= uint(3)" and "(int(x))", whose bracket, or what follows it, is the error at 'at';
 * 0: it is another one. */
static int called_type(const struct parser *p, int at, const char *what)
{
    int type = 0;
    if (strcmp(what, "expected '('") == 0)
        type = at - 1;
    else if (look_kind(p, at - 1) == TOKEN_LPAREN && !scope_at_file(p->scope) &&
             (strstr(what, "a type or ')'") || strstr(what, "identifier or ')'")))
        type = at - 2;
    bool name = look_kind(p, type) == TOKEN_NAME && look_name(p, type) == NAME_TYPEDEF;
    return name || token_kind_class(look_kind(p, type)) == TOKEN_CLASS_TYPE ? type : 0;
}

/* "if (auto p = f())" */
static bool declares_in_condition(const struct parser *p, int at)
{
    int before = look_kind(p, at - 2);
    return look_kind(p, at - 1) == TOKEN_LPAREN && (before == TOKEN_IF || before == TOKEN_WHILE) &&
           look_begins_declaration(look_kind(p, at)) && look_kind(p, at + 1) != TOKEN_LPAREN;
}

bool foreign_report(struct parser *p, int at, const char *what)
{
    if (at >= p->n || !what)
        return false;
    const struct token *t = &p->tokens[at];
    bool expression = strcmp(what, "expected an expression") == 0;
    if (expression && declares_in_condition(p, at)) {
        diag(p->c, DIAG_syntax, t->loc,
             "syntax error: a declaration in a condition is C++; write it in front of the '%s'",
             look_kind(p, at - 2) == TOKEN_IF ? "if" : "while");
        return true;
    }
    if (expression && token_kind_class(t->kind) == TOKEN_CLASS_TYPE)
        return type_report(p, at);
    if (!expression && called_type(p, at, what) > 0)
        return type_report(p, called_type(p, at, what));
    if (t->kind == TOKEN_NAME && token_kind_class(look_kind(p, at - 1)) == TOKEN_CLASS_QUAL &&
        strstr(what, "'>'")) { /* "array_view<const x>" */
        foreign_element(p, t->name, t->loc, at);
        return true;
    }
    const char *text = hint_at(p, at, what);
    if (text)
        diag(p->c, DIAG_syntax, t->loc, "syntax error: %s", text);
    return text;
}
