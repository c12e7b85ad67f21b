/* print.h - the tree as text, for tests, --dump=tree and --dump=types. */
#ifndef PARSER_PRINT_H
#define PARSER_PRINT_H

#include <stdio.h>

#include "parser/tree.h"

/* What is printed behind an expression; "": nothing. The text must live until the next call
 * only. */
struct tree_notes {
    void *data;
    const char *(*of_expr)(void *data, const struct expr *e);
};

/* Prints the tree as nested lists, one declaration or statement per line, with 'notes', unless it
 * is NULL; declarations of system headers are left out. */
void tree_print(FILE *out, const struct unit *u, const struct tree_notes *notes);

#endif
