/* edit.h - edits of a text: inserts and replacements at byte offsets, made in any order, applied
 * once. Lines stay in place: what a replacement takes away gives its line breaks and line markers
 * back. */
#ifndef CODEGEN_HOST_EDIT_H
#define CODEGEN_HOST_EDIT_H

#include "common/arena.h"
#include "common/buf.h"

enum edit_kind { EDIT_CLOSE, EDIT_OPEN, EDIT_REPLACE };

struct edit {
    unsigned begin, end;
    enum edit_kind kind;
    const char *text;
    int number; /* order in which the edits were made */
};

struct edits {
    struct arena *arena;
    VEC(struct edit) list;
    int made;
};

/* Inserts 'text' where something begins: what was opened first stands first. */
void edit_open(struct edits *e, unsigned at, const char *text);
/* For an insert that becomes known after those inside it: edit_mark before them, edit_open_marked
 * later; it stands where an edit_open at the time of the mark would. */
int edit_mark(struct edits *e);
void edit_open_marked(struct edits *e, int mark, unsigned at, const char *text);
/* Inserts 'text' where something ends, before all that opens there: what was closed first stands
 * first. */
void edit_close(struct edits *e, unsigned at, const char *text);
/* Replaces the bytes [begin, end); inserts at 'begin' stand before it, those at 'end' behind it.
 * Edits inside the bytes of a replacement are lost. An empty range is an insert. */
void edit_replace(struct edits *e, unsigned begin, unsigned end, const char *text);
/* Appends the bytes [begin, end) of the text, edited; all edits lie in that range. Edits get
 * sorted; e may be used again only with the same text. */
void edits_apply(struct edits *e, const char *text, unsigned begin, unsigned end, struct buf *out);
/* The edited text of the bytes [begin, end) alone, on one line: for text that goes elsewhere. All
 * edits lie in these bytes. */
void edits_apply_line(struct edits *e, const char *text, unsigned begin, unsigned end,
                      struct buf *out);

#endif
