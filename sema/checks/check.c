/* check.c - the list of the checks, in the order in which they run. */
#include "sema/checks/check.h"

#include "sema/hostflow/outlived.h"

void check_program(struct ctx *c, struct program *p)
{
    if (!p->uses_amp)
        return;
    check_restrict(c, p);
    check_calls(c, p);
    check_types(c, p);
    check_strict(c, p);
    check_bodies(c, p);
    check_values(c, p);
    check_overflow(c, p);
    check_loops(c, p);
    check_uninitialized(c, p);
    check_formats(c, p);
    check_captures(c, p);
    check_launches(c, p);
    check_tile_static(c, p);
    check_barriers(c, p);
    check_divergence(c, p);
    check_jumps(c, p);
    check_views(c, p);
    check_memory(c, p);
    check_races(c, p);
    check_host_memory(c, p);
    check_outlived(c, p);
    check_performance(c, p);
}
