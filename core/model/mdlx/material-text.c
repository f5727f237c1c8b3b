/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/material-text.h"

#include <string.h>

/* In this file "old" means Warcraft III up to 1099, and World of Warcraft: a layer has one texture, and a material
 * names the shader (900 and 1000); an HD material is six layers in the order of the slots (mdlx.md 5.5). From 1100
 * on a layer has a shader and a list of textures with slots. */
static gboolean
is_old (MwFormat format)
{
  return format.family != MW_FAMILY_MDX || format.version < 1100;
}

/* --- Shaders -------------------------------------------------------------------------------------------------------- */

enum { LEGACY, HD, CRYSTAL = 24 };
#define HD_NAME "Shader_HD_DefaultUnit"

/* Names are compared ignoring case; of several names for a number the first is written. Only the first two are
 * certain; other numbers are written as numbers. One program uses the third name for 0. */
static const struct {
  const char *name;
  uint32_t shader;
} shaders[] = {
  { "Shader_SD_Legacy", LEGACY },
  { HD_NAME, HD },
  { "Shader_SD_FixedFunction", LEGACY },
  { "Shader_HD_Crystal", CRYSTAL },
};

/* The game treats an unknown name like none. */
static uint32_t
shader_of_name (const char *name, gboolean *known)
{
  *known = *name == 0;
  for (guint i = 0; i < G_N_ELEMENTS (shaders); i++)
    if (g_ascii_strcasecmp (name, shaders[i].name) == 0) {
      *known = TRUE;
      return shaders[i].shader;
    }
  return LEGACY;
}

static const MwField *
material_shader (void)
{
  return MW_FIELD (MwMdlxMaterial, shader);
}

static gboolean
read_material_shader (MwMdlReader *reader, MwRecord *record)
{
  return mw_mdl_string (reader, record, material_shader ());
}

const MwMdlHand mw_mdlx_material_shader_of_layers = { "the shader of all layers", read_material_shader, NULL };

static gboolean
read_shader_name (MwMdlReader *reader, MwRecord *record)
{
  MwMdlxLayer *layer = (MwMdlxLayer *) record;
  g_autoptr (MwRecord) apart = mw_record_new (&mw_mdlx_material_schema);
  gboolean known;
  if (!mw_mdl_string (reader, apart, material_shader ()))
    return FALSE;
  const char *name = mw_text (((MwMdlxMaterial *) apart)->shader);
  uint32_t shader = shader_of_name (name, &known);
  if (!known)
    mw_mdl_warn (reader, "the shader is unknown: read as \"Shader_SD_Legacy\"");
  if (!is_old (mw_mdl_reader_format (reader))) {
    layer->shader = shader;
    return TRUE;
  }
  MwMdlxMaterial *material = (MwMdlxMaterial *) record->owner;
  if (mw_mdl_reader_format (reader).version < 900 && shader)
    return mw_mdl_fail (reader, "found Shader, which exists from version 900 on, in a text of version 800");
  if (material && !material->shader && *name)
    mw_text_set (&material->shader, name, strlen (name));
  return TRUE;
}

static gboolean
read_shader_number (MwMdlReader *reader, MwRecord *record)
{
  int64_t number;
  MwFormat format = mw_mdl_reader_format (reader);
  if (!mw_mdl_number (reader, 0, G_MAXUINT32, &number))
    return FALSE;
  if (!is_old (format))
    ((MwMdlxLayer *) record)->shader = (uint32_t) number;
  else if (number != LEGACY)
    return mw_mdl_fail (reader, "found ShaderTypeId, which exists from version 1100 on, in a text of version "
                                "%u", format.version);
  return TRUE;
}

/* Writes nothing for 0, because mdx-m3-viewer cannot read a layer with either word, and HiveWE takes any name for
 * HD. */
static void
write_shader (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxLayer *layer = (const MwMdlxLayer *) record;
  if (layer->shader == LEGACY)
    return;
  if (layer->shader == HD && mw_mdl_writer_spelling (writer) == MW_MDL_ENGINE) {
    mw_mdl_line (writer, "Shader ");
    mw_mdl_at (writer, record, MW_FIELD (MwMdlxLayer, shader));
    mw_mdl_put (writer, "\"" HD_NAME "\"");
  } else {
    mw_mdl_line (writer, "ShaderTypeId ");
    mw_mdl_put_value (writer, record, MW_FIELD (MwMdlxLayer, shader));
  }
  mw_mdl_at (writer, record, NULL);
  mw_mdl_put (writer, ",");
}

