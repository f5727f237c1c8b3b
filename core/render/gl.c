/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/gl.h"

/* epoxy's names are pointers that it replaces on the first call, so a copy of one would look the function up on every call
 * for ever: each entry is a function that reads epoxy's pointer anew. */
#define FORWARD(result, name, parameters, arguments)                                                                   \
  static result forward_##name parameters                                                                              \
  {                                                                                                                    \
    return gl##name arguments;                                                                                         \
  }
MW_GL_CALLS (FORWARD)
#undef FORWARD

void
mw_gl_init_epoxy (MwGl *gl)
{
#define FILL(result, name, parameters, arguments) gl->name = forward_##name;
  MW_GL_CALLS (FILL)
#undef FILL
}

guint
mw_gl_bound_framebuffer (const MwGl *gl)
{
  GLint name = 0;
  gl->GetIntegerv (GL_DRAW_FRAMEBUFFER_BINDING, &name);
  return (guint) name;
}
