/* amp_algorithms.h - what ported programs include for amp_algorithms::, whose functions are part of
 * the language and need no include. */
#ifndef AMPC_AMP_ALGORITHMS_H
#define AMPC_AMP_ALGORITHMS_H

#include "ampc.h"

#endif
