/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/image/missing.h"
#include "core/image/replaceable.h"
#include "core/image/texel-mask.h"
#include "core/model/aspects.h"
#include "core/model/tilesets.h"
#include "core/render/render-private.h"
#include "core/vfs/lookup.h"

#include <string.h>

/* Larger files are not textures of a game. */
#define MOST_FILE_BYTES (256u * 1024u * 1024u)
#define GLOW_SIDE 64
#define MOST_HALVED 128 /* pixels of a side of an image that is halved here, and not by the card */
/* How many times longer than wide the part of an image may be that a pixel shows; more is hardly seen. */
#define MOST_ANISOTROPY 8

typedef struct {
  MwId id;
  GLuint name;             /* 0: no image; a team image or a stand-in is shown */
  uint32_t replaceable_id; /* MDLX: the replaceable id at the last flush */
  uint32_t type;           /* M2: the texture's type at the last flush; 0: it has its own file */
  gboolean image_stale, wrap_stale;
  MwTexelMask *mask; /* of the image; NULL: it is opaque */
  uint32_t wrap;     /* MwTextureAspect */
} Texture;

static void
texture_free (gpointer data)
{
  Texture *texture = data;
  g_free (texture->mask);
  g_free (texture);
}

struct _MwTextures {
  const MwGl *gl;
  const MwModel *model;
  MwTextureLoad load;
  gpointer load_data;
  GHashTable *shown;   /* M2 texture type -> path */
  GHashTable *images;  /* M2 texture type -> MwImage, which goes before the path */
  GHashTable *by_id;   /* MwId -> Texture */
  GHashTable *by_path; /* path -> GL texture; 0: it is missing */
  gboolean list_stale, paths_stale;
  GLuint clay[MW_CLAY_COUNT], spot[2], colour, glow;
  MwTexelMask *glow_mask;     /* of `glow`; NULL: it was not made yet */
  GHashTable *checkers;       /* texture type, or 0 -> GL texture */
  GLuint neutral[MW_HD_MAPS]; /* for HD images that are missing */
  guint team;
  char tileset;         /* its letter; 0: none */
  uint32_t most_pixels; /* largest width or height of a texture on this card */
  float anisotropy;     /* of images; 1: none */
};

MwImage *
mw_texture_load_found (const char *path, gpointer lookup, GError **error)
{
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, path, MOST_FILE_BYTES, error);
  if (!bytes)
    return NULL;
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  return mw_image_decode_with_levels (data, size, error);
}

/* --- Images to the card --------------------------------------------------------------------------------------------- */

/* The largest level that fits the card, as the index in mw_image_level(); if none does, the smallest is halved until it
 * fits, in place. */
static guint
first_that_fits (MwImage **image, uint32_t most)
{
  guint n = mw_image_n_levels (*image);
  for (guint level = 0; level < n; level++) {
    const MwImage *at = mw_image_level (*image, level);
    if (at->width <= most && at->height <= most)
      return level;
  }
  g_autoptr (MwImage) last = n > 1 ? g_ptr_array_steal_index ((*image)->levels, n - 2) : g_steal_pointer (image);
  while (last && (last->width > most || last->height > most)) {
    MwImage *half = mw_image_half (last, NULL);
    mw_image_free (last);
    last = half;
  }
  mw_image_free (*image);
  *image = g_steal_pointer (&last);
  return 0;
}

static void
set_wrap (const MwGl *gl, uint32_t flags)
{
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, flags & 1 ? GL_REPEAT : GL_CLAMP_TO_EDGE);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, flags & 2 ? GL_REPEAT : GL_CLAMP_TO_EDGE);
}

/* Images stay sharp on surfaces that are seen from the side, where the card can do that. A software renderer would take several times as
 * long. */
static float
find_anisotropy (const MwGl *gl)
{
  GLint n = 0;
  if (mw_gl_is_software (gl))
    return 1;
  gl->GetIntegerv (GL_NUM_EXTENSIONS, &n);
  for (GLint i = 0; i < n; i++) {
    const char *name = (const char *) gl->GetStringi (GL_EXTENSIONS, (GLuint) i);
    if (name && g_str_has_suffix (name, "_texture_filter_anisotropic")) {
      float most = 1;
      gl->GetFloatv (GL_MAX_TEXTURE_MAX_ANISOTROPY, &most);
      return CLAMP (most, 1, MOST_ANISOTROPY);
    }
  }
  return 1;
}

