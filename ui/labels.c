/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/labels.h"
#include "ui/text-encoding.h"
#include "core/base/error.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "ui/i18n.h"

#include <string.h>

const char *
mw_ui_label (const char *text)
{
  return text && *text ? gettext (text) : "";
}

char *
mw_ui_text (const char *bytes)
{
  if (!bytes || g_utf8_validate (bytes, -1, NULL))
    return g_strdup (bytes ? bytes : "");
  return mw_text_encoding_decode (mw_text_encoding_get (), bytes);
}

char *
mw_ui_text_to_bytes (const char *typed, const char *now, GError **error)
{
  if (!now || g_utf8_validate (now, -1, NULL))
    return g_strdup (typed);
  return mw_text_encoding_encode (mw_text_encoding_get (), typed, error);
}

/* Marks both forms of a text for translation. */
#define NP_(one, many) one, many

/* All kinds of records. A kind that is not listed here is shown with its schema's label and a plain icon. */
typedef struct {
  const MwSchema *schemas[2];
  const char *plural, *one, *many, *icon; /* one, many: forms for counts */
} Kind;
static const Kind kinds[] = {
  { { &mw_mdlx_schema }, N_ ("Model"), NULL, NULL, "mw-model-symbolic" },
  { { &mw_mdlx_sequence_schema, &mw_m2_sequence_schema },
    N_ ("Sequences"),
    NP_ ("%s sequence", "%s sequences"),
    "mw-sequence-symbolic" },
  { { &mw_mdlx_global_sequence_schema, &mw_m2_global_sequence_schema },
    N_ ("Global sequences"),
    NP_ ("%s global sequence", "%s global sequences"),
    "mw-global-sequence-symbolic" },
  { { &mw_mdlx_texture_schema, &mw_m2_texture_schema },
    N_ ("Textures"),
    NP_ ("%s texture", "%s textures"),
    "mw-texture-symbolic" },
  { { &mw_mdlx_material_schema, &mw_m2_material_schema },
    N_ ("Materials"),
    NP_ ("%s material", "%s materials"),
    "mw-material-symbolic" },
  { { &mw_mdlx_layer_schema }, N_ ("Layers"), NP_ ("%s layer", "%s layers"), "mw-layer-symbolic" },
  { { &mw_mdlx_layer_texture_schema },
    N_ ("Textures"),
    NP_ ("%s texture of a layer", "%s textures of layers"),
    "mw-texture-symbolic" },
  { { &mw_mdlx_texture_animation_schema },
    N_ ("Texture animations"),
    NP_ ("%s texture animation", "%s texture animations"),
    "mw-texture-animation-symbolic" },
  { { &mw_mdlx_geoset_schema }, N_ ("Geosets"), NP_ ("%s geoset", "%s geosets"), "mw-geoset-symbolic" },
  { { &mw_mdlx_uv_set_schema }, N_ ("UV sets"), NP_ ("%s UV set", "%s UV sets"), "mw-texture-symbolic" },
  { { &mw_mdlx_geoset_extent_schema },
    N_ ("Extents"),
    NP_ ("%s extent of a sequence", "%s extents of a sequence"),
    "mw-bounds-symbolic" },
  { { &mw_mdlx_geoset_animation_schema },
    N_ ("Geoset animations"),
    NP_ ("%s geoset animation", "%s geoset animations"),
    "mw-geoset-animation-symbolic" },
  { { &mw_mdlx_bone_schema, &mw_m2_bone_schema }, N_ ("Bones"), NP_ ("%s bone", "%s bones"), "mw-bone-symbolic" },
  { { &mw_mdlx_light_schema, &mw_m2_light_schema }, N_ ("Lights"), NP_ ("%s light", "%s lights"), "mw-light-symbolic" },
  { { &mw_mdlx_helper_schema }, N_ ("Helpers"), NP_ ("%s helper", "%s helpers"), "mw-helper-symbolic" },
  { { &mw_mdlx_attachment_schema, &mw_m2_attachment_schema },
    N_ ("Attachments"),
    NP_ ("%s attachment", "%s attachments"),
    "mw-attachment-symbolic" },
  { { &mw_mdlx_particle_emitter_schema },
    N_ ("Particle emitters"),
    NP_ ("%s particle emitter", "%s particle emitters"),
    "mw-particles-symbolic" },
  { { &mw_mdlx_particle_emitter2_schema },
    N_ ("Particle emitters 2"),
    NP_ ("%s particle emitter 2", "%s particle emitters 2"),
    "mw-particles-symbolic" },
  { { &mw_mdlx_popcorn_emitter_schema },
    N_ ("Popcorn emitters"),
    NP_ ("%s popcorn emitter", "%s popcorn emitters"),
    "mw-particles-symbolic" },
  { { &mw_mdlx_ribbon_emitter_schema },
    N_ ("Ribbon emitters"),
    NP_ ("%s ribbon emitter", "%s ribbon emitters"),
    "mw-ribbon-symbolic" },
  { { &mw_mdlx_event_object_schema },
    N_ ("Event objects"),
    NP_ ("%s event object", "%s event objects"),
    "mw-event-symbolic" },
  { { &mw_mdlx_collision_shape_schema },
    N_ ("Collision shapes"),
    NP_ ("%s collision shape", "%s collision shapes"),
    "mw-collision-symbolic" },
  { { &mw_mdlx_camera_schema, &mw_m2_camera_schema },
    N_ ("Cameras"),
    NP_ ("%s camera", "%s cameras"),
    "mw-camera-symbolic" },
  { { &mw_mdlx_face_effect_schema },
    N_ ("Face effects"),
    NP_ ("%s face effect", "%s face effects"),
    "mw-unknown-symbolic" },
  { { &mw_m2_schema }, N_ ("Model"), NULL, NULL, "mw-model-symbolic" },
  { { &mw_m2_skin_schema }, N_ ("Skin profiles"), NP_ ("%s skin profile", "%s skin profiles"), "mw-geoset-symbolic" },
  { { &mw_m2_submesh_schema }, N_ ("Submeshes"), NP_ ("%s submesh", "%s submeshes"), "mw-geoset-symbolic" },
  { { &mw_m2_batch_schema }, N_ ("Batches"), NP_ ("%s batch", "%s batches"), "mw-layer-symbolic" },
  { { &mw_m2_shadow_batch_schema },
    N_ ("Shadow batches"),
    NP_ ("%s shadow batch", "%s shadow batches"),
    "mw-layer-symbolic" },
  { { &mw_m2_color_schema }, N_ ("Colours"), NP_ ("%s color", "%s colors"), "mw-geoset-animation-symbolic" },
  { { &mw_m2_texture_weight_schema },
    N_ ("Texture weights"),
    NP_ ("%s texture weight", "%s texture weights"),
    "mw-geoset-animation-symbolic" },
  { { &mw_m2_flipbook_schema },
    N_ ("Texture flipbooks"),
    NP_ ("%s texture flipbook", "%s texture flipbooks"),
    "mw-texture-animation-symbolic" },
  { { &mw_m2_texture_transform_schema },
    N_ ("Texture transforms"),
    NP_ ("%s texture transform", "%s texture transforms"),
    "mw-texture-animation-symbolic" },
  { { &mw_m2_event_schema }, N_ ("Events"), NP_ ("%s event", "%s events"), "mw-event-symbolic" },
  { { &mw_m2_ribbon_schema }, N_ ("Ribbons"), NP_ ("%s ribbon", "%s ribbons"), "mw-ribbon-symbolic" },
  { { &mw_m2_particle_schema },
    N_ ("Particles"),
    NP_ ("%s particle emitter", "%s particle emitters"),
    "mw-particles-symbolic" },
  { { &mw_m2_anim_file_schema },
    N_ ("Animation files"),
    NP_ ("%s animation file", "%s animation files"),
    "mw-sequence-symbolic" },
  { { &mw_mdlx_unknown_chunk_schema, &mw_m2_unknown_chunk_schema },
    N_ ("Unknown chunks"),
    NP_ ("%s unknown chunk", "%s unknown chunks"),
    "mw-unknown-symbolic" },
};

