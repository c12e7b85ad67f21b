/* amp_short_vectors.h - accepted so that ported programs keep their includes; it declares nothing
 * yet (the short vector types do not exist). */
#ifndef AMPC_AMP_SHORT_VECTORS_H
#define AMPC_AMP_SHORT_VECTORS_H

#endif
