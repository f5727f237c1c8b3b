/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/gl.h"

static const char *renderer_name;

static const GLubyte *
get_string (GLenum name)
{
  return name == GL_RENDERER ? (const GLubyte *) renderer_name : (const GLubyte *) "llvmpipe";
}

/* Names of real drivers. */
static void
test_software (void)
{
  static const struct {
    const char *renderer;
    gboolean software;
  } drivers[] = {
    { "llvmpipe (LLVM 15.0.6, 256 bits)", TRUE },
    { "softpipe", TRUE },
    { "zink Vulkan 1.3(llvmpipe (LLVM 17.0.6, 256 bits) (MESA_LLVMPIPE))", TRUE },
    { "Software Rasterizer", TRUE },
    { "SWR (LLVM 12.0.0, 256 bits)", TRUE },
    { "Google SwiftShader", TRUE },
    { "Apple Software Renderer", TRUE },
    { "GDI Generic", TRUE },
    { "D3D12 (Microsoft Basic Render Driver)", TRUE },
    { "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", FALSE },
    { "AMD Radeon RX 6800 XT (radeonsi, navi21, LLVM 15.0.7, DRM 3.49)", FALSE },
    { "NVIDIA GeForce RTX 3060/PCIe/SSE2", FALSE },
    { "virgl (Mesa Intel(R) Xe Graphics)", FALSE },
    { "D3D12 (NVIDIA GeForce GTX 1080)", FALSE },
    { NULL, FALSE },
  };
  MwGl gl = { .GetString = get_string };
  for (guint i = 0; i < G_N_ELEMENTS (drivers); i++) {
    renderer_name = drivers[i].renderer;
    g_test_message ("%s", renderer_name ? renderer_name : "(nothing)");
    g_assert_cmpint (mw_gl_is_software (&gl), ==, drivers[i].software);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/gl/drivers that draw with the processor are known by their names", test_software);
  return g_test_run ();
}
