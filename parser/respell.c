/* respell.c - reports a misspelt word of AMP's and corrects it. Example: `tyle` becomes `tile`. */
#include "parser/respell.h"

#include <string.h>

const char *respell(struct parser *p, struct loc loc, const char *name, const char *meant)
{
    loc.begin = loc.end - (unsigned)strlen(name);
    diag(p->c, DIAG_syntax, loc, "unknown name '%s'; did you mean '%s'?", name, meant);
    diag_fixit(p->c, loc, meant);
    diag_mended(p->c);
    return intern_str(p->c->names, meant);
}
