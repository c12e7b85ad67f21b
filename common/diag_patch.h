/* diag_patch.h - the fix-its of all messages as one change of their files. */
#ifndef COMMON_DIAG_PATCH_H
#define COMMON_DIAG_PATCH_H

#include <stdio.h>

#include "common/diag_list.h"

/* Prints what the fix-its of the first n messages and of their notes make of the files they are
 * for, as a unified diff that patch(1) takes (gcc's -fdiagnostics-generate-patch). The fix-its of
 * one message are taken together or, when they touch what those of an earlier one change, left
 * out. */
void patch_print(struct ctx *c, struct message **at, int n, FILE *out);

#endif
