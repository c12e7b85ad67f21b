/* sound.c - what AMPC_CHECK and AMPC_VERIFY have looked at: a line of each at exit, where they
 * found nothing; for what they find there is a message at once.
 *
 * Counts are atomic, and read when all queues have been waited for. Example: "ampc: AMPC_VERIFY: 20
 * launches compared, none differ". */
#include "runtime/homes.h"

#include <stdio.h>

static unsigned long checked, faults;                 /* AMPC_CHECK: launches, messages */
static unsigned long compared, uncompared, different; /* AMPC_VERIFY: launches */

static void count(unsigned long *counter)
{
    __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

void sound_checked(const ampc__kernel *kernel, const struct ampc_accelerator *a)
{
    /* The emulator's code is the unit's own; a text of the program's is nobody's to check. */
    if (!(a->emulated && kernel->module->checked) && !text_is_module(kernel->module))
        count(&checked);
}

void sound_fault(void)
{
    count(&faults);
}

void sound_compared(bool was, bool equal)
{
    count(was ? &compared : &uncompared);
    if (!equal)
        count(&different);
}

static const char *plural(unsigned long n)
{
    return n == 1 ? "" : "es";
}

void sound_report(void)
{
    static bool said;
    if (__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
        return;
    if (checked && !faults) {
        fprintf(stderr, "ampc: AMPC_CHECK: %lu launch%s checked, no subscript was outside\n",
                checked, plural(checked));
    }
    if (compared && !different) {
        fprintf(stderr, "ampc: AMPC_VERIFY: %lu launch%s compared, none differ%s\n", compared,
                plural(compared), compared == 1 ? "s" : "");
    }
    if (uncompared) {
        fprintf(stderr,
                "ampc: AMPC_VERIFY: %lu launch%s not compared: run by the emulator, or of kernels "
                "that it cannot run\n",
                uncompared, plural(uncompared));
    }
}
