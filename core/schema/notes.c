/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/notes.h"

#include <string.h>

/* Immutable once shared: adding to shared notes makes new ones. */
struct _MwNotes {
  gint references;
  guint n;
  MwNote *items[];
};

typedef struct {
  gint references;
  MwNote note;
  uint8_t bytes[];
} NoteBox;

static NoteBox *
box_of (MwNote *note)
{
  return (NoteBox *) ((char *) note - offsetof (NoteBox, note));
}

static MwNote *
note_ref (MwNote *note)
{
  g_atomic_int_inc (&box_of (note)->references);
  return note;
}

static void
note_unref (MwNote *note)
{
  if (g_atomic_int_dec_and_test (&box_of (note)->references))
    g_free (box_of (note));
}

static void
notes_unref (MwNotes *notes)
{
  if (!notes || !g_atomic_int_dec_and_test (&notes->references))
    return;
  for (guint i = 0; i < notes->n; i++)
    note_unref (notes->items[i]);
  g_free (notes);
}

void
mw_notes_add (MwRecord *record, MwNoteKind kind, const MwField *field, uint32_t offset, const void *bytes,
              uint32_t size, guint from_file)
{
  NoteBox *box = g_malloc (sizeof (NoteBox) + size);
  box->references = 1;
  box->note = (MwNote) { kind, field, offset, size, box->bytes, from_file };
  if (size)
    memcpy (box->bytes, bytes, size);

  MwNotes *old = record->notes;
  guint n = old ? old->n : 0;
  MwNotes *notes = g_malloc (sizeof (MwNotes) + (n + 1) * sizeof (MwNote *));
  notes->references = 1;
  notes->n = 0;
  for (guint i = 0; i < n; i++) {
    MwNote *other = old->items[i];
    if (other->kind != kind || other->field != field || other->offset != offset)
      notes->items[notes->n++] = note_ref (other);
  }
  notes->items[notes->n++] = &box->note;
  notes_unref (old);
  record->notes = notes;
}

const MwNote *
mw_notes_find (const MwRecord *record, MwNoteKind kind, const MwField *field)
{
  for (guint i = 0; record->notes && i < record->notes->n; i++) {
    const MwNote *note = record->notes->items[i];
    if (note->kind == kind && note->field == field)
      return note;
  }
  return NULL;
}

const MwNote *
mw_notes_find_of (const MwRecord *record, MwNoteKind kind, const MwField *field, uint32_t least)
{
  const MwNote *note = mw_notes_find (record, kind, field);
  return note && note->size >= least ? note : NULL;
}

guint
mw_notes_count (const MwRecord *record)
{
  return record->notes ? record->notes->n : 0;
}

const MwNote *
mw_notes_at (const MwRecord *record, guint index)
{
  return record->notes->items[index];
}

void
mw_notes_share (MwRecord *to, const MwRecord *from)
{
  g_return_if_fail (to->notes == NULL);
  to->notes = from->notes;
  if (to->notes)
    g_atomic_int_inc (&to->notes->references);
}

void
mw_notes_drop (MwRecord *record)
{
  notes_unref (record->notes);
  record->notes = NULL;
}

void
mw_notes_remove (MwRecord *record, MwNoteKind kind)
{
  guint n = mw_notes_count (record), kept = 0;
  for (guint i = 0; i < n; i++)
    kept += record->notes->items[i]->kind != kind;
  if (kept == n)
    return;
  MwNotes *old = record->notes, *notes = kept ? g_malloc (sizeof (MwNotes) + kept * sizeof (MwNote *)) : NULL;
  if (notes) {
    notes->references = 1;
    notes->n = 0;
  }
  for (guint i = 0; i < n; i++)
    if (old->items[i]->kind != kind)
      notes->items[notes->n++] = note_ref (old->items[i]);
  record->notes = notes;
  notes_unref (old);
}

const char *
mw_note_kind_name (MwNoteKind kind)
{
  static const char *const names[] = { "text-tail",  "pad",      "track-order", "chunk-order", "object-id",   "pivots",
                                       "bind-poses", "trailing", "places",      "layout",      "side-channel" };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == MW_N_NOTE_KINDS);
  return names[kind];
}
