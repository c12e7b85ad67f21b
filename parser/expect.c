/* expect.c - bison's list of tokens that could have followed, as "expected ';' or ','". */
#include "parser/expect.h"

#include <string.h>

#include "common/buf.h"
#include "parser/look.h"

bool expect_has(const char **names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool in_list(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* Tokens that are left out of the message: operators that could continue an expression which could
 * also end; words of types. */
static bool is_noise(const char *name)
{
    static const char *const noise[] = {"+",
                                        "-",
                                        "*",
                                        "/",
                                        "%",
                                        "<<",
                                        ">>",
                                        "<",
                                        ">",
                                        "<=",
                                        ">=",
                                        "==",
                                        "!=",
                                        "&",
                                        "^",
                                        "|",
                                        "&&",
                                        "||",
                                        "?",
                                        "*=",
                                        "/=",
                                        "%=",
                                        "+=",
                                        "-=",
                                        "<<=",
                                        ">>=",
                                        "&=",
                                        "^=",
                                        "|=",
                                        ".",
                                        "->",
                                        "++",
                                        "--",
                                        "(",
                                        "[",
                                        "...",
                                        "asm",
                                        "mutable",
                                        "tile_static",
                                        "type name",
                                        "AMP type",
                                        "AMP type name",
                                        "string literal",
                                        "constructor '('",
                                        "_Atomic '('",
                                        "_Static_assert",
                                        "using namespace",
                                        NULL};
    if (in_list(name, noise))
        return true;
    enum token_kind kind;
    for (int k = 0; token_keyword(k, &kind); k++)
        if (strcmp(token_keyword(k, &kind), name) == 0)
            return token_kind_class(kind) == TOKEN_CLASS_TYPE ||
                   token_kind_class(kind) == TOKEN_CLASS_QUAL ||
                   token_kind_class(kind) == TOKEN_CLASS_STORAGE;
    return false;
}

/* Keeps only the tokens that could end the construct, if there are any. Returns how many. */
static int reduce(struct parser *p, int at, const char **names, int n)
{
    bool assigns = expect_has(names, n, "+="), closes = expect_has(names, n, ")");
    bool ends = expect_has(names, n, ";");
    bool declares = expect_has(names, n, "=") && expect_has(names, n, "{");
    bool function = look_kind(p, at - 1) == TOKEN_RPAREN;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool drop = is_noise(names[i]);
        drop |= strcmp(names[i], "=") == 0 && (assigns || (declares && function));
        drop |= strcmp(names[i], "{") == 0 && declares && !function;
        drop |= strcmp(names[i], ";") == 0 && closes;
        drop |= strcmp(names[i], "}") == 0 && ends;
        if (!drop) {
            const char *name = names[i];
            names[i] = names[kept];
            names[kept++] = name;
        }
    }
    return kept;
}

const char *expect_text(struct parser *p, int at, const char **names, int n)
{
    static const char *const words[] = {"identifier",        "integer constant",
                                        "floating constant", "character constant",
                                        "template member",   NULL};
    bool expression = expect_has(names, n, "integer constant"), type = expect_has(names, n, "int");
    if (expect_has(names, n, "if"))
        return "expected a statement";
    if (expression && n > 4)
        return type ? "expected an expression or a type" : "expected an expression";
    if (type && expect_has(names, n, "_Static_assert") && !expect_has(names, n, "="))
        return "expected a declaration";
    if (expect_has(names, n, "constructor '('") && n == 1)
        return "expected '('";
    int kept = reduce(p, at, names, n);
    if (kept == 0 && type)
        return "expected a type";
    if (kept == 1 && type && strcmp(names[0], ")") == 0)
        return "expected a type or ')'";
    if (kept == 0)
        kept = n;
    if (kept == 0 || kept > 4)
        return NULL;
    struct buf b = {0};
    buf_add(&b, "expected ");
    for (int i = 0; i < kept; i++) {
        const char *quoted = strstr(names[i], " '"); /* "template '>'" */
        const char *quote = quoted || in_list(names[i], words) ? "" : "'";
        const char *comma = i == 0 ? "" : i == kept - 1 ? " or " : ", ";
        buf_printf(&b, "%s%s%s%s", comma, quote, quoted ? quoted + 1 : names[i], quote);
    }
    const char *text = arena_strndup(p->arena, b.at, b.n);
    buf_free(&b);
    return text;
}
