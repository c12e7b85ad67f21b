/* explain.c - ampcc --explain: one id, all of them, or their list; a misspelt id gets the nearest
 * one. */
#include "driver/explain.h"

#include <stdio.h>
#include <string.h>

#include "common/explain.h"
#include "common/spell.h"

static void list_ids(struct buf *out)
{
    for (int i = 0; i < DIAG_COUNT; i++) {
        enum diag_id id = (enum diag_id)i;
        enum diag_severity severity = diag_id_severity(id);
        buf_printf(out, "  %-22s %-8s %s\n", diag_id_text(id),
                   severity >= DIAG_ERROR     ? "error"
                   : severity == DIAG_WARNING ? "warning"
                                              : "advice",
                   diag_id_summary(id));
    }
    buf_add(out, "ampcc --explain ID says more about one of them.\n");
}

static void explain_all(struct buf *out)
{
    buf_add(
        out,
        "# Diagnostics\n\n"
        "What each message of ampcc means: the rule, why there is one, code that breaks "
        "it and code that keeps it.\n"
        "`ampcc --explain ID` prints the same in a terminal. *Amp code* is the body of a "
        "kernel or of an *amp function*, a function\nthat is `restrict(amp)`; all other code is "
        "*host code*.\n\n<!-- made by docs/tables.sh from common/diag.def "
        "and common/explain.def -->\n");
    for (int i = 0; i < DIAG_COUNT; i++) {
        buf_char(out, '\n');
        explain_markdown(out, (enum diag_id)i);
    }
}

/* The id that a word names; DIAG_COUNT: none, 'nearest' is the one most like it or NULL. */
static enum diag_id id_find(const char *word, const char **nearest)
{
    int best = 4;
    *nearest = NULL;
    for (int i = 0; i < DIAG_COUNT; i++) {
        const char *id = diag_id_text((enum diag_id)i);
        int d = spell_distance(word, id);
        if (d == 0)
            return (enum diag_id)i;
        if (d < best) {
            best = d;
            *nearest = id;
        }
    }
    return DIAG_COUNT;
}

static int refuse(const char *word, const char *nearest)
{
    fprintf(stderr, "ampcc: error: no message has the id '%s'", word);
    if (nearest)
        fprintf(stderr, "; did you mean '%s'?\n", nearest);
    else
        fputs("; 'ampcc --explain' lists them\n", stderr);
    return 1;
}

int explain_print(const char *word)
{
    struct buf out = {0};
    const char *nearest;
    if (strncmp(word, "-W", 2) == 0)
        word += 2;
    if (!*word) {
        list_ids(&out);
    } else if (strcmp(word, "all") == 0) {
        explain_all(&out);
    } else {
        enum diag_id id = id_find(word, &nearest);
        if (id == DIAG_COUNT)
            return refuse(word, nearest);
        explain_text(&out, id);
    }
    fwrite(out.at, 1, out.n, stdout);
    buf_free(&out);
    return fflush(stdout) == 0 ? 0 : 1;
}