static const Kind *
kind_of (const MwSchema *schema)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].schemas[0] == schema || kinds[i].schemas[1] == schema)
      return &kinds[i];
  return NULL;
}

const char *
mw_ui_plural (const MwSchema *schema, const MwField *list)
{
  const Kind *kind = kind_of (schema);
  return kind ? gettext (kind->plural) : mw_ui_label (list ? list->label : schema->label);
}

const char *
mw_ui_icon (const MwSchema *schema)
{
  const Kind *kind = kind_of (schema);
  return kind ? kind->icon : "mw-helper-symbolic";
}

/* The format comes from a table. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
char *
mw_ui_count_of (const MwSchema *schema, guint n)
{
  const Kind *kind = kind_of (schema);
  g_autofree char *count = mw_ui_count (n);
  return kind && kind->one ? g_strdup_printf (ngettext (kind->one, kind->many, n), count)
                           : g_strdup_printf ("%s × %s", count, mw_ui_label (schema->label));
}
#pragma GCC diagnostic pop

const MwTitleWords mw_ui_title_words = { mw_ui_label, mw_ui_text };

char *
mw_ui_record_title (const MwRecord *record)
{
  return mw_record_title_in (record, &mw_ui_title_words);
}

char *
mw_ui_record_long_title (const MwRecord *record)
{
  const gboolean top = !record->owner || !record->owner->owner;
  char *title = top ? mw_ui_record_title (record) : mw_record_plain_title_in (record, &mw_ui_title_words);
  for (const MwRecord *owner = record->owner; owner && owner->owner; owner = owner->owner) {
    g_autofree char *above = mw_record_plain_title_in (owner, &mw_ui_title_words);
    g_autofree char *below = title;
    /* Translators: "Layer 0 of Material 2" */
    title = g_strdup_printf (_ ("%s of %s"), below, above);
  }
  return title;
}