const MwMdlHand mw_mdlx_layer_shader_number = { "number, or name", read_shader_number, write_shader };
const MwMdlHand mw_mdlx_layer_shader_name = { "name", read_shader_name, NULL };

/* --- Textures ------------------------------------------------------------------------------------------------------- */

static const char *const slot_words[] = {
  "TextureID", "NormalTextureID", "ORMTextureID", "EmissiveTextureID", "TeamColorTextureID", "ReflectionsTextureID",
};
enum { ANY_SLOT = -1 };

/* A plain TextureID takes the next free slot, so six of them get the slots 0 to 5. Beyond SLOTS textures, more than
 * any program writes, the slot is the place in the list. */
enum { SLOTS = 64 };

static uint32_t
next_slot (const MwList *entries, uint32_t first)
{
  guint64 used = 0;
  if (entries->n >= SLOTS)
    return first + entries->n;
  for (uint32_t i = 0; i < entries->n; i++) {
    uint32_t slot = ((const MwMdlxLayerTexture *) entries->items[i])->slot - first;
    used |= slot < SLOTS ? (guint64) 1 << slot : 0;
  }
  uint32_t next = 0;
  while (used >> next & 1)
    next++;
  return first + next;
}

static gboolean
read_reference (MwMdlReader *reader, MwRecord *record, const MwField *texture)
{
  int64_t stated;
  if (mw_mdl_is_animated (reader, &stated))
    return mw_mdl_track (reader, record, mw_schema_track_of (record->schema, texture), FALSE, stated);
  return mw_mdl_reference (reader, mw_field_at (record, texture));
}

/* Reads the slot after a texture, if there is one. */
static gboolean
read_slot (MwMdlReader *reader, int64_t *slot)
{
  return !mw_mdl_takes (reader, "<=") || mw_mdl_number (reader, 0, G_MAXUINT32, slot);
}

/* The first texture of an old layer is the layer's own. Further ones (in texts of 900 by HiveWE, or six plain ones)
 * are kept in the list for mw_mdlx_materials_from_text(). */
static gboolean
read_old_texture (MwMdlReader *reader, MwMdlxLayer *layer, int64_t slot)
{
  MwRecord *record = &layer->record;
  MwFormat format = mw_mdl_reader_format (reader);
  gboolean has_one = layer->texture_track || layer->texture.raw != MW_REF_NONE.raw;
  gboolean can_have_more = format.family == MW_FAMILY_MDX && format.version >= 900;
  if (!has_one || !can_have_more) {
    if (!read_reference (reader, record, MW_FIELD (MwMdlxLayer, texture)) || !read_slot (reader, &slot))
      return FALSE;
    if (slot > 0)
      return mw_mdl_fail (reader, "found a texture for slot %" G_GINT64_FORMAT
        ": slots exist from version 1100 on", slot);
    return TRUE;
  }
  uint32_t next = next_slot (&layer->textures, 1);
  MwRecord *entry = mw_mdl_new_record (reader, record, MW_FIELD (MwMdlxLayer, textures), &mw_mdlx_layer_texture_schema);
  if (!entry || !read_reference (reader, entry, MW_FIELD (MwMdlxLayerTexture, texture)) || !read_slot (reader, &slot))
    return FALSE;
  ((MwMdlxLayerTexture *) entry)->slot = slot == ANY_SLOT ? next : (uint32_t) slot;
  return TRUE;
}

static gboolean
read_texture (MwMdlReader *reader, MwRecord *record, int64_t slot)
{
  MwMdlxLayer *layer = (MwMdlxLayer *) record;
  if (is_old (mw_mdl_reader_format (reader)))
    return read_old_texture (reader, layer, slot);
  uint32_t next = next_slot (&layer->textures, 0);
  MwRecord *entry = mw_mdl_new_record (reader, record, MW_FIELD (MwMdlxLayer, textures), &mw_mdlx_layer_texture_schema);
  if (!entry || !read_reference (reader, entry, MW_FIELD (MwMdlxLayerTexture, texture)) || !read_slot (reader, &slot))
    return FALSE;
  ((MwMdlxLayerTexture *) entry)->slot = slot == ANY_SLOT ? next : (uint32_t) slot;
  return TRUE;
}

