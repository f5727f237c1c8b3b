/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Generates complete sets of M2 files from the tables of docs/formats/m2.md alone, without the program's readers, writers and
 * schemas. Every kind of record occurs. Every field that can be chosen freely has a unique value, so that swapped fields are
 * noticed. Arrays are placed by the exporter's rule (m2.md 9), and derived data (lookups, hash, ranges, distances, combos,
 * rings) follows the rules of m2.md. */

/* Variants of a version's usual form, as bits of `form`; each is ignored if the version has no choice. */
enum {
  M2_FORM_OTHER_CAMERA = 1 << 0,   /* 265 to 270: field of view as a track; 271: as a number */
  M2_FORM_SPLIT_BLEND = 1 << 1,    /* from 265 on: blend times in and out, with sequence flag 0x200 */
  M2_FORM_LONG_PARTICLE = 1 << 2,  /* 265 to 271: emitters of 492 bytes, with global flag 0x200 */
  M2_FORM_PARTICLE_BYTES = 1 << 3, /* 256 to 261: blend and emitter type as bytes */
  M2_FORM_LATE_SKIN = 1 << 4,      /* 264: skin header of 56 bytes with shadow batches */
  M2_FORM_NO_COMBINERS = 1 << 5,   /* from 264 on: without global flag 8 and its array */
  M2_FORM_NO_COORDS = 1 << 6,      /* from 265 on: without texture coordinate combos */
  M2_FORM_CHUNKS = 1 << 7,         /* from 272 on: a file in chunks (MD21) */
  M2_FORM_ALL = (1 << 8) - 1
};
enum { M2_FIRST_VERSION = 256, M2_LAST_VERSION = 274 };

typedef struct {
  guint version;
  guint seed; /* shifts all free values */
  guint form;
} M2GenerateOptions;

typedef struct {
  char *name; /* "Sample.m2", "Sample00.skin", "Sample0060-00.anim" */
  GBytes *bytes;
} M2File;

typedef struct {
  char *path;  /* as `mwright get` spells it */
  char *value; /* as `mwright get` prints it */
} M2Value;

/* The files of the set (M2File, owned by the array), the model first. The same options give the same bytes. */
GPtrArray *m2_generate (const M2GenerateOptions *options);
/* The values of the set (M2Value): vectors in braces, texts in quotes, references as paths, list lengths as numbers, absent tracks
 * as "none". Derived tables, counts and indices are not included. */
GPtrArray *m2_generate_values (const M2GenerateOptions *options);
