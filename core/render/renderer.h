/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "core/image/texel-mask.h"
#include "core/model/aspects.h"
#include "core/model/particle-colors.h"
#include "core/pose/inside.h"
#include "core/pose/camera.h"
#include "core/pose/clock.h"
#include "core/pose/mesh-marks.h"
#include "core/render/camera.h"
#include "core/render/day-night.h"
#include "core/render/fog.h"
#include "core/render/gizmo.h"
#include "core/render/gl.h"
#include "core/render/inner-model.h"
#include "core/render/lighting.h"
#include "core/render/surroundings.h"
#include "core/schema/change-set.h"

/* Draws a model of any family with OpenGL 3.3 core or OpenGL ES 3.0.
 *
 * Data on the graphics card is found by record id. mw_renderer_apply_change() only marks what a change of the model
 * made stale; the next mw_renderer_begin() uploads exactly that: the spans of arrays that were set, and images of
 * textures whose path was set. Everything else (materials, tracks, sequences, poses) is read from the model in each frame.
 * Each frame uploads the matrices of the pose, particles, ribbons, bones and markers, as GL_FLOAT texture parts and
 * GL_STREAM_DRAW buffers; everything else is uploaded once, as images and GL_STATIC_DRAW buffers.
 *
 * Warcraft III: colour of a pixel before blending (rendering.md 3):
 *   rgb = texel.rgb * geoset colour * light,  a = texel.a * geoset alpha * layer alpha
 *   light = 1 for unshaded layers, else in plain lighting
 *   clamp (0.55 + 0.5 * dot (normal, L), 0.3, 1), L = (0.5, -0.3, 0.8) / |...|, and in all others the sum of
 *   (colour * max (0, dot (normal, towards)) + ambient) * fade over all lights, at most 1.
 * Blending by filter mode (source, destination factors):
 *   0 None: no blending.  1 Transparent: no blending, texels with a < 192/255 are discarded.
 *   2 Blend: SRC_ALPHA, 1 - SRC_ALPHA.  3 Additive, 4 AddAlpha: SRC_ALPHA, ONE.  5 Modulate: ZERO, SRC_COLOR.
 *   6 Modulate2x: DST_COLOR, SRC_COLOR.  Higher values: as 2.  From 2 on texels with a < 4/255 are discarded.
 * HD layers (rendering.md 3.4) are drawn with normal map, ORM, emission, team colour and Fresnel rim, in linear light,
 * under a grey sun and neutral surroundings. Blending is the same, of the colours after the tone curve.
 *
 * M2 (rendering.md 3.5, 3.6): up to four textures are combined as described in core/pose/combine.h,
 *   rgb = k * D * light + S,  a = A * colour alpha * weight; k is 1 for blend 5 and 0.5 for blend 6.
 *   0 Opaque: no blending, alpha is that of the batch.  1 AlphaKey: no blending, A < 224/255 is discarded.
 *   Both are drawn as 2 if alpha is below 1.
 *   2 Alpha: SRC_ALPHA, 1 - SRC_ALPHA.  3 NoAlphaAdd: ONE, ONE.  4 Add: SRC_ALPHA, ONE.  5 Mod: DST_COLOR, ZERO.
 *   6 Mod2x: DST_COLOR, SRC_COLOR.  7 BlendAdd: ONE, 1 - SRC_ALPHA.  From 2 on, texels with `a` < 1/255 are discarded.
 *   Higher values: as 4.
 *   The opaque batches are drawn first, by layer; then the others by priority plane, then far to near, then by layer.
 *   Particles (core/pose/particles.h) are blended like batches and sorted with them; mode 1 uses the alpha limit
 *   128/255. With three textures the colours of two and the alphas of three are multiplied.
 *   Ribbons are sorted with them, too. They are drawn once for each of their textures, with the material at the same
 *   index and its texture transform (global flag 0x20000), mode 0 as 2.
 *
 * Missing textures (rendering.md 3.8): a surface is drawn in lit clay, a particle, a ribbon and an additive surface as a soft spot.
 *
 * Particles of Warcraft III that are not unshaded are lit as ground; those of M2, and all ribbons, are not lit. Refraction is not drawn.
 * The alpha of the frame buffer remains that of the background. */
