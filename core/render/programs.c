/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"

struct _MwPrograms {
  gatomicrefcount references;
  MwGl gl;
  gboolean es;
  GHashTable *made; /* bits -> MwProgram */
  guint n_frames;
};

MwProgram *
mw_programs_get (MwPrograms *self, unsigned bits, GError **error)
{
  MwProgram *program = g_hash_table_lookup (self->made, GUINT_TO_POINTER (bits));
  if (program)
    return program->refused ? NULL : program;
  unsigned kind = bits & MW_PROGRAM_KIND;
  const gboolean shade = kind == MW_PROGRAM_LINE && (bits & (MW_PROGRAM_SPREAD | MW_PROGRAM_SHADE));
  const char *vertex = shade                       ? "shade.vert"
                       : kind == MW_PROGRAM_LINE   ? "line.vert"
                       : kind == MW_PROGRAM_SPRITE ? "sprite.vert"
                                                   : "model.vert";
  const gboolean outline = (bits & MW_PROGRAM_OUTLINE) == MW_PROGRAM_OUTLINE;
  const char *fragment = outline                   ? "outline.frag"
                         : shade                   ? "shade.frag"
                         : kind == MW_PROGRAM_LINE ? "line.frag"
                         : bits & MW_PROGRAM_HD    ? "hd.frag"
                                                   : "surface.frag";
  const struct {
    const char *name;
    unsigned value;
  } numbers[] = {
    { "PLAIN", kind == MW_PROGRAM_PLAIN },
    { "SPRITE", kind == MW_PROGRAM_SPRITE },
    { "LIT", (bits & MW_PROGRAM_LIT) != 0 },
    { "SPHERE", (bits & MW_PROGRAM_SPHERE) != 0 },
    { "SPHERE2", (bits & MW_PROGRAM_SPHERE2) != 0 },
    { "CUT", (bits & MW_PROGRAM_CUT) != 0 },
    { "KEYED", (bits & MW_PROGRAM_KEYED) != 0 },
    { "WEIGHTED", (bits & MW_PROGRAM_WEIGHTED) != 0 },
    { "HD", (bits & MW_PROGRAM_HD) != 0 },
    { "COVER", (bits & MW_PROGRAM_COVER) != 0 },
    { "LIGHTS", (bits & MW_PROGRAM_LIGHTS) != 0 },
    { "NORMAL_LINES", (bits & MW_PROGRAM_NORMAL_LINES) != 0 },
    { "DOTS", (bits & MW_PROGRAM_DOTS) != 0 },
    { "CRYSTAL", (bits & MW_PROGRAM_CRYSTAL) != 0 },
    { "SD_ON_HD", (bits & MW_PROGRAM_SD_ON_HD) != 0 },
    { "TWO_UNITS", (bits & MW_PROGRAM_TWO_UNITS) != 0 },
    { "THREE_UNITS", (bits & MW_PROGRAM_THREE_UNITS) != 0 },
    { "FOG", kind != MW_PROGRAM_LINE && (bits & MW_PROGRAM_FOG) },
    { "SPREAD", (bits & MW_PROGRAM_SPREAD) != 0 },
    { "FOUR_UNITS", (bits & MW_PROGRAM_FOUR_UNITS) != 0 },
    { "SKIES", (bits & MW_PROGRAM_HD) && (bits & MW_PROGRAM_SKIES) },
    { "THIRD_BY_UV2", (bits & MW_PROGRAM_THIRD_BY_UV2) != 0 },
    { "DIFFUSE", bits >> MW_PROGRAM_DIFFUSE_SHIFT & 15 },
    { "SPECULAR", bits >> MW_PROGRAM_SPECULAR_SHIFT & 7 },
    { "OPACITY", bits >> MW_PROGRAM_OPACITY_SHIFT & 15 },
  };
  g_autoptr (GString) defines = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_string_append_printf (defines, "#define %s %u\n", numbers[i].name, numbers[i].value);
  /* A program that fails is kept too: what needs it is not drawn, and compiling is not tried again in each frame. */
  program = g_new0 (MwProgram, 1);
  g_hash_table_insert (self->made, GUINT_TO_POINTER (bits), program);
  program->refused = !mw_program_init (program, &self->gl, self->es, vertex, fragment, defines->str, error);
  return program->refused ? NULL : program;
}

/* Compiles a program of each kind, so that an unsuitable driver is found before anything is drawn. */
static gboolean
make_one_of_each (MwPrograms *self, GError **error)
{
  static const unsigned first[] = {
    MW_PROGRAM_LAYER | MW_PROGRAM_LIT | MW_OPACITY_OF_TEXEL,
    MW_PROGRAM_LAYER | MW_PROGRAM_LIT | MW_PROGRAM_LIGHTS | MW_OPACITY_OF_TEXEL,
    MW_PROGRAM_LAYER | MW_PROGRAM_LIT | MW_PROGRAM_SPHERE | MW_PROGRAM_CUT | MW_OPACITY_OF_TEXEL,
    MW_PROGRAM_LAYER | MW_PROGRAM_LIT | MW_PROGRAM_SPHERE2 | MW_PROGRAM_TWO_UNITS | MW_PROGRAM_WEIGHTED,
    MW_PROGRAM_LAYER | MW_PROGRAM_TWO_UNITS | MW_PROGRAM_THREE_UNITS | MW_PROGRAM_FOUR_UNITS | MW_PROGRAM_THIRD_BY_UV2,
    MW_PROGRAM_LAYER | MW_PROGRAM_LIT | MW_PROGRAM_CUT | MW_PROGRAM_HD,
    MW_PROGRAM_PLAIN,
    MW_PROGRAM_SPRITE | MW_PROGRAM_CUT | MW_OPACITY_OF_TEXEL,
    MW_PROGRAM_SPRITE | MW_PROGRAM_CUT | MW_PROGRAM_TWO_UNITS | MW_PROGRAM_THREE_UNITS,
    MW_PROGRAM_LINE,
    MW_PROGRAM_LINE | MW_PROGRAM_SPREAD,
    MW_PROGRAM_LINE | MW_PROGRAM_SHADE,
    MW_PROGRAM_LINE | MW_PROGRAM_OUTLINE,
  };
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    if (!mw_programs_get (self, first[i], error))
      return FALSE;
  return TRUE;
}

MwPrograms *
mw_programs_new (const MwGl *gl, gboolean es, GError **error)
{
  MwPrograms *self = g_new0 (MwPrograms, 1);
  g_atomic_ref_count_init (&self->references);
  self->gl = *gl;
  self->es = es;
  self->made = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!make_one_of_each (self, error))
    g_clear_pointer (&self, mw_programs_unref);
  return self;
}

MwPrograms *
mw_programs_ref (MwPrograms *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
mw_programs_unref (MwPrograms *self)
{
  GHashTableIter each;
  gpointer program;
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_hash_table_iter_init (&each, self->made);
  while (g_hash_table_iter_next (&each, NULL, &program))
    mw_program_finish (program, &self->gl);
  g_hash_table_unref (self->made);
  g_free (self);
}

guint
mw_programs_begin_frame (MwPrograms *self)
{
  return ++self->n_frames;
}

gboolean
mw_programs_are_es (const MwPrograms *self)
{
  return self->es;
}
