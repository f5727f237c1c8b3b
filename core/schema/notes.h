/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Notes: what a record remembers about the file that it was read from, where the field values alone do not determine
 * the bytes (architecture.md, idea 3). Readers add notes; writers use them to reproduce the file.
 *
 * A note is immutable and reference-counted. It belongs to the record that it describes, and copies of the record
 * share it. A writer uses a note only while decoding it still gives the value that the model has now; after an edit
 * it encodes the value from scratch. Notes are small: none holds a large part of a file. */
typedef enum {
  MW_NOTE_TEXT_TAIL, /* bytes after the NUL of a text buffer; `offset` is their offset in the buffer */
  MW_NOTE_PAD,       /* bytes of padding that are not zero */
  /* Tags of the tracks (u32 each) in file order; `field` is that of the group's first row. A first tag of 0 means that
   * unknown bytes came before the tracks (only in files of an unknown version). */
  MW_NOTE_TRACK_ORDER,
  MW_NOTE_CHUNK_ORDER,  /* tag and item count (u32 pairs) of the chunks in file order, empty ones included */
  MW_NOTE_OBJECT_ID,    /* stored object id (u32), where it differs from the derived one */
  MW_NOTE_PIVOTS,       /* stored number of pivots (u32), then those in excess of the nodes */
  MW_NOTE_BIND_POSES,   /* the same for bind poses; those of the cameras come after those of the nodes */
  MW_NOTE_TRAILING,     /* bytes after the last chunk */
  MW_NOTE_PLACES,       /* the offsets of the arrays in the file, and bytes that belong to no array */
  MW_NOTE_LAYOUT,       /* anything else that a hand function has to remember about the encoding */
  MW_NOTE_SIDE_CHANNEL, /* on the model: its text form has, or will get, a side channel (core/io/mdl/side-channel.h) */
  MW_NOTE_LAST = MW_NOTE_SIDE_CHANNEL /* for the count below; a switch needs no case for it */
} MwNoteKind;
#define MW_N_NOTE_KINDS (MW_NOTE_LAST + 1)

typedef struct {
  MwNoteKind kind;
  const MwField *field; /* the field that it describes; NULL: the record as a whole */
  uint32_t offset;      /* meaning by kind */
  uint32_t size;
  const uint8_t *bytes; /* in the same allocation as the note */
  guint from_file;      /* how many of the bytes were copied from the file */
} MwNote;

/* Adds a note to a record; copies `bytes`. Replaces a note of the same kind, field and offset. Only readers call
 * this. */
void mw_notes_add (MwRecord *record, MwNoteKind kind, const MwField *field, uint32_t offset, const void *bytes,
                   uint32_t size, guint from_file);
/* The first note of that kind about that field, or NULL. Notes can also come from outside, in steps stored as text,
 * so whoever decodes one must not trust its bytes: treat a note that no reader would have written as absent. */
const MwNote *mw_notes_find (const MwRecord *record, MwNoteKind kind, const MwField *field);
/* The same, but NULL unless the note has at least `least` bytes, the fixed part of what the caller decodes. */
const MwNote *mw_notes_find_of (const MwRecord *record, MwNoteKind kind, const MwField *field, uint32_t least);
guint mw_notes_count (const MwRecord *record);
const MwNote *mw_notes_at (const MwRecord *record, guint index);
/* Lets `to`, which has no notes, share the notes of `from`. */
void mw_notes_share (MwRecord *to, const MwRecord *from);
void mw_notes_drop (MwRecord *record);
/* Removes all notes of one kind. */
void mw_notes_remove (MwRecord *record, MwNoteKind kind);
const char *mw_note_kind_name (MwNoteKind kind);
