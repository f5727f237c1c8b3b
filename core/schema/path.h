/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"
#include "core/schema/record.h"

/* Addresses: how people, command line, scripts and diff spell a place in a model. One grammar:
 *
 *   path    = [ part { "." part } ]              the empty path is the model
 *   part    = word [ index ]
 *   index   = "[" ( number | "*" | number? ":" number? | quoted or bare name ) "]"
 *
 *   bones[2].rotation.track.keys[5].value.x      third node that is a bone; a key's first component
 *   geosets[3].vertices[10:20]                   a span of elements (end not included)
 *   sequences["Walk"].interval                   by name (must match exactly one; byte for byte, then without case)
 *   sequences[60/0], sequences[EmoteTalk/0]      by the numbers, or their names in a catalogue, that stand in for a name
 *   materials[*].layers[*].alpha                 every one
 *   layers[0].flags.two_sided                    one bit of a flag word
 *
 * Fields whose name has parts ("bounds.max") are found by the longest name that fits. A part of a field's name alone
 * ("bounds", "interval", "alpha" beside "alpha.track") names all fields below it where no field has exactly that name.
 * Components are x y z w, for colours r g b, or an index in brackets for longer values.
 * An address is resolved when a command starts and never kept: it means a place, not a record. */
typedef struct {
  MwRecord *record;
  const MwField *field; /* NULL: the record itself */
  uint32_t first, n;    /* ARRAY: elements named (all: 0 and the array's n, whole = TRUE) */
  gboolean whole;       /* the field as a whole: no element, component or bit was picked */
  gboolean one;         /* ARRAY: one element was named by a number, not a span */
  int component;        /* -1: all components */
  uint32_t bit;         /* mask of the bit of a flag word; 0: the number */
  const MwSchema *kind; /* LIST of mixed kinds: only records of this kind (the path said "bones"); else NULL */
} MwTarget;

/* Every target that the path names, in file order. An error (MW_ERROR_PATH, with the path and what could stand there)
 * when it names nothing. Free with g_array_unref(). */
GArray *mw_path_resolve (const MwModel *model, const char *path, GError **error);
/* Like that, but exactly one target is wanted. */
gboolean mw_path_resolve_one (const MwModel *model, const char *path, MwTarget *target, GError **error);

/* The canonical address of a record ("" for the model), of a field of it, of a target. Free with g_free().
 * NULL record: "?". */
char *mw_record_path (const MwRecord *record);
char *mw_field_path (const MwRecord *record, const MwField *field);
char *mw_target_path (const MwTarget *target);
/* Appends the same to a string. */
void mw_path_append_record (GString *path, const MwRecord *record);

/* What a path calls a record that has no name, by the fields that serve as one: "Stand/0"; NULL where it has none. What people
 * call a record is in core/model/titles.h. Free with g_free(). */
char *mw_record_called (const MwRecord *record);
/* The text of the field of role NAME, or NULL. */
const char *mw_record_name (const MwRecord *record);
