/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/fog.h"
#include "core/render/lighting.h"

#include <gtk/gtk.h>

/* A button whose popover chooses the light of the view: one of the lightings, whether the model's own lights shine too,
 * from where the light comes, and fog. These are settings of the view; the document does not have them.
 *
 * Signal "changed": a setting is another one now. */
#define MW_TYPE_LIGHT_BUTTON (mw_light_button_get_type ())
G_DECLARE_FINAL_TYPE (MwLightButton, mw_light_button, MW, LIGHT_BUTTON, GtkBox)

typedef struct {
  MwLighting lighting;
  gboolean model_lights;
  float turn[2]; /* radians: see MwFrame */
  int minute;    /* of the day, of MW_LIGHTING_HOUR */
  MwFog fog;     /* switched on for the first time it has no distances (end 0) */
} MwLightView;

/* The setting of the application that says whether models cast a shadow on the ground; the popover has a switch for it. */
#define MW_GROUND_SHADOW "ground-shadow"

/* The light of an ordinary day in the game, with the model's own lights. */
GtkWidget *mw_light_button_new (void);
void mw_light_button_get (MwLightButton *self, MwLightView *view);
/* Offers what the game of the model has: the light of an hour, and kinds of fog. */
void mw_light_button_set_model (MwLightButton *self, const MwModel *model);
/* Shows a sentence about the light of an hour; NULL: none. */
void mw_light_button_set_note (MwLightButton *self, const char *note);
/* Emits "changed" if that is another light than now. */
void mw_light_button_set (MwLightButton *self, const MwLightView *view);
/* Turns the light further by these radians: about the vertical, and up. */
void mw_light_button_turn (MwLightButton *self, float azimuth, float elevation);
