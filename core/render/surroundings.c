/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/surroundings.h"
#include "core/image/cube.h"
#include "core/render/render-private.h"

/* Larger files are not those of the game. */
#define MOST_BYTES ((gsize) 64 * 1024 * 1024)

#define FOLDER "Environment\\EnvironmentMap\\"

/* The day ends and begins at these minutes; before each the surroundings change for a tenth of a day. Source: ComputeEnvMapBlend() of wof. */
enum { DAWN = 6 * 60, DUSK = 18 * 60, CHANGES = MW_DAY_MINUTES / 10 };

struct _MwSurroundings {
  MwCubes *maps[MW_SKIES]; /* NULL: that of the day */
};

gboolean
mw_surroundings_are_for (const MwModel *model)
{
  const MwScene *scene = mw_scene_of (model);
  return scene->mirrors && scene->mirrors (model);
}

static void
clear (gpointer data)
{
  MwSurroundings *surroundings = data;
  for (guint i = 0; i < MW_SKIES; i++)
    mw_cubes_free (surroundings->maps[i]);
}

void
mw_surroundings_unref (MwSurroundings *surroundings)
{
  if (surroundings)
    g_atomic_rc_box_release_full (surroundings, clear);
}

/* NULL: it is not there, or with *wrong it cannot be read. */
static MwCubes *
read_one (MwLookup *lookup, const char *name, char **wrong)
{
  g_autofree char *found = mw_lookup_find (lookup, name);
  g_autoptr (GError) error = NULL;
  if (!found)
    return NULL;
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, name, MOST_BYTES, &error);
  MwCubes *cubes = bytes ? mw_cubes_decode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error) : NULL;
  if (!cubes && !*wrong)
    *wrong = g_strdup_printf ("%s: %s", found, error->message);
  return cubes;
}

MwSurroundings *
mw_surroundings_read (MwLookup *lookup, char tileset, char **wrong)
{
  /* [DayEnvironmentMap] and [NightEnvironmentMap] of UI\WorldEditData.txt have other rows for dungeons alone, as wof has them. */
  const gboolean dungeon = tileset == 'D';
  const char *const names[MW_SKIES] = { dungeon ? FOLDER "Dungeon\\Night_IBL.dds"
                                                : FOLDER "LordaeronSummer\\Day_IBL.dds",
                                        dungeon ? NULL : FOLDER "LordaeronSummer\\Night_IBL.dds",
                                        FOLDER "Portraits\\PortraitDefault_IBL.dds" };
  g_autoptr (MwSurroundings) surroundings = g_atomic_rc_box_new0 (MwSurroundings);
  *wrong = NULL;
  for (guint i = 0; i < MW_SKIES; i++)
    surroundings->maps[i] = names[i] ? read_one (lookup, names[i], wrong) : NULL;
  return surroundings->maps[MW_SKY_DAY] ? g_steal_pointer (&surroundings) : NULL;
}

/* --- In a frame ----------------------------------------------------------------------------------------------------- */

/* How much of the surroundings at a time is those of the night. */
static float
night_at (int minute)
{
  if (minute < DAWN)
    return CLAMP ((float) (DAWN - minute) / CHANGES, 0, 1);
  return minute < DUSK ? 1 - CLAMP ((float) (DUSK - minute) / CHANGES, 0, 1) : 1;
}

