/* check.c - the list of the checks, in the order in which they run. */
#include "sema/checks/check.h"

#include "sema/hostflow/outlived.h"

void check_program(struct ctx *c, const struct program *p, struct findings *findings)
{
    if (!p->uses_amp)
        return;
    check_restrict(c, p, findings);
    check_calls(c, p, findings);
    check_types(c, p, findings);
    check_strict(c, p, findings);
    check_bodies(c, p, findings);
    check_values(c, p, findings);
    check_overflow(c, p, findings);
    check_loops(c, p, findings);
    check_uninitialized(c, p, findings);
    check_returns(c, p, findings);
    check_formats(c, p, findings);
    check_captures(c, p, findings);
    check_launches(c, p, findings);
    check_tile_static(c, p, findings);
    check_barriers(c, p, findings);
    check_divergence(c, p, findings);
    check_jumps(c, p, findings);
    check_views(c, p, findings);
    check_memory(c, p, findings);
    check_races(c, p, findings);
    check_host_memory(c, p, findings);
    check_outlived(c, p, findings);
    check_performance(c, p, findings);
}
