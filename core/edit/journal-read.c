/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/journal-private.h"
#include "core/model/aspects.h"

#include <string.h>

/* --- Records -------------------------------------------------------------------------------------------------------- */

/* The meta data of a record, checked against its type; NULL and an error if it is something else. */
static GVariant *
read_meta (const MwLogRecord *record, const char *type, GError **error)
{
  g_autoptr (GVariant)
    meta = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (type), record->meta, FALSE));
  if (g_variant_is_normal_form (meta))
    return g_steal_pointer (&meta);
  mw_set_error (error, MW_ERROR_CORRUPT, (gint64) record->offset, NULL, "a record is invalid");
  return NULL;
}

/* An empty text becomes NULL. Consumes the variant. Free with g_free(). */
static char *
take_bytestring (GVariant *value)
{
  g_autoptr (GVariant) owned = value;
  const char *text = g_variant_get_bytestring (owned);
  return *text ? g_strdup (text) : NULL;
}

static gboolean
read_format (guint32 family, guint32 version, gboolean text, MwFormat *format)
{
  *format = (MwFormat) { (MwFamily) family, (uint16_t) version, text };
  return version <= G_MAXUINT16 && mw_is_family (family);
}

static gboolean
read_document (const MwLogRecord *record, MwJournalPlace *place, guint32 *n_parts, GError **error)
{
  guint32 version, family, format;
  gboolean text;
  GVariant *path;
  g_autoptr (GVariant) meta = read_meta (record, DOCUMENT_TYPE, error);
  if (!meta)
    return FALSE;
  g_variant_get (meta, "(ux@ayuubbu)", &version, &place->time, &path, &family, &format, &text, &place->side_channel,
                 n_parts);
  place->path = take_bytestring (path);
  if (version == MW_JOURNAL_VERSION && read_format (family, format, text, &place->format))
    return TRUE;
  mw_set_error (error, MW_ERROR_UNSUPPORTED, (gint64) record->offset, NULL,
                "the journal was written by another version of this program");
  return FALSE;
}

static void
clear_place (MwJournalPlace *place)
{
  g_clear_pointer (&place->path, g_free);
  g_clear_pointer (&place->origin, mw_journal_origin_free);
}

static gboolean
read_save (const MwLogRecord *record, guint64 *state, MwJournalPlace *place, GVariant **parts, GError **error)
{
  guint32 family, version;
  gboolean text;
  GVariant *path;
  g_autoptr (GVariant) meta = read_meta (record, SAVE_TYPE, error);
  if (!meta)
    return FALSE;
  clear_place (place);
  g_variant_get (meta, "(tx@ayuubb@a(ayayays))", state, &place->time, &path, &family, &version, &text,
                 &place->side_channel, parts);
  place->path = take_bytestring (path);
  if (read_format (family, version, text, &place->format))
    return TRUE;
  g_clear_pointer (parts, g_variant_unref);
  mw_set_error (error, MW_ERROR_CORRUPT, (gint64) record->offset, NULL, "a record is invalid");
  return FALSE;
}

static gboolean
unexpected (const MwLogRecord *record, GError **error)
{
  mw_set_error (error, MW_ERROR_CORRUPT, (gint64) record->offset, NULL, "a record is in the wrong place");
  return FALSE;
}

/* --- The tree of states --------------------------------------------------------------------------------------------- */

static guint
state_hash (gconstpointer state)
{
  return g_int64_hash (state);
}

static MwJournalStates
states_new (void)
{
  return (MwJournalStates) { g_hash_table_new_full (state_hash, g_int64_equal, g_free, g_free), 0 };
}

static gboolean
states_have (const MwJournalStates *states, guint64 state)
{
  return state == 0 || g_hash_table_contains (states->before, &state);
}

/* Adds a state. Returns FALSE if that is not possible: states are numbered in the order in which they appear. */
static gboolean
states_add (MwJournalStates *states, guint64 before, guint64 state)
{
  if (state <= states->newest || state == MW_STATE_BETWEEN || !states_have (states, before))
    return FALSE;
  g_hash_table_insert (states->before, g_memdup2 (&state, sizeof state), g_memdup2 (&before, sizeof before));
  states->newest = state;
  return TRUE;
}

static guint64
state_before (const MwJournalStates *states, guint64 state)
{
  const guint64 *before = g_hash_table_lookup (states->before, &state);
  return before ? *before : 0;
}

/* The number of steps, undone and done, between two states. Later states have higher numbers, so both paths are
 * walked back until they meet. */
static guint
states_distance (const MwJournalStates *states, guint64 a, guint64 b)
{
  guint n = 0;
  for (; a != b; n++) {
    if (a > b)
      a = state_before (states, a);
    else
      b = state_before (states, b);
  }
  return n;
}

guint
mw_journal_states_depth (const MwJournalStates *states, guint64 state)
{
  return states_distance (states, state, 0);
}

/* --- Events --------------------------------------------------------------------------------------------------------- */

void
mw_journal_events_init (MwJournalEvents *events)
{
  *events = (MwJournalEvents) { .states = states_new () };
}

void
mw_journal_events_clear (MwJournalEvents *events)
{
  g_hash_table_unref (events->states.before);
  clear_place (&events->place);
  g_clear_pointer (&events->parts, g_variant_unref);
}

