/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/renderer.h"

/* Aims a camera at a model by what is seen of it, because the extents that files state are missing or wrong in many of them. */

/* How much of half the picture stays free around a model that is framed. */
#define MW_FRAMING_MARGIN 0.08f

/* Aims the frame's camera, without turning it, at what is seen of the model at these moments (core/pose/seen.h), with the frame's
 * profile and without what it hides; `n` is at least 1. FALSE: nothing is seen, and the camera frames the stored bounds
 * (mw_camera_model_bounds()). */
gboolean mw_framing_fit (MwFrame *frame, const MwModel *model, const MwClock *moments, guint n);

/* Turns the frame's camera by these radians about the vertical axis through the middle of what is seen at the frame's moment, and aims it so
 * that this would fill the picture from all sides: then the model has the same size and place in each picture of a turntable. */
void mw_framing_turn (MwFrame *frame, const MwModel *model, float radians);

/* The moment at which a model is best shown without playing: the start of the first of its sequences that shows it standing (else
 * of its first sequence), or a later quarter of it, if hardly anything is seen at the start; if nothing is seen in it, the same of one of the
 * next sequences. At rest for a model without sequences. */
MwClock mw_framing_moment (const MwModel *model, const MwFrame *frame);
