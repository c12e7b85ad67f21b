/* dialect.h - how the language standard that the options choose reads a unit's text: which words
 * are keywords, and whether there are raw strings. */
#ifndef DRIVER_DIALECT_H
#define DRIVER_DIALECT_H

#include "common/buf.h"
#include "common/dialect.h"
#include "driver/driver.h"

/* Which words are keywords for cc in that preprocessed text: asked where the text has them. */
struct dialect dialect_find(struct driver *d, const struct buf *text);

/* Writes cc's raw strings, R"x(...)x", as ordinary ones on as many lines, where cc has them. */
void dialect_cook_strings(struct driver *d, struct buf *text);

#endif
