/* check_const_view.h - whether a view that a kernel only reads can be declared a view of const. */
#ifndef SEMA_CHECKS_CONST_VIEW_H
#define SEMA_CHECKS_CONST_VIEW_H

#include "sema/analysis/code.h"

enum const_fit {
    CONST_FIT_NONE, /* host code hands it over to what may write it */
    CONST_FIT_HOST, /* host code only reads it, but more than its declaration would have to change
                     */
    CONST_FIT_ALL,  /* nothing else has to change: const_view_fixits */
};

/* What stands in the way of const for the view that the launch captures, and nothing that is seen
 * writes. */
enum const_fit const_view_fit(const struct launch *l, const struct symbol *view);

/* One of the views that are advised to be const, and its launch. */
struct const_advice {
    const struct launch *launch;
    struct symbol *view;
    enum const_fit fit;
};
typedef VEC(struct const_advice) const_advice_vec;

/* Adds the fix-its that make all[i]'s view const to the last message. Those of views that stand
 * side by side in one declaration go to the first. */
void const_view_fixits(struct ctx *c, const const_advice_vec *all, int i);

#endif