static void
upload_level (const MwGl *gl, const MwImage *image, guint level)
{
  gl->TexImage2D (GL_TEXTURE_2D, (GLint) level, GL_RGBA8, (GLsizei) image->width, (GLsizei) image->height, 0, GL_RGBA,
                  GL_UNSIGNED_BYTE, image->rgba);
}

/* Makes the levels below `last`, which is level `n` of the bound texture. Of a small image they are halved here: OpenGL in software compiles
 * a program before it makes any, which takes longer than all else that a view of a model without textures does at its start. */
static void
make_levels (const MwGl *gl, const MwImage *last, guint n)
{
  g_autoptr (MwImage) made = NULL;
  while (MAX (last->width, last->height) <= MOST_HALVED && MAX (last->width, last->height) > 1) {
    MwImage *half = mw_image_half (last, NULL);
    if (!half) /* no memory */
      break;
    upload_level (gl, half, ++n);
    mw_image_free (made);
    last = made = half;
  }
  if (MAX (last->width, last->height) == 1)
    return;
  /* The levels below the base level are made from it. */
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, (GLint) n);
  gl->GenerateMipmap (GL_TEXTURE_2D);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
}

/* Uploads an image with the mip levels that it has, makes those that it lacks, and frees it. */
static void
upload (const MwTextures *textures, GLuint *name, MwImage *image, uint32_t wrap_flags)
{
  const MwGl *gl = textures->gl;
  guint first = first_that_fits (&image, textures->most_pixels), n = image ? mw_image_n_levels (image) : 0;
  if (n == 0) /* no memory to halve it */
    return;
  if (!*name)
    gl->GenTextures (1, name);
  gl->ActiveTexture (GL_TEXTURE0);
  gl->BindTexture (GL_TEXTURE_2D, *name);
  gl->PixelStorei (GL_UNPACK_ALIGNMENT, 4);
  for (guint i = first; i < n; i++)
    upload_level (gl, mw_image_level (image, i), i - first);
  make_levels (gl, mw_image_level (image, n - 1), n - 1 - first);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  gl->TexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  if (textures->anisotropy > 1)
    gl->TexParameterf (GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, textures->anisotropy);
  set_wrap (gl, wrap_flags);
  mw_image_free (image);
}

char
mw_textures_tileset (const MwTextures *textures)
{
  return textures->tileset;
}

/* If the game fills it in, with the image that the user chose instead, or that of the tileset. */
MwTextureAspect
mw_textures_look (const MwTextures *textures, const MwRecord *record)
{
  MwTextureAspect look = mw_texture_aspect (record);
  if (look.type)
    look.path = g_hash_table_lookup (textures->shown, GUINT_TO_POINTER (look.type));
  else
    look.path = mw_tileset_path (textures->tileset, &look);
  return look;
}

static MwImage *
load_file (const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = mw_places_read_address (path, MOST_FILE_BYTES, error);
  gsize size;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  return data ? mw_image_decode_with_levels (data, size, error) : NULL;
}

/* The image without its levels. */
static MwImage *
copy_of (const MwImage *image, GError **error)
{
  MwImage *copy = mw_image_new (image->width, image->height, image->format_name, error);
  if (copy) {
    memcpy (copy->rgba, image->rgba, (gsize) image->width * image->height * 4);
    copy->has_alpha = image->has_alpha;
  }
  return copy;
}

static void
load_image (MwTextures *textures, Texture *texture, const MwRecord *record)
{
  const MwGl *gl = textures->gl;
  MwImage *image = NULL;
  MwTextureAspect look = mw_textures_look (textures, record);
  texture->replaceable_id = look.replaceable_id;
  texture->type = look.type;
  texture->image_stale = FALSE;
  g_autoptr (GError) error = NULL;
  const MwImage *given = look.type ? g_hash_table_lookup (textures->images, GUINT_TO_POINTER (look.type)) : NULL;
  /* A path in the model is never a path on disk; one that the user chose may be. */
  if (given)
    image = copy_of (given, &error);
  else if (look.path && look.type && g_path_is_absolute (look.path))
    image = load_file (look.path, &error);
  else if (look.path && textures->load)
    image = textures->load (look.path, textures->load_data, &error);
  g_clear_pointer (&texture->mask, g_free);
  texture->wrap = look.wrap;
  if (image)
    texture->mask = mw_texel_mask_new (image);
  /* Errors are not logged: the caller that provides `load` knows what it did not find. */
  if (image) {
    upload (textures, &texture->name, image, look.wrap);
    texture->wrap_stale = FALSE;
  } else if (texture->name) {
    gl->DeleteTextures (1, &texture->name);
    texture->name = 0;
  }
}

