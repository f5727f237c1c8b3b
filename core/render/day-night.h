/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"

/* The light of a day of Warcraft III. The game has a model for it for each kind of map, whose one sequence is a day and a night, and whose first
 * light is the sun that shines on units (rendering.md 5). */
typedef struct _MwDayNight MwDayNight;

/* A sun: of MwFrame, and of a moment of the day. */
typedef struct {
  gboolean on;
  float towards[3]; /* unit vector */
  float colour[3];  /* RGB times intensity: what a surface that faces it gets */
  float ambient[3]; /* what every surface gets */
  int minute;       /* after midnight */
} MwSun;

enum { MW_DAY_MINUTES = 24 * 60 };

/* Reads the model for units on maps of a tileset (its letter, core/model/tilesets.h; 0: as of Lordaeron Summer) where the lookup finds it, from any
 * thread. NULL and an error: MW_ERROR_PATH if there is none, else it cannot be read or has no light.
 * Free with mw_day_night_free(). */
MwDayNight *mw_day_night_read (MwLookup *lookup, char tileset, GError **error);
void mw_day_night_free (MwDayNight *day);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwDayNight, mw_day_night_free)
/* The sun so many minutes after midnight; any number, days repeat. It is on, and may be black. */
void mw_day_night_sun (MwDayNight *day, int minute, MwSun *sun);

/* Reads "HH:MM" or "HH", from 0 to 24:00, which is 0:00 again, as minutes after midnight. FALSE: it is no such text. */
gboolean mw_day_minute_from_text (const char *text, int *minute);
/* The reverse, "HH:MM". Free with g_free(). */
char *mw_day_minute_to_text (int minute);
