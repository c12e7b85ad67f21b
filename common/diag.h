/* diag.h - every message of the compiler: ids from one table (diag.def), kept until the end, sorted
 * by place, printed once. */
#ifndef COMMON_DIAG_H
#define COMMON_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "common/source.h"

enum diag_id {
#define DIAG(symbol, id, severity, summary) DIAG_##symbol,
#include "common/diag.def"
#undef DIAG
    DIAG_COUNT
};

/* ADVICE: a warning that has to be asked for, all together by -Wperformance. */
enum diag_severity { DIAG_NOTE, DIAG_ADVICE, DIAG_WARNING, DIAG_ERROR, DIAG_FATAL };

enum diag_format { DIAG_FORMAT_TEXT, DIAG_FORMAT_JSON, DIAG_FORMAT_SARIF };

/* What options say about an id: 1 yes, -1 no, 0 nothing. */
struct diag_choice {
    signed char enabled; /* -Wid, -Wno-id */
    signed char error;   /* -Werror=id, -Wno-error=id */
};

enum { DIAG_GROUP_PERFORMANCE = DIAG_COUNT, DIAG_CHOICES };

struct diag_options {
    enum diag_format format;
    int max_errors; /* 0: no limit */
    bool color;
    int width;                                /* of the terminal; 0: lines are not cut */
    const char *colors;                       /* GCC_COLORS; NULL: gcc's defaults */
    bool no_warnings;                         /* -w */
    bool warnings_errors;                     /* -Werror */
    struct diag_choice choices[DIAG_CHOICES]; /* by id; behind them -Wperformance */
    bool parseable_fixits;                    /* -fdiagnostics-parseable-fixits */
    bool patch;                               /* -fdiagnostics-generate-patch */
};

struct ctx;
struct diags; /* the messages of one context; in its arena */

struct diags *diags_new(struct ctx *c);

/* Adds a message at 'loc', unless it is a warning that options or pragmas turn off (printf-like, no
 * capital, no full stop, no newline). A second message of the same id at the same beginning is
 * dropped, together with its notes. */
void diag(struct ctx *c, enum diag_id id, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_v(struct ctx *c, enum diag_id id, struct loc loc, const char *format, va_list args);

/* Adds a note to the message that was added (or dropped) last. loc {0, 0}: a note without a place.
 */
void diag_note(struct ctx *c, struct loc loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Makes the message of that id at that place the one that notes are added to; false: there is none.
 */
bool diag_resume(struct ctx *c, enum diag_id id, struct loc loc);

/* Adds a fix-it to the message or note that was added (or dropped) last: 'loc' is to be replaced by
 * 'text' (a copy is taken); an empty range inserts before the token that begins there, else after
 * the one that ends there. Text from a macro or a system header cannot be changed where it is used:
 * then all fix-its of that message or note are dropped. */
void diag_fixit(struct ctx *c, struct loc loc, const char *text);

/* The same with 'text' (no newline) as a statement before the one that begins at 'loc': on a line
 * of its own with the same indentation, or in front of it when something else begins the line. */
void diag_fixit_line(struct ctx *c, struct loc loc, const char *text);

/* The same behind the statement 'last', which ends the block in braces 'block'. */
void diag_fixit_end(struct ctx *c, struct loc block, struct loc last, const char *text);

/* Notes that the parser has read on behind the error that was added last, as if the text were
 * right: no declaration is missing on its account. */
void diag_mended(struct ctx *c);
/* The place of the i-th error so far that is not marked so (diag_mended); false: there are fewer.
 */
bool diag_unmended(const struct ctx *c, int i, struct loc *loc);
/* Drops all messages that begin in [loc.begin, loc.end) from now on. */
void diag_mute(struct ctx *c, struct loc loc);
/* Whether messages that begin where loc begins are dropped. */
bool diag_muted(const struct ctx *c, struct loc loc);

/* A syntax error may have hidden declarations of names that are used in 'loc'. */
void diag_doubt(struct ctx *c, struct loc loc);
/* Whether diag_doubt was called for the text at 'loc', or the whole unit is incomplete. */
bool diag_doubts(const struct ctx *c, struct loc loc);

/* Errors so far (fatal ones and warnings made errors included). */
int diag_errors(const struct ctx *c);

/* How many errors begin in 'loc'; warnings that options make errors are none. */
int diag_errors_in(const struct ctx *c, struct loc loc);

/* An error stands somewhere in 'loc'. */
bool diag_error_in(const struct ctx *c, struct loc loc);

/* Some advice may be wanted: options or pragmas ask for it. */
bool diag_advises(const struct ctx *c);

/* Prints all messages, sorted by their byte in the unit, in the format of the options, with the
 * caret lines of gcc, and forgets them; stops after max_errors with gcc's words. Returns the number
 * of errors printed. */
int diags_print(struct ctx *c, FILE *out);

/* Prints all messages so far as one JSON array, in gcc's form, and keeps them. */
void diags_peek(struct ctx *c, FILE *out);

/* The id with that text; DIAG_COUNT: none. */
enum diag_id diag_id_find(const char *text);

/* Id text ("amp-call"), severity and one-line summary of a row. */
const char *diag_id_text(enum diag_id id);
enum diag_severity diag_id_severity(enum diag_id id);
const char *diag_id_summary(enum diag_id id);

#endif