/* --- Lists ---------------------------------------------------------------------------------------------------------- */

/* One pixel for each image of an HD material; see mw_textures_of_slot(). Without a team colour the game's shader turns
 * the rim to blue. */
static void
make_neutral (MwTextures *textures)
{
  static const uint8_t pixels[MW_HD_MAPS][4] = {
    [MW_HD_DIFFUSE] = { 255, 255, 255, 255 }, [MW_HD_NORMAL] = { 128, 128, 255, 255 },
    [MW_HD_ORM] = { 255, 200, 0, 0 },         [MW_HD_EMISSIVE] = { 0, 0, 0, 255 },
    [MW_HD_TEAM_COLOUR] = { 0, 0, 255, 255 },
  };
  for (guint i = 0; i < MW_HD_MAPS; i++) {
    MwImage *image = mw_image_new (1, 1, "neutral", NULL);
    memcpy (image->rgba, pixels[i], 4);
    upload (textures, &textures->neutral[i], image, 3);
  }
}

MwTextures *
mw_textures_new (const MwGl *gl)
{
  MwTextures *textures = g_new0 (MwTextures, 1);
  textures->gl = gl;
  textures->by_id = g_hash_table_new_full (NULL, NULL, NULL, texture_free);
  textures->by_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  textures->shown = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  textures->images = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_image_free);
  textures->team = G_MAXUINT;
  GLint most = 0;
  gl->GetIntegerv (GL_MAX_TEXTURE_SIZE, &most);
  textures->most_pixels = most > 0 ? (uint32_t) most : 2048; /* the minimum that ES 3.0 guarantees */
  textures->anisotropy = find_anisotropy (gl);
  textures->checkers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < MW_CLAY_COUNT; i++)
    upload (textures, &textures->clay[i], mw_image_clay ((MwClay) i), 3);
  for (guint i = 0; i < G_N_ELEMENTS (textures->spot); i++)
    upload (textures, &textures->spot[i], mw_image_spot (i != 0), 3);
  make_neutral (textures);
  return textures;
}

static void
drop_paths (MwTextures *textures)
{
  GHashTableIter each;
  gpointer name;
  g_hash_table_iter_init (&each, textures->by_path);
  while (g_hash_table_iter_next (&each, NULL, &name))
    textures->gl->DeleteTextures (1, &(GLuint) { GPOINTER_TO_UINT (name) });
  g_hash_table_remove_all (textures->by_path);
}

static void
drop_all (MwTextures *textures)
{
  GHashTableIter each;
  gpointer value;
  g_hash_table_iter_init (&each, textures->by_id);
  while (g_hash_table_iter_next (&each, NULL, &value)) {
    Texture *texture = value;
    if (texture->name)
      textures->gl->DeleteTextures (1, &texture->name);
  }
  g_hash_table_remove_all (textures->by_id);
}

void
mw_textures_free (MwTextures *textures)
{
  drop_all (textures);
  const GLuint names[] = { textures->colour, textures->glow };
  textures->gl->DeleteTextures (G_N_ELEMENTS (names), names);
  textures->gl->DeleteTextures (G_N_ELEMENTS (textures->clay), textures->clay);
  textures->gl->DeleteTextures (G_N_ELEMENTS (textures->spot), textures->spot);
  GHashTableIter each;
  gpointer value;
  g_hash_table_iter_init (&each, textures->checkers);
  while (g_hash_table_iter_next (&each, NULL, &value))
    textures->gl->DeleteTextures (1, &(GLuint) { GPOINTER_TO_UINT (value) });
  g_hash_table_unref (textures->checkers);
  g_free (textures->glow_mask);
  textures->gl->DeleteTextures (MW_HD_MAPS, textures->neutral);
  drop_paths (textures);
  g_hash_table_unref (textures->by_path);
  g_hash_table_unref (textures->by_id);
  g_hash_table_unref (textures->shown);
  g_hash_table_unref (textures->images);
  g_free (textures);
}

