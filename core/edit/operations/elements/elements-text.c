/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/elements/elements-text.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/transfer/transfer.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <stdio.h>
#include <string.h>

#define HEAD "// Modelwright elements"

static MwModel *
empty_model (MwFormat format, uint32_t m2_flags)
{
  if (format.family == MW_FAMILY_M2) {
    MwM2 *m2 = mw_m2_new (format.version);
    m2->global_flags = m2_flags;
    return &m2->model;
  }
  MwMdlx *mdlx = mw_mdlx_new ();
  mdlx->family = format.family;
  mdlx->version = format.version;
  return &mdlx->model;
}

/* --- Writing --------------------------------------------------------------------------------------------------------- */

/* The sequences, so that keys can go to those of the same name. In M2 all have their keys in the model's own file. */
static gboolean
take_sequences (MwTransfer *t, GError **error)
{
  enum { ALIAS = 0x40, IN_MODEL = 0x20 };
  const MwModel *model = mw_document_get_model (t->document);
  const MwField *list = mw_schema_part (model->record.schema, MW_PART_SEQUENCES);
  const MwList *all = mw_record_list (&t->source->record, list);
  for (uint32_t i = 0; i < all->n; i++) {
    MwRecord *copy = mw_record_copy (all->items[i], FALSE);
    mw_record_forget_ids (copy);
    mw_notes_drop (copy);
    if (copy->schema == &mw_m2_sequence_schema) {
      MwM2Sequence *sequence = (MwM2Sequence *) copy;
      gboolean lanes = mw_m2_has_lanes ((const MwM2 *) model);
      sequence->not_loaded = FALSE;
      sequence->flags = lanes ? (sequence->flags | IN_MODEL) & ~(uint32_t) ALIAS : sequence->flags;
      sequence->next = MW_REF_NONE;
      sequence->alias = MW_REF_NONE;
    }
    if (!mw_document_insert (t->document, model->record.id, list, i, copy, error))
      return FALSE;
    mw_transfer_map (t, all->items[i]->id, copy->id);
  }
  return TRUE;
}

/* Names each record once, in the order of the ids. */
static GArray *
without_repetitions (const MwId *ids, guint n)
{
  GArray *once = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    if (g_hash_table_add (seen, GUINT_TO_POINTER (ids[i])))
      g_array_append_val (once, ids[i]);
  return once;
}

/* What follows the first line. A side channel states what MDL itself cannot; what is lost even so is listed in comments. */
static char *
body_of (MwDocument *clip, GError **error)
{
  MwFormat format = mw_document_get_format (clip);
  if (format.family == MW_FAMILY_M2)
    return mw_step_to_text (mw_document_get_step (clip, 0));
  g_autoptr (MwReport) report = mw_report_new ();
  const MwIoOptions options = { .report = report };
  format.text = TRUE;
  mw_mdl_set_side_channel (mw_document_get_model (clip), TRUE);
  g_autoptr (MwFileSet) set = mw_io_write (mw_document_get_model (clip), format, &options, error);
  if (!set)
    return NULL;
  GString *body = g_string_new (NULL);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    if (loss->kind != MW_LOSS_RESTATED)
      g_string_append_printf (body, "// Not in this text: %s: %s\n", loss->path, loss->why);
  }
  gsize size;
  const char *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, &size);
  g_string_append_len (body, bytes, (gssize) size);
  return g_string_free (body, FALSE);
}

static char *
text_of (MwDocument *clip, const GArray *taken, GError **error)
{
  const MwModel *model = mw_document_get_model (clip);
  const MwFormat format = mw_document_get_format (clip);
  GString *head = g_string_new (HEAD);
  if (format.family == MW_FAMILY_M2)
    g_string_append_printf (head, " of M2 %u flags %u", format.version, ((const MwM2 *) model)->global_flags);
  for (guint i = 0; i < taken->len; i++) {
    g_string_append (head, i ? ", " : ": ");
    g_autofree char *path = mw_record_path (mw_model_find (model, g_array_index (taken, MwId, i)));
    g_string_append (head, path);
  }
  g_string_append_c (head, '\n');
  g_autofree char *body = body_of (clip, error);
  if (body)
    g_string_append (head, body);
  return g_string_free (head, body == NULL);
}

char *
mw_elements_to_text (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  MwModel *model = mw_document_get_model (document);
  const MwFormat format = mw_document_get_format (document);
  const uint32_t flags = format.family == MW_FAMILY_M2 ? ((const MwM2 *) model)->global_flags : 0;
  const MwTakeOptions options = { .verbatim = TRUE };
  g_autoptr (GArray) once = without_repetitions (ids, n), taken = NULL;
  for (guint i = 0; i < once->len; i++)
    if (!mw_transfer_can_take (mw_model_find (model, g_array_index (once, MwId, i)), error))
      return NULL;
  g_autoptr (MwDocument) clip = mw_document_new (empty_model (format, flags), format);
  g_autoptr (MwTransfer) t = mw_transfer_new (clip, mw_model_copy (model, FALSE), format, "this model", error);
  mw_document_begin (clip, "Copy");
  gboolean ok = take_sequences (t, error)
                && mw_transfer_take (t, (const MwId *) (gpointer) once->data, once->len, &options, &taken, error);
  if (!ok) {
    mw_document_cancel (clip);
    return NULL;
  }
  mw_document_commit (clip);
  return text_of (clip, taken, error);
}

