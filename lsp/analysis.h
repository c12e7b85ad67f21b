/* analysis.h - one version of a document, parsed and typed: what the answers to requests are made
 * of. Lives in a worker. */
#ifndef LSP_ANALYSIS_H
#define LSP_ANALYSIS_H

#include "common/ctx.h"
#include "driver/driver.h"
#include "lsp/names.h"
#include "lsp/server.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"

struct analysis {
    struct server *server;
    struct document *document;
    const struct text *text; /* the document's, or a part of it that ends at the cursor */
    struct driver d;         /* as for one run of ampcc over the document */
    struct ctx c;
    struct program *program; /* NULL: not typed yet, or it cannot be preprocessed */
    struct findings findings;
    struct names names; /* all names in the text, made when first asked for (names.h) */
    bool begun, typed, named, checked, partial;
    bool sound;             /* after analysis_check: there is no error of ours */
    json_t *messages;       /* of the checks and of cc, in gcc's form: after analysis_check */
    json_t *advice;         /* what -Wperformance would say besides */
    bool asked[DIAG_COUNT]; /* the options ask for that advice */
    const char *macros;     /* a file with the macros of the preamble, or NULL */
    const char *refusal;    /* of the request being answered: it fails, and why */
};

/* Reads the options of the document, once. */
void analysis_begin(struct analysis *a);
/* Then makes its text a typed tree, once; false: it cannot be. */
bool analysis_type(struct analysis *a);
/* Then the checks, the generators and, of a text without errors, cc: fills 'messages'. */
void analysis_check(struct analysis *a);
/* The checks once more, for advice. */
void analysis_advise(struct analysis *a);
/* Another analysis of a text in the place of the document's; freed by analysis_free. */
void analysis_of(struct analysis *a, const struct analysis *document, const struct text *text);
void analysis_free(struct analysis *a);

/* The byte of the preprocessed text at a position of the client (source_find). */
bool analysis_find(struct analysis *a, const json_t *position, unsigned *offset);
/* The offset in the document of a position of the client. */
size_t analysis_offset(const struct analysis *a, const json_t *position);

/* A range of the preprocessed text as the protocol's range of the file it is from, which is put
 * into *file; NULL: a macro made an end. */
json_t *analysis_range(struct analysis *a, struct loc loc, const char **file);
/* The same as a location, with the file's URI; a macro's place counts as that of its use. */
json_t *analysis_location(struct analysis *a, struct loc loc);
/* The range between two places of a file: lines and byte columns from 1. */
json_t *analysis_place_range(struct analysis *a, const char *file, int line, int column,
                             int end_line, int end_column);
/* The URI of a file as the preprocessor names it; new. */
json_t *analysis_uri(struct analysis *a, const char *file);
/* The line (from 1) of the document's #include that brings a file in, also through others; 0: none.
 */
int analysis_include(struct analysis *a, const char *file);

#endif
