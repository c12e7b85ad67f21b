/* amp.h - what ported programs include. AMP's types and parallel_for_each are part of the language
 * and need no include; this header brings the plain C API (ampc.h) and nothing else: no name
 * outside ampc_ and AMPC_, no bool. */
#ifndef AMPC_AMP_H
#define AMPC_AMP_H

#include "ampc.h"

#endif
