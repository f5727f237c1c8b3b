/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edit.h"
#include "core/model/track.h"
#include "core/schema/value.h"
#include "ui/i18n.h"
#include "ui/labels.h"

#include <string.h>

MwTarget
mw_ui_target (MwRecord *record, const MwField *field)
{
  return (MwTarget) { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
}

static char *
step_label (MwDocument *document, const char *format, const MwId *ids, guint n, const MwField *field)
{
  g_autofree char *what = NULL;
  if (n == 1) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[0]);
    what = record ? mw_ui_record_long_title (record) : g_strdup ("?");
  } else {
    what = g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  }
  const char *label = mw_ui_label (field->label);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, label, what);
#pragma GCC diagnostic pop
}

gboolean
mw_ui_set_text (MwDocument *document, const MwId *ids, guint n, const MwTarget *target, const char *text,
                GError **error)
{
  MwModel *model = mw_document_get_model (document);
  g_autofree char *label = step_label (document, _ ("Set %s of %s"), ids, n, target->field);
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

char *
mw_ui_print (MwDocument *document, MwId id, const MwTarget *target)
{
  MwModel *model = mw_document_get_model (document);
  MwTarget each = *target;
  each.record = mw_model_find (model, id);
  if (!each.record)
    return g_strdup ("");
  if (target->field->type == MW_TYPE_ARRAY && target->whole)
    each.n = ((MwArray *) mw_field_at (each.record, target->field))->n;
  return mw_value_print (model, &each);
}

const MwField *
mw_ui_fixed_field (const MwSchema *schema, const MwField *track)
{
  if (track->type != MW_TYPE_CHILD || !g_str_has_suffix (track->name, ".track"))
    return NULL;
  g_autofree char *name = g_strndup (track->name, strlen (track->name) - strlen (".track"));
  const MwField *fixed = mw_schema_field (schema, name);
  return fixed && fixed->type != MW_TYPE_CHILD ? fixed : NULL;
}

const MwField *
mw_ui_track_field (const MwSchema *schema, const MwField *fixed)
{
  g_autofree char *name = g_strconcat (fixed->name, ".track", NULL);
  const MwField *track = mw_schema_field (schema, name);
  return track && track->type == MW_TYPE_CHILD ? track : NULL;
}

/* One key that holds what the static value is; without one, what leaves the element as it is at rest. */
static MwRecord *
first_track (const MwRecord *record, const MwField *slot, const MwField *fixed, gint32 time)
{
  MwRecord *track = mw_record_new (slot->schema);
  const MwField *times = mw_schema_field (slot->schema, "keys.time");
  const MwField *values = mw_schema_field (slot->schema, "keys.value");
  if (times)
    *(MwArray *) mw_field_at (track, times) = mw_array_copy (&time, 1, sizeof time);
  if (!values)
    return track;
  gsize size = mw_field_element_size (values);
  g_autofree guint8 *key = g_malloc0 (size);
  if (fixed && fixed->type == values->element && fixed->count == values->count) {
    memcpy (key, mw_field_at (record, fixed), size);
  } else if (values->element == MW_TYPE_REF) {
    MwRef none = MW_REF_NONE;
    memcpy (key, &none, sizeof none);
  } else if (values->element == MW_TYPE_F32) {
    float *value = (float *) key;
    gboolean ones = slot->role == MW_ROLE_SCALE || slot->role == MW_ROLE_ALPHA || slot->role == MW_ROLE_VISIBILITY
                    || slot->role == MW_ROLE_COLOUR;
    for (guint i = 0; i < values->count; i++)
      value[i] = ones ? 1 : 0;
    if (values->role == MW_ROLE_ROTATION && values->count == 4)
      value[3] = 1;
  }
  *(MwArray *) mw_field_at (track, values) = mw_array_copy (key, 1, size);
  return track;
}

gboolean
mw_ui_animate (MwDocument *document, const MwId *ids, guint n, const MwField *track, const MwField *fixed, gint32 time,
               GError **error)
{
  g_autofree char *label = step_label (document, _ ("Animate %s of %s"), ids, n, track);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (!record || *(MwRecord **) mw_field_at (record, track))
      continue;
    if (!mw_document_insert (document, ids[i], track, 0, first_track (record, track, fixed, time), error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_commit (document);
  return TRUE;
}

gboolean
mw_ui_unanimate (MwDocument *document, const MwId *ids, guint n, const MwField *track, GError **error)
{
  g_autofree char *label = step_label (document, _ ("Make %s of %s static"), ids, n, track);
  mw_document_begin (document, label);
  for (guint i = 0; i < n; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    MwRecord *child = record ? *(MwRecord **) mw_field_at (record, track) : NULL;
    if (child && !mw_document_remove (document, child->id, error)) {
      mw_document_cancel (document);
      return FALSE;
    }
  }
  mw_document_commit (document);
  return TRUE;
}
