/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/event-times.h"
#include "core/render/game-view.h"
#include "core/render/pick.h"
#include "core/render/picture.h"
#include "core/render/shown.h"
#include "ui/viewport/viewport-attached.h"
#include "ui/viewport/viewport-pick.h"
#include "ui/viewport/overlays-button.h"
#include "ui/viewport/viewport-cameras.h"
#include "ui/viewport/viewport-menu.h"
#include "ui/viewport/viewport-pointer.h"
#include "ui/viewport/viewport-gizmo.h"
#include "ui/viewport/viewport-mesh.h"
#include "ui/viewport/viewport-shot.h"
#include "ui/viewport/viewport.h"

/* The structure of a viewport, used by these files: viewport.c (drawing), viewport-bar.c (the bar above it), viewport-pointer.c (pointer,
 * keys and camera), viewport-hint.c (what they do now, for the status bar), viewport-pick.c (selecting), viewport-eyes.c (hiding), viewport-menu.c (context menu), viewport-cameras.c (what it is seen through), viewport-textures.c (where textures are found), viewport-beside.c (a second view), viewport-attached.c (other
 * models at nodes). */

/* The lists of ids (MwId) that a frame points to, which live as long as it is drawn. All NULL: it was not filled yet. */
typedef struct {
  GArray *selected, *hidden, *hovered;
  MwMeshMarks *marks; /* NULL: none */
  guint marks_serial;
  GArray *tentative; /* MwTentative: of the frame's clock; NULL: none */
} MwFrameIds;
void mw_frame_ids_clear (MwFrameIds *ids);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MwFrameIds, mw_frame_ids_clear)

/* The camera that the view is seen through, if it was not turned or moved since; see viewport-cameras.h. */
typedef struct {
  MwId camera;         /* of the model; 0: none */
  MwGameViewKind game; /* else of its game */
  MwGameView view;     /* what that shows */
  MwCamera now;        /* the view as it was aimed then */
  MwCamera before;     /* what "Orbit" returns to */
} MwThrough;

