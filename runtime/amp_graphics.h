/* amp_graphics.h - accepted so that ported programs keep their includes; it declares nothing yet
 * (textures do not exist). */
#ifndef AMPC_AMP_GRAPHICS_H
#define AMPC_AMP_GRAPHICS_H

#endif
