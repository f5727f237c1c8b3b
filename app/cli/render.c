/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/data.h"
#include "app/cli/many.h"
#include "app/cli/render-attach.h"
#include "app/cli/render-inner.h"
#include "app/cli/render-light.h"
#include "app/cli/render-looks.h"
#include "app/cli/threads.h"
#include "app/cli/values.h"
#include "core/base/file-set.h"
#include "core/image/film-write.h"
#include "core/io/place.h"
#include "core/model/aspects.h"
#include "core/model/titles.h"
#include "core/pose/camera.h"
#include "core/render/film.h"
#include "core/render/framing.h"
#include "core/render/game-view.h"
#include "core/render/heat.h"
#include "core/render/inner-files.h"
#include "core/render/shown.h"
#include "core/render/splat-tables.h"
#include "core/render/studio.h"

#include <math.h>
#include <string.h>

/* Draws models without a window. */

typedef struct {
  MwRenderWish wish;
  MwCliData *data;
  GMutex lock;      /* of `data` */
  GMutex drawing;   /* of `studio` */
  MwStudio *studio; /* made for the first model */
} Render;

/* --- The studio ----------------------------------------------------------------------------------------------------- */

/* Enters the studio, for one thread at a time: Mesa's software renderer crashes now and then when two threads use it, and it
 * uses all cores by itself. Models are read and pictures written beside that. NULL and an error: this machine has no OpenGL. */
static MwStudio *
enter_studio (Render *render, GError **error)
{
  g_mutex_lock (&render->drawing);
  if (!render->studio)
    render->studio = mw_studio_new (render->wish.width, render->wish.height, error);
  if (render->studio && mw_studio_enter (render->studio, error))
    return render->studio;
  g_mutex_unlock (&render->drawing);
  return NULL;
}

static void
leave_studio (Render *render)
{
  mw_studio_leave (render->studio);
  g_mutex_unlock (&render->drawing);
}

/* --- Textures ------------------------------------------------------------------------------------------------------- */

/* Adds the file, unless it is in the list. */
static void
add_missing (GPtrArray *missing, const char *path)
{
  if (!g_ptr_array_find_with_equal_func (missing, path, g_str_equal, NULL))
    g_ptr_array_add (missing, g_strdup (path));
}

/* Adds the files of textures that the pictures lack. */
static void
add_missing_of (GPtrArray *missing, const MwRenderer *renderer, const GArray *hidden)
{
  g_autoptr (GPtrArray) textures = mw_renderer_missing (renderer, hidden);
  for (guint i = 0; i < textures->len; i++) {
    const char *path = mw_renderer_look (renderer, textures->pdata[i]).path;
    if (path)
      add_missing (missing, path);
  }
}

/* Adds the textures that an inner model lacks. */
static void
add_missing_inside (GPtrArray *missing, const MwInnerModel *inner)
{
  const GPtrArray *lacking = mw_inner_model_missing (inner);
  for (guint i = 0; i < lacking->len; i++)
    add_missing (missing, lacking->pdata[i]);
}

/* What the window remembers for the file; what cannot be read is said, and the picture is made without it. */
static MwShown *
read_shown (MwCli *cli, const char *file)
{
  g_autofree char *path = mw_shown_path (file);
  g_autoptr (GError) error = NULL;
  MwShown *shown = strcmp (file, "-") == 0 ? mw_shown_new () : mw_shown_read (path, &error);
  if (!shown)
    mw_cli_say (cli, "%s: drawn without what the window remembers for it: %s", file, error->message);
  return shown ? shown : mw_shown_new ();
}

static void
say_missing (MwCli *cli, const char *file, const GPtrArray *missing)
{
  if (cli->quiet || missing->len == 0)
    return;
  g_autofree char *first = mw_cli_plain (missing->pdata[0], 0);
  if (missing->len == 1)
    mw_cli_say (cli, "%s: the texture %s is missing; --data DIR and mwright games say where to look", file, first);
  else
    mw_cli_say (cli, "%s: %u textures are missing, %s first; --data DIR and mwright games say where to look", file,
                missing->len, first);
}