struct _MwViewport {
  GtkBox parent_instance;
  MwDocument *document;
  MwLookup *lookup; /* where the model's textures are found; NULL: it has no file */
  MwGl gl;
  gboolean software;    /* GL is rendered in software */
  gboolean smooth;      /* the setting smooth-edges */
  gboolean shadow;      /* the setting MW_GROUND_SHADOW */
  gboolean no_effects;  /* the opposite of the setting MW_EFFECTS */
  MwRenderer *renderer; /* exists from realize to unrealize of the area */
  MwPicture *picture;   /* the same */
  MwFrame frame;        /* the frame that was started last */
  MwFrameIds ids;       /* what that frame points to */
  gboolean stale;       /* another frame must be drawn */
  gboolean ready;       /* a frame is complete and was not shown yet */
  gboolean broken;      /* an edit aborted the last frame */
  guint parts;          /* source that draws the rest of a frame */
  MwViewportShot *shot; /* the picture that is being made for a file; NULL: none */
  MwViewport *leader;   /* whose settings, camera and keys this view shares; or NULL. It contains this view. */
  MwViewport *follower; /* the reverse */
  MwClock clock;
  MwCamera glide_from;    /* the camera on show when it was aimed anew */
  double glide;           /* the part of the way to `camera` that is done; 1: it is there */
  gint64 glide_start;     /* µs of the frame clock; 0: not known yet */
  guint gliding;          /* tick callback; 0: none */
  MwCamera camera, alone; /* `alone`: as it was before another view came beside this one */
  MwShading shading;
  guint team;
  gboolean framed, was_framed;
  MwThrough through;
  guint model_camera;
  guint64 frames;
  GtkWidget *area, *stack, *views, *title, *labels, *missing, *legend, *note, *why, *bar, *info, *shadings, *light,
    *teams, *overlays, *axes;
  GArray *tools;      /* Tool of viewport-pointer.c */
  int hovering;       /* the tool that has the pointer; -1: none */
  int dragging;       /* the tool that owns the drag; -1: none */
  guint pressed;      /* the button that is down; 0: none */
  gboolean moving;    /* the press is no click any more */
  gboolean modal;     /* `dragging` goes on without a button, until a click */
  MwPointer press;    /* the last press */
  guint32 press_time; /* its time and its button */
  guint last_button;
  MwPicker *picker; /* of the model as it is; NULL: it was not needed yet */
  GArray *hits;     /* MwPickHit: what is under the pointer and not locked */
  MwId hovered;     /* what a click would select; 0: nothing */
  MwId picked;      /* what was selected by a click last, and where */
  double picked_x, picked_y;
  gboolean boxing;       /* the next drag selects by a rectangle */
  double drag_x, drag_y; /* where the camera has followed the pointer to */
  gboolean panning, zooming, turning_light;
  double pointer_x, pointer_y;
  double pinch;
  char *file;      /* of the model */
  MwPlaces *own;   /* the game or archive that the model is in, when its textures are looked for only there; or NULL */
  MwShown *chosen; /* what is remembered for this file */
  GArray *held;    /* MwId: attachments where a character shows what it wears and holds */
  GPtrArray *attached, *inner;       /* models that are shown inside the model (viewport-attached.c) */
  GHashTable *inner_files, *spawned; /* of `inner`, for mw_renderer_set_inner() */
  GArray *inside;                    /* MwInside: of mw_viewport_list_inside() */
  MwBoneLoad load;                   /* for the statistics */
  gboolean load_known;               /* it is that of the model and the profile now */
  gboolean inside_known;             /* it is as the model, and what is shown inside it, are now */
  char *inner_state;                 /* what `inner` was made for */
  char *trouble;                     /* why that cannot be read or written; NULL: it can */
  gboolean has_file_set;             /* a file, or that there is none, was set */
  GHashTable *splats; /* what the game's tables say about marks on the ground; NULL: not read, or the model has none */
  GHashTable *sound_labels; /* what they say about sounds (core/vfs/sound-labels.h); NULL: as `splats` */
  MwEventTimes sound_times;
  GtkWidget *sounds;            /* the label that names those that are played */
  char *splats_wrong;           /* which of them cannot be read, and why; NULL: none */
  GCancellable *splats_reading; /* while a worker reads them */
  gboolean textures_stale;      /* which textures are missing may have changed */
  MwId profile;                 /* the chosen skin profile; 0: the first */
  GtkWidget *profiles, *shown;
  gboolean filling;
  MwViewportGizmo *gizmo; /* handles at the selection */
  GtkWidget *menu;        /* the context menu that was opened last, a child of the area; or NULL */
  double menu_x, menu_y;  /* where it was opened, in the area */
  MwViewportMesh *mesh;   /* marks vertices and faces */
  guint missing_idle;
  MwDayNight *day;           /* of the game, for the light of an hour; NULL: not read, or not there */
  char day_tileset;          /* for which it was looked for */
  char *day_wrong;           /* why it is not there; NULL: it is, or it was not looked for */
  MwSurroundings *sky;       /* of the game, for HD surfaces; NULL: not read, or not there */
  char *sky_wrong;           /* why it cannot be read; NULL: it can, or is not there */
  guint day_wants;           /* what was looked for */
  GCancellable *day_reading; /* while a worker reads it */
  guint remembering;         /* the source that remembers what was chosen; 0: it is remembered */
};

