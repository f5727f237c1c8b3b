/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* New elements with the values that clients and users expect, for the operations that add them. Functions that make a record
 * return one that belongs to no model yet (free it with mw_record_free() or insert it), or NULL and an error. */

/* --- Where a new element goes --------------------------------------------------------------------------------------- */

/* Parameters of all operations that add something to a bone; a member named `place`. */
typedef struct {
  MwRef bone;      /* the bone or helper to follow */
  float offset[3]; /* from its pivot; without a bone from the origin */
} MwNewPlace;

#define MW_NEW_PLACE_FIELDS(Params)                                                                                    \
  MW_FIELD_REF (                                                                                                       \
    Params, place.bone, "bone", "nodes", .or_refers = "bones", .label = N_ ("Bone"),                                   \
    .doc = N_ ("The bone or helper to follow. Default: the selected bone, or the one that the selected element "       \
               "follows. If there is none: the first bone in M2, and no bone in Warcraft III.")),                      \
    MW_FIELD_VEC (Params, place.offset, 3, "offset", .unit = MW_UNIT_LENGTH, .role = MW_ROLE_POSITION,                 \
                  .label = N_ ("Offset"),                                                                              \
                  .doc = N_ ("Its position relative to the pivot of the bone, along the axes of the model. Without "   \
                             "a bone: relative to the origin."))

/* The bone or helper that is selected or that the first selected element follows, for the form; MW_REF_NONE if there is none. */
MwRef mw_new_place_bone (MwDocument *document, const MwId *ids, guint n);
/* Refuses in a model of a family whose elements must follow a bone if it has none. For MwOperation.applies. */
gboolean mw_new_place_applies (MwDocument *document, const MwId *ids, guint n, GError **error);
/* Gives a new record its bone and its position, and inserts and selects it. Takes the record. Returns its id, or 0 and an error. */
MwId mw_new_place_insert (MwDocument *document, MwRecord *record, const MwNewPlace *place, const MwId *ids, guint n,
                          GError **error);
/* Inserts a record into the list of the model that holds its kind, where the rules of the family put it, and selects it. Takes
 * the record. Returns its id, or 0 and an error. */
MwId mw_new_insert (MwDocument *document, MwRecord *record, gboolean has_parent, GError **error);
/* Gives a new bone a name; in M2 the CRC of the name is stored from version 264 on, and before nothing. "" gives it none. */
gboolean mw_new_bone_name (MwDocument *document, MwRecord *bone, const char *name, GError **error);

/* --- What is in it -------------------------------------------------------------------------------------------------- */

typedef enum { MW_NEW_LIGHT_POINT, MW_NEW_LIGHT_DIRECTIONAL, MW_NEW_LIGHT_AMBIENT } MwNewLightKind;
typedef struct {
  const char *name;
  MwNewLightKind kind;
  float color[3], intensity, start, end; /* start and end of the attenuation in units of the model */
} MwNewLight;

/* Particles. Lengths are in units of Warcraft III; `size` of the function multiplies them. */
typedef struct {
  const char *texture, *wow_texture; /* files of the games, drawn in `rows` times `columns` cells */
  guint rows, columns;
  gboolean additive, unshaded, model_space, tail;
  float speed, variation, latitude, gravity, life_span, rate, area, tail_length; /* latitude in degrees */
  float middle;                                                                  /* 0 to 1 of the life */
  guint8 color[3][4];                                                            /* RGBA at birth, middle, end */
  float scale[3];
  guint head_life[2], head_decay[2]; /* first and last cell, before and after the middle */
} MwNewEmitter;

typedef struct {
  const char *name;
  MwId texture;
  float size; /* of its effect: lengths are multiplied by it */
} MwNewEffect;

typedef struct {
  const char *name;
  int32_t type; /* of M2: 0 portrait, 1 character info, -1 others */
  float position[3], target[3], far_clip, near_clip;
  float field_of_view; /* diagonal, in radians */
} MwNewCamera;

/* An attachment that a humanoid should have, and the id of the bone that it should be on. */
typedef struct {
  const char *slot; /* static */
  MwId bone;
} MwNewStandard;

/* A track slot that decides whether an element is shown. If there are several, it is shown where all of them show it; the first is the one
 * that is usually animated. */
typedef struct {
  const MwRecord *owner; /* the record with the slot; NULL: there is none yet */
  const MwField *slot;
} MwShownBy;
enum { MW_SHOWN_BY_MOST = 2 };

