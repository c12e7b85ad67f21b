/* print.h - the tree as text, for tests and --dump=tree. */
#ifndef PARSER_PRINT_H
#define PARSER_PRINT_H

#include <stdio.h>

#include "parser/tree.h"

/* Prints the raw tree as nested lists, one declaration or statement per line; declarations of
 * system headers are left out. */
void tree_print(FILE *out, const struct unit *u);

#endif
