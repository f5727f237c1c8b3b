/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Complete sets of M2 files, made from the tables of docs/formats/m2.md alone: no reader, no writer and no schema of the
 * project stands behind them. Every kind of record is there, every field that is free to choose has a value of its own
 * (so a swapped field is seen), arrays stand where the exporter's rule puts them (reference, section 9), and what
 * follows from the rest (lookups, hash, ranges, distances, combos, rings) follows the reference's rules. */

/* Forms beside the usual one of a version, as bits of `form`; each is ignored where the version leaves no choice. */
enum {
  M2_FORM_OTHER_CAMERA = 1 << 0,   /* 265 to 270: field of view as a track; 271: as a number */
  M2_FORM_SPLIT_BLEND = 1 << 1,    /* from 265 on: blend times in and out, with sequence flag 0x200 */
  M2_FORM_LONG_PARTICLE = 1 << 2,  /* 265 to 271: emitters of 492 bytes, with global flag 0x200 */
  M2_FORM_PARTICLE_BYTES = 1 << 3, /* 256 to 261: blend and emitter type as bytes */
  M2_FORM_LATE_SKIN = 1 << 4,      /* 264: skin header of 56 bytes with shadow batches */
  M2_FORM_NO_COMBINERS = 1 << 5,   /* from 264 on: without global flag 8 and its array */
  M2_FORM_NO_COORDS = 1 << 6,      /* from 265 on: without texture coordinate combos */
  M2_FORM_ALL = (1 << 7) - 1
};
enum { M2_FIRST_VERSION = 256, M2_LAST_VERSION = 272 };

typedef struct {
  guint version;
  guint seed; /* moves all free values */
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

/* The set, the model first; of M2File, freed with the array. The same options give the same bytes. */
GPtrArray *m2_generate (const M2GenerateOptions *options);
/* What was written into it, of M2Value: vectors in braces, texts in quotes, references as paths, list lengths as
 * numbers, tracks that are not there as "none". Tables, counts and indices that follow from the rest are not named. */
GPtrArray *m2_generate_values (const M2GenerateOptions *options);