static gboolean
read_origin (MwJournalEvents *events, const MwLogRecord *record, GError **error)
{
  g_autoptr (GVariant) meta = read_meta (record, ORIGIN_TYPE, error);
  if (!meta)
    return FALSE;
  if (events->states.newest || events->parts)
    return unexpected (record, error);
  const char *from, *name;
  gboolean archive;
  g_variant_get (meta, "(^&ay^&ayb)", &from, &name, &archive);
  mw_journal_origin_free (events->place.origin);
  events->place.origin = mw_journal_origin_new (from, name, archive);
  return TRUE;
}

gboolean
mw_journal_read_event (MwJournalEvents *events, const MwLogRecord *record, guint64 *before, GError **error)
{
  guint64 state;
  if (record->type == MW_JOURNAL_SAVE || record->type == MW_JOURNAL_READ) {
    MwJournalPlace place = { 0 };
    GVariant *parts;
    if (!read_save (record, &state, &place, &parts, error)) {
      clear_place (&place);
      return FALSE;
    }
    clear_place (&events->place);
    g_clear_pointer (&events->parts, g_variant_unref);
    events->place = place;
    events->parts = parts;
    events->time = place.time;
    events->ours = record->type == MW_JOURNAL_SAVE;
    events->saved |= events->ours;
    events->clean = states_have (&events->states, state) ? state : MW_STATE_BETWEEN;
    return TRUE;
  }
  if (record->type == MW_JOURNAL_ORIGIN)
    return read_origin (events, record, error);
  const char *type = record->type == MW_JOURNAL_STEP                                        ? STEP_TYPE
                     : record->type == MW_JOURNAL_GO_TO || record->type == MW_JOURNAL_CLEAN ? GO_TO_TYPE
                                                                                            : NULL;
  g_autoptr (GVariant) meta = type ? read_meta (record, type, error) : NULL;
  if (!meta)
    return type ? FALSE : unexpected (record, error);
  if (record->type == MW_JOURNAL_STEP) {
    g_variant_get (meta, STEP_TYPE, before, &state, &events->time);
    if (!states_add (&events->states, *before, state))
      return unexpected (record, error);
  } else {
    g_variant_get (meta, GO_TO_TYPE, &state, &events->time);
    if (record->type == MW_JOURNAL_CLEAN) {
      events->clean = states_have (&events->states, state) ? state : MW_STATE_BETWEEN;
      return TRUE;
    }
    if (!states_have (&events->states, state))
      return unexpected (record, error);
  }
  events->state = state;
  return TRUE;
}

guint
mw_journal_unsaved_steps (const MwJournalEvents *events)
{
  return events->clean == MW_STATE_BETWEEN ? mw_journal_states_depth (&events->states, events->state)
                                           : states_distance (&events->states, events->clean, events->state);
}

/* Reads n parts into `set` (may be NULL), with at most `most` bytes of each. */
static gboolean
read_parts (MwRecordLog *log, guint32 n, gsize most, MwFileSet *set, GError **error)
{
  for (guint32 i = 0; i < n; i++) {
    g_auto (MwLogRecord) record = { 0 };
    if (!mw_record_log_read (log, most, &record, error)) {
      if (error && !*error)
        mw_set_error (error, MW_ERROR_TRUNCATED, (gint64) mw_record_log_get_end (log), NULL,
                      "some of the files that were opened are missing");
      return FALSE;
    }
    if (record.type != MW_JOURNAL_PART)
      return unexpected (&record, error);
    g_autoptr (GVariant) meta = read_meta (&record, PART_TYPE, error);
    if (!meta)
      return FALSE;
    GVariant *values[3];
    MwFileStamp stamp;
    gboolean ours;
    g_variant_get (meta, "(@ay@ay@ay(ttxxx)b)", &values[0], &values[1], &values[2], &stamp.device, &stamp.inode,
                   &stamp.size, &stamp.seconds, &stamp.nanoseconds, &ours);
    g_autofree char *role = take_bytestring (values[0]), *path = take_bytestring (values[1]),
                    *suffix = take_bytestring (values[2]);
    if (!role || (set && mw_file_set_find (set, role)))
      return unexpected (&record, error);
    if (!set)
      continue;
    mw_file_set_add_companion (set, role, path, suffix, record.body);
    mw_file_set_find (set, role)->stamp = stamp;
    mw_file_set_find (set, role)->ours = ours;
  }
  return TRUE;
}

gboolean
mw_journal_read_head (MwRecordLog *log, gsize most, MwJournalPlace *place, MwFileSet *set, GError **error)
{
  guint32 n_parts;
  g_auto (MwLogRecord) record = { 0 };
  if (!mw_record_log_read (log, 0, &record, error)) {
    if (error && !*error)
      mw_set_error (error, MW_ERROR_TRUNCATED, 0, NULL, "it is empty");
    return FALSE;
  }
  if (record.type != MW_JOURNAL_DOCUMENT)
    return unexpected (&record, error);
  if (!read_document (&record, place, &n_parts, error))
    return FALSE;
  if (n_parts == 0)
    return unexpected (&record, error);
  return read_parts (log, n_parts, most, set, error);
}