/* Requests a new frame. A frame that is being drawn in parts is completed and shown first. */
void mw_viewport_redraw (MwViewport *self);
/* Shows the legend of the shading that has one. */
void mw_viewport_show_legend (MwViewport *self);
/* Shows what is drawn differently from the game, and trouble. */
void mw_viewport_show_note (MwViewport *self);
/* Width by height of the picture; 1 if it has no size yet. */
double mw_viewport_aspect (MwViewport *self);
/* Sets the frame to what the view shows now. It points to `ids`, which must not be those of a frame that is still drawn. */
void mw_viewport_fill_frame (MwViewport *self, MwFrame *frame, MwFrameIds *ids, int width, int height);
/* The camera as it is drawn now: on its way, if it glides. */
MwCamera mw_viewport_camera_now (const MwViewport *self);
/* Lets the view glide from this camera to its own, unless the desktop wants no animations. */
void mw_viewport_glide_from (MwViewport *self, const MwCamera *from);
/* Aims the camera at what is seen of the model in its sequence. */
void mw_viewport_frame_all (MwViewport *self);
/* Aims the camera at the selection: vertices of geosets and submeshes, positions of nodes. Without these, at the model. */
void mw_viewport_frame_selection (MwViewport *self);
/* The view of which the settings and the camera count: this one, or the one that it is beside. */
MwViewport *mw_viewport_leading (MwViewport *self);

/* Says in the status bar what the buttons and keys do now (viewport-hint.c). */
void mw_viewport_show_hint (MwViewport *self);
/* Shows a sentence in the status bar. */
void mw_viewport_say (MwViewport *self, const char *text);

/* --- viewport-textures.c -------------------------------------------------------------------------------------------- */

void mw_viewport_init_textures (MwViewport *self);
void mw_viewport_dispose_textures (MwViewport *self);
/* Sets the model's file, and what is remembered for it. `own`: the game or archive that it is in; or NULL. */
void mw_viewport_set_file (MwViewport *self, const char *path, MwPlaces *own);

/* --- Sounds (viewport-sounds.c) --- */

/* The label for the names of those that are played at the moment. */
GtkWidget *mw_viewport_make_sounds (MwViewport *self);
/* Names them. Not to be called while a frame is drawn. */
void mw_viewport_show_sounds (MwViewport *self);

/* --- The light of an hour (viewport-day.c) --- */

/* Lets a worker read the game's model of day and night for the tileset, if the light is that of an hour, and what HD surfaces mirror, if the model
 * has such; unless they are read already. */
void mw_viewport_find_day (MwViewport *self);
/* Whether the light is that of an hour. */
gboolean mw_viewport_is_of_hour (MwViewport *self);
/* They may be in another place now. */
void mw_viewport_forget_day (MwViewport *self);
/* Sets the sun of a frame to that of the hour, if it is known. */
void mw_viewport_fill_sun (MwViewport *self, const MwLightView *light, MwFrame *frame);

/* --- Marks on the ground (viewport-splats.c) --- */

/* Lets a worker read the tables of marks for the renderer, if the model has such. */
void mw_viewport_load_splats (MwViewport *self);
/* Reads them if a change gives the model its first mark. Whether the changes are about events, so that the note may be another. */
gboolean mw_viewport_splats_changed (MwViewport *self, const MwChangeSet *changes);
void mw_viewport_dispose_splats (MwViewport *self);

/* An MwTextureLoad; its data is the viewport. */
MwImage *mw_viewport_load_texture (const char *path, gpointer viewport, GError **error);
/* A frame has loaded all textures: the list of those that are missing is updated, if it may have changed. */
void mw_viewport_frame_began (MwViewport *self);
/* Shows the choosers for the texture types of the model. */
void mw_viewport_show_types (MwViewport *self);
/* Appends what is not shown (MwId): the meshes of a character, or these and what the user has hidden. */
void mw_viewport_append_hidden_parts (MwViewport *self, GArray *hidden);
void mw_viewport_append_hidden (MwViewport *self, GArray *hidden);
/* Tells the renderer, if there is one, the tileset and the colours of particles that were chosen for the file. */
void mw_viewport_show_chosen (MwViewport *self);
/* Remembers what was chosen, for this file: at once, or when nothing is chosen for a while, as while a slider is dragged. */
void mw_viewport_remember (MwViewport *self);
void mw_viewport_remember_later (MwViewport *self);
/* Remembers now what would be remembered later. */
void mw_viewport_remember_pending (MwViewport *self);
