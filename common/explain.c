/* explain.c - the explanations of explain.def as text for a terminal and as Markdown for
 * docs/DIAGNOSTICS.md. */
#include "common/explain.h"

#include <string.h>

enum { WIDTH = 80 };

static const struct explanation explanations[DIAG_COUNT] = {
#define EXPLAIN(symbol, rule, why, wrong, right) [DIAG_##symbol] = {rule, why, wrong, right},
#include "common/explain.def"
#undef EXPLAIN
};

struct explanation explanation_of(enum diag_id id)
{
    return explanations[id];
}

static const char *kind_text(enum diag_id id)
{
    switch (diag_id_severity(id)) {
    case DIAG_NOTE:
    case DIAG_ADVICE:
        return "advice, off without -Wperformance";
    case DIAG_WARNING:
        return "warning";
    case DIAG_ERROR:
    case DIAG_FATAL:
        break;
    }
    return "error";
}

/* Appends the words with line breaks between them. */
static void add_wrapped(struct buf *out, const char *text)
{
    int column = 0;
    while (*text) {
        int n = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + n > WIDTH) {
            buf_char(out, '\n');
            column = 0;
        }
        buf_printf(out, "%s%.*s", column ? " " : "", n, text);
        column += (column > 0) + n;
        text += n + (text[n] == ' ');
    }
    buf_char(out, '\n');
}

/* Appends the lines of an example, each behind four blanks. */
static void add_example(struct buf *out, const char *title, const char *code)
{
    if (!code)
        return;
    buf_printf(out, "\n%s\n\n", title);
    while (*code) {
        int n = (int)strcspn(code, "\n");
        buf_printf(out, "%s%.*s\n", n ? "    " : "", n, code);
        code += n + (code[n] == '\n');
    }
}

void explain_text(struct buf *out, enum diag_id id)
{
    struct explanation e = explanations[id];
    buf_printf(out, "%s: %s (%s)\n\n", diag_id_text(id), diag_id_summary(id), kind_text(id));
    if (!e.rule)
        return;
    add_wrapped(out, e.rule);
    buf_char(out, '\n');
    add_wrapped(out, e.why);
    add_example(out, "Wrong:", e.wrong);
    add_example(out, "Right:", e.right);
}

/* Appends the text with what Markdown would take as its own marked as text. */
static void add_escaped(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("<>[]*_\\`#", *text))
            buf_char(out, '\\');
        buf_char(out, *text);
    }
    buf_char(out, '\n');
}

static void add_fenced(struct buf *out, const char *title, const char *code)
{
    if (code)
        buf_printf(out, "\n%s:\n\n```c\n%s```\n", title, code);
}

void explain_markdown(struct buf *out, enum diag_id id)
{
    struct explanation e = explanations[id];
    buf_printf(out, "## %s\n\n**%s**: ", diag_id_text(id), kind_text(id));
    add_escaped(out, diag_id_summary(id));
    if (!e.rule)
        return;
    buf_char(out, '\n');
    add_escaped(out, e.rule);
    buf_char(out, '\n');
    add_escaped(out, e.why);
    add_fenced(out, "Wrong", e.wrong);
    add_fenced(out, "Right", e.right);
}