static void
write_reference (MwMdlWriter *writer, const char *word, const MwRecord *record, MwTrack *track, const MwField *texture)
{
  if (track) {
    mw_mdl_put_track (writer, word, &track->record);
    return;
  }
  mw_mdl_line (writer, "static ");
  mw_mdl_put (writer, word);
  mw_mdl_put (writer, " ");
  mw_mdl_put_value (writer, record, texture);
}

/* By default the slots are written as names. Of the programs that read texts of 1100 and later, war3-model and
 * Retera's Model Studio know only the names, HiveWE and the game only the numbers after `<=`, and mdx-m3-viewer
 * neither. All of them read a single TextureID without a slot, which suffices for most layers, so both spellings use
 * that where it is the only texture. */
static void
write_entries (MwMdlWriter *writer, const MwMdlxLayer *layer)
{
  gboolean engine = mw_mdl_writer_spelling (writer) == MW_MDL_ENGINE, diffuse = FALSE;
  const MwField *texture = MW_FIELD (MwMdlxLayerTexture, texture);
  uint32_t n = layer->textures.n;
  for (uint32_t i = 0; i < n; i++) {
    const MwMdlxLayerTexture *entry = (const MwMdlxLayerTexture *) layer->textures.items[i];
    uint32_t slot = entry->slot;
    gboolean plain = slot == 0 && !diffuse && i < SLOTS && (!engine || n == 1);
    gboolean named = !engine && slot > 0 && slot < G_N_ELEMENTS (slot_words);
    if (entry->texture_track && mw_mdl_writer_number (writer, entry->texture) != MW_REF_NONE.raw)
      mw_mdl_lose (writer, &entry->record, texture, "text has no static value beside a track");
    write_reference (writer, slot_words[named ? slot : 0], &entry->record, entry->texture_track, texture);
    if (!plain && !named) {
      mw_mdl_put (writer, " <= ");
      mw_mdl_put_value (writer, &entry->record, MW_FIELD (MwMdlxLayerTexture, slot));
    }
    mw_mdl_at (writer, &layer->record, NULL);
    if (!entry->texture_track || (!plain && !named))
      mw_mdl_put (writer, ",");
    diffuse |= slot == 0;
  }
}

static void
write_textures (MwMdlWriter *writer, const MwRecord *record)
{
  const MwMdlxLayer *layer = (const MwMdlxLayer *) record;
  MwFormat format = mw_mdl_writer_format (writer);
  if (!is_old (format)) {
    write_entries (writer, layer);
    return;
  }
  const MwField *texture = MW_FIELD (MwMdlxLayer, texture);
  gboolean none = mw_mdl_writer_number (writer, layer->texture) == MW_REF_NONE.raw;
  write_reference (writer, slot_words[0], record, layer->texture_track, texture);
  if (layer->texture_track && !none && format.family == MW_FAMILY_MDX)
    mw_mdl_lose (writer, record, texture, "text has no static value beside a track");
  else if (layer->texture_track && !none)
    write_reference (writer, slot_words[0], record, NULL, texture);
  mw_mdl_at (writer, record, NULL);
  if (!layer->texture_track || (!none && format.family != MW_FAMILY_MDX))
    mw_mdl_put (writer, ",");
}

#define SLOT(name, slot)                                                                                               \
  static gboolean read_##name (MwMdlReader *reader, MwRecord *record)                                                  \
  {                                                                                                                    \
    return read_texture (reader, record, slot);                                                                        \
  }
SLOT (any, ANY_SLOT)
SLOT (normal, 1)
SLOT (orm, 2)
SLOT (emissive, 3)
SLOT (team_color, 4)
SLOT (reflections, 5)
const MwMdlHand mw_mdlx_layer_textures = { "textures with their slots", read_any, write_textures };
const MwMdlHand mw_mdlx_layer_texture_normal = { "slot 1", read_normal, NULL };
const MwMdlHand mw_mdlx_layer_texture_orm = { "slot 2", read_orm, NULL };
const MwMdlHand mw_mdlx_layer_texture_emissive = { "slot 3", read_emissive, NULL };
const MwMdlHand mw_mdlx_layer_texture_team_color = { "slot 4", read_team_color, NULL };
const MwMdlHand mw_mdlx_layer_texture_reflections = { "slot 5", read_reflections, NULL };

/* --- When all is read ----------------------------------------------------------------------------------------------- */

/* A layer for a further texture. It equals the first one, except for its texture, and for tracks and unknown bytes, which stay
 * with the first. */
