/* cc.h - what the host compiler understands of the options about messages, which gcc and clang do
 * not share. */
#ifndef DRIVER_CC_H
#define DRIVER_CC_H

#include "driver/run.h"

/* Adds the options that make cc write messages in the form that messages.c reads (or, in text,
 * the one that the user asked for): only what this cc takes, which is tried where it may not.
 * preprocessed: it compiles text with line markers, where clang's fix-its have other lines. */
void cc_add_message_options(struct driver *d, struct command *k, bool preprocessed);

/* Whether it is clang, or takes clang's options. */
bool cc_is_clang(struct driver *d);

/* Whether it takes -dumpdir: gcc, and clang from 17 on, which then names by it as gcc does. */
bool cc_has_dumpdir(struct driver *d);

#endif
