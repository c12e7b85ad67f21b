/* The tokens of gram.y and of token.def are the same, with the same spellings. */
#include <string.h>

#include "lexer/token.h"
#include "parser/filter.h"
#include "tests/unit/test_main.h"

START_TEST(test_spellings)
{
    static const struct {
        int kind, token;
    } pairs[] = {
#define TOKEN(symbol, spelling, class) {TOKEN_##symbol, TOK_##symbol},
#include "lexer/token.def"
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ck_assert_str_eq(token_kind_text(pairs[i].kind), parser_token_name(pairs[i].token));
}
END_TEST

START_TEST(test_keywords)
{
    enum token_kind kind;
    int n = 0;
    for (; token_keyword(n, &kind); n++) {
        ck_assert(token_kind_class(kind) != TOKEN_CLASS_OTHER);
        ck_assert(token_kind_class(kind) != TOKEN_CLASS_PUNCT);
    }
    ck_assert_int_gt(n, 90);
    ck_assert_str_eq(token_kind_text(TOKEN_END), "end of file");
}
END_TEST

TEST_MAIN("parser_tokens", test_spellings, test_keywords)
