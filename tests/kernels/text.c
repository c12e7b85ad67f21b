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
    int in = 0;
    for (; *text; text++)
        if (*text >= 1 && *text <= 3)
            in = *text % 3;
        else if (!in || (in == 2) == host)
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