/* --- What to draw --------------------------------------------------------------------------------------------------- */

static gboolean
is_called (const MwRecord *record, const char *name, gboolean any_case)
{
  g_autofree char *title = mw_record_title (record);
  const char *word = mw_record_short_name (record);
  if (any_case)
    return g_ascii_strcasecmp (title, name) == 0 || (word && g_ascii_strcasecmp (word, name) == 0);
  return strcmp (title, name) == 0 || g_strcmp0 (word, name) == 0;
}

/* The record of a list by its name: exactly spelled, else in any case; the first of several. NULL and an error with the names that there
 * are. */
static const MwRecord *
find (const MwList *list, const char *kind, const char *name, GError **error)
{
  enum { LISTED = 24 };
  for (guint any_case = 0; any_case < 2; any_case++)
    for (uint32_t i = 0; i < list->n; i++)
      if (is_called (list->items[i], name, any_case != 0))
        return list->items[i];
  g_autoptr (GString) names = g_string_new (NULL);
  for (uint32_t i = 0; i < MIN (list->n, LISTED); i++) {
    g_autofree char *title = mw_record_title (list->items[i]), *plain = mw_cli_plain (title, 0);
    g_string_append_printf (names, "%s%s", i ? ", " : "; the model has ", plain);
  }
  if (list->n > LISTED)
    g_string_append_printf (names, " and %u more", list->n - LISTED);
  mw_set_error (error, MW_ERROR_PATH, -1, NULL, "there is no %s \"%s\"%s", kind, name,
                list->n ? names->str : "; the model has none");
  return NULL;
}

