/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Several pictures of one model that are seen one after the other. */

typedef enum {
  MW_FILM_ONE,     /* one picture of one moment */
  MW_FILM_TURN,    /* one moment from all around the model, clockwise seen from above */
  MW_FILM_SEQUENCE /* a sequence, from its start to its end */
} MwFilmKind;

typedef struct {
  MwFilmKind kind;
  guint n; /* pictures, at least 1; 1 for MW_FILM_ONE */
} MwFilm;

/* The moment of picture i (from 0), where `clock` is that of the first one, or any of the sequence. A loop is divided evenly by its pictures;
 * else the last picture shows the end. The clock of global sequences runs with the sequence. */
MwClock mw_film_clock (const MwFilm *film, const MwClock *clock, guint i);
/* How long the film takes if nobody says otherwise, in seconds: as long as the sequence, or four for a turn. 0: there is none, at rest. */
double mw_film_seconds (const MwFilm *film, const MwClock *clock);
/* How long each picture is shown so that the film takes these seconds, in ms; a tenth of a second for 0. The last picture of a sequence that
 * does not loop is shown after the end of them. */
double mw_film_ms (const MwFilm *film, const MwClock *clock, double seconds);
/* Sets the frame to picture i: its clock, and for a turn its camera, which must be that of the first picture (mw_framing_turn()). */
void mw_film_set (const MwFilm *film, const MwClock *clock, guint i, const MwModel *model, MwFrame *frame);
