/* const_view.h - whether a view that a kernel only reads can be declared a view of const. */
#ifndef SEMA_CHECKS_CONST_VIEW_H
#define SEMA_CHECKS_CONST_VIEW_H

#include "sema/analysis/code.h"

enum const_fit {
    CONST_FIT_NONE, /* host code passes it to a function that may write it */
    CONST_FIT_HOST, /* host code only reads it, but other declarations would have to change, too */
    CONST_FIT_ALL,  /* nothing else has to change: const_view_fixits */
};

/* Whether a captured view that is never written can be made const. */
enum const_fit const_view_fit(struct findings *findings, const struct launch *l,
                              const struct symbol *view);

/* One of the views that are advised to be const, and its launch. */
struct const_advice {
    const struct launch *launch;
    struct symbol *view;
    enum const_fit fit;
};
typedef VEC(struct const_advice) const_advice_vec;

/* Adds the fix-its that make all[i]'s view const to the last message. Those of neighbours in one
 * declaration are added to the message about the first. */
void const_view_fixits(struct ctx *c, const const_advice_vec *all, int i);

#endif
