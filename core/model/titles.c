/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/titles.h"
#include "core/base/i18n.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/model/shown-image.h"
#include "core/schema/catalogue.h"

#include <string.h>

/* Below, `words` is NULL for the title of reports. */

static char *title_of (const MwRecord *record, const MwTitleWords *words);

static const char *label (const MwTitleWords *words, const char *text) G_GNUC_FORMAT (2);
static const char *
label (const MwTitleWords *words, const char *text)
{
  return words ? words->label (text) : text;
}

static char *
text (const MwTitleWords *words, const char *bytes)
{
  return words ? words->text (bytes) : g_strdup (bytes);
}

static const MwModel *
model_of (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  /* Only the root of a model has a version. */
  return record->schema->version || record->schema == &mw_m2_schema ? (const MwModel *) record : NULL;
}

/* "Layer 2" */
static char *
numbered (const MwRecord *record, const MwTitleWords *words)
{
  return g_strdup_printf ("%s %u", label (words, record->schema->label), mw_record_kind_index (record));
}

/* "Layer 2: WHAT", takes `what`; NULL where that is NULL. */
static char *
numbered_and (const MwRecord *record, const MwTitleWords *words, char *what)
{
  g_autofree char *owned = what, *number = what ? numbered (record, words) : NULL;
  return what ? g_strdup_printf ("%s: %s", number, what) : NULL;
}

/* --- What catalogues and tables of names know --------------------------------------------------------------------------- */

/* The first of these fields whose number has a name: of bones, points and textures of M2. */
static const MwName *
catalogue_name (const MwRecord *record)
{
  const MwField *const fields[] = { MW_FIELD (MwM2Bone, key_bone), MW_FIELD (MwM2Bone, name_crc),
                                    MW_FIELD (MwM2Attachment, attachment_id), MW_FIELD (MwM2Texture, type) };
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++) {
    if (!mw_schema_has_field (record->schema, fields[i]))
      continue;
    uint32_t value;
    memcpy (&value, mw_field_at (record, fields[i]), sizeof value);
    const MwName *name = mw_names_find_value (mw_catalogue_names (fields[i]->catalogue), value);
    if (name)
      return name;
  }
  return NULL;
}

/* The name of the first number of the record that has one and is not 0: what the game supplies for a texture without a
 * file. */
static const MwName *
value_name (const MwRecord *record)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    const MwNames *names = field->type == MW_TYPE_U32 ? mw_record_names (record, field) : NULL;
    uint32_t value = names && !names->flags ? *(const uint32_t *) mw_field_at (record, field) : 0;
    const MwName *name = value ? mw_names_find_value (names, value) : NULL;
    if (name)
      return name;
  }
  return NULL;
}

/* A geoset of World of Warcraft's alpha is a part of a body: "Geoset 3: Boot 2". */
static char *
section_title (const MwRecord *record, const MwTitleWords *words)
{
  if (record->schema != &mw_mdlx_geoset_schema)
    return NULL;
  const MwNames *names = mw_record_names (record, MW_FIELD (MwMdlxGeoset, selection_group));
  const MwName *name = mw_names_find_value (names, ((const MwMdlxGeoset *) record)->selection_group);
  return numbered_and (record, words, name ? g_strdup (label (words, name->label)) : NULL);
}

/* --- What it is for, and its file --------------------------------------------------------------------------------------- */

/* The path of its file; "" where it has none. */
static const char *
path_of (const MwRecord *record)
{
  const MwField *file = mw_schema_field_of_role (record->schema, MW_ROLE_FILE, MW_TYPE_TEXT);
  return file ? mw_text (*(char *const *) mw_field_at (record, file)) : "";
}

/* The last part of that path, or else, in a window, what the game puts in for the file. NULL: neither. */
static char *
file_title (const MwRecord *record, const MwTitleWords *words)
{
  const char *path = path_of (record), *last = path;
  for (const char *p = path; *p; p++)
    if ((*p == '\\' || *p == '/') && p[1])
      last = p + 1;
  if (*last)
    return text (words, last);
  gboolean has_file = mw_schema_field_of_role (record->schema, MW_ROLE_FILE, MW_TYPE_TEXT) != NULL;
  const MwName *name = words && has_file ? value_name (record) : NULL;
  return name ? g_strdup (label (words, name->label)) : NULL;
}

/* A texture where the title of another record names it. */
static char *
image_title (const MwRecord *texture, const MwTitleWords *words)
{
  const MwName *name = words || *path_of (texture) ? NULL : value_name (texture);
  return name ? g_strdup (name->label) : title_of (texture, words);
}

/* A record that says what another is for is called by that: "Normal: Foot_normal.dds"; reports have the whole path. */
static char *
purpose_title (const MwRecord *record, const MwTitleWords *words)
{
  const MwSchema *schema = record->schema;
  const MwModel *model = mw_schema_has_purpose (schema) ? model_of (record) : NULL;
  if (!model)
    return NULL;
  const MwField *field = schema->purpose ? mw_schema_member (schema, schema->purpose) : NULL;
  const MwName *purpose = field ? mw_names_find_value (mw_record_names (record, field),
                                                       *(const uint32_t *) mw_field_at (record, field))
                                : schema->purpose_by_place (record);
  if (!purpose)
    return NULL;
  const MwField *of = mw_schema_member (schema, schema->purpose_of);
  const MwRecord *other = mw_model_resolve (model, *(const MwRef *) mw_field_at (record, of));
  g_autofree char *what = !other                       ? g_strdup (label (words, N_ ("none")))
                          : !words && *path_of (other) ? g_strdup (path_of (other))
                                                       : image_title (other, words);
  /* Translators: what an image is for, and which one it is: "Normal: Foot_normal.dds" */
  return g_strdup_printf (label (words, N_ ("%s: %s")), label (words, purpose->label), what);
}