static void
upload (MwRenderer *renderer, const MwCubes *cubes, MwSky *sky)
{
  /* The game's faces in the order of OpenGL: +X, -X, +Y, -Y, +Z, -Z (kBlzToD3dFaceRemap of wof). */
  static const guint faces[] = { 0, 5, 2, 3, 4, 1 };
  const MwGl *gl = &renderer->gl;
  sky->last_level = (float) (cubes->levels - 1);
  gl->GenTextures (MW_SKY_CUBES, sky->cubes);
  gl->PixelStorei (GL_UNPACK_ALIGNMENT, 4);
  gl->ActiveTexture (GL_TEXTURE0);
  for (guint k = 0; k < MW_SKY_CUBES; k++) {
    const guint cube = MIN (k, cubes->n - 1); /* a file with one has the same for both */
    gl->BindTexture (GL_TEXTURE_CUBE_MAP, sky->cubes[k]);
    for (guint face = 0; face < G_N_ELEMENTS (faces); face++)
      for (guint level = 0; level < cubes->levels; level++) {
        const MwImage *image = mw_cubes_face (cubes, cube, faces[face], level);
        gl->TexImage2D (GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, (GLint) level, cubes->srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8,
                        (GLsizei) image->width, (GLsizei) image->height, 0, GL_RGBA, GL_UNSIGNED_BYTE, image->rgba);
      }
    gl->TexParameteri (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAX_LEVEL, (GLint) cubes->levels - 1);
    gl->TexParameteri (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    gl->TexParameteri (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl->TexParameteri (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri (GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  gl->BindTexture (GL_TEXTURE_CUBE_MAP, 0);
}

void
mw_skies_drop (MwRenderer *renderer)
{
  for (guint i = 0; i < MW_SKIES; i++)
    renderer->gl.DeleteTextures (MW_SKY_CUBES, renderer->skies[i].cubes);
  memset (renderer->skies, 0, sizeof renderer->skies);
}

void
mw_renderer_set_surroundings (MwRenderer *renderer, MwSurroundings *surroundings)
{
  MwSurroundings *before = renderer->surroundings;
  renderer->surroundings = surroundings ? g_atomic_rc_box_acquire (surroundings) : NULL;
  renderer->skies_stale |= before != surroundings;
  mw_surroundings_unref (before);
}

gboolean
mw_skies_shine (const MwRenderer *renderer, const MwFrame *frame)
{
  const MwLighting lighting = frame->lighting;
  return renderer->surroundings
         && (lighting == MW_LIGHTING_GAME || lighting == MW_LIGHTING_NIGHT || lighting == MW_LIGHTING_PORTRAIT
             || lighting == MW_LIGHTING_HOUR);
}

void
mw_skies_flush (MwRenderer *renderer)
{
  if (!renderer->skies_stale)
    return;
  renderer->skies_stale = FALSE;
  mw_skies_drop (renderer);
  for (guint i = 0; renderer->surroundings && i < MW_SKIES; i++)
    if (renderer->surroundings->maps[i])
      upload (renderer, renderer->surroundings->maps[i], &renderer->skies[i]);
}

void
mw_skies_bind (const MwRenderer *renderer, const MwProgram *program, const MwFrame *frame, guint unit)
{
  const MwGl *gl = &renderer->gl;
  const guint first = frame->lighting == MW_LIGHTING_PORTRAIT && renderer->skies[MW_SKY_PORTRAIT].cubes[0]
                        ? MW_SKY_PORTRAIT
                        : MW_SKY_DAY,
              second = renderer->skies[MW_SKY_NIGHT].cubes[0] ? MW_SKY_NIGHT : MW_SKY_DAY;
  const float night = frame->lighting == MW_LIGHTING_NIGHT                   ? 1
                      : frame->lighting == MW_LIGHTING_HOUR && frame->sun.on ? night_at (frame->sun.minute)
                                                                             : 0;
  if (!renderer->es) /* OpenGL ES always filters over the edges of faces */
    gl->Enable (GL_TEXTURE_CUBE_MAP_SEAMLESS);
  const MwSky *skies[] = { &renderer->skies[first], &renderer->skies[second] };
  for (guint i = 0; i < G_N_ELEMENTS (skies) * MW_SKY_CUBES; i++) {
    gl->ActiveTexture (GL_TEXTURE0 + unit + i);
    gl->BindTexture (GL_TEXTURE_CUBE_MAP, skies[i / MW_SKY_CUBES]->cubes[i % MW_SKY_CUBES]);
    gl->Uniform1i (program->skies[i], (GLint) (unit + i));
  }
  gl->Uniform3fv (program->night, 1, (float[3]) { night, skies[0]->last_level, skies[1]->last_level });
}
