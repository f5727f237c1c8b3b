/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Catalogues: what numbers in files mean to the game clients, as opposed to the format. The files are
 * data/catalogues/NAME.xml; they are compiled in, and parsed on first use. All functions may be called from any
 * thread, and what they return is never freed. A number that a catalogue does not list is legal everywhere: it is
 * shown as a number and kept. */

typedef struct {
  MwName name;      /* value, name and label; the label is the name if the file gives none */
  const char *also; /* other names, separated by blanks; or NULL */
  /* Events: the game table that the event's number is an id of; "unknown"; or NULL: the number is 0. */
  const char *data;
  const char *object;  /* events: the kinds of objects that it applies to, separated by blanks; or NULL */
  const char *handler; /* events: the function of the client that handles it, or NULL */
  /* Events: the animations in which files have it, with * for any letters; "none": it is never fired; or NULL. */
  const char *fired_on;
  uint32_t crc;         /* key bones and bone names: CRC-32 of the name; else 0 */
  uint8_t since, until; /* the first and the last client that has it, as values of MW_CATALOGUE_CLIENT; 0: no limit */
  uint16_t first_version, last_version; /* clients: the M2 versions that they read; else 0 */
  uint16_t substitutes[4]; /* animations: those that are played instead if a model lacks it, the best first */
  uint8_t n_substitutes;
  uint8_t old_mode,
    mode; /* animations: how the substitute is played, in early and later tables (see mw_catalogue_mode()) */
} MwCatalogueEntry;

/* The name of a catalogue's file without ".xml": "animations". */
const char *mw_catalogue_title (MwCatalogue which);

/* The names of a catalogue as a table for MwField.names, in file order; NULL for MW_CATALOGUE_NONE. Look-ups find
 * more than the table lists: other names of an entry, and names of bones that only occur in the modelling tool. */
const MwNames *mw_catalogue_names (MwCatalogue which);

/* The same without the names that clients from 1.x on introduced: those of World of Warcraft's alpha. */
const MwNames *mw_catalogue_first_names (MwCatalogue which);

/* The entry of a value, or NULL. A bone name that is a key bone has the entry of the key bone. */
const MwCatalogueEntry *mw_catalogue_entry (MwCatalogue which, uint32_t value);

/* The name of a value, or NULL. */
const char *mw_catalogue_name (MwCatalogue which, uint32_t value);

/* Finds the value of a name: by exact spelling, otherwise ignoring case if only one name matches. FALSE leaves
 * *value unchanged. */
gboolean mw_catalogue_value (MwCatalogue which, const char *name, uint32_t *value);

/* The value of an event with these four characters; shorter texts are padded with blanks. */
uint32_t mw_catalogue_identifier (const char *text);

/* All substitutes of an animation, the best first. *n may become 0; Stand always comes after them. */
const uint16_t *mw_catalogue_substitutes (uint32_t animation, guint *n);

/* How a playable-animation table with `entries` entries plays the substitute of an animation: 0 forwards, 1
 * backwards, 2 frame by frame, 3 holding the last frame. Tables of up to 201 entries have other modes than later
 * ones (m2.md 5.3). */
guint mw_catalogue_mode (uint32_t animation, guint entries);

/* CRC-32 (as in zlib) of the bytes of a name: what a bone stores instead of its name from version 264 on. */
uint32_t mw_bone_name_crc (const char *name);

/* The label of a submesh id (100 * group + variant): "Gloves 2"; NULL if the group has no name. Not translated. Free
 * with g_free(). */
char *mw_geoset_label (uint32_t id);
