/* diag_list.h - how messages are kept until they are printed. Private to diag.c and the two
 * printers. */
#ifndef COMMON_DIAG_LIST_H
#define COMMON_DIAG_LIST_H

#include "common/arena.h"
#include "common/diag.h"
#include "common/diag_color.h"
#include "common/source.h"

/* A change of an original file: from a line and byte column (from 1) up to, not including, another
 * place of it. */
struct fixit {
    const char *file;
    int line, column, end_line, end_column;
    const char *text;
    const char *source; /* the line where it begins */
};

struct fixits {
    VEC(struct fixit) list;
    bool unfit; /* one of them has no place in a file: all are dropped */
};

struct diag_note {
    struct loc loc; /* {0, 0}: no place */
    const char *text;
    struct fixits fixits;
};

struct message {
    enum diag_id id;
    enum diag_severity severity; /* after -Werror */
    bool promoted;               /* a warning that -Werror made an error */
    struct loc loc;
    struct place place; /* of its beginning, if there is a source */
    int order;          /* of arrival, for messages at one place */
    bool mended;        /* see diag_mended */
    const char *text;
    struct fixits fixits;
    VEC(struct diag_note) notes;
};

enum diag_pragma_kind { DIAG_PUSH, DIAG_POP, DIAG_IGNORED, DIAG_AS_WARNING, DIAG_AS_ERROR };

/* #pragma GCC diagnostic, #pragma ampc diagnostic */
struct diag_pragma {
    struct loc loc;
    enum diag_pragma_kind kind;
    int name; /* index of diag_options.choices; -1: PUSH and POP */
    bool own; /* cc does not know it */
};

struct diags {
    struct palette palette; /* while text is printed */
    VEC(struct diag_pragma) pragmas;
    VEC(struct message *) list;
    VEC(struct loc) muted;
    VEC(struct loc) doubtful;
    struct message *last; /* gets the notes; NULL: a dropped message */
    int errors;
    const struct source_include *from; /* of the message printed last */
};

/* Display column (tabs to multiples of 8, wide characters two) of the byte column of a line, both
 * from 1. */
int column_display(const char *line, int column);

/* "error", "warning", ... */
const char *severity_text(enum diag_severity severity);

struct source_macro;
/* The text of the note at the definition of a macro that a message's place came from. */
const char *macro_text(const struct ctx *c, const struct source_macro *m);

/* Print one message with its notes. */
void message_print_text(struct ctx *c, const struct message *m, FILE *out);
/* Prints the first n messages as one JSON array in gcc's form. */
void messages_print_json(struct ctx *c, struct message **at, int n, FILE *out);

#endif
