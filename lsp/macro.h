/* macro.h - the definition of a macro whose name the user wrote. */
#ifndef LSP_MACRO_H
#define LSP_MACRO_H

#include "lsp/analysis.h"

struct macro {
    const char *file;
    int line, column; /* of its name, from 1 */
    const char *name;
    const char *text; /* "#define ...", with the lines that continue it */
};

/* The macro of the name at a position of the document; false: there is none of that name. Of
 * several definitions it is the document's last one in front of the position, else the first of a
 * header. */
bool macro_find(struct analysis *a, const json_t *position, struct macro *out);

#endif
