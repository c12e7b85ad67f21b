/* sound.h - which declarations and launches of a unit with errors the generators can still walk, to
 * report code that they cannot translate: those that neither have an error nor use code that has
 * one. */
#ifndef CODEGEN_SOUND_H
#define CODEGEN_SOUND_H

#include "sema/types/symbol.h"

struct findings;
struct kernel_launch;

/* From now on messages about declarations of the file that have errors are treated as consequences
 * of these. */
void sound_begin(struct ctx *c, const struct program *p);
/* Whether a declaration of the file has no errors outside of its kernels. */
bool sound_host(struct ctx *c, const struct program *p, const struct decl *d);
/* Whether neither the launch nor a function that its kernel reaches has an error or an unknown
 * type. */
bool sound_launch(struct ctx *c, const struct launch *l);

/* The names, arguments, blocks and covers of kernels, by the number of the launch; zeros for
 * launches with errors (kernel_unit.c). */
const struct kernel_launch *kernel_launches(struct ctx *c, const struct program *p,
                                            const struct findings *findings);
/* Reports code in sound kernels that cannot be translated (kernel_texts.c). */
void kernel_probe(struct ctx *c, const struct program *p, struct findings *findings,
                  const struct kernel_launch *launches);

#endif