typedef struct _MwRenderer MwRenderer;

/* The programs on the graphics card, which renderers of one context share, so that each is compiled once. */
typedef struct _MwPrograms MwPrograms;

/* Compiles one program of each kind; copies `gl`. `es`: the context is OpenGL ES. NULL with an error: the driver cannot compile one of
 * them. The context must be current here and in mw_programs_unref(). */
MwPrograms *mw_programs_new (const MwGl *gl, gboolean es, GError **error);
MwPrograms *mw_programs_ref (MwPrograms *programs);
void mw_programs_unref (MwPrograms *programs);

/* Creates a renderer; copies `gl`. `es`: the context is OpenGL ES. The context must be current here, in
 * mw_renderer_begin(), mw_renderer_part() and mw_renderer_free(), and in no other thread. */
MwRenderer *mw_renderer_new (const MwGl *gl, gboolean es, GError **error);
/* The same with programs of this context, to which it gets a reference. Frames of such renderers may be drawn in turns, part by part. */
MwRenderer *mw_renderer_new_with (const MwGl *gl, MwPrograms *programs);
void mw_renderer_free (MwRenderer *renderer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRenderer, mw_renderer_free)

/* Returns the image of a texture by its path in the model; the caller owns it. On NULL (with an error) a stand-in is
 * shown. Called from mw_renderer_begin(). */
typedef MwImage *(*MwTextureLoad) (const char *path, gpointer data, GError **error);
/* An MwTextureLoad for mw_renderer_set_model(); its data is an MwLookup (core/vfs/lookup.h). */
MwImage *mw_texture_load_found (const char *path, gpointer lookup, GError **error);

/* Sets the model to draw (NULL: none). It must exist until another is set or the renderer is freed. */
void mw_renderer_set_model (MwRenderer *renderer, const MwModel *model, MwTextureLoad load, gpointer load_data);
/* Sets how the marks look that events leave on the ground, by mw_splat_tables_read() (splat-tables.h), in this and later models. It gets a
 * reference. NULL: all are neutral spots. */
void mw_renderer_set_splats (MwRenderer *renderer, GHashTable *kinds);
/* Marks what the change made stale on the graphics card. `set` is read only during the call; the model is read in
 * the next draw. */
void mw_renderer_apply_change (MwRenderer *renderer, const MwModel *model, const MwChangeSet *set);
/* Shows another model at a node, with its origin at the node's pivot, as the node moves, scales and hides it (NULL: none any more). It plays
 * the sequence that is called as that of the frame (core/pose/follow.h). Setting a model takes all of them away. Gets a reference. */
void mw_renderer_attach (MwRenderer *renderer, MwId node, MwInnerModel *inner);
/* Sets the models that the model's particles are and that its events spawn, in this and later models: by the names that mw_inner_name() of
 * inner-files.h gives, char * -> MwInnerModel; and the table for that, as of mw_spawn_table_read(). Both get a reference and may be NULL.
 * A model that is not there is not shown. */
void mw_renderer_set_inner (MwRenderer *renderer, GHashTable *files, GHashTable *spawned);
/* Sets what HD surfaces mirror, in this and later models; it gets a reference. NULL: neutral surroundings. */
void mw_renderer_set_surroundings (MwRenderer *renderer, MwSurroundings *surroundings);
/* Loads all images again in the next draw. Call it when image files, or the folders that are searched, have changed. */
void mw_renderer_reload_textures (MwRenderer *renderer);
/* Sets the image shown for textures of a type that the game fills in itself (MwTextureAspect), in this and later
 * models, until another one is set. `path` is a path on disk if it is absolute, else a path for MwTextureLoad; NULL:
 * it is missing. mw_skin_find() (core/vfs/skins.h) suggests images. */
void mw_renderer_show_texture (MwRenderer *renderer, uint32_t type, const char *path);
/* Sets a picture that is shown for textures of a type instead of any path, in this and later models; it is copied,
 * without its levels. NULL: none. */