/* --- M2 in a window ------------------------------------------------------------------------------------------------------ */

static char *
referred_title (const MwRecord *record, MwRef ref, const MwTitleWords *words)
{
  const MwModel *model = model_of (record);
  const MwRecord *found = model ? mw_model_resolve (model, ref) : NULL;
  return found ? title_of (found, words) : NULL;
}

/* "Stand (0)", "Stand (0) v1" */
static char *
sequence_title (const MwM2Sequence *sequence, const MwTitleWords *words)
{
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_ANIMATION, sequence->animation);
  g_autofree char *known = entry ? g_strdup_printf ("%s (%u)", label (words, entry->name.label), sequence->animation)
                                 : g_strdup_printf (label (words, N_ ("Animation %u")), sequence->animation);
  return sequence->variation ? g_strdup_printf ("%s v%u", known, sequence->variation) : g_steal_pointer (&known);
}

char *
mw_blend_mode_title (const MwRecord *material, const MwTitleWords *words)
{
  uint16_t mode = ((const MwM2Material *) material)->blend_mode;
  const MwName *name = mw_names_find_value (
    mw_schema_names (&mw_m2_material_schema, MW_FIELD (MwM2Material, blend_mode), MW_FAMILY_M2), mode);
  return name ? g_strdup (label (words, name->label)) : g_strdup_printf (label (words, N_ ("Blend mode %u")), mode);
}

/* Few records of M2 have a name of their own; most have a number that the clients give a meaning to. */
static char *
m2_title (const MwRecord *record, const MwTitleWords *words)
{
  const MwSchema *schema = record->schema;
  const MwName *known = catalogue_name (record);
  if (schema == &mw_m2_sequence_schema)
    return sequence_title ((const MwM2Sequence *) record, words);
  if (schema == &mw_m2_attachment_schema && known)
    return g_strdup_printf ("%s (%u)", label (words, known->label), known->value);
  /* Type 0 is a texture with a file. */
  if (known && !(schema == &mw_m2_texture_schema && known->value == 0))
    return g_strdup (label (words, known->label));
  if (schema == &mw_m2_submesh_schema) {
    g_autofree char *part = mw_geoset_label (((const MwM2Submesh *) record)->geoset);
    return numbered_and (record, words, part ? g_strdup (label (words, part)) : NULL);
  }
  if (schema == &mw_m2_material_schema)
    return numbered_and (record, words, mw_blend_mode_title (record, words));
  if (schema->keys == MW_KEYS_LANE) {
    char *sequence = referred_title (record, ((const MwM2Lane *) record)->sequence, words);
    return sequence ? sequence : g_strdup (label (words, N_ ("All sequences")));
  }
  return NULL;
}

/* --- All of it ----------------------------------------------------------------------------------------------------------- */

/* A file may have a control character for a name, of which a window would show a box. */
static gboolean
is_readable (const char *name)
{
  for (; *name; name++)
    if (!g_ascii_iscntrl (*name) && !g_ascii_isspace (*name))
      return TRUE;
  return FALSE;
}

/* The title without the image. *only_number becomes whether it says no more than the kind, the number and the part of a body. */
static char *
plain_title (const MwRecord *record, const MwTitleWords *words, gboolean *only_number)
{
  const char *name = mw_record_name (record);
  *only_number = FALSE;
  if (name && *name && (!words || is_readable (name)))
    return text (words, name);
  char *title = words ? m2_title (record, words) : record->owner ? mw_record_called (record) : NULL;
  if (title)
    return title;
  const MwField *slot = mw_record_slot (record);
  if (!slot || slot->type == MW_TYPE_CHILD)
    return g_strdup (label (words, slot && slot->label ? slot->label : record->schema->label));
  if ((title = purpose_title (record, words)))
    return title;
  /* In a window, what can have a name and has none is not called by a file. */
  if (!(words && name) && (title = file_title (record, words)))
    return title;
  *only_number = TRUE;
  const MwName *known = words ? NULL : catalogue_name (record);
  title = known ? g_strdup (known->name) : words ? section_title (record, words) : NULL;
  return title ? title : numbered (record, words);
}

char *
mw_title_with_image (char *plain, const MwRecord *texture, const MwTitleWords *words)
{
  g_autofree char *image = texture ? image_title (texture, words) : NULL;
  if (!image)
    return plain;
  g_autofree char *owned = plain;
  /* Translators: an element and the image that it shows: "Material 3 · wings.blp" */
  return g_strdup_printf (label (words, N_ ("%s · %s")), plain, image);
}

static char *
title_of (const MwRecord *record, const MwTitleWords *words)
{
  gboolean only_number;
  char *title = plain_title (record, words, &only_number);
  const MwModel *model = only_number ? model_of (record) : NULL;
  const MwRecord *image = model ? mw_shown_image (model, record) : NULL;
  return mw_title_with_image (title, image == record ? NULL : image, words);
}

char *
mw_record_title (const MwRecord *record)
{
  return title_of (record, NULL);
}

char *
mw_record_title_in (const MwRecord *record, const MwTitleWords *words)
{
  return title_of (record, words);
}

char *
mw_record_plain_title_in (const MwRecord *record, const MwTitleWords *words)
{
  gboolean only_number;
  return plain_title (record, words, &only_number);
}

gboolean
mw_title_depends_on_others (const MwSchema *schema)
{
  return mw_schema_has_purpose (schema) || mw_schema_shows_image (schema);
}

const char *
mw_record_short_name (const MwRecord *record)
{
  const char *name = mw_record_name (record);
  const MwName *known = name ? NULL : catalogue_name (record);
  return known ? known->name : name;
}
