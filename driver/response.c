/* response.c - splits words as gcc reads response files: white space, quotes, backslashes; a file
 * may name others. */
#include "driver/response.h"

#include <ctype.h>
#include <stdio.h>

#include "common/buf.h"

/* Files inside files are followed this far, so that one that names itself ends. */
enum { DEPTH_MAX = 20 };

/* The word at *s without its quotes; *s is moved behind it. */
static void word_read(const char **s, struct buf *out)
{
    char quote = 0;
    for (; **s && (quote || !isspace((unsigned char)**s)); ++*s)
        if (**s == '\\' && (*s)[1] && quote != '\'')
            buf_char(out, *++*s);
        else if (quote && **s == quote)
            quote = 0;
        else if (!quote && (**s == '"' || **s == '\''))
            quote = **s;
        else
            buf_char(out, **s);
}

void words_split(struct arena *a, struct words *w, const char *text, int depth)
{
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return;
        struct buf word = {0};
        word_read(&text, &word);
        words_add(a, w, arena_strndup(a, word.n ? word.at : "", word.n), depth);
        buf_free(&word);
    }
}

void words_add(struct arena *a, struct words *w, const char *word, int depth)
{
    FILE *f = word[0] == '@' && depth < DEPTH_MAX ? fopen(word + 1, "r") : NULL;
    if (!f) {
        vec_push(a, w, word);
        return;
    }
    struct buf text = {0};
    char piece[4096];
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buf_addn(&text, piece, n);
    fclose(f);
    if (text.n)
        words_split(a, w, text.at, depth + 1);
    buf_free(&text);
}
