/* cc_text.h - messages of compilers and linkers in text, as gcc's JSON. */
#ifndef DRIVER_CC_TEXT_H
#define DRIVER_CC_TEXT_H

#include <stdbool.h>

#include "common/arena.h"

struct json_t;

/* Adds to 'list', an array of messages, what one line of the text says: "file:line:col: error:
 * ...", a note or a fix-it that belongs to the message before, another line as a note of its own.
 * Lines that only show the source or count messages add nothing. *in_message: begins as false and
 * is kept between the lines of one text. */
void cc_text_add(struct arena *a, struct json_t *list, const char *line, bool *in_message);

#endif
