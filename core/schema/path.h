/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"

/* Paths: how the command line, scripts, diffs and users address a place in a model. The grammar:
 *
 *   path    = [ part { "." part } ]              the empty path is the model
 *   part    = word [ index ]
 *   index   = "[" ( number | "*" | number? ":" number? | quoted or bare name | pattern ) "]"
 *
 *   bones[2].rotation.track.keys[5].value.x      the third bone; the first component of a key's value
 *   geosets[3].vertices[10:20]                   a span of elements (end not included)
 *   sequences["Walk"].interval                   by name; must match exactly one record (exact case preferred)
 *   sequences[60/0], sequences[EmoteTalk/0]      by numbers that serve as a name, or by their names in a catalogue
 *   bones[/^Hand/i]                              all whose name matches a pattern (pattern.h), which may be none
 *   materials[*].layers[*].alpha                 every one
 *   layers[0].flags.two_sided                    one bit of a flag word
 *
 * Fields whose name has parts ("bounds.max") are found by the longest name that fits. If no field has exactly the name
 * given, it may be the beginning of field names ("bounds", "interval"): then it names all those fields.
 * Components are x y z w, for colours r g b, or for longer values an index in brackets.
 * A path is resolved when a command starts and never stored, because it names a position, not a record. */
typedef struct {
  MwRecord *record;
  const MwField *field; /* NULL: the target is the record itself */
  uint32_t first, n;    /* ARRAY: the elements named; if all: 0 and the array's length, with whole = TRUE */
  gboolean whole;       /* the whole field: no element, component or bit was picked */
  gboolean one;         /* ARRAY: one element was picked by a number, not a span */
  int component;        /* -1: all components */
  uint32_t bit;         /* mask of the bit that was picked in a flag word; 0: the whole number */
  const MwSchema *kind; /* LIST of mixed kinds: only records of this kind ("bones" in the path); else NULL */
} MwTarget;

/* Returns all targets (MwTarget) that the path names, in file order. If there are none, sets an error
 * (MW_ERROR_PATH) that quotes the path and says what is possible there. Free with g_array_unref(). */
GArray *mw_path_resolve (const MwModel *model, const char *path, GError **error);
/* The same, but it is an error if the path names more than one target. */
gboolean mw_path_resolve_one (const MwModel *model, const char *path, MwTarget *target, GError **error);

/* The canonical path of a record ("" for the model; "?" for NULL), of a field of a record, and of a target. Free
 * with g_free(). */
char *mw_record_path (const MwRecord *record);
char *mw_field_path (const MwRecord *record, const MwField *field);
char *mw_target_path (const MwTarget *target);
/* Appends mw_record_path() to a string. */
void mw_path_append_record (GString *path, const MwRecord *record);

/* The text by which paths name a record that has no name of its own, made from the fields that serve as one:
 * "Stand/0"; NULL if it has no such fields. The titles that users see are in core/model/titles.h. Free with
 * g_free(). */
char *mw_record_called (const MwRecord *record);
/* The value of the record's field of role NAME, or NULL. */
const char *mw_record_name (const MwRecord *record);