void
mw_textures_set_model (MwTextures *textures, const MwModel *model, MwTextureLoad load, gpointer data)
{
  /* The same ids may mean other images now. The names on the card are used again in the next flush. */
  textures->model = model;
  textures->load = load;
  textures->load_data = data;
  mw_textures_invalidate (textures);
}

void
mw_textures_reconcile_later (MwTextures *textures)
{
  textures->list_stale = TRUE;
}

void
mw_textures_note (MwTextures *textures, MwId id, gboolean image)
{
  Texture *texture = g_hash_table_lookup (textures->by_id, GUINT_TO_POINTER (id));
  if (!texture)
    textures->list_stale = TRUE;
  else if (image)
    texture->image_stale = TRUE;
  else
    texture->wrap_stale = TRUE;
}

void
mw_textures_invalidate (MwTextures *textures)
{
  GHashTableIter each;
  gpointer value;
  g_hash_table_iter_init (&each, textures->by_id);
  while (g_hash_table_iter_next (&each, NULL, &value))
    ((Texture *) value)->image_stale = TRUE;
  textures->list_stale = TRUE;
  textures->paths_stale = TRUE;
}

/* The images of this type are loaded in the next flush. */
static void
type_changed (MwTextures *textures, uint32_t type)
{
  GHashTableIter each;
  gpointer value;
  g_hash_table_iter_init (&each, textures->by_id);
  while (g_hash_table_iter_next (&each, NULL, &value))
    ((Texture *) value)->image_stale |= ((Texture *) value)->type == type;
}

void
mw_textures_show_image (MwTextures *textures, uint32_t type, const MwImage *image)
{
  MwImage *copy = image ? copy_of (image, NULL) : NULL;
  if (!copy && !g_hash_table_contains (textures->images, GUINT_TO_POINTER (type)))
    return;
  if (copy)
    g_hash_table_insert (textures->images, GUINT_TO_POINTER (type), copy);
  else
    g_hash_table_remove (textures->images, GUINT_TO_POINTER (type));
  type_changed (textures, type);
}

void
mw_textures_show (MwTextures *textures, uint32_t type, const char *path)
{
  const char *was = g_hash_table_lookup (textures->shown, GUINT_TO_POINTER (type));
  if (g_strcmp0 (was, path) == 0)
    return;
  if (path)
    g_hash_table_insert (textures->shown, GUINT_TO_POINTER (type), g_strdup (path));
  else
    g_hash_table_remove (textures->shown, GUINT_TO_POINTER (type));
  type_changed (textures, type);
}

void
mw_textures_show_tileset (MwTextures *textures, char letter)
{
  if (textures->tileset == letter)
    return;
  textures->tileset = letter;
  /* Any file may be another one in the archive of the tileset. */
  mw_textures_invalidate (textures);
}

static const MwList *
list_of (const MwTextures *textures)
{
  static const MwList none;
  if (!textures->model)
    return &none;
  const MwRecord *root = &textures->model->record;
  return mw_record_list (root, mw_schema_part (root->schema, MW_PART_TEXTURES));
}

static void
reconcile (MwTextures *textures)
{
  const MwList *list = list_of (textures);
  GHashTableIter each;
  gpointer key, value;
  textures->list_stale = FALSE;
  g_hash_table_iter_init (&each, textures->by_id);
  while (g_hash_table_iter_next (&each, &key, &value)) {
    const MwRecord *record = textures->model ? mw_model_find (textures->model, GPOINTER_TO_UINT (key)) : NULL;
    if (!record || record->schema != mw_aspects_of (textures->model)->texture) {
      if (((Texture *) value)->name)
        textures->gl->DeleteTextures (1, &((Texture *) value)->name);
      g_hash_table_iter_remove (&each);
    }
  }
  for (uint32_t i = 0; i < list->n; i++) {
    MwId id = list->items[i]->id;
    if (!g_hash_table_contains (textures->by_id, GUINT_TO_POINTER (id))) {
      Texture *texture = g_new0 (Texture, 1);
      texture->id = id;
      texture->image_stale = TRUE;
      g_hash_table_insert (textures->by_id, GUINT_TO_POINTER (id), texture);
    }
  }
}

