/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/key-sheet.h"

/* The curves of a row of the key sheet: the value of its track over time, one curve for each component, computed by what computes
 * the pose (core/pose/keys.h). It is what a widget draws and picks from, and knows no widget.
 *
 * Times are in ms as the sheet shows them: as they are stored, plus the row's offset. A curve is a picture of the moment at which it
 * was made: make a new one when the document or what the sheet shows has changed. */

enum { MW_KEY_CURVE_MOST = 4 };

typedef enum {
  MW_KEY_CURVE_NUMBERS, /* as they are stored */
  MW_KEY_CURVE_COLOUR,  /* red, green, blue */
  MW_KEY_CURVE_ANGLES, /* a rotation as angles in degrees (core/pose/euler.h), which go on from key to key without jumps */
  MW_KEY_CURVE_RAW     /* the four numbers of a quaternion; they can only be looked at */
} MwKeyCurveKind;

typedef struct _MwKeyCurve MwKeyCurve;

/* The curves of a row, with the four numbers of rotations if `raw`. NULL: it has none, because it is no track, or one of events or
 * textures, or has no keys for this sequence. Free with mw_key_curve_free(). The document must outlive it. */
MwKeyCurve *mw_key_curve_new (const MwKeySheet *sheet, guint row, gboolean raw);
void mw_key_curve_free (MwKeyCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwKeyCurve, mw_key_curve_free)

MwKeyCurveKind mw_key_curve_kind (const MwKeyCurve *curve);
guint mw_key_curve_n_components (const MwKeyCurve *curve);
/* The track whose row it is. */
MwId mw_key_curve_track (const MwKeyCurve *curve);
/* Whether the values of its keys can be changed; FALSE for whole numbers, visibility and MW_KEY_CURVE_RAW. */
gboolean mw_key_curve_is_editable (const MwKeyCurve *curve);
/* Whether the value holds until the next key. */
gboolean mw_key_curve_is_stepped (const MwKeyCurve *curve);
/* The interpolation as it is played (MwInterpolation): linear where tangents are missing. */
guint32 mw_key_curve_interpolation (const MwKeyCurve *curve);

/* The value at a time. FALSE: nothing is shown there, because no sequence of the scope plays it, or it has no keys. */
gboolean mw_key_curve_at (const MwKeyCurve *curve, double time, double out[MW_KEY_CURVE_MOST]);

/* --- Keys: by their place in the row --- */

guint mw_key_curve_n_keys (const MwKeyCurve *curve);
/* Its number in the track or lane. */
guint mw_key_curve_number (const MwKeyCurve *curve, guint key);
gint64 mw_key_curve_key_time (const MwKeyCurve *curve, guint key);
/* One number for each component; NAN for a time to which the file has no value. */
const double *mw_key_curve_key (const MwKeyCurve *curve, guint key);
/* The key and component whose point is nearest to a time and value, of the components whose bits are in `shown`; -1: none is so near
 * that (time / within_ms)² + (value / within_value)² is at most 1. Of points at one place the first component counts. */
gint mw_key_curve_near (const MwKeyCurve *curve, double time, double value, double within_ms, double within_value,
                        guint shown, guint *component);

/* --- Tangents ---
 *
 * A handle is at the control point of the part of a curve that it shapes: at a third of the time to the next key (or the key
 * before), at the value of the control point. A Bezier tangent is that value; a Hermite tangent is three times the way to it from the
 * key (rendering.md 1.2). So a handle goes up and down only: the files store no time for it. Rotations have no handles, since their
 * tangents are rotations too. */

/* Where the handle is. In MDX and MDL the last and the first key of a looping sequence are neighbours (rendering.md 1.4), so the handle of
 * one may be beyond its end or before its start. FALSE: there is none, because the key has no neighbour on this side in its sequence, or
 * the curve no tangents. */
gboolean mw_key_curve_handle (const MwKeyCurve *curve, guint key, guint component, gboolean out, double *time,
                              double *value);
/* The tangent to store so that the handle has this value. */
float mw_key_curve_tangent (const MwKeyCurve *curve, guint key, guint component, gboolean out, double value);
/* Whether the curve has no corner at a key: both handles and the key are on one line. FALSE without two handles. */
gboolean mw_key_curve_is_smooth (const MwKeyCurve *curve, guint key, guint component);

/* --- Drawing --- */

/* What a curve does in a stretch of time. */
typedef struct {
  gboolean there;
  float first[MW_KEY_CURVE_MOST]; /* at its start */
  float least[MW_KEY_CURVE_MOST], most[MW_KEY_CURVE_MOST];
} MwCurveStretch;

/* Computes n stretches of this many ms from a time on. Each knows the values of the keys in it, so that no peak is lost however
 * long it is. */
void mw_key_curve_stretches (const MwKeyCurve *curve, double from, double ms, guint n, MwCurveStretch *out);
/* Widens [least, most] to the values that the components in `shown` have between two times. Start with least > most. */
void mw_key_curve_range (const MwKeyCurve *curve, double from, double to, guint shown, double *least, double *most);