char *
mw_ui_count (guint64 n)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, n);
}

const char *
mw_ui_unit (MwUnit unit)
{
  switch (unit) {
  case MW_UNIT_MS:
    return _ ("ms");
  case MW_UNIT_SECONDS:
    return _ ("s");
  case MW_UNIT_RADIANS:
  case MW_UNIT_DEGREES:
    return "°";
  case MW_UNIT_PER_SECOND:
    return _ ("/s");
  case MW_UNIT_SPEED:
    return _ ("u/s");
  case MW_UNIT_ACCELERATION:
    return _ ("u/s²");
  default:
    return NULL;
  }
}

char *
mw_ui_field_tooltip (const MwField *field)
{
  GString *text = g_string_new (mw_ui_label (field->doc));
  if (text->len)
    g_string_append_c (text, '\n');
  g_string_append_printf (text, "%s", field->name);
  if (field->type == MW_TYPE_TEXT && field->count)
    g_string_append_printf (text, _ (", at most %u bytes"), field->count - 1u);
  else if (field->min < field->max) {
    char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd (low, sizeof low, "%g", field->min);
    g_ascii_formatd (high, sizeof high, "%g", field->max);
    g_string_append_printf (text, _ (", %s to %s"), low, high);
  }
  return g_string_free (text, FALSE);
}

char *
mw_ui_capitalized (const char *text)
{
  g_autofree char *first = g_utf8_substring (text, 0, *text ? 1 : 0), *upper = g_utf8_strup (first, -1);
  return g_strconcat (upper, text + strlen (first), NULL);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
char *
mw_ui_fill_in (const char *format, const char *first, const char *second)
{
  return g_strdup_printf (format, first, second);
}
#pragma GCC diagnostic pop
