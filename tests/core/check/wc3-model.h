/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/model/track.h"

/* The sample in version 1000, with one record more of each kind that the rules for Warcraft III are about. Nothing is wrong with it but
 * what is useless. */
MwMdlx *wc3_sound_model (void);
/* Appends a record with a name to a list of the model. */
gpointer wc3_add (MwMdlx *model, const char *list, const MwSchema *schema, const char *name);
/* The last record of a kind. */
gpointer wc3_added (const MwMdlx *model, const char *list, const MwSchema *schema);

/* What it has one of: its first geoset, and what is added to it at the end. */
#define GEOSET(model) ((MwMdlxGeoset *) (model)->geosets.items[0])

#define ATTACHMENT(model) ((MwMdlxAttachment *) wc3_added (model, "nodes", &mw_mdlx_attachment_schema))
#define EMITTER(model) ((MwMdlxParticleEmitter *) wc3_added (model, "nodes", &mw_mdlx_particle_emitter_schema))
#define PARTICLES(model) ((MwMdlxParticleEmitter2 *) wc3_added (model, "nodes", &mw_mdlx_particle_emitter2_schema))
#define POPCORN(model) ((MwMdlxPopcornEmitter *) wc3_added (model, "nodes", &mw_mdlx_popcorn_emitter_schema))
#define EVENT(model) ((MwMdlxEventObject *) wc3_added (model, "nodes", &mw_mdlx_event_object_schema))
#define CAMERA(model) ((MwMdlxCamera *) wc3_added (model, "cameras", &mw_mdlx_camera_schema))
#define EFFECT(model) ((MwMdlxFaceEffect *) wc3_added (model, "face_effects", &mw_mdlx_face_effect_schema))

/* Sets a text. */
#define TEXT(slot, text) mw_text_set (slot, text, strlen (text))

/* Gives each vertex the weights 200 and 55. */
void wc3_weigh (MwMdlx *model);
/* Adds a bone that moves nothing. */
void wc3_spare_bone (MwMdlx *model);
/* Gives an element a track of numbers with one key. The model owns it. */
MwTrack *wc3_track (MwMdlx *model, MwRecord *record, const char *track, int32_t time);
/* Gives the particles a track with one key, or the track of their speed these keys. */
void wc3_particle_track (MwMdlx *model, const char *track);
void wc3_particle_keys (MwMdlx *model, const int32_t *times, const float *values, guint n);

/* "RULE PATH" of each finding that is not beside the point of the rule that is shown (NULL: none), separated by commas. Free with
 * g_free(). */
char *wc3_found_rules (const MwMdlx *model, const char *shown);

typedef struct {
  void (*harm) (MwMdlx *model); /* NULL: none */
  const char *found;            /* what wc3_found_rules() gives then */
  const char *rule;             /* that it shows; NULL: none */
} Wc3Case;
/* Asserts what is found in the sound model after each harm, and that the fixes of the rules that are shown repair it. */
void wc3_assert_rules (const Wc3Case *cases, guint n);
