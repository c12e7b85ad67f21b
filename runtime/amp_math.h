/* amp_math.h - the functions of <math.h>, which mean the same on the host and in kernels. */
#ifndef AMPC_AMP_MATH_H
#define AMPC_AMP_MATH_H

#include <math.h>

#endif