/* The bone, or helper, of that name. 0 and an error with those that there are. */
static MwId
find_bone (const MwModel *model, const char *name, GError **error)
{
  const MwSchema *root = model->record.schema;
  g_autoptr (GPtrArray) bones = g_ptr_array_new ();
  for (guint i = 0; i < mw_schema_n_fields (root); i++) {
    const MwField *field = mw_schema_field_at (root, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (&model->record, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      if (mw_heat_is_for (model, list->items[k]->schema))
        g_ptr_array_add (bones, list->items[k]);
  }
  const MwList list = { .items = (MwRecord **) bones->pdata, .n = bones->len };
  const MwRecord *bone = find (&list, "bone", name, error);
  return bone ? bone->id : 0;
}

/* The moments to draw (MwClock). NULL and an error: there is no such sequence, or it is shorter. */
static GArray *
find_moments (const MwRenderWish *wish, const MwModel *model, const MwFrame *frame, GError **error)
{
  MwClock clock = MW_CLOCK_REST;
  const MwRecord *sequence = wish->sequence ? find (mw_model_sequences (model), "sequence", wish->sequence, error)
                                            : NULL;
  if (wish->sequence && !sequence)
    return NULL;
  if (sequence)
    mw_clock_play (&clock, model, sequence->id);
  else
    clock = mw_framing_moment (model, frame);
  const gint64 length = clock.rest ? 0 : (gint64) clock.end - clock.start;
  if (wish->time > length) {
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL,
                  clock.rest ? "--time: the model has no sequence" : "--time: the sequence has %" G_GINT64_FORMAT " ms",
                  length);
    return NULL;
  }
  if (wish->time >= 0)
    clock.time = (int32_t) (clock.start + wish->time);
  clock.global_ms = clock.rest ? 0 : (guint64) ((gint64) clock.time - clock.start);
  g_autoptr (GArray) moments = g_array_new (FALSE, FALSE, sizeof (MwClock));
  for (guint i = 0; i < wish->film.n; i++) {
    const MwClock moment = mw_film_clock (&wish->film, &clock, i);
    g_array_append_val (moments, moment);
  }
  return g_steal_pointer (&moments);
}

/* What the picture is seen through: a camera of the model, or what its game has; or neither. */
typedef struct {
  const MwRecord *camera;
  MwGameViewKind game;
} Eye;

/* What --camera asks for. Cameras that are called exactly so come first. FALSE and an error: there is none. */
static gboolean
find_eye (const char *name, const MwModel *model, Eye *eye, GError **error)
{
  const MwList *cameras = mw_model_member (model, mw_aspects_of (model)->cameras);
  *eye = (Eye) { NULL, name ? mw_game_view_of_word (name) : MW_GAME_VIEW_NONE };
  for (uint32_t i = 0; i < cameras->n && eye->game; i++)
    if (is_called (cameras->items[i], name, FALSE))
      eye->game = MW_GAME_VIEW_NONE;
  if (!name || eye->game)
    return TRUE;
  eye->camera = find (cameras, "camera", name, error);
  return eye->camera != NULL;
}

/* Aims the frame's camera. *seen is set to whether the model shows anything, and *guessed to whether this is a guess. */
static void
aim (MwFrame *frame, const Eye *eye, const MwModel *model, const GArray *moments, gboolean *seen, gboolean *guessed)
{
  MwCameraState state;
  *seen = mw_framing_fit (frame, model, (const MwClock *) (const void *) moments->data, moments->len);
  if (!eye->camera && !eye->game)
    return;
  frame->clock = g_array_index (moments, MwClock, 0);
  if (eye->game) {
    MwGameView view;
    mw_game_view (model, eye->game, &frame->clock, &view);
    mw_game_view_look (&view, (float) frame->width, (float) frame->height, &frame->camera);
    *guessed = view.guessed;
    return;
  }
  mw_camera_evaluate (model, eye->camera, &frame->clock, &state);
  mw_camera_look (&frame->camera, state.eye, state.target, state.field_of_view, state.roll,
                  (float) frame->width / (float) frame->height);
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

/* Writes the files and adds their names to `written`. */
static gboolean
write_files (MwCli *cli, const MwFilmWriter *writer, GPtrArray *written, GError **error)
{
  for (guint i = 0; i < mw_film_writer_n_files (writer); i++) {
    const char *name = mw_film_writer_name (writer, i);
    GBytes *bytes = mw_film_writer_bytes (writer, i);
    if (strcmp (name, "-") == 0)
      mw_cli_write (cli, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    else if (!mw_file_save (name, bytes, cli->force ? MW_SAVE_OVERWRITE : 0, error))
      return FALSE;
    g_ptr_array_add (written, g_strdup (name));
  }
  return TRUE;
}

/* Writes the pictures that were announced to the writer. */
static gboolean
write_images (MwCli *cli, const GPtrArray *images, MwFilmWriter *writer, GPtrArray *written, GError **error)
{
  for (guint i = 0; i < images->len; i++)
    if (!mw_film_writer_add (writer, images->pdata[i], error))
      return FALSE;
  return mw_film_writer_end (writer, error) && write_files (cli, writer, written, error);
}

/* --- One model ------------------------------------------------------------------------------------------------------ */

typedef struct {
  MwFrame frame;
  gboolean seen;    /* the model shows anything */
  gboolean guessed; /* no camera of the model is for its portrait */
  guint left_out;   /* models inside the model that were too many to be drawn, at most in one frame */
  GArray *moments;
  GPtrArray *images, *written, *missing;
  MwFilmWriter *writer; /* for the images */
  MwShown *shown;       /* what the window remembers for the file */
  MwRenderLight light;
  MwRenderLooks looks;
  GArray *attached; /* MwRenderAttached */
  GArray *inside;   /* MwInside */
  MwRenderInner inner;
  GHashTable *splats; /* see mw_renderer_set_splats() */
  GArray *hidden;     /* MwId */
  MwId bone;          /* whose weights are shown; 0: of none */
} Picture;

static void
picture_clear (Picture *picture)
{
  g_clear_pointer (&picture->moments, g_array_unref);
  g_clear_pointer (&picture->hidden, g_array_unref);
  g_clear_pointer (&picture->shown, mw_shown_free);
  mw_render_looks_clear (&picture->looks);
  g_clear_pointer (&picture->light.surroundings, mw_surroundings_unref);
  g_clear_pointer (&picture->attached, g_array_unref);
  g_clear_pointer (&picture->inside, g_array_unref);
  mw_render_inner_clear (&picture->inner);
  g_clear_pointer (&picture->splats, g_hash_table_unref);
  g_clear_pointer (&picture->images, g_ptr_array_unref);
  g_clear_pointer (&picture->writer, mw_film_writer_free);
  g_clear_pointer (&picture->written, g_ptr_array_unref);
  g_clear_pointer (&picture->missing, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, picture_clear)

/* Announces the pictures, so that too many are refused before they are drawn. */
static MwFilmWriter *
announce (const MwRenderWish *wish, const GArray *moments, const char *target, GError **error)
{
  const MwFilm *film = &wish->film;
  const MwClock *first = &g_array_index (moments, MwClock, 0);
  const MwFilmForm form = wish->sheet                               ? MW_FILM_SHEET
                          : film->n > 1 && mw_film_is_webp (target) ? MW_FILM_ANIMATED
                                                                    : MW_FILM_NUMBERED;
  const double seconds = wish->seconds > 0 ? wish->seconds : mw_film_seconds (film, first);
  return mw_film_writer_new (form, target, film->n, wish->width, wish->height, mw_film_ms (film, first, seconds),
                             error);
}

static gboolean
is_attached (const Picture *picture, MwId node)
{
  for (guint i = 0; i < picture->attached->len; i++)
    if (g_array_index (picture->attached, MwRenderAttached, i).node == node)
      return TRUE;
  return FALSE;
}

/* Appends what a character wears and holds (MwInside), where nothing else is attached, and shows it. */
static void
attach_held (const Picture *picture, const MwModel *model, MwRenderer *renderer)
{
  for (guint i = 0; picture->looks.body && i < picture->looks.body->held->len; i++) {
    const MwCharacterHeld *held = picture->looks.body->held->pdata[i];
    const MwRecord *point = held->model ? mw_character_held_point (held, model) : NULL;
    if (!point || is_attached (picture, point->id))
      continue;
    const MwInside one = { point->id, mw_inner_model_get (held->model), TRUE };
    mw_renderer_attach (renderer, point->id, held->model);
    g_array_append_val (picture->inside, one);
  }
}

/* What is shown inside the model, for the frame that aims the camera, with what a character wears and holds. */
static void
list_inside (Picture *picture, const MwModel *model, MwRenderer *renderer)
{
  picture->inside = g_array_new (FALSE, FALSE, sizeof (MwInside));
  for (guint i = 0; picture->attached && i < picture->attached->len; i++) {
    const MwRenderAttached *attached = &g_array_index (picture->attached, MwRenderAttached, i);
    const MwInside one = { attached->node, mw_inner_model_get (attached->model), TRUE };
    g_array_append_val (picture->inside, one);
  }
  attach_held (picture, model, renderer);
  mw_inner_append (model, picture->inner.files, picture->inner.spawned, picture->inside);
  picture->frame.inside = (const MwInside *) (const void *) picture->inside->data;
  picture->frame.n_inside = picture->inside->len;
}

/* Draws all frames. The renderer has the model. */
static gboolean
draw (MwStudio *studio, const MwRenderWish *wish, Picture *picture, const MwModel *model, const char *target,
      GError **error)
{
  MwFrame *frame = &picture->frame;
  Eye eye;
  mw_studio_frame (studio, frame, model);
  memcpy (frame->background, wish->background, sizeof frame->background);
  frame->shading = wish->shading;
  frame->lighting = picture->light.lighting;
  frame->sun = picture->light.sun;
  frame->model_lights = wish->model_lights;
  frame->shadow = wish->shadow;
  frame->no_effects = wish->no_effects;
  frame->fog = picture->light.fog;
  memcpy (frame->light_turn, wish->light_turn, sizeof frame->light_turn);
  frame->overlays = wish->overlays;
  frame->team = wish->has_team ? wish->team : picture->shown->team;
  mw_render_looks_hide (&picture->looks, wish, model, picture->shown, picture->hidden);
  frame->hidden = (const MwId *) (const void *) picture->hidden->data;
  frame->n_hidden = picture->hidden->len;
  list_inside (picture, model, mw_studio_renderer (studio));
  if (wish->bone) {
    if (!(picture->bone = find_bone (model, wish->bone, error)))
      return FALSE;
    frame->selected = &picture->bone;
    frame->n_selected = 1;
  }
  if (!find_eye (wish->camera, model, &eye, error) || !(picture->moments = find_moments (wish, model, frame, error)))
    return FALSE;
  if (!(picture->writer = announce (wish, picture->moments, target, error)))
    return FALSE;
  aim (frame, &eye, model, picture->moments, &picture->seen, &picture->guessed);
  const MwCamera first = frame->camera;
  for (guint i = 0; i < picture->moments->len; i++) {
    frame->camera = first;
    mw_film_set (&wish->film, &g_array_index (picture->moments, MwClock, 0), i, model, frame);
    MwImage *image = mw_studio_draw (studio, frame, error);
    if (!image)
      return FALSE;
    g_ptr_array_add (picture->images, image);
    picture->left_out = MAX (picture->left_out, mw_renderer_count (mw_studio_renderer (studio)).left_out);
  }
  frame->camera = first;
  return TRUE;
}

static void
json_vector (MwJson *json, const char *key, const float *at)
{
  mw_json_begin_array (json, key);
  for (guint i = 0; i < 3; i++)
    mw_json_float (json, NULL, at[i]);
  mw_json_end_array (json);
}

static void
json_strings (MwJson *json, const char *key, const GPtrArray *strings)
{
  mw_json_begin_array (json, key);
  for (guint i = 0; i < strings->len; i++)
    mw_json_string (json, NULL, strings->pdata[i]);
  mw_json_end_array (json);
}

static void
report (MwCli *cli, const char *file, const MwModel *model, const Picture *picture)
{
  const MwFrame *frame = &picture->frame;
  const MwClock *clock = &g_array_index (picture->moments, MwClock, 0);
  const MwRecord *sequence = clock->sequence ? mw_model_find (model, clock->sequence) : NULL;
  g_autofree char *title = sequence ? mw_record_title (sequence) : NULL;
  if (!cli->json) {
    for (guint i = 0; i < picture->written->len && !cli->quiet; i++)
      if (strcmp (picture->written->pdata[i], "-") != 0)
        mw_cli_print (cli, "%s -> %s\n", file, (const char *) picture->written->pdata[i]);
    return;
  }
  g_autoptr (MwJson) json = mw_json_new ();
  float eye[3];
  mw_camera_eye (&frame->camera, eye);
  json_strings (json, "outputs", picture->written);
  mw_json_int (json, "width", frame->width);
  mw_json_int (json, "height", frame->height);
  if (title) {
    mw_json_string (json, "sequence", title);
    mw_json_int (json, "time", (gint64) clock->time - clock->start);
  }
  mw_json_begin_object (json, "camera");
  json_vector (json, "eye", eye);
  json_vector (json, "target", frame->camera.target);
  mw_json_float (json, "roll", frame->camera.roll);
  mw_json_float (json, "vertical_field_of_view", frame->camera.fov);
  mw_json_end_object (json);
  mw_json_bool (json, "seen", picture->seen);
  json_strings (json, "missing_textures", picture->missing);
  json_strings (json, "missing_models", picture->inner.missing);
  mw_cli_object (cli, file, TRUE, json);
}

/* The letter of the tileset; 0: none. */
static char
tileset_of (const Render *render, const Picture *picture)
{
  return render->wish.has_tileset ? render->wish.tileset : picture->shown->tileset;
}

/* Draws all frames of a model with what is shown for its textures. */
static gboolean
draw_model (Render *render, Picture *picture, const MwModel *model, MwLookup *lookup, const char *file,
            const char *target, GError **error)
{
  MwStudio *studio = enter_studio (render, error);
  if (!studio)
    return FALSE;
  MwRenderer *renderer = mw_studio_renderer (studio);
  mw_renderer_set_model (renderer, model, mw_texture_load_found, lookup);
  mw_renderer_set_splats (renderer, picture->splats);
  mw_renderer_set_surroundings (renderer, picture->light.surroundings);
  mw_renderer_set_inner (renderer, picture->inner.files, picture->inner.spawned);
  mw_render_looks_show (&picture->looks, renderer, &render->wish, model, lookup, file, picture->shown);
  mw_renderer_show_tileset (renderer, tileset_of (render, picture));
  for (guint i = 0; i < picture->attached->len; i++) {
    const MwRenderAttached *attached = &g_array_index (picture->attached, MwRenderAttached, i);
    mw_renderer_attach (renderer, attached->node, attached->model);
  }
  gboolean drawn = draw (studio, &render->wish, picture, model, target, error);
  if (drawn)
    add_missing_of (picture->missing, renderer, picture->hidden);
  for (guint i = 0; i < picture->attached->len; i++)
    add_missing_inside (picture->missing, g_array_index (picture->attached, MwRenderAttached, i).model);
  GHashTableIter each;
  gpointer inner;
  g_hash_table_iter_init (&each, picture->inner.files);
  while (g_hash_table_iter_next (&each, NULL, &inner))
    add_missing_inside (picture->missing, inner);
  for (guint i = 0; picture->looks.body && i < picture->looks.body->held->len; i++) {
    const MwCharacterHeld *held = picture->looks.body->held->pdata[i];
    if (held->model)
      add_missing_inside (picture->missing, held->model);
  }
  mw_renderer_set_model (renderer, NULL, NULL, NULL);
  mw_renderer_set_splats (renderer, NULL);
  mw_renderer_set_surroundings (renderer, NULL);
  mw_renderer_set_inner (renderer, NULL, NULL);
  leave_studio (render);
  return drawn;
}

/* Companions may hold all that is seen of a model. */
static void
say_nothing_seen (MwCli *cli, const char *file, const MwFileSet *set)
{
  g_autoptr (GPtrArray) expected = mw_io_expected_roles (set);
  g_autofree char *stem = mw_file_stem (file);
  for (guint i = 0; i < expected->len; i++)
    if (!mw_file_set_find (set, expected->pdata[i])) {
      g_autofree char *suffix = mw_io_companion_suffix (set, expected->pdata[i]);
      mw_cli_say (cli, "%s: nothing of the model is seen: the file %s%s is missing", file, stem, suffix);
      return;
    }
  mw_cli_say (cli, "%s: nothing of the model is seen then; the picture shows none of it", file);
}

/* Says what a picture that was written does not show as it is. `wrong`: what is wrong with a table of marks; NULL: nothing. */
static void
say_remarks (MwCli *cli, const char *file, const MwFileSet *set, const Picture *picture, const char *wrong)
{
  say_missing (cli, file, picture->missing);
  if (cli->quiet)
    return;
  if (!picture->seen)
    say_nothing_seen (cli, file, set);
  if (wrong)
    mw_cli_say (cli, "%s: marks of events are drawn as spots, because a table cannot be read: %s", file, wrong);
  if (picture->left_out)
    mw_cli_say (cli, "%s: %u of the models that its particles and events show are not drawn: there are too many", file,
                picture->left_out);
  if (picture->guessed)
    mw_cli_say (cli, "%s: no camera of the model is for its portrait; it is aimed at the head by a guess", file);
}

static gboolean
draw_and_write (MwCli *cli, Render *render, const char *file, const char *target)
{
  MwFormat format;
  g_autoptr (GError) error = NULL;
  g_auto (Picture) picture = { .images = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_image_free),
                               .written = g_ptr_array_new_with_free_func (g_free),
                               .missing = g_ptr_array_new_with_free_func (g_free),
                               .hidden = g_array_new (FALSE, FALSE, sizeof (MwId)) };
  g_autoptr (MwFileSet) set = NULL;
  MwModel *model = mw_cli_load (cli, file, &format, &set);
  if (!model)
    return FALSE;
  g_mutex_lock (&render->lock);
  MwPlaces *places = mw_cli_data_places (render->data, format);
  g_mutex_unlock (&render->lock);
  g_autoptr (MwLookup) lookup = mw_lookup_new (strcmp (file, "-") == 0 ? NULL : file, NULL, places);
  picture.shown = read_shown (cli, file);
  mw_shown_find (picture.shown, lookup);
  mw_lookup_set_tileset (lookup, tileset_of (render, &picture));
  if (render->wish.tables)
    mw_lookup_add_folder (lookup, render->wish.tables);
  g_autoptr (GError) damaged = NULL;
  if (!mw_render_looks_find (&picture.looks, &render->wish, picture.shown, model, lookup, file, &damaged, &error)
      && !error)
    mw_cli_say (cli, "%s: drawn without the tables of the game: %s", file, damaged->message);
  for (guint i = 0; picture.looks.body && i < picture.looks.body->missing->len; i++)
    g_ptr_array_add (picture.missing, g_strdup (picture.looks.body->missing->pdata[i]));
  g_autofree char *wrong = NULL;
  if (mw_splats_in (model))
    picture.splats = mw_splat_tables_read (lookup, &wrong);
  if (!error)
    mw_render_light_find (cli, &render->wish, picture.shown, model, lookup, tileset_of (render, &picture), file,
                          &picture.light, &error);
  if (!error)
    mw_render_inner_read (cli, model, file, lookup, &picture.inner, &error);
  if (!error)
    picture.attached = mw_render_attached_read (cli, render->wish.attached, picture.shown, model, file, render->data,
                                                &render->lock, &error);
  if (!error && picture.looks.body)
    mw_render_held_say (cli, file, model, picture.looks.body->held, picture.inner.missing);
  if (error) {
    mw_cli_fail (cli, file, error,
                 g_error_matches (error, MW_ERROR, MW_ERROR_PATH) || g_error_matches (error, MW_ERROR, MW_ERROR_VALUE)
                   ? MW_EXIT_USAGE
                   : MW_EXIT_INPUT);
    mw_model_free (model);
    return FALSE;
  }
  gboolean drawn = draw_model (render, &picture, model, lookup, file, target, &error);
  gboolean ok = drawn && write_images (cli, picture.images, picture.writer, picture.written, &error);
  if (ok) {
    say_remarks (cli, file, set, &picture, wrong);
    report (cli, file, model, &picture);
  } else if (drawn)
    mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
  else
    mw_cli_fail (cli, file, error,
                 g_error_matches (error, MW_ERROR, MW_ERROR_PATH) || g_error_matches (error, MW_ERROR, MW_ERROR_VALUE)
                   ? MW_EXIT_USAGE
                   : MW_EXIT_OUTPUT);
  mw_model_free (model);
  return ok;
}

/* --- Images --------------------------------------------------------------------------------------------------------- */

static gboolean
is_image (const char *file)
{
  const char *suffix = strrchr (file, '.');
  for (const char *const *known = mw_image_extensions (); suffix && *known; known++)
    if (g_ascii_strcasecmp (suffix, *known) == 0)
      return TRUE;
  return FALSE;
}

/* The image, halved until it fits into the size. */
static MwImage *
load_image (const char *file, const MwRenderWish *wish, GError **error)
{
  g_autoptr (GBytes) bytes = mw_cli_bytes (file, error);
  gsize size;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  MwImage *image = data ? mw_image_decode (data, size, error) : NULL;
  while (image && (image->width > wish->width || image->height > wish->height)) {
    MwImage *half = mw_image_half (image, error);
    mw_image_free (image);
    image = half;
  }
  return image;
}

static gboolean
show_image (MwCli *cli, const MwRenderWish *wish, const char *file, const char *target)
{
  g_autoptr (GError) error = NULL;
  if (wish->sequence || wish->camera || wish->film.kind != MW_FILM_ONE || wish->time >= 0) {
    mw_set_error (&error, MW_ERROR_VALUE, -1, NULL, "an image has no sequences, moments or cameras");
    mw_cli_fail (cli, file, error, MW_EXIT_USAGE);
    return FALSE;
  }
  g_autoptr (MwImage) image = load_image (file, wish, &error);
  if (!image) {
    mw_cli_fail (cli, file, error, MW_EXIT_INPUT);
    return FALSE;
  }
  g_autoptr (GPtrArray) images = g_ptr_array_new (), written = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (images, image);
  g_autoptr (MwFilmWriter)
    writer = mw_film_writer_new (MW_FILM_NUMBERED, target, 1, image->width, image->height, 0, &error);
  if (!writer || !write_images (cli, images, writer, written, &error)) {
    mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
    return FALSE;
  }
  if (cli->json) {
    g_autoptr (MwJson) json = mw_json_new ();
    mw_json_begin_array (json, "outputs");
    mw_json_string (json, NULL, target);
    mw_json_end_array (json);
    mw_json_uint (json, "width", image->width);
    mw_json_uint (json, "height", image->height);
    mw_cli_object (cli, file, TRUE, json);
  } else if (!cli->quiet && strcmp (target, "-") != 0)
    mw_cli_print (cli, "%s -> %s\n", file, target);
  return TRUE;
}

static gboolean
render_file (MwCli *cli, const char *file, const char *target, gconstpointer data)
{
  Render *render = (Render *) data;
  target = target ? target : mw_cli_option (cli, "output");
  if (is_image (file))
    return show_image (cli, &render->wish, file, target);
  return draw_and_write (cli, render, file, target);
}

static gboolean
output_is_given (MwCli *cli, const MwRenderWish *wish)
{
  const char *output = mw_cli_option (cli, "output"), *folder = mw_cli_option (cli, "out-dir");
  gboolean to_stdout = g_strcmp0 (output, "-") == 0;
  if (!output == !folder)
    mw_cli_usage (cli, "render needs one of -o FILE and --out-dir DIR");
  else if (!*(output ? output : folder))
    mw_cli_usage (cli, "-o and --out-dir need a name; found an empty one");
  else if (to_stdout && cli->json)
    mw_cli_usage (cli, "-o - and --json cannot both use standard output");
  else if (to_stdout && wish->film.n > 1 && !wish->sheet)
    mw_cli_usage (cli, "only one picture can go to standard output; --sheet makes one of all frames");
  else
    return TRUE;
  return FALSE;
}

static void
run (MwCli *cli)
{
  Render render = { 0 };
  if (mw_render_wish_read (cli, &render.wish) && output_is_given (cli, &render.wish)
      && (render.data = mw_cli_data_new (cli))) {
    g_mutex_init (&render.lock);
    g_mutex_init (&render.drawing);
    mw_cli_make_files (cli, cli->args, ".png", render_file, &render);
    mw_studio_free (render.studio);
    g_mutex_clear (&render.drawing);
    g_mutex_clear (&render.lock);
    mw_cli_data_free (render.data);
  }
  mw_render_wish_clear (&render.wish);
}

static const MwCliOption options[] = {
  { 'o', "output", "FILE", "write the picture to this PNG or WebP file; - is standard output, as PNG" },
  { 0, "out-dir", "DIR", "write a PNG of each file and of each model in folders to DIR, with the same subfolders" },
  MW_RENDER_WISH_OPTIONS,
  MW_CLI_DATA_OPTIONS,
  MW_CLI_JOBS,
};

const MwCliVerb mw_verb_render = {
  .name = "render",
  .arguments = "FILE...",
  .summary = "draw models to PNG or WebP files, without a display",
  .about =
    "Draws a model as the window does, with OpenGL but without a display. By default the picture shows it standing, from the\n"
    "front right, and the camera frames what is seen. Textures are looked for as in mwright deps; missing ones are reported.\n"
    "An image (BLP, DDS, TGA, PNG) is copied to PNG, halved until it fits into the size; file managers get their thumbnails so.\n"
    "A file called .webp is written as WebP without loss: --frames and --turntable make one animation of it, which repeats.\n"
    "The same input gives the same picture on the same driver. Files that exist are only overwritten with -f.\n"
    "With several files or folders use --out-dir; a bad file does not stop the others. Here -j means --jobs, so JSON needs\n"
    "--json.\n",
  .examples = "render footman.mdx -o footman.png\n"
              "render footman.mdx -o walk.png --sequence Walk --frames 12 --sheet\n"
              "render footman.mdx -o around.png --turntable 36 --background transparent\n"
              "render footman.mdx -o walk.webp --sequence Walk --frames 24 --background transparent\n"
              "render units/ --out-dir pictures --size 256x256 --background transparent",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .writes = TRUE,
  .run = run,
};