void
mw_textures_flush (MwTextures *textures, guint team)
{
  if (textures->list_stale)
    reconcile (textures);
  if (textures->paths_stale)
    drop_paths (textures);
  textures->paths_stale = FALSE;
  if (team != textures->team) {
    upload (textures, &textures->colour, mw_image_team_colour (team), 3);
    MwImage *glow = mw_image_team_glow (team, GLOW_SIDE);
    g_free (textures->glow_mask);
    textures->glow_mask = mw_texel_mask_new (glow);
    upload (textures, &textures->glow, glow, 0);
    textures->team = team;
  }
  const MwList *list = list_of (textures);
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *record = list->items[i];
    Texture *texture = g_hash_table_lookup (textures->by_id, GUINT_TO_POINTER (record->id));
    if (!texture)
      continue;
    if (texture->image_stale)
      load_image (textures, texture, record);
    if (texture->wrap_stale && texture->name) {
      textures->gl->ActiveTexture (GL_TEXTURE0);
      textures->gl->BindTexture (GL_TEXTURE_2D, texture->name);
      texture->wrap = mw_textures_look (textures, record).wrap;
      set_wrap (textures->gl, texture->wrap);
    }
    texture->wrap_stale = FALSE;
  }
}

GLuint
mw_textures_replaceable (const MwTextures *textures, uint32_t replaceable_id)
{
  return replaceable_id == 1 ? textures->colour : replaceable_id == 2 ? textures->glow : 0;
}

GLuint
mw_textures_of_path (MwTextures *textures, const char *path)
{
  gpointer known;
  if (g_hash_table_lookup_extended (textures->by_path, path, NULL, &known))
    return GPOINTER_TO_UINT (known);
  GLuint name = 0;
  MwImage *image = textures->load ? textures->load (path, textures->load_data, NULL) : NULL;
  if (image)
    upload (textures, &name, image, 0);
  g_hash_table_insert (textures->by_path, g_strdup (path), GUINT_TO_POINTER (name));
  return name;
}

GLuint
mw_textures_name (const MwTextures *textures, MwId id, uint32_t *type)
{
  const Texture *texture = id ? g_hash_table_lookup (textures->by_id, GUINT_TO_POINTER (id)) : NULL;
  *type = texture ? texture->type : 0;
  if (!texture)
    return 0;
  return texture->name ? texture->name : mw_textures_replaceable (textures, texture->replaceable_id);
}

MwTexel
mw_textures_texel (const MwTextures *textures, MwId id, const float uv[2])
{
  const Texture *texture = id ? g_hash_table_lookup (textures->by_id, GUINT_TO_POINTER (id)) : NULL;
  if (texture && texture->mask)
    return mw_texel_mask_at (texture->mask, uv, texture->wrap);
  if (texture && !texture->name && texture->replaceable_id == 2 && textures->glow_mask)
    return mw_texel_mask_at (textures->glow_mask, uv, 0);
  return MW_TEXEL_UNKNOWN;
}

GLuint
mw_textures_clay (const MwTextures *textures, uint32_t type)
{
  return textures->clay[mw_clay_of_type (type)];
}

GLuint
mw_textures_spot (const MwTextures *textures, gboolean whole)
{
  return textures->spot[whole != FALSE];
}

GLuint
mw_textures_checker (MwTextures *textures, uint32_t type)
{
  GLuint name = GPOINTER_TO_UINT (g_hash_table_lookup (textures->checkers, GUINT_TO_POINTER (type)));
  if (!name) {
    upload (textures, &name, type ? mw_image_checker_of_type (type) : mw_image_checker (), 3);
    g_hash_table_insert (textures->checkers, GUINT_TO_POINTER (type), GUINT_TO_POINTER (name));
  }
  return name;
}

GLuint
mw_textures_of_slot (const MwTextures *textures, MwId id, MwHdSlot slot, gboolean *found)
{
  const Texture *texture = id ? g_hash_table_lookup (textures->by_id, GUINT_TO_POINTER (id)) : NULL;
  GLuint name = !texture ? 0 : texture->name ? texture->name : texture->replaceable_id == 1 ? textures->colour : 0;
  *found = name != 0;
  return name ? name : textures->neutral[slot];
}
