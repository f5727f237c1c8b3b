/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edit.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/model/track.h"
#include "core/schema/value.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"
#include "ui/outline/surfaces.h"
#include "ui/operations/trial.h"

#include <string.h>

MwTarget
mw_ui_target (MwRecord *record, const MwField *field)
{
  return (MwTarget) { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
}

static char *
title_of (MwDocument *document, const MwId *ids, guint n)
{
  if (n != 1)
    return g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
  return record ? mw_ui_record_long_title (record) : g_strdup ("?");
}

static char *
step_label (MwDocument *document, const char *format, const MwId *ids, guint n, const MwField *field)
{
  g_autofree char *what = title_of (document, ids, n);
  return mw_ui_fill_in (format, mw_ui_label (field->label), what);
}

static char *
set_label (MwDocument *document, const MwId *ids, guint n, const MwField *field)
{
  if (field->role != MW_ROLE_NAME || field->type != MW_TYPE_TEXT)
    return step_label (document, _ ("Set %s of %s"), ids, n, field);
  g_autofree char *what = title_of (document, ids, n);
  return g_strdup_printf (_ ("Rename %s"), what);
}

gboolean
mw_ui_set_text (MwDocument *document, const MwId *ids, guint n, const MwTarget *target, const char *text,
                GError **error)
{
  MwModel *model = mw_document_get_model (document);
  g_autofree char *label = set_label (document, ids, n, target->field);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (model, ids[i]);
    if (!record || mw_schema_field (record->schema, target->field->name) != target->field)
      continue;
    MwTarget each = *target;
    each.record = record;
    if (target->field->type == MW_TYPE_ARRAY && target->whole)
      each.n = ((MwArray *) mw_field_at (record, target->field))->n;
    if (!mw_document_set_text (document, &each, text, strlen (text), error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_commit (document);
  return TRUE;
}

/* --- Operations ----------------------------------------------------------------------------------------------------- */

/* The title of the surface that the batches belong to, or how many surfaces there are. Free with g_free(). */
static char *
surfaces_title (MwDocument *document, const MwId *ids, guint n)
{
  g_autoptr (GHashTable) surfaces = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (surfaces, (gpointer) mw_ui_surface_of (document, ids[i]));
  guint many = g_hash_table_size (surfaces);
  const GPtrArray *first = mw_ui_surface_of (document, ids[0]);
  return many == 1 && first ? mw_ui_surface_title (document, first)
                            : g_strdup_printf (ngettext ("%u surface", "%u surfaces", many), many);
}

char *
mw_ui_operation_label (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n)
{
  if (n == 0)
    return g_strdup (mw_ui_label (operation->label));
  g_autofree char *what = operation->subject == MW_SUBJECT_SURFACES ? surfaces_title (document, ids, n)
                                                                    : title_of (document, ids, n);
  if (operation->step)
    return mw_ui_fill_in (gettext (operation->step), what, NULL);
  /* Translators: an operation and what it is done to */
  return g_strdup_printf (_ ("%s: %s"), mw_ui_label (operation->label), what);
}

gboolean
mw_ui_run_operation (MwDocument *document, const MwOperation *operation, const MwId *ids, guint n,
                     const MwRecord *params, GError **error)
{
  if (!mw_operation_applies (operation, document, ids, n, error))
    return FALSE;
  g_autofree char *label = mw_ui_operation_label (document, operation, ids, n);
  return mw_trial_run (document, operation, ids, n, params, label, error);
}

/* "Material of Geoset 0" for geosets[0].material. */
static gboolean
name_path (const GMatchInfo *match, GString *result, gpointer data)
{
  MwDocument *document = data;
  MwTarget target;
  g_autofree char *path = g_match_info_fetch (match, 0);
  if (!mw_path_resolve_one (mw_document_get_model (document), path, &target, NULL)) {
    g_string_append (result, path);
    return FALSE;
  }
  g_autofree char *title = mw_ui_record_long_title (target.record);
  if (target.field) {
    /* Translators: a field of an element, as "Material of Geoset 0" */
    g_autofree char *text = g_strdup_printf (_ ("%s of %s"), mw_ui_label (target.field->label), title);
    g_string_append (result, text);
  } else
    g_string_append (result, title);
  return FALSE;
}

static char *
name_paths (MwDocument *document, const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new ("[a-z][a-z0-9_]*\\[[0-9]+\\](\\.[a-z0-9_]+(\\[[0-9]+\\])?)*", 0, 0, NULL);
  return g_regex_replace_eval (regex, text, -1, 0, 0, name_path, document, NULL);
}

char *
mw_ui_refusal (MwDocument *document, const GError *error)
{
  /* Reasons without numbers are in the catalogues; see mw_operation_refuse() in po/meson.build. */
  g_autofree char *text = name_paths (document, mw_ui_label (error->message));
  g_autofree char *what = mw_error_path (error) ? name_paths (document, mw_error_path (error)) : NULL;
  return what ? g_strdup_printf ("%s: %s", what, text) : g_steal_pointer (&text);
}

GStrv
mw_ui_siblings (MwDocument *document, const MwRecord *record, GArray *ids)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const MwList *list = mw_record_list (record->owner, mw_record_slot (record));
  g_array_set_size (ids, 0);
  for (guint i = 0; i < list->n; i++) {
    const MwRecord *candidate = list->items[i];
    if (candidate == record || candidate->schema != record->schema)
      continue;
    g_ptr_array_add (names, mw_ui_record_title (candidate));
    g_array_append_val (ids, candidate->id);
  }
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

GStrv
mw_ui_candidates (MwDocument *document, const MwRecord *record, const MwField *field, GArray *ids)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *list = NULL;
  const MwRecord *owner = mw_ref_scope (model, record ? record : &model->record, field, &list);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  MwId none = 0;
  g_array_set_size (ids, 0);
  g_array_append_val (ids, none);
  g_ptr_array_add (names, g_strdup (_ ("None")));
  for (guint i = 0; owner && i < mw_record_list (owner, list)->n; i++) {
    const MwRecord *candidate = mw_record_list (owner, list)->items[i];
    g_ptr_array_add (names, mw_ui_record_title (candidate));
    g_array_append_val (ids, candidate->id);
  }
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

const MwField *
mw_ui_fixed_field (const MwSchema *schema, const MwField *track)
{
  const MwField *fixed = mw_schema_static_of (schema, track);
  return fixed && fixed->type != MW_TYPE_CHILD ? fixed : NULL;
}

guint8 *
mw_ui_first_value (const MwRecord *record, const MwField *slot, const MwField *fixed, const MwField *values)
{
  guint8 *key = g_malloc0 (mw_field_element_size (values));
  gboolean ones = slot->role == MW_ROLE_SCALE || slot->role == MW_ROLE_ALPHA || slot->role == MW_ROLE_VISIBILITY
                  || slot->role == MW_ROLE_COLOUR;
  if (fixed && fixed->type == values->element && fixed->count == values->count) {
    memcpy (key, mw_field_at (record, fixed), mw_field_element_size (values));
  } else if (values->element == MW_TYPE_REF) {
    MwRef none = MW_REF_NONE;
    memcpy (key, &none, sizeof none);
  } else if (values->element == MW_TYPE_F32) {
    float *value = (float *) key;
    for (guint i = 0; i < values->count; i++)
      value[i] = ones ? 1 : 0;
    /* Only quaternions have four components. */
    if (values->count == 4)
      value[3] = 1;
  } else if (values->count == 1) {
    /* Hosts are little-endian. */
    key[0] = ones;
  }
  return key;
}

/* A track with one key; if keys are in lanes, a track without keys. */
static MwRecord *
first_track (const MwRecord *record, const MwField *slot, const MwField *fixed, gboolean lanes, gint32 time)
{
  MwRecord *track = mw_record_new (slot->schema);
  const MwField *times = mw_schema_part (slot->schema, MW_PART_TIMES);
  const MwField *values = mw_schema_part (slot->schema, MW_PART_VALUES);
  if (times && !lanes)
    *(MwArray *) mw_field_at (track, times) = mw_array_copy (&time, 1, sizeof time);
  g_autofree guint8 *key = values && !lanes ? mw_ui_first_value (record, slot, fixed, values) : NULL;
  /* M2 tracks that can have tangents always have them; in other tracks they depend on the interpolation. */
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  for (guint i = 0; key && i < (mw_schema_is_track (slot->schema) ? 1 : G_N_ELEMENTS (parts)); i++) {
    const MwField *field = mw_schema_part (slot->schema, parts[i]);
    if (field)
      *(MwArray *) mw_field_at (track, field) = mw_array_copy (key, 1, mw_field_element_size (field));
  }
  return track;
}

gboolean
mw_ui_animate_one (MwDocument *document, const MwRecord *record, const MwField *slot, const MwField *fixed,
                   const MwClock *clock, GError **error)
{
  gboolean lanes = mw_ui_has_lanes (document, slot->schema);
  gint32 time = clock->rest ? 0 : clock->time;
  MwRecord *track = first_track (record, slot, fixed, lanes, time);
  return mw_document_insert (document, record->id, slot, 0, track, error)
         && (!lanes || mw_ui_put_lane_key (document, track->id, clock->rest ? 0 : clock->sequence, time, error));
}

gboolean
mw_ui_remove_all_keys (MwDocument *document, const MwId *ids, guint n, const MwField *track, GError **error)
{
  g_autofree char *label = step_label (document, _ ("Remove all keys of %s of %s"), ids, n, track);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    MwRecord *child = record ? *(MwRecord **) mw_field_at (record, track) : NULL;
    if (child)
      g_array_append_val (tracks, child->id);
    if (child && !mw_keys_remove_all (document, child->id, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_note_operation (document, mw_operation_key_remove_all.id, (const MwId *) tracks->data, tracks->len, "");
  mw_document_commit (document);
  return TRUE;
}
