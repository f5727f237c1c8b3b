/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/gl.h"

#include <string.h>

/* epoxy's function names are pointers, which epoxy replaces on the first call. A copy of such a pointer would look
 * the function up on every call, so each entry is a function that calls through epoxy's own pointer. */
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

gboolean
mw_gl_is_software (const MwGl *gl)
{
  /* Mesa's renderers, also below another driver ("zink (llvmpipe ...)"), those of macOS and browsers, and two of
   * Windows. */
  static const char *const names[] = { "llvmpipe", "softpipe",    "swrast",      "SWR",
                                       "Software", "SwiftShader", "GDI Generic", "Basic Render" };
  const char *renderer = (const char *) gl->GetString (GL_RENDERER);
  for (guint i = 0; renderer && i < G_N_ELEMENTS (names); i++)
    if (strstr (renderer, names[i]))
      return TRUE;
  return FALSE;
}
