/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Name catalogues: what numbers mean to the clients, not to the format. The files are data/catalogues/NAME.xml, compiled
 * in and read when first asked for. All functions may be called from any thread; everything that they return lives as long
 * as the program. A number that a catalogue does not list is legal everywhere: it is shown as a number and kept. */

typedef struct {
  MwName name;         /* value, name, and a label that is the name where the file gives none */
  const char *also;    /* other names for it, blank-separated, or NULL */
  const char *data;    /* events: the table whose ids the data word holds, "unknown", or NULL: the word is 0 */
  const char *object;  /* events: the kinds of objects that it works on, blank-separated, or NULL */
  const char *handler; /* events: the function of the client that takes it, or NULL */
  const char
    *fired_on;  /* events: the animations that it was seen in, * for any letters; "none": it is not fired; or NULL */
  uint32_t crc; /* key bones and bone names: CRC-32 of the name; else 0 */
  uint8_t since, until; /* the first and the last client that knows it, as values of MW_CATALOGUE_CLIENT; 0: no limit */
  uint16_t first_version, last_version; /* clients: versions of M2 that go with it; else 0 */
  uint16_t substitutes[4];              /* animations: what stands in for it, the best first */
  uint8_t n_substitutes;
  uint8_t old_mode, mode; /* animations: how the substitute is played (see mw_catalogue_mode) */
} MwCatalogueEntry;

/* The name of a catalogue's file without ".xml": "animations". */
const char *mw_catalogue_title (MwCatalogue which);

/* Its names as a table for MwField.names, in file order; NULL for MW_CATALOGUE_NONE. The table finds more than it lists:
 * other names of an entry, and of bones those that only the modelling tool gave. */
const MwNames *mw_catalogue_names (MwCatalogue which);

/* Those of them that no client from 1.x on brought: what World of Warcraft's alpha has. */
const MwNames *mw_catalogue_first_names (MwCatalogue which);

/* What the file says of a value, or NULL. Of bone names that are key bones: the key bone's entry. */
const MwCatalogueEntry *mw_catalogue_entry (MwCatalogue which, uint32_t value);

/* The name of a value, or NULL. */
const char *mw_catalogue_name (MwCatalogue which, uint32_t value);

/* The value of a name: as it is spelled, or else without regard to case where that fits one name only. FALSE leaves
 * `value` untouched. */
gboolean mw_catalogue_value (MwCatalogue which, const char *name, uint32_t *value);

/* Four characters of a file as the value of an event (padded with blanks where `text` is shorter). */
uint32_t mw_catalogue_identifier (const char *text);

/* The animation that first stands in for one that a model lacks: the best of its substitutes, or 0 (Stand). FALSE, with
 * `fallback` untouched: no catalogue knows the animation, or it is Stand. */
gboolean mw_catalogue_fallback (uint32_t animation, uint32_t *fallback);

/* All substitutes of an animation, the best first; `n` may be 0, Stand comes after them always. */
const uint16_t *mw_catalogue_substitutes (uint32_t animation, guint *n);

/* How a playable-animation table of `entries` entries plays the substitute of an animation: 0 as it is, 1 backwards, 2 frame
 * by frame, 3 holding the last frame (m2.md 5.3: tables of up to 201 entries have other modes than later ones). */
guint mw_catalogue_mode (uint32_t animation, guint entries);

/* CRC-32 (zlib's) of the bytes of any name: what a bone stores in its name's stead from version 264 on. */
uint32_t mw_bone_name_crc (const char *name);

/* What a surface's id (100 * group + variant) says to people: "Gloves 2"; NULL when the group has no name. Untranslated.
 * Free with g_free(). */
char *mw_geoset_label (uint32_t id);
