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
/* What is not the same in the kernel and on the host; print_side() prints one of them. Each may
 * have such in it. */
#define KERNEL_HOST(k, h) "\1" k "\2" h "\3"
void print_side(const char *text, bool host);
/* What belongs to kernel k alone stands between these: -DUNIT=k compiles only that, so that each
 * kernel can be a unit of its own. */
void begin_unit(int k);
void end_unit(void);
/* Threads of a tile on the host: contexts that take turns at each barrier, host_wait(). What
 * programs with them begin with; thread k, which calls host<k>(args t) as its place in the tile is;
 * and what runs the threads of so many tiles. */
extern const char threads_prelude[];
void print_thread(int k, int rank, const int *tile, const char *args);
void print_tiles(int k, int rank, const int *tiles, int threads);
/* main, the last unit: runs the kernels there are, from the one on that its argument names. */
void print_main(int kernels);

#endif
