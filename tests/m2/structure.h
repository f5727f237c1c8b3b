/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* A checker of M2 file sets (MD20 and the MD21 of files in chunks, versions 256 to 274) that knows the format only from docs/formats/m2.md. It includes only GLib
 * and libc and shares no code with the reader or the writer, so that it checks both independently. */

/* The keys of one external sequence: the bytes of STEMnnnn-vv.anim. */
typedef struct {
  guint animation, variation;
  GBytes *bytes;
} M2StructureAnim;

/* A set in memory. The check only borrows its members; m2_structure_load() makes a set that owns them. */
typedef struct {
  char *name; /* of the model file; companions are called after it in findings */
  GBytes *model;
  GBytes *skins[5];    /* STEM00.skin to STEM03.skin, NULL where absent; the fifth stands for any further one */
  GArray *anims;       /* of M2StructureAnim */
  gboolean incomplete; /* companions that are absent are known to be missing: no finding for them */
} M2StructureSet;

/* A finding: what breaks a rule. */
typedef struct {
  const char *rule; /* a static word: "align", "bone-parent" ... */
  char *file;
  guint64 offset; /* of the stored number that is wrong, from the start of that file */
  char *text;     /* a sentence */
} M2Finding;

/* Checks a set. Returns the findings (M2Finding) in the order of the files; empty for a good set. A rule gives at most
 * M2_FINDINGS_PER_RULE findings per set. Free with g_ptr_array_unref(). */
#define M2_FINDINGS_PER_RULE 16
GPtrArray *m2_structure_check (const M2StructureSet *set);

/* Bytes that something refers to: an array, or the header of a file. */
typedef struct {
  guint file, pair;     /* 0: the model, 1 to 4: the skins, 5 + i: anims[i]; in which the bytes are, and their pair */
  guint64 offset, size; /* in bytes */
  guint64 place;        /* of the pair {count, offset} that refers to them; 0 for a header */
} M2Extent;
/* Which bytes of a good set are needed (M2Extent). Empty arrays are left out. Free with g_array_unref(). */
GArray *m2_structure_extents (const M2StructureSet *set);

/* Reads a model and the companions beside it, found by name in any case. NULL with an error when the model or a
 * companion that is there cannot be read. Free with m2_structure_set_free(). */
M2StructureSet *m2_structure_load (const char *path, GError **error);
void m2_structure_set_free (M2StructureSet *set);
