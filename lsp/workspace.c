/* workspace.c - goes over the documents of the workspace, open ones and files.
 *
 * Example: workspace/symbol asks for the symbols of each. */
#include "lsp/workspace.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "common/source_map.h"
#include "driver/response.h"

enum { FILES_MAX = 200, SEARCH_MS = 8000 };

static bool is_open(const struct server *s, const char *path)
{
    for (int i = 0; i < s->documents.n; i++)
        if (strcmp(s->documents.at[i]->path, path) == 0)
            return true;
    return false;
}

/* Adds a source, unless links have led to it before; 'real' has the names without links. */
static void add_source(struct arena *a, const char *name, struct words *out, struct words *real)
{
    char *path = realpath(name, NULL);
    bool known = !path;
    for (int i = 0; i < real->n && !known; i++)
        known = strcmp(real->at[i], path) == 0;
    if (!known) {
        vec_push(a, out, arena_strndup(a, name, strlen(name)));
        vec_push(a, real, arena_strndup(a, path, strlen(path)));
    }
    free(path);
}

/* Collects the sources in a folder and in two levels below. */
static void find_sources(struct arena *a, const char *folder, struct words *out)
{
    glob_t found;
    struct words real = {0};
    static const char *const patterns[] = {"*.ampc", "*/*.ampc", "*/*/*.ampc"};
    for (int i = 0; i < 3; i++) {
        if (glob(arena_printf(a, "%s/%s", folder, patterns[i]), 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc && out->n < FILES_MAX; k++)
            add_source(a, found.gl_pathv[k], out, &real);
        globfree(&found);
    }
}

static void take_document(struct server *s, struct document *document, const char *word,
                          void (*take)(void *data, struct analysis *a), void *data)
{
    struct analysis a = {.server = s, .document = document, .text = &document->text};
    if (word && !strstr(document->text.at, word))
        return;
    take(data, &a);
    analysis_free(&a);
}

void workspace_each(struct server *s, const struct document *except, const char *word,
                    void (*take)(void *data, struct analysis *a), void *data)
{
    long long end = now_ms() + SEARCH_MS;
    struct words sources = {0};
    for (int i = 0; i < s->documents.n && now_ms() < end; i++)
        if (s->documents.at[i] != except)
            take_document(s, s->documents.at[i], word, take, data);
    if (s->root)
        find_sources(&s->d->arena, s->root, &sources);
    for (int i = 0; i < sources.n && now_ms() < end; i++) {
        struct document document = {.path = (char *)sources.at[i]};
        const struct source_file *f = source_file_read(&s->d->arena, document.path);
        if (!f->text || memchr(f->text, 0, f->size) || is_open(s, document.path))
            continue; /* what has bytes of zero is no source */
        text_set(&document.text, f->text, f->size);
        document.uri = uri_of_path(document.path);
        take_document(s, &document, word, take, data);
        text_free(&document.text);
        free(document.uri);
    }
}
