/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Origin (architecture.md, idea 3): how the file spelled something, where that is more than the value says. Notes are immutable and
 * shared by reference count; they hang on the record that they describe and travel with it. A note is used only while
 * decoding it gives what the model holds now; a writer otherwise encodes afresh. None holds a large part of a file. */
typedef enum {
  MW_NOTE_TEXT_TAIL, /* bytes behind the NUL of a text buffer: offset in the buffer, bytes */
  MW_NOTE_PAD,       /* bytes of a pad that are not zero */
  MW_NOTE_TRACK_ORDER, /* tags of the tracks (u32 each) as they stood; field names the group's first row; a first one of 0:
                          in a version that is not known bytes of no known meaning stood before them */
  MW_NOTE_CHUNK_ORDER,  /* tag and item count (u32 pairs) as they stood, empty chunks too */
  MW_NOTE_OBJECT_ID,    /* stored object id (u32) that is not the derived one */
  MW_NOTE_PIVOTS,       /* stored number of pivots (u32), then those beyond the nodes */
  MW_NOTE_BIND_POSES,   /* the same for bind poses, those of the cameras behind those of the nodes */
  MW_NOTE_TRAILING,     /* bytes behind the last chunk */
  MW_NOTE_PLACES,       /* where the arrays of a file stood, and bytes that no array holds */
  MW_NOTE_LAYOUT,       /* other encodings that a hand function remembers */
  MW_NOTE_SIDE_CHANNEL, /* the model: as text it has, or is to have, a side channel (core/io/mdl/side-channel.h) */
  MW_NOTE_LAST =
    MW_NOTE_SIDE_CHANNEL /* the last of them: not a kind of its own, so that switches need no case for it */
} MwNoteKind;
#define MW_N_NOTE_KINDS (MW_NOTE_LAST + 1)

typedef struct {
  MwNoteKind kind;
  const MwField *field; /* what it is about; NULL: the record */
  uint32_t offset;      /* meaning by kind */
  uint32_t size;
  const uint8_t *bytes; /* in the same allocation */
  guint from_file;      /* how many of the bytes are the file's own */
} MwNote;

/* Hangs another note on a record (a note of the same kind, field and offset is replaced). Only readers do. */
void mw_notes_add (MwRecord *record, MwNoteKind kind, const MwField *field, uint32_t offset, const void *bytes,
                   uint32_t size, guint from_file);
/* The first note of that kind about that field, or NULL. Notes come with steps from elsewhere, too, so who decodes one trusts
 * none of its bytes: one that no reader would have written counts as none. */
const MwNote *mw_notes_find (const MwRecord *record, MwNoteKind kind, const MwField *field);
/* The same, but only when it has at least `least` bytes: the fixed part of what a decoder expects. */
const MwNote *mw_notes_find_of (const MwRecord *record, MwNoteKind kind, const MwField *field, uint32_t least);
guint mw_notes_count (const MwRecord *record);
const MwNote *mw_notes_at (const MwRecord *record, guint index);
/* Shares the notes of one record with another that has none. */
void mw_notes_share (MwRecord *to, const MwRecord *from);
void mw_notes_drop (MwRecord *record);
/* Drops those of one kind. */
void mw_notes_remove (MwRecord *record, MwNoteKind kind);
const char *mw_note_kind_name (MwNoteKind kind);
