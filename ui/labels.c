/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/labels.h"
#include "core/base/error.h"
#include "ui/i18n.h"
#include "ui/m2-titles.h"

#include <string.h>

const char *
mw_ui_label (const char *text)
{
  return text && *text ? gettext (text) : "";
}

char *
mw_ui_text (const char *bytes)
{
  if (!bytes)
    return g_strdup ("");
  if (g_utf8_validate (bytes, -1, NULL))
    return g_strdup (bytes);
  char *converted = g_convert_with_fallback (bytes, -1, "UTF-8", "WINDOWS-1252", "?", NULL, NULL, NULL);
  return converted ? converted : g_utf8_make_valid (bytes, -1);
}

char *
mw_ui_text_to_bytes (const char *typed, const char *now, GError **error)
{
  if (!now || g_utf8_validate (now, -1, NULL))
    return g_strdup (typed);
  char *bytes = g_convert (typed, -1, "WINDOWS-1252", "UTF-8", NULL, NULL, NULL);
  if (!bytes)
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL,
                  _ ("a letter of it does not exist in this model's encoding, Windows-1252"));
  return bytes;
}

/* By the name of the schema; a kind that is not here is shown with its own label and a plain icon. */
static const struct {
  const char *schema, *plural, *icon;
} kinds[] = {
  { "mdlx", N_ ("Model"), "mw-model-symbolic" },
  { "sequence", N_ ("Sequences"), "mw-sequence-symbolic" },
  { "global_sequence", N_ ("Global sequences"), "mw-global-sequence-symbolic" },
  { "texture", N_ ("Textures"), "mw-texture-symbolic" },
  { "material", N_ ("Materials"), "mw-material-symbolic" },
  { "layer", N_ ("Layers"), "mw-layer-symbolic" },
  { "layer_texture", N_ ("Textures"), "mw-texture-symbolic" },
  { "texture_animation", N_ ("Texture animations"), "mw-texture-animation-symbolic" },
  { "geoset", N_ ("Geosets"), "mw-geoset-symbolic" },
  { "uv_set", N_ ("UV sets"), "mw-texture-symbolic" },
  { "geoset_extent", N_ ("Extents"), "mw-bounds-symbolic" },
  { "geoset_animation", N_ ("Geoset animations"), "mw-geoset-animation-symbolic" },
  { "bone", N_ ("Bones"), "mw-bone-symbolic" },
  { "light", N_ ("Lights"), "mw-light-symbolic" },
  { "helper", N_ ("Helpers"), "mw-helper-symbolic" },
  { "attachment", N_ ("Attachments"), "mw-attachment-symbolic" },
  { "particle_emitter", N_ ("Particle emitters"), "mw-particles-symbolic" },
  { "particle_emitter2", N_ ("Particle emitters 2"), "mw-particles-symbolic" },
  { "popcorn_emitter", N_ ("Popcorn emitters"), "mw-particles-symbolic" },
  { "ribbon_emitter", N_ ("Ribbon emitters"), "mw-ribbon-symbolic" },
  { "event_object", N_ ("Event objects"), "mw-event-symbolic" },
  { "collision_shape", N_ ("Collision shapes"), "mw-collision-symbolic" },
  { "camera", N_ ("Cameras"), "mw-camera-symbolic" },
  { "face_effect", N_ ("Face effects"), "mw-unknown-symbolic" },
  { "m2", N_ ("Model"), "mw-model-symbolic" },
  { "skin", N_ ("Skin profiles"), "mw-geoset-symbolic" },
  { "submesh", N_ ("Submeshes"), "mw-geoset-symbolic" },
  { "batch", N_ ("Batches"), "mw-layer-symbolic" },
  { "shadow_batch", N_ ("Shadow batches"), "mw-layer-symbolic" },
  { "color", N_ ("Colours"), "mw-geoset-animation-symbolic" },
  { "texture_weight", N_ ("Texture weights"), "mw-geoset-animation-symbolic" },
  { "texture_flipbook", N_ ("Texture flipbooks"), "mw-texture-animation-symbolic" },
  { "texture_transform", N_ ("Texture transforms"), "mw-texture-animation-symbolic" },
  { "event", N_ ("Events"), "mw-event-symbolic" },
  { "ribbon", N_ ("Ribbons"), "mw-ribbon-symbolic" },
  { "particle", N_ ("Particles"), "mw-particles-symbolic" },
  { "unknown_chunk", N_ ("Unknown chunks"), "mw-unknown-symbolic" },
};

const char *
mw_ui_plural (const MwSchema *schema, const MwField *list)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].schema, schema->name) == 0)
      return gettext (kinds[i].plural);
  return mw_ui_label (list ? list->label : schema->label);
}