void mw_renderer_show_image (MwRenderer *renderer, uint32_t type, const MwImage *image);
/* Shows the model as on maps of this tileset (core/model/tilesets.h), and later models, until another one is set; 0: of none. */
void mw_renderer_show_tileset (MwRenderer *renderer, char letter);
/* Sets the colours that the game shows instead of those of some emitters of World of Warcraft, in this and later models; they are copied. NULL: none. */
void mw_renderer_set_particle_colors (MwRenderer *renderer, const MwParticleColors *colors);
/* What is known about a texture (mw_texture_aspect()), with the file that is shown of it. The path is valid until the image of
 * its type or the tileset is set. */
MwTextureAspect mw_renderer_look (const MwRenderer *renderer, const MwRecord *texture);

/* The texel of a texture of the model at texture coordinates, as in the last frame; MW_TEXEL_UNKNOWN if it has no image. */
MwTexel mw_renderer_texel (const MwRenderer *renderer, MwId texture, const float uv[2]);
/* The textures of the model (MwRecord *) that had no image in the last frame, but for those that only these meshes of a character show, which
 * are hidden (MwId). Free with g_ptr_array_unref(). */
GPtrArray *mw_renderer_missing (const MwRenderer *renderer, const GArray *hidden);

typedef enum {
  MW_SHADING_TEXTURED,
  MW_SHADING_SOLID, /* grey, lit */
  MW_SHADING_WIREFRAME,
  MW_SHADING_NORMALS, /* as colours: 0.5 + 0.5 n */
  MW_SHADING_GROUPS,  /* one colour per matrix group; weighted vertices: per first bone */
  MW_SHADING_UV,      /* a checker of 8 x 8 squares over the texture */
  MW_SHADING_MISSING, /* as textured, but missing textures are a magenta checker */
  MW_SHADING_WEIGHTS  /* how much the selected bones move each vertex (core/render/heat.h); grey if none is selected */
} MwShading;
/* Whether textures, particles and ribbons are drawn. */
gboolean mw_shading_is_textured (MwShading shading);

typedef enum {
  MW_OVERLAY_GRID =
    1 << 0, /* lines every 32 and 128 units, M2: 1 and 4; scaled by powers of four to the size of the scene */
  MW_OVERLAY_AXES = 1 << 1, /* X red, Y green, Z blue, from the origin */
  MW_OVERLAY_BONES = 1 << 2,
  MW_OVERLAY_ATTACHMENTS = 1 << 3,
  MW_OVERLAY_EVENTS = 1 << 4,
  MW_OVERLAY_EMITTERS = 1 << 5, /* particles, ribbons and popcorn emitters */
  MW_OVERLAY_LIGHTS = 1 << 6,
  MW_OVERLAY_COLLISION = 1 << 7,
  MW_OVERLAY_BOUNDS = 1 << 8,  /* of the model, and stronger those of the sequence that is played */
  MW_OVERLAY_CAMERAS = 1 << 9, /* what the model's cameras see, and their targets */
  MW_OVERLAY_PIVOTS = 1 << 10, /* the axes of all nodes, where their pivots are now */
  MW_OVERLAY_NORMALS = 1 << 11,
  MW_OVERLAY_WIRE = 1 << 12 /* the edges of triangles, where nothing is in front of them */
} MwOverlay;
enum { MW_OVERLAY_COUNT = 13 };
/* The word for the overlay 1 << i, as `mwright render --overlay` and the settings have it. */
const char *mw_overlay_word (guint i);