/* What one family puts into new elements. A function is NULL if the family has no such elements. */
typedef struct {
  const MwSchema *must_follow; /* the kind of bone that every other element must follow; NULL: they can do without */
  MwRecord *(*bone) (MwDocument *document, const char *name, GError **error);
  MwRecord *(*helper) (MwDocument *document, const char *name, GError **error);
  /* How the game finds attachments: the field with the slot, which is a text or a number, and how a slot that a user names is written
   * there: "Hand Left Ref", "1"; NULL and an error if the game knows no such slot. Free the text with g_free(). Texts with the
   * same slot_words() are the same slot; "" is none. Numbers have no such function. */
  const MwField *(*slot_field) (MwDocument *document);
  char *(*slot_spelled) (MwDocument *document, const char *text, GError **error);
  char *(*slot_words) (const char *name);
  /* The name is that of a slot for equipment and effects; it must be free. */
  MwRecord *(*attachment) (MwDocument *document, const char *name, GError **error);
  /* The attachments (MwNewStandard) that a humanoid should have and whose bones are known by their names; NULL and an error
   * for games of which nobody knows them. Free with g_array_unref(). */
  GArray *(*standard) (MwDocument *document, GError **error);
  /* The event is fired `time` ms after the start of a sequence; with `sequence` NULL never. */
  MwRecord *(*event) (MwDocument *document, const char *name, const MwRecord *sequence, gint32 time, GError **error);
  MwRecord *(*light) (MwDocument *document, const MwNewLight *light, GError **error);
  MwRecord *(*emitter) (MwDocument *document, const MwNewEmitter *look, const MwNewEffect *effect, GError **error);
  /* May insert the material that the ribbon needs. */
  MwRecord *(*ribbon) (MwDocument *document, const MwNewEffect *effect, GError **error);
  MwRecord *(*camera) (MwDocument *document, const MwNewCamera *look, GError **error);
  /* Makes a camera see this, all but name and type, where no keys decide; *changed counts the fields that then have another value. A
   * field of view whose keys differ is left as it is. */
  gboolean (*camera_set) (MwDocument *document, MwId camera, const MwNewCamera *look, guint *changed, GError **error);
  /* Inserts a shape between two corners for collisions and clicks, or with `sphere` one around their middle that touches them. */
  gboolean (*collide) (MwDocument *document, const float min[3], const float max[3], gboolean sphere, GError **error);
  /* Inserts a shape that is made of triangles: `corners` has three numbers of points for each, counterclockwise from outside.
   * NULL: there are no such shapes. */
  gboolean (*collide_mesh) (MwDocument *document, const float *points, guint n_points, const guint16 *corners,
                            guint n_triangles, GError **error);
  /* Makes the track in a slot of a record show one value always; all its keys must be loaded. NULL: such values are no tracks, but
   * fields beside them. */
  gboolean (*constant) (MwDocument *document, MwId owner, const MwField *slot, const void *value, GError **error);
  /* A sequence with this name, in M2 with this animation, given by name or number. It has the bounds of `like`, or with NULL those of
   * the model. */
  MwRecord *(*sequence) (MwDocument *document, const char *name, const MwRecord *like, GError **error);
  /* Gives a sequence that was just added as a copy this name, in M2 this animation. */
  gboolean (*sequence_name) (MwDocument *document, MwId sequence, const char *name, GError **error);
  /* Inserts what other records have for each sequence, for one that was inserted as the last. NULL: nothing. */
  gboolean (*sequence_parts) (MwDocument *document, MwId sequence, GError **error);
  MwRecord *(*texture) (const char *path, uint32_t type, uint32_t wrap);
  MwRecord *(*global_sequence) (uint32_t duration);
  /* What moves the coordinates of a texture by `to`, in images, in each run of a global sequence of `duration` ms. */
  MwRecord *(*scroll) (MwDocument *document, MwId global_sequence, uint32_t duration, const float to[2]);
  /* What decides whether an element is shown. Returns how many there are, or 0 and an error if nothing does. */
  guint (*shown_by) (MwDocument *document, const MwRecord *element, MwShownBy out[MW_SHOWN_BY_MOST], GError **error);
  /* The record with such a slot that decides nothing about other elements: the one that is there, a copy of it, or a new one, to which
   * the element then refers. 0 and an error on failure. */
  MwId (*shown_owner) (MwDocument *document, MwId element, const MwField *slot, GError **error);
  /* Appends the meshes or surfaces (MwId) that can be hidden, each once. */
  void (*shown_meshes) (const MwModel *model, GArray *out);
  /* Makes emitters and ribbons show another texture in their place `at`: 0 for the first. *changed counts those that then show
   * another one. Refused for records that show no texture. */
  gboolean (*effect_texture) (MwDocument *document, const MwId *ids, guint n, MwId texture, guint at, guint *changed,
                              GError **error);
  /* Lets a point follow another bone and move as before; see motion.h. May insert a bone for that. */
  gboolean (*keep_motion) (MwDocument *document, MwId point, MwRef bone, double tolerance, GError **error);
} MwNewElements;

extern const MwNewElements mw_mdlx_new_elements, mw_m2_new_elements;
/* The functions of the document's family. */
const MwNewElements *mw_new_elements (MwDocument *document);

/* Sets floats of a record, and counts in *changed whether they were others. */
gboolean mw_new_set_floats (MwDocument *document, MwId id, const MwField *field, const float *values, guint *changed,
                            GError **error);

/* The attachment other than `except` that has this slot (as the slot field has it, a number as text); NULL: none has. */
const MwRecord *mw_new_slot_holder (MwDocument *document, const char *slot, MwId except);
/* The number of a slot that is given by its number or its name in a catalogue. FALSE: there is none. */
gboolean mw_new_slot_number (MwCatalogue catalogue, const char *text, uint32_t *number);
/* The slot of an attachment as text. Free with g_free(). */
char *mw_new_slot_of (MwDocument *document, const MwRecord *attachment);

/* For shown_by() of elements with a visibility track of their own. */
guint mw_shown_by_visibility (MwDocument *document, const MwRecord *element, MwShownBy *out, GError **error);

/* The texture of a file, which is added if the model has none. `wrap`: bits 1 and 2, for width and height. 0 and an error on
 * failure. */
MwId mw_new_texture (MwDocument *document, const char *path, uint32_t wrap, GError **error);
/* The same for the path that was given, or, if it is "", for the file that Warcraft III or World of Warcraft has. */
MwId mw_new_game_texture (MwDocument *document, const char *given, const char *warcraft, const char *wow,
                          GError **error);
/* The texture that an operation was given: one of the model, or else the file at `path`, which repeats if it is added. Refused unless
 * exactly one of both is given ("" is no path). */
MwId mw_new_texture_given (MwDocument *document, MwRef texture, const char *path, GError **error);
/* The global sequence with this duration in ms, which is added if the model has none. 0 and an error on failure. */
MwId mw_new_global_sequence (MwDocument *document, uint32_t duration, GError **error);
