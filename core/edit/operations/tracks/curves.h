/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/keys.h"

/* The curve that a track or lane shows, for operations that give it other keys. Only tracks of float values have one: not
 * events, whole numbers, references and visibility. */

enum { MW_CURVE_MOST_COMPONENTS = 4, MW_CURVE_MOST_KEYS = 100000 };

/* The arrays of keys, kept while the track gets others. */
typedef struct {
  MwArray times, values, in_tans, out_tans;
} MwCurveArrays;

/* Keeps the arrays that `keys` points to, and lets it point to what is kept; tangents that are not there are empty. Clear with
 * mw_curve_arrays_clear(). */
void mw_curve_arrays_keep (MwCurveArrays *own, MwTrackKeys *keys);
void mw_curve_arrays_clear (MwCurveArrays *own);

/* A curve as it was when it was opened. It keeps the keys, so that it stays valid while the track gets others. */
typedef struct {
  MwTrackKeys keys;
  MwCurveArrays own;      /* what `keys` points to */
  uint32_t interpolation; /* MwInterpolation, as it is played: linear without tangents */
  guint count;            /* numbers of a value */
  gboolean quaternion;
  double slack; /* how far a value may be off after rounding, by its storage and by computing with floats */
  GArray
    *windows; /* MwKeyWindow: times that are played together. M2: one for all keys; MDLX: the sequences, or the loop */
} MwCurve;

/* A key with its tangents, in the order of time. */
typedef struct {
  gint32 time;
  float value[MW_CURVE_MOST_COMPONENTS], in_tan[MW_CURVE_MOST_COMPONENTS], out_tan[MW_CURVE_MOST_COMPONENTS];
} MwCurveKey;

/* Compare the times of two MwCurveKey, and two times (gint64), for g_array_sort(). */
int mw_curve_compare_keys (gconstpointer a, gconstpointer b);
int mw_compare_times (gconstpointer a, gconstpointer b);

/* Whether all n tracks or lanes have curves, which are complete and in order of time; the error says which one does not. */
gboolean mw_curves_apply (MwDocument *document, const MwId *ids, guint n, GError **error);
/* Opens the curve of a holder, of which mw_curves_apply() holds. Close it with mw_curve_close(). */
void mw_curve_open (MwCurve *curve, MwDocument *document, const MwRecord *holder);
void mw_curve_close (MwCurve *curve);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwCurve, mw_curve_close)

/* The value at a time of a window; rotations are unit quaternions. FALSE if no key is visible there. */
gboolean mw_curve_at (const MwCurve *curve, const MwKeyWindow *window, gint64 time, float out[4]);
/* The value between two keys of a curve that is interpolated otherwise, t from 0 to 1: MW_INTERPOLATION_NONE or _LINEAR. */
void mw_curve_between (const MwCurve *curve, uint32_t interpolation, const float *a, const float *b, double t,
                       float out[4]);
/* How far two values of a curve are apart: the largest difference of a number; rotations with the nearer sign. */
double mw_curve_difference (const MwCurve *curve, const float *a, const float *b);
/* The keys of the curve as MwCurveKey. Free with g_array_unref(). */
GArray *mw_curve_keys (const MwCurve *curve);
/* Turns each rotation to the side of the one before it. Does nothing for other values. Only for keys without tangents. */
void mw_curve_turn_keys (const MwCurve *curve, GArray *keys);

/* Gives a holder these keys. Tangents are stored where its track has them now. */
gboolean mw_curve_write (MwDocument *document, MwId holder, const GArray *keys, GError **error);
/* Sets the interpolation of a track (MwInterpolation); existing keys stay. */
gboolean mw_curve_set_interpolation (MwDocument *document, MwId track, uint32_t interpolation, GError **error);
/* The largest difference between the curve and what the holder shows now, at all keys and at times between them. */
double mw_curve_error (const MwCurve *curve, MwDocument *document, MwId holder, gint64 *where);
/* The interpolation of a track or lane as it is played. */
uint32_t mw_curve_interpolation_of (MwDocument *document, const MwRecord *holder);
/* Whether a track or lane says what is shown. Its numbers mean yes or no, so they have no curve. */
gboolean mw_curve_is_visibility (const MwRecord *holder);
