/* sound.h - which parts of a unit with errors the generators can still look at, to report what they
 * cannot translate: what holds no error, nor uses what does. */
#ifndef CODEGEN_SOUND_H
#define CODEGEN_SOUND_H

#include "sema/types/symbol.h"

struct findings;
struct kernel_launch;

/* Says all further messages about declarations of the file that have errors to be consequences. */
void sound_begin(struct ctx *c, const struct program *p);
/* A declaration of the file has no errors outside its kernels. */
bool sound_host(struct ctx *c, const struct program *p, const struct decl *d);
/* Neither a launch nor a function that its kernel reaches has an error, or misses a type. */
bool sound_launch(struct ctx *c, const struct launch *l);

/* What launches and their kernels share, by the number of the launch; nothing for calls with errors
 * (kernel_unit.c). */
const struct kernel_launch *kernel_launches(struct ctx *c, const struct program *p);
/* Reports what sound kernels cannot have (kernel_texts.c). */
void kernel_probe(struct ctx *c, struct program *p, struct findings *findings,
                  const struct kernel_launch *launches);

#endif
