/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/base/resource.h"
#include "core/render/mw-shaders.h"
#include "core/render/render-private.h"

static GBytes *
find_source (const char *name, GError **error)
{
  g_autofree char *path = g_strconcat ("/modelwright/shaders/", name, NULL);
  return g_resource_lookup_data (mw_resource (mw_shaders_get_resource), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
}

static gboolean
compile (const MwGl *gl, gboolean es, GLenum kind, const char *name, const char *defines, GLuint *out, GError **error)
{
  g_autoptr (GBytes) lights = find_source ("lights.glsl", error), source = lights ? find_source (name, error) : NULL;
  if (!source)
    return FALSE;
  gsize size, lights_size;
  const char *body = g_bytes_get_data (source, &size), *shared = g_bytes_get_data (lights, &lights_size);
  /* Only ES needs the precision lines; its samplers of float textures need highp. */
  const char *head = es ? "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
                          "precision highp samplerCube;\n"
                        : "#version 330 core\n";
  GLuint shader = gl->CreateShader (kind);
  gl->ShaderSource (shader, 4, (const char *[]) { head, defines, shared, body },
                    (GLint[]) { -1, -1, kind == GL_FRAGMENT_SHADER ? (GLint) lights_size : 0, (GLint) size });
  gl->CompileShader (shader);
  GLint ok = GL_FALSE;
  gl->GetShaderiv (shader, GL_COMPILE_STATUS, &ok);
  if (!ok) {
    char log[1024] = "";
    gl->GetShaderInfoLog (shader, sizeof log, NULL, log);
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, name, "the graphics driver does not compile this shader: %s", log);
    gl->DeleteShader (shader);
    return FALSE;
  }
  *out = shader;
  return TRUE;
}

gboolean
mw_program_init (MwProgram *program, const MwGl *gl, gboolean es, const char *vertex, const char *fragment,
                 const char *defines, GError **error)
{
  GLuint parts[2] = { 0, 0 };
  if (!compile (gl, es, GL_VERTEX_SHADER, vertex, defines, &parts[0], error))
    return FALSE;
  if (!compile (gl, es, GL_FRAGMENT_SHADER, fragment, defines, &parts[1], error)) {
    gl->DeleteShader (parts[0]);
    return FALSE;
  }
  program->name = gl->CreateProgram ();
  for (int i = 0; i < 2; i++) {
    gl->AttachShader (program->name, parts[i]);
    gl->DeleteShader (parts[i]);
  }
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_POSITION, "a_position");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_NORMAL, "a_normal");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_UV, "a_uv");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_MATRIX, "a_matrix");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_COLOUR, "a_colour");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_WEIGHTS, "a_weights");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_UV2, "a_uv2");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_UV3, "a_uv3");
  gl->BindAttribLocation (program->name, MW_ATTRIBUTE_TANGENT, "a_tangent");
  gl->LinkProgram (program->name);
  GLint ok = GL_FALSE;
  gl->GetProgramiv (program->name, GL_LINK_STATUS, &ok);
  if (!ok) {
    char log[1024] = "";
    gl->GetProgramInfoLog (program->name, sizeof log, NULL, log);
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, vertex, "the graphics driver does not link this program: %s", log);
    mw_program_finish (program, gl);
    return FALSE;
  }
  const struct {
    GLint *location;
    const char *name;
  } uniforms[] = {
    { &program->view, "u_view" },
    { &program->projection, "u_projection" },
    { &program->matrices, "u_matrices" },
    { &program->first_matrix, "u_first_matrix" },
    { &program->uv_rows, "u_uv_rows" },
    { &program->colour, "u_colour" },
    { &program->texture, "u_texture" },
    { &program->light, "u_light" },
    { &program->cut, "u_cut" },
    { &program->shading, "u_shading" },
    { &program->heat, "u_heat" },
    { &program->heat_colours, "u_heat_colours" },
    { &program->scale, "u_scale" },
    { &program->fade, "u_fade" },
    { &program->area, "u_area" },
    { &program->fog, "u_fog" },
    { &program->fog_range, "u_fog_range" },
    { &program->texture2, "u_texture2" },
    { &program->uv2_rows, "u_uv2_rows" },
    { &program->texture3, "u_texture3" },
    { &program->texture4, "u_texture4" },
    { &program->texture_weights, "u_weights" },
    { &program->n_lights, "u_n_lights" },
    { &program->lights_at, "u_lights_at" },
    { &program->lights_colour, "u_lights_colour" },
    { &program->lights_ambient, "u_lights_ambient" },
    { &program->lights_fall, "u_lights_fall" },
    { &program->gain, "u_gain" },
    { &program->fresnel, "u_fresnel" },
    { &program->fresnel_team, "u_fresnel_team" },
    { &program->masked, "u_masked" },
    { &program->skies[0], "u_day_matt" },
    { &program->skies[1], "u_day_mirrored" },
    { &program->skies[2], "u_night_matt" },
    { &program->skies[3], "u_night_mirrored" },
    { &program->night, "u_night" },
    { &program->maps[MW_HD_DIFFUSE], "u_diffuse" },
    { &program->maps[MW_HD_NORMAL], "u_normal" },
    { &program->maps[MW_HD_ORM], "u_orm" },
    { &program->maps[MW_HD_EMISSIVE], "u_emissive" },
    { &program->maps[MW_HD_TEAM_COLOUR], "u_team" },
  };
  /* Uniforms that a program does not have get location -1, and setting that has no effect. */
  for (guint i = 0; i < G_N_ELEMENTS (uniforms); i++)
    *uniforms[i].location = gl->GetUniformLocation (program->name, uniforms[i].name);
  return TRUE;
}

void
mw_program_finish (MwProgram *program, const MwGl *gl)
{
  if (program->name)
    gl->DeleteProgram (program->name);
  program->name = 0;
}
