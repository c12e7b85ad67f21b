/* edit.h - edits of a text: inserts and replacements at byte offsets, made in any order, applied
 * once. Lines keep their numbers: line breaks and line markers of a replaced text are kept. */
#ifndef CODEGEN_HOST_EDIT_H
#define CODEGEN_HOST_EDIT_H

#include "common/arena.h"
#include "common/buf.h"
#include "common/source.h"

enum edit_kind { EDIT_CLOSE, EDIT_OPEN, EDIT_REPLACE };

struct edit {
    unsigned begin, end;
    enum edit_kind kind;
    const char *text;
    int number; /* order in which the edits were made */
};

struct edits {
    struct arena *arena;
    const struct source
        *aligned; /* the text, if what no edit changes is to have the user's columns */
    VEC(struct edit) list;
    int made;
};

/* Inserts 'text' at the begin of a construct: the text of the first call comes first. */
void edit_open(struct edits *e, unsigned at, const char *text);
/* For an insert that is known only after those inside of it: call edit_mark before them, and
 * edit_open_marked later. The text is placed as by an edit_open at the time of the mark. */
int edit_mark(struct edits *e);
void edit_open_marked(struct edits *e, int mark, unsigned at, const char *text);
/* Inserts 'text' at the end of a construct, before all opening inserts at that place: the text of
 * the first call comes first. */
void edit_close(struct edits *e, unsigned at, const char *text);
/* Replaces the bytes [begin, end); inserts at 'begin' come before it, those at 'end' behind it.
 * Edits inside of the replaced bytes are dropped. An empty range is an insert. */
void edit_replace(struct edits *e, unsigned begin, unsigned end, const char *text);
/* Appends the bytes [begin, end) of the text, edited; all edits lie in that range. Edits get
 * sorted; e may be used again only with the same text. */
void edits_apply(struct edits *e, const char *text, unsigned begin, unsigned end, struct buf *out);
/* Appends the edited bytes [begin, end) on one line: for text that is moved. All edits lie in these
 * bytes. */
void edits_apply_line(struct edits *e, const char *text, unsigned begin, unsigned end,
                      struct buf *out);

#endif
