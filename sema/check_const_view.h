/* check_const_view.h - whether a view that a kernel only reads can be declared a view of const. */
#ifndef SEMA_CHECK_CONST_VIEW_H
#define SEMA_CHECK_CONST_VIEW_H

#include "sema/check_core.h"

enum const_fit {
    CONST_FIT_NONE, /* host code hands it over to what may write it */
    CONST_FIT_HOST, /* host code only reads it, but more than its declaration would have to change
                     */
    CONST_FIT_ALL,  /* nothing else has to change: const_view_fixits */
};

/* What stands in the way of const for the view that the launch captures, and nothing that is seen
 * writes. */
enum const_fit const_view_fit(const struct launch *l, const struct symbol *view);

/* Adds the fix-its that make it const to the last message. */
void const_view_fixits(struct ctx *c, const struct launch *l, const struct symbol *view);

#endif
