/* kernel_page.h - --explain-kernel --html: kernels' accesses to memory as a page for a browser. */
#ifndef DRIVER_KERNEL_PAGE_H
#define DRIVER_KERNEL_PAGE_H

#include "driver/driver.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"

/* Writes the page of the kernels that are launched on that line of the main file (0: of all), to
 * the file that -o names, else the main file's name with .html. The unit may have errors of the
 * checks, which the page shows. False: there is no such kernel. Other errors are reported. */
bool kernel_page(struct driver *d, struct ctx *c, const struct program *p,
                 struct findings *findings, int line);

#endif