typedef struct {
  guint framebuffer;
  guint samples;     /* of a pixel of the frame buffer; from 2 on the cut edges of textures are smooth */
  int width, height; /* pixels */
  MwCamera camera;
  MwClock clock;
  MwShading shading;
  unsigned overlays; /* MwOverlay */
  guint team;        /* number of the player whose team colour is shown */
  float background[4];
  MwLighting lighting;
  MwSun sun; /* of MW_LIGHTING_HOUR: mw_day_night_sun(); it is not on if the game is not there */
  /* All lights but the model's own are turned: the first is added to their azimuth about Z, and the second to their
   * elevation, which ends at 90 degrees. In radians. */
  float light_turn[2];
  /* The model's shadow falls on the ground, if a light from above has a direction, and if the eye is above the ground. */
  gboolean shadow;
  MwFog fog;             /* in textured shading */
  gboolean no_effects;   /* particles, ribbons, and the models and marks that emitters and events show are not drawn */
  gboolean model_lights; /* with a lighting other than plain: the model's own lights shine too */
  MwId profile;          /* M2: the skin profile to draw; 0, or one that is not loaded: the first that is loaded */
  MwCameraPart camera_part; /* of the selected cameras, which part is highlighted */
  const MwId
    *hidden; /* what is not drawn: geosets, submeshes, batches, nodes (emitters, lights, markers) and cameras */
  guint n_hidden;
  const MwInside *inside; /* models that are shown inside the model, for what frames and picks */
  guint n_inside;
  const MwId
    *selected; /* geosets, submeshes and batches that have an outline, and nodes whose markers are highlighted */
  guint n_selected;
  const MwId *hovered; /* those that are highlighted in another colour, because the pointer is over them */
  guint n_hovered;
  const MwMeshMarks
    *marks; /* vertices or faces that are marked, in the place of the outlines; NULL: none. They must fit the model. */
  gboolean marks_through; /* they are drawn over what is in front of them */
  MwGizmo gizmo;          /* handles in front of everything */
} MwFrame;

/* Sentences, marked for translation (const char *, static), that say what in this model is drawn differently from the game, each once.
 * `splats` are the kinds that are set in the renderer; NULL: it is not known yet which there are. Free with g_ptr_array_unref(). */
GPtrArray *mw_render_notes (const MwModel *model, GHashTable *splats);

/* Initialises a frame of width x height pixels: the default camera framing the model, at rest, on grey. */
void mw_frame_init (MwFrame *frame, guint framebuffer, int width, int height, const MwModel *model);

/* Draws a frame in parts, so that other work can be done in between; without a model, only the background and the grid.
 * mw_renderer_begin() updates the data on the card and clears the picture. Each mw_renderer_part() draws about
 * `triangles` triangles, or other work that takes about as long, and returns TRUE if there is more to draw. What the frame points to must
 * stay valid until the frame is complete.
 *
 * All parts show the model as it was at the beginning. A change passed to mw_renderer_apply_change(), another model
 * or other images abort the frame: mw_renderer_part() then does nothing and returns FALSE. Beginning a frame aborts
 * the one before.
 *
 * mw_renderer_begin() and mw_renderer_part() set all GL state that they need. Afterwards no program and no vertex
 * array is bound; blending, culling and depth test are off, and all masks are enabled. */
void mw_renderer_begin (MwRenderer *renderer, const MwFrame *frame);
gboolean mw_renderer_part (MwRenderer *renderer, guint triangles);
/* Whether a frame was begun and is neither complete nor aborted. */
gboolean mw_renderer_is_drawing (const MwRenderer *renderer);
/* Aborts the frame that is being drawn, if there is one. */
void mw_renderer_break_off (MwRenderer *renderer);

/* What the last frame that was begun has. */
typedef struct {
  guint64 triangles, vertices; /* of the surfaces that are drawn; each counts once, however many layers it has */
  guint draw_calls;            /* for surfaces, particles and ribbons */
  guint particles;             /* that are alive */
  guint left_out;              /* models inside the model that were too many to be drawn */
} MwRenderCounts;
MwRenderCounts mw_renderer_count (const MwRenderer *renderer);

/* The label of a marker, for callers that can draw text. */
typedef struct {
  MwId id;
  /* The record's name, or the name of its id ("Right hand" of an attachment); valid until the model changes or mw_renderer_labels() is
   * called. */
  const char *name;
  float x, y;  /* pixels from the top left of the frame */
  float depth; /* 0 near, 1 far */
  gboolean selected;
} MwLabel;
/* Appends a label (MwLabel) for each node that the frame's overlays show, at its position in the last draw, unless
 * it is outside the picture. */
void mw_renderer_labels (const MwRenderer *renderer, const MwFrame *frame, GArray *labels);
/* The position of a node in the last draw: x and y in pixels from the top left, and depth. FALSE if it is not a node
 * of the model or is behind the eye. */
gboolean mw_renderer_project (const MwRenderer *renderer, const MwFrame *frame, MwId node, float screen[3]);
