/* text.h - random numbers and text, for generators of programs. Texts are never freed. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stdio.h>

extern unsigned long long state; /* of the random numbers */
extern FILE *out;                /* the body being made */

/* A number below n. */
unsigned pick(unsigned n);
bool chance(unsigned percent);
__attribute__((format(printf, 1, 2))) char *format(const char *text, ...);
__attribute__((format(printf, 1, 2))) void emit(const char *text, ...);
/* What is not the same in the kernel and on the host; print_side() prints one of them. */
#define KERNEL_HOST(k, h) "\1" k "\2" h "\3"
void print_side(const char *text, bool host);

#endif
