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