/* --- Reading --------------------------------------------------------------------------------------------------------- */

static gboolean
refuse_text (GError **error, const char *why)
{
  mw_set_error (error, MW_ERROR_CORRUPT, -1, NULL, "the text contains no elements: %s", why);
  return FALSE;
}

static MwModel *
read_mdl (const char *text, gsize length, MwFormat *format, GError **error)
{
  if (!length)
    return refuse_text (error, "it is empty"), NULL;
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (MwFileSet) set = mw_file_set_of_bytes (bytes);
  return mw_io_read (set, format, NULL, error);
}

/* `text` begins after the heading. */
static MwModel *
read_m2 (const char *text, gsize length, MwFormat format, uint32_t flags, GError **error)
{
  g_autoptr (MwDocument) clip = mw_document_new (empty_model (format, flags), format);
  return mw_document_replay_text (clip, text, length, error) ? mw_model_copy (mw_document_get_model (clip), TRUE)
                                                             : NULL;
}

static gboolean
name_paths (const MwModel *model, const char *paths, GArray *ids, GError **error)
{
  g_auto (GStrv) each = g_strsplit (paths, ", ", -1);
  for (guint i = 0; each[i]; i++) {
    MwTarget target;
    if (!mw_path_resolve_one (model, g_strstrip (each[i]), &target, error))
      return FALSE;
    if (target.field || !mw_transfer_can_take (target.record, NULL)) {
      mw_set_error (error, MW_ERROR_CORRUPT, -1, NULL, "%s is not an element that can be pasted", each[i]);
      return FALSE;
    }
    g_array_append_val (ids, target.record->id);
  }
  return TRUE;
}

static void
name_list (const MwList *list, GArray *ids)
{
  for (uint32_t i = 0; i < list->n; i++)
    g_array_append_val (ids, list->items[i]->id);
}

/* A text without our heading: what is worth pasting, with what belongs to it. */
static void
name_all (const MwMdlx *model, GArray *ids)
{
  name_list (&model->geosets, ids);
  name_list (&model->nodes, ids);
  name_list (&model->cameras, ids);
  if (!ids->len)
    name_list (&model->materials, ids);
  if (!ids->len)
    name_list (&model->textures, ids);
}

/* The heading: *paths gets what follows its colon. */
static gboolean
read_head (const char *line, MwFormat *format, uint32_t *flags, const char **paths, GError **error)
{
  const char *rest = line + strlen (HEAD), *colon = strchr (rest, ':');
  *format = (MwFormat) { MW_FAMILY_MDX, 0, TRUE };
  if (!colon)
    return refuse_text (error, "its first line has no colon");
  *paths = colon + 1;
  if (colon == rest)
    return TRUE;
  if (sscanf (rest, " of M2 %u flags %u:", &format->version, flags) != 2 || format->version < MW_M2_FIRST_VERSION
      || format->version > MW_M2_LAST_VERSION)
    return refuse_text (error, "its first line has no version of M2 that can be read");
  format->family = MW_FAMILY_M2;
  return TRUE;
}

static MwModel *
read_headed (const char *text, gsize length, MwFormat *format, GArray *ids, GError **error)
{
  const char *end = memchr (text, '\n', length), *paths;
  uint32_t flags = 0;
  if (!end)
    return refuse_text (error, "it has only one line"), NULL;
  g_autofree char *line = g_strndup (text, (gsize) (end - text));
  if (!read_head (line, format, &flags, &paths, error))
    return NULL;
  gsize rest = length - (gsize) (end + 1 - text);
  MwModel *model = format->family == MW_FAMILY_M2 ? read_m2 (end + 1, rest, *format, flags, error)
                                                  : read_mdl (text, length, format, error);
  if (model && name_paths (model, paths, ids, error))
    return model;
  if (model)
    mw_model_free (model);
  return NULL;
}

MwModel *
mw_elements_from_text (const char *text, gsize length, MwFormat *format, GArray **ids, GError **error)
{
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (MwId));
  gboolean headed = length > strlen (HEAD) && memcmp (text, HEAD, strlen (HEAD)) == 0;
  MwModel *model = headed ? read_headed (text, length, format, named, error) : read_mdl (text, length, format, error);
  if (!model)
    return NULL;
  if (!headed && format->text)
    name_all ((const MwMdlx *) model, named);
  if (named->len && model->record.schema == (format->family == MW_FAMILY_M2 ? &mw_m2_schema : &mw_mdlx_schema)) {
    *ids = g_steal_pointer (&named);
    return model;
  }
  mw_model_free (model);
  refuse_text (error, headed ? "its first line lists none" : "it is neither MDL nor what Modelwright copies");
  return NULL;
}
