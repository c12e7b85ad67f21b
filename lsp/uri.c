/* uri.c - file: URIs and paths, and the clock.
 *
 * Example: file:///home/me/a%20b.ampc is /home/me/a b.ampc. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lsp/server.h"

long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

char *uri_to_path(const char *uri)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, sizeof scheme - 1) != 0)
        return NULL;
    const char *at = strchr(uri + sizeof scheme - 1, '/'); /* behind the host, if there is one */
    if (!at)
        return NULL;
    struct buf b = {0};
    for (; *at; at++)
        if (*at == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2])) {
            buf_char(&b, (char)(digit(at[1]) * 16 + digit(at[2])));
            at += 2;
        } else {
            buf_char(&b, *at);
        }
    return b.at;
}

char *uri_of_path(const char *path)
{
    struct buf b = {0};
    buf_add(&b, "file://");
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
            buf_char(&b, *path);
        else
            buf_printf(&b, "%%%02X", (unsigned char)*path);
    return b.at;
}
