/* text.c - random numbers, the same everywhere, and text. */
#define _GNU_SOURCE
#include "text.h"

#include <stdarg.h>
#include <stdlib.h>

unsigned long long state;
FILE *out;

unsigned pick(unsigned n)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % n;
}

bool chance(unsigned percent)
{
    return pick(100) < percent;
}

char *format(const char *text, ...)
{
    va_list args;
    char *s;

    va_start(args, text);
    if (vasprintf(&s, text, args) < 0)
        exit(2);
    va_end(args);
    return s;
}

void emit(const char *text, ...)
{
    va_list args;

    va_start(args, text);
    vfprintf(out, text, args);
    va_end(args);
}

void print_side(const char *text, bool host)
{
    enum { DEPTH = 16 };
    bool hidden[DEPTH] = {false}; /* by each of those around */
    int depth = 0;

    for (; *text; text++)
        if (*text == 1) {
            depth++;
            hidden[depth] = hidden[depth - 1] || host;
        } else if (*text == 2)
            hidden[depth] = hidden[depth - 1] || !host;
        else if (*text == 3)
            depth--;
        else if (!hidden[depth])
            putchar(*text);
}

void begin_unit(int k)
{
    printf("#if !defined UNIT || UNIT == %d\n", k);
}

void end_unit(void)
{
    printf("#endif\n");
}

const char threads_prelude[] =
    "#include <ucontext.h>\n"
    "struct tiled1 { index<1> global, local, tile, tile_origin; };\n"
    "struct tiled2 { index<2> global, local, tile, tile_origin; };\n"
    "struct tiled3 { index<3> global, local, tile, tile_origin; };\n"
    "__attribute__((weak)) ucontext_t outside, context[1024];\n"
    "__attribute__((weak)) char stack[1024][1 << 16];\n"
    "__attribute__((weak)) int done[1024], current, tile_at[3];\n"
    "static void host_wait(void) { swapcontext(&context[current], &outside); }\n"
    "static void host_tile(void (*thread)(void), int threads)\n"
    "{\n"
    "    for (int k = 0; k < threads; k++) {\n"
    "        getcontext(&context[k]);\n"
    "        context[k].uc_stack.ss_sp = stack[k];\n"
    "        context[k].uc_stack.ss_size = sizeof stack[k];\n"
    "        context[k].uc_link = &outside;\n"
    "        done[k] = 0;\n"
    "        makecontext(&context[k], thread, 0);\n"
    "    }\n"
    "    for (int left = threads; left > 0;) {\n"
    "        left = 0;\n"
    "        for (current = 0; current < threads; current++)\n"
    "            if (!done[current]) {\n"
    "                swapcontext(&outside, &context[current]);\n"
    "                left += !done[current];\n"
    "            }\n"
    "    }\n"
    "}\n";

void print_thread(int k, int rank, const int *tile, const char *args)
{
    printf("static void thread%d(void)\n{\n    struct tiled%d t;\n    int rest = current;\n", k,
           rank);
    for (int d = rank - 1; d >= 0; d--) {
        printf("    t.local[%d] = rest %% %d; rest /= %d; t.tile[%d] = tile_at[%d];\n", d, tile[d],
               tile[d], d, d);
        printf("    t.tile_origin[%d] = t.tile[%d] * %d; t.global[%d] = t.tile_origin[%d] + "
               "t.local[%d];\n",
               d, d, tile[d], d, d, d);
    }
    printf("    host%d(%st);\n    done[current] = 1;\n}\n", k, args);
}

void print_tiles(int k, int rank, const int *tiles, int threads)
{
    for (int d = 0; d < rank; d++)
        printf("    for (tile_at[%d] = 0; tile_at[%d] < %d; tile_at[%d]++)\n", d, d, tiles[d], d);
    printf("        host_tile(thread%d, %d);\n", k, threads);
}

void print_main(int kernels)
{
    begin_unit(kernels);
    for (int k = 0; k < kernels; k++)
        printf("__attribute__((weak)) void run%d(void);\n", k);
    printf("int main(int argc, char **argv)\n{\n    int from = argc > 1 ? atoi(argv[1]) : 0;\n"
           "    setbuf(stdout, NULL);\n");
    for (int k = 0; k < kernels; k++)
        printf("    if (run%d && from <= %d) {\n        run%d();\n"
               "        printf(\"ran %d: %%d compared, %%d differ\\n\", compared, wrong);\n    }\n",
               k, k, k, k);
    printf("    printf(\"%%d compared, %%d differ\\n\", compared, wrong);\n"
           "    return wrong != 0;\n}\n");
    end_unit();
}