const char *
mw_ui_icon (const MwSchema *schema)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].schema, schema->name) == 0)
      return kinds[i].icon;
  return "mw-helper-symbolic";
}

/* Records that have a path and no name go by the file, or by what stands in for one (a replaceable texture). */
static char *
title_from_file (const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  const MwField *file = mw_schema_field_of_role (schema, MW_ROLE_FILE, MW_TYPE_TEXT);
  if (!file)
    return NULL;
  const char *path = mw_text (*(char **) mw_field_at (record, file));
  if (*path) {
    const char *last = path;
    for (const char *p = path; *p; p++)
      if ((*p == '\\' || *p == '/') && p[1])
        last = p + 1;
    return mw_ui_text (last);
  }
  const MwName *name = mw_record_value_name (record);
  return name ? g_strdup (mw_ui_label (name->label)) : NULL;
}

/* An image of a layer by its slot: "Normal: Foot_normal.dds". */
static char *
title_from_purpose (const MwRecord *record)
{
  const char *purpose;
  const MwRecord *of = mw_record_purpose (record, &purpose);
  if (!purpose)
    return NULL;
  g_autofree char *what = of ? mw_ui_record_title (of) : g_strdup (_ ("none"));
  /* Translators: what an image is for, and which one it is: "Normal: Foot_normal.dds" */
  return g_strdup_printf (_ ("%s: %s"), mw_ui_label (purpose), what);
}

/* A geoset of World of Warcraft's alpha is a part of a body: "Geoset 3: Boot 2". */
static char *
title_from_section (const MwRecord *record)
{
  const MwField *field = mw_schema_field (record->schema, "selection_group");
  const MwNames *names = field ? mw_record_names (record, field) : NULL;
  const MwName *name = names ? mw_names_find_value (names, *(const uint32_t *) mw_field_at (record, field)) : NULL;
  return name ? g_strdup_printf ("%s %u: %s", mw_ui_label (record->schema->label), mw_record_kind_index (record),
                                 mw_ui_label (name->label))
              : NULL;
}

char *
mw_ui_record_title (const MwRecord *record)
{
  const char *name = mw_record_name (record);
  if (name && *name)
    return mw_ui_text (name);
  char *known = mw_ui_m2_title (record);
  if (known)
    return known;
  if (!record->owner && !mw_record_slot (record))
    return g_strdup (mw_ui_label (record->schema->label));
  const MwField *slot = mw_record_slot (record);
  if (slot && slot->type == MW_TYPE_CHILD)
    return g_strdup (mw_ui_label (slot->label));
  char *from_purpose = title_from_purpose (record);
  if (from_purpose)
    return from_purpose;
  char *from_file = name ? NULL : title_from_file (record);
  if (from_file)
    return from_file;
  char *section = title_from_section (record);
  if (section)
    return section;
  return g_strdup_printf ("%s %u", mw_ui_label (record->schema->label), mw_record_kind_index (record));
}

char *
mw_ui_record_long_title (const MwRecord *record)
{
  char *title = mw_ui_record_title (record);
  for (const MwRecord *owner = record->owner; owner && owner->owner; owner = owner->owner) {
    g_autofree char *above = mw_ui_record_title (owner);
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

char *
mw_ui_record_info (const MwRecord *record)
{
  const MwSchema *schema = record->schema;
  char *known = mw_ui_m2_info (record);
  if (known)
    return known;
  const MwField *start = mw_schema_part (schema, MW_PART_START), *end = mw_schema_part (schema, MW_PART_END);
  if (start && end && start->type == MW_TYPE_I32 && end->type == MW_TYPE_I32) {
    gint64 length = (gint64) * (int32_t *) mw_field_at (record, end) - *(int32_t *) mw_field_at (record, start);
    g_autofree char *count = mw_ui_count ((guint64) MAX (length, 0));
    return g_strdup_printf (_ ("%s ms"), count);
  }
  /* Other kinds have points too, such as the path of an emitter. */
  const MwField *points = mw_schema_field (schema, "vertices");
  if (points && points->type == MW_TYPE_ARRAY && points->role == MW_ROLE_POSITION) {
    g_autofree char *count = mw_ui_count (((const MwArray *) mw_field_at (record, points))->n);
    return g_strdup_printf (_ ("%s vertices"), count);
  }
  const MwField *duration = mw_schema_field_of_role (schema, MW_ROLE_TIME, MW_TYPE_U32);
  if (duration && duration->unit == MW_UNIT_MS) {
    g_autofree char *count = mw_ui_count (*(uint32_t *) mw_field_at (record, duration));
    return g_strdup_printf (_ ("%s ms"), count);
  }
  return NULL;
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