static MwRecord *
layer_like (const MwMdlxLayer *layer)
{
  const MwField *const except[] = {
    MW_FIELD (MwMdlxLayer, texture), MW_FIELD (MwMdlxLayer, texture_track), MW_FIELD (MwMdlxLayer, textures),
    MW_FIELD (MwMdlxLayer, alpha_track), MW_FIELD (MwMdlxLayer, emissive_gain_track),
    MW_FIELD (MwMdlxLayer, fresnel_color_track), MW_FIELD (MwMdlxLayer, fresnel_opacity_track),
    MW_FIELD (MwMdlxLayer, fresnel_team_color_track), MW_FIELD (MwMdlxLayer, unknown), NULL
  };
  MwRecord *copy = mw_record_new (&mw_mdlx_layer_schema);
  copy->variant = layer->record.variant;
  mw_record_copy_fields (copy, &layer->record, &mw_mdlx_layer_schema, except);
  return copy;
}

static int
by_slot (gconstpointer a, gconstpointer b)
{
  const MwMdlxLayerTexture *x = *(MwMdlxLayerTexture *const *) a, *y = *(MwMdlxLayerTexture *const *) b;
  return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Appends a layer and, after it, the layers of its further textures, in the order of slots. */
static void
append_split (MwMdlx *model, MwMdlxMaterial *material, MwMdlxLayer *layer)
{
  const MwField *layers = MW_FIELD (MwMdlxMaterial, layers);
  uint32_t n = layer->textures.n;
  g_autofree MwRecord **entries = n ? g_memdup2 (layer->textures.items, n * sizeof (MwRecord *)) : NULL;
  if (n)
    qsort (entries, n, sizeof (MwRecord *), by_slot);
  mw_list_append (&model->model, &material->record, layers, &layer->record);
  for (uint32_t i = 0; i < n; i++) {
    MwMdlxLayerTexture *entry = (MwMdlxLayerTexture *) entries[i];
    MwMdlxLayer *next = (MwMdlxLayer *) layer_like (layer);
    mw_list_append (&model->model, &material->record, layers, &next->record);
    next->texture = entry->texture;
    if (entry->texture_track) {
      const MwField *track = MW_FIELD (MwMdlxLayerTexture, texture_track);
      MwRecord *taken = mw_child_take (&model->model, &entry->record, track);
      mw_child_set (&model->model, &next->record, MW_FIELD (MwMdlxLayer, texture_track), taken);
    }
  }
  while (layer->textures.n)
    mw_record_free (mw_list_take (&model->model, &layer->record, MW_FIELD (MwMdlxLayer, textures), layer->textures.n - 1));
}

/* Removes all layers and adds them again, which takes linear time. Returns how many had several textures. */
static guint
split_layers (MwMdlx *model, MwMdlxMaterial *material)
{
  const MwField *layers = MW_FIELD (MwMdlxMaterial, layers);
  g_autoptr (GPtrArray) taken = g_ptr_array_new ();
  guint n = 0;
  for (uint32_t i = 0; i < material->layers.n; i++)
    n += ((const MwMdlxLayer *) material->layers.items[i])->textures.n > 0;
  if (n == 0)
    return 0;
  while (material->layers.n)
    g_ptr_array_add (taken, mw_list_take (&model->model, &material->record, layers, material->layers.n - 1));
  for (guint i = taken->len; i-- > 0;)
    append_split (model, material, taken->pdata[i]);
  return n;
}

void
mw_mdlx_materials_from_text (MwMdlx *model, MwReport *report)
{
  gboolean old = is_old (mw_mdlx_format (model));
  guint n_split = 0;
  for (uint32_t i = 0; i < model->materials.n; i++) {
    MwMdlxMaterial *material = (MwMdlxMaterial *) model->materials.items[i];
    gboolean known;
    uint32_t shader = shader_of_name (mw_text (material->shader), &known);
    if (old) {
      n_split += split_layers (model, material);
      continue;
    }
    for (uint32_t k = 0; k < material->layers.n; k++) {
      MwMdlxLayer *layer = (MwMdlxLayer *) material->layers.items[k];
      if (layer->shader == LEGACY)
        layer->shader = shader;
    }
    mw_text_set (&material->shader, "", 0);
  }
  if (n_split)
    mw_report_remark (report, MW_REMARK_WARNING, 0, 0,
                      "found %u layers with several textures: in this version each texture has its own layer", n_split);
}
