/* view_touch.h - what a kernel may do to the elements of a view, by its text: every way through it
 * counts, whatever decides which one is taken. What it does not is certain. */
#ifndef SEMA_ANALYSIS_VIEW_TOUCH_H
#define SEMA_ANALYSIS_VIEW_TOUCH_H

#include "sema/analysis/code.h"

struct view_touch {
    bool reads, writes;
};

/* Of 'view', a variable that the launch's kernel captures, in the kernel and the functions that get
 * it. Other names of the same memory are not looked for. */
struct view_touch view_touch(const struct launch *l, const struct symbol *view);

#endif
