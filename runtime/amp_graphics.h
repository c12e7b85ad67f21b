/* amp_graphics.h - accepted so that ported programs keep their includes; it declares nothing:
 * texture and texture_view are in the compiler. */
#ifndef AMPC_AMP_GRAPHICS_H
#define AMPC_AMP_GRAPHICS_H

#endif
