/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"
#include "core/schema/record.h"

/* The table test of operations. For every operation there is a row that says how to run it on any model and how to judge
 * what it did. The judge sees only the models as they were read from the files, before and after, and calls no operation.
 *
 * Each row is tried on made models and, if there is a corpus, on real models of both families. A try checks that the judge
 * accepts the saved file and that it rejects the unchanged one (as if the operation did nothing), that the model has no new
 * finding that is an error or severe, that undo gives the bytes from before, and that redo gives the bytes from after. */

/* A model before and after a step. */
typedef struct {
  const MwModel *before, *after; /* as read from the files; ids of the two do not correspond */
  MwFormat format;
  const char *step; /* the text that was run */
} TableCase;

/* The two families that operations can work on. */
enum { TABLE_MDLX = 1 << 0, TABLE_M2 = 1 << 1, TABLE_BOTH = TABLE_MDLX | TABLE_M2 };

typedef struct {
  const char *operation;
  guint
    families; /* the families in which at least three real models must be changed by it; 0: fewer have what it is about */
  /* The step for a model, as a line of a script; NULL: the model has nothing that the operation applies to. Free with
   * g_free(). Lines before it, if any, are run first. They add what the operation needs to a model that lacks it (such as two equal
   * textures). Their result, saved and read again, is then the model before the step. */
  char *(*step) (const MwModel *model, MwFormat format);
  /* What is wrong with the result, for a developer; NULL: nothing. Free with g_free(). */
  char *(*judge) (const TableCase *at);
} TableRow;

/* The rows of one subject, ended by one without an operation. Each is in the file rows-SUBJECT.c. */
extern const TableRow table_elements[], table_sequences[], table_materials[], table_surfaces[], table_textures[],
  table_nodes[], table_node_ids[], table_poses[], table_attachments[], table_geosets[], table_tracks[],
  table_key_edits[], table_effects[], table_model[], table_add[];
/* The row of an operation; NULL: it has none. */
const TableRow *table_row (const char *operation);

/* Runs a row; fails the running test with a message that names the model. */
void table_try (const TableRow *row);

/* --- For steps and judges ------------------------------------------------------------------------------------------- */

/* The only target of a path. NULL if it does not resolve: MwTarget is {0} then. */
MwTarget table_target (const MwModel *model, const char *path);
/* The value of a parameter in a step without quotes; NULL: it is not there. Free with g_free(). */
char *table_parameter (const char *step, const char *name);
/* The record at a path; NULL if there is none. */
MwRecord *table_record (const MwModel *model, const char *path);
/* A list of the model, by name; NULL if the family has none. */
const MwList *table_list (const MwModel *model, const char *name);
/* A field of numbers as a double (its first component). */
double table_number (const MwRecord *record, const char *field);

/* Redirects references in the copy of a model: what referred to the record `from` of a list then refers to `to` (both are ids). */
void table_redirect (MwModel *copy, const char *list, MwId from, MwId to);
/* The number of references in the model to a record of a list. */
guint table_uses (const MwModel *model, const char *list, MwId id);
/* For judges: describes a difference between the expected model and the one that the step gave, in any value of any record; NULL if
 * there is none. A judge makes `expected` from a copy of at->before. Frees `expected`. Free with g_free(). */
char *table_expect (MwModel *expected, const TableCase *at);

/* All keys of the model, one entry for each track, event track or lane, in file order. Free with g_array_unref(). */
typedef struct {
  const MwRecord *holder;
  const MwRecord *sequence; /* of a lane; else NULL */
  gboolean global;          /* follows a global sequence */
  guint n;
  const gint32 *times;
} TableKeys;
GArray *table_keys (const MwModel *model);
/* Whether two holders have the same times and the same values. */
gboolean table_same_keys (const TableKeys *a, const TableKeys *b);
/* The times that a sequence plays: the interval on the time line, or 0 to its length. `lanes`: its keys are in lanes. */
void table_interval (const MwRecord *sequence, MwFormat format, gint64 *start, gint64 *end, gboolean *lanes);
/* Whether these keys are played by the sequence, at that time. */
gboolean table_plays (const TableKeys *keys, const MwRecord *sequence, MwFormat format, gint32 time);
/* The path of a sequence that is longer than `length` ms and has at least `n_keys` keys of its own; NULL: none. Free with g_free(). */
char *table_sequence (const MwModel *model, MwFormat format, gint64 length, guint n_keys);
/* The value that a track shows `time` ms after the start of a sequence: up to four numbers, unused ones 0. A reference is
 * the place of its record, visibility is 0 or 1. If no key applies it is the neutral value: 1 for a scale, visibility or
 * alpha, 0 for everything else. `track` can also be a lane, which means the track that the lane belongs to. */
void table_value (const MwModel *model, const MwRecord *track, const MwRecord *sequence, gint64 time, double out[4]);
/* Whether two tracks, or tracks of two models, show the same for `length` ms of two sequences, from these times after
 * their starts on. At most `samples` times are compared. `tolerance` is relative to values above 1. */
typedef struct {
  const MwModel *model;
  const MwRecord *track, *sequence;
  gint64 time;
} TableCurve;
gboolean table_same_curve (const TableCurve *a, const TableCurve *b, gint64 length, guint samples, double tolerance);
/* Whether the static value that a track animates is neutral, or there is none. */
gboolean table_static_is_neutral (const MwRecord *owner, const MwField *slot);
/* Whether a track has rotations that are interpolated with tangents: no key can be added to those without a change. */
gboolean table_is_squad (const MwRecord *track);
/* Whether key k of one holder and key j of another have the same value and tangents. References to textures are compared
 * by the texture's place, because ids of two models do not correspond. */
gboolean table_same_key (const TableCase *at, const TableKeys *a, guint k, const TableKeys *b, guint j);
