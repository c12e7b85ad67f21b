/* parser_unit.h - parses a text and gives its tree and messages as text. */
#ifndef PARSER_UNIT_H
#define PARSER_UNIT_H

#include <stdio.h>
#include <string.h>

#include "common/ctx.h"
#include "parser/parser.h"
#include "parser/print.h"
#include "parser/walk.h"
#include "tests/unit/test_main.h"

/* One parsed text; the fields live until unit_close. */
struct parsed {
    struct ctx c;
    const char *text;
    struct unit *unit;
    char *tree;     /* as tree_print writes it, blanks and newlines as one blank */
    char *messages; /* "line:column: text" of every message, one per line */
};

static inline char *squeeze(char *s)
{
    char *to = s;
    for (const char *from = s; *from; from++) {
        bool blank = *from == ' ' || *from == '\n';
        if (!blank)
            *to++ = *from;
        else if (to > s && to[-1] != ' ')
            *to++ = ' ';
    }
    while (to > s && to[-1] == ' ')
        to--;
    *to = 0;
    return s;
}

/* Keeps "line:column: severity: text" of the lines that begin with the file's name, and the notes.
 */
static inline char *only_messages(char *s)
{
    char *to = s, *next;
    for (char *line = s; *line; line = next) {
        size_t n = strcspn(line, "\n");
        next = line + n + (line[n] != 0);
        if (strncmp(line, "t.c:", 4) != 0)
            continue;
        line[n] = 0;
        n = strlen(line + 4);
        memmove(to, line + 4, n);
        to += n;
        *to++ = '\n';
    }
    *to = 0;
    return s;
}

static inline struct parsed *unit_parse(const char *text)
{
    struct parsed *p = calloc(1, sizeof *p);
    size_t size;
    ctx_init(&p->c);
    p->text = text;
    p->c.source = source_new(&p->c.arena, text, strlen(text), "t.c");
    p->unit = parse_unit(&p->c);
    FILE *out = open_memstream(&p->tree, &size);
    tree_print(out, p->unit, NULL);
    fclose(out);
    squeeze(p->tree);
    out = open_memstream(&p->messages, &size);
    diags_print(&p->c, out);
    fclose(out);
    only_messages(p->messages);
    return p;
}

static inline void unit_close(struct parsed *p)
{
    ctx_free(&p->c);
    free(p->tree);
    free(p->messages);
    free(p);
}

/* The text parses without a message into this tree ("(unit" and ")" around it left out). */
static inline void expect_tree(const char *text, const char *tree)
{
    struct parsed *p = unit_parse(text);
    size_t n = strlen(p->tree);
    p->tree[n - 1] = 0;
    ck_assert_msg(p->messages[0] == 0, "%s\n%s", text, p->messages);
    const char *got = p->tree + strlen("(unit ");
    ck_assert_msg(strcmp(got, tree) == 0, "%s\n  got      %s\n  expected %s", text, got, tree);
    unit_close(p);
}

/* The messages are exactly these. */
static inline void expect_messages(const char *text, const char *messages)
{
    struct parsed *p = unit_parse(text);
    ck_assert_msg(strcmp(p->messages, messages) == 0, "%s\n  got\n%s  expected\n%s", text,
                  p->messages, messages);
    unit_close(p);
}

#endif
