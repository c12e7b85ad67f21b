/* trace.c - AMPC_VERBOSE: lines on standard error about what the library does, and the
 * environment's flags. */
#include "runtime/internal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t trace_once = PTHREAD_ONCE_INIT;
static bool trace_on;

bool environment_flag(const char *name)
{
    const char *value = secure_getenv(name);
    return value && value[0] && strcmp(value, "0") != 0;
}

static void trace_start(void)
{
    trace_on = environment_flag("AMPC_VERBOSE");
}

bool trace_enabled(void)
{
    pthread_once(&trace_once, trace_start);
    return trace_on;
}

/* One call writes the whole line: those of the ranks of a job meet in one pipe. */
void trace_print(const char *format, ...)
{
    if (!trace_enabled())
        return;
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int bytes = vasprintf(&text, format, args);
    va_end(args);
    if (bytes >= 0) {
        fprintf(stderr, "ampc: %s\n", text);
        free(text);
    }
}
