/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/family.h"
#include "core/pose/follow.h"
#include "core/pose/inside.h"
#include "core/pose/math.h"
#include "core/render/render-private.h"

/* Models that are shown inside a model. Each file has a stock: a renderer with its shapes and images, and actors, which share these and
 * each show it at one place in one pose. Nothing is shown inside such a model, so there are no cycles. */

typedef struct {
  MwRenderer *renderer;
  guint64 who;    /* what it showed last */
  gboolean shown; /* in this frame */
  gboolean poses; /* it shows the model, not only particles of its emitters */
} Actor;

typedef struct {
  MwInnerModel *model;
  MwRenderer *first; /* shows nothing itself; NULL: the card has nothing of it yet */
  GArray *actors;    /* Actor */
  guint64 triangles;
} Stock;

typedef struct {
  MwId node;
  MwInnerModel *model;
  MwId leading;   /* the sequence that was played when `sequence` was chosen */
  MwId sequence;  /* its own; 0: it has none */
  gboolean same;  /* they have the same name */
  gboolean known; /* the three before are set */
} Attached;

static const float white[4] = { 1, 1, 1, 1 };

struct _MwInners {
  GPtrArray *stocks;
  GArray *attached; /* Attached */
  GArray *places;   /* MwModelPlace: of one emitter */
  guint n_shown, n_left_out;
  guint64 triangles; /* of those that are shown */
};

/* --- Stocks --------------------------------------------------------------------------------------------------------- */

static void
drop_actors (Stock *stock)
{
  for (guint i = 0; i < stock->actors->len; i++)
    mw_renderer_free (g_array_index (stock->actors, Actor, i).renderer);
  g_array_set_size (stock->actors, 0);
}

static void
stock_free (gpointer data)
{
  Stock *stock = data;
  drop_actors (stock);
  g_array_unref (stock->actors);
  mw_renderer_free (stock->first);
  mw_inner_model_unref (stock->model);
  g_free (stock);
}

static Stock *
find_stock (MwInners *inners, MwInnerModel *model)
{
  for (guint i = 0; i < inners->stocks->len; i++)
    if (((Stock *) inners->stocks->pdata[i])->model == model)
      return inners->stocks->pdata[i];
  Stock *stock = g_new0 (Stock, 1);
  stock->model = mw_inner_model_ref (model);
  stock->actors = g_array_new (FALSE, TRUE, sizeof (Actor));
  g_ptr_array_add (inners->stocks, stock);
  return stock;
}

/* Images that the game fills in are guessed by their names. */
static void
show_guesses (Stock *stock)
{
  const MwModel *model = mw_inner_model_get (stock->model);
  const MwList *list = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_TEXTURES));
  for (uint32_t i = 0; i < list->n; i++) {
    const uint32_t type = mw_texture_aspect (list->items[i]).type;
    g_autofree char *guess = type ? mw_inner_model_guess (stock->model, type) : NULL;
    if (type)
      mw_textures_show (stock->first->textures, type, guess);
  }
}

static guint64
count_triangles (const MwModel *model)
{
  const MwAspects *aspects = mw_aspects_of (model);
  const MwRecord *profile = aspects->profile ? aspects->profile (model, 0) : NULL;
  const MwArray *corners;
  guint64 n = 0;
  for (guint i = 0; (corners = aspects->triangles (model, profile ? profile->id : 0, i)); i++)
    n += corners->n / 3;
  return n;
}

/* The frame of a model inside another: what is chosen in the outer one has nothing to do with it. */
static MwFrame
frame_inside (const MwFrame *frame, const MwClock *clock)
{
  MwFrame inside = *frame;
  inside.clock = *clock;
  inside.profile = 0;
  inside.inside = NULL;
  inside.n_inside = 0;
  inside.hidden = inside.selected = inside.hovered = NULL;
  inside.n_hidden = inside.n_selected = inside.n_hovered = 0;
  return inside;
}

static void
prepare (MwRenderer *host, Stock *stock, const MwFrame *frame)
{
  const MwModel *model = mw_inner_model_get (stock->model);
  const MwFrame inside = frame_inside (frame, &MW_CLOCK_REST);
  if (stock->first)
    return;
  stock->triangles = count_triangles (model);
  stock->first = mw_renderer_new_inside (host, model, NULL);
  mw_textures_set_model (stock->first->textures, model, mw_inner_model_image, stock->model);
  mw_textures_show_tileset (stock->first->textures, mw_textures_tileset (host->textures));
  show_guesses (stock);
  memcpy (stock->first->view, host->view, sizeof host->view);
  mw_renderer_flush (stock->first, &inside);
}

/* The actor that showed this last, else one that shows nothing. NULL: there are enough. */
static MwRenderer *
take_actor (MwRenderer *host, Stock *stock, guint64 who, gboolean poses)
{
  MwInners *inners = host->inners;
  const guint64 triangles = poses ? stock->triangles : 0;
  int found = -1;
  if (inners->n_shown >= MW_INNER_MOST || inners->triangles + triangles > MW_INNER_TRIANGLES_MOST)
    return NULL;
  for (guint i = 0; i < stock->actors->len; i++) {
    const Actor *actor = &g_array_index (stock->actors, Actor, i);
    if (!actor->shown && (found < 0 || actor->who == who))
      found = (int) i;
    if (!actor->shown && actor->who == who)
      break;
  }
  if (found < 0) {
    const Actor made = { .renderer = mw_renderer_new_inside (host, mw_inner_model_get (stock->model), stock->first) };
    found = (int) stock->actors->len;
    g_array_append_val (stock->actors, made);
  }
  Actor *actor = &g_array_index (stock->actors, Actor, found);
  actor->who = who;
  actor->shown = TRUE;
  actor->poses = poses;
  inners->n_shown++;
  inners->triangles += triangles;
  return actor->renderer;
}

/* --- A frame -------------------------------------------------------------------------------------------------------- */

/* An actor whose model has its origin and axes as `world` says, in the space of the host's. NULL: there are enough. */
static MwRenderer *
engage (MwRenderer *host, Stock *stock, guint64 who, gboolean poses, const float world[16], const MwFrame *frame)
{
  prepare (host, stock, frame);
  MwRenderer *actor = take_actor (host, stock, who, poses);
  if (!actor) {
    host->inners->n_left_out++;
    return NULL;
  }
  memcpy (actor->place, world, sizeof actor->place);
  mw_mat_multiply (host->view, world, actor->view);
  memcpy (actor->projection, host->projection, sizeof actor->projection);
  memcpy (actor->tint, white, sizeof actor->tint);
  actor->frame_number = mw_programs_begin_frame (host->programs);
  actor->vertices = stock->first->vertices;
  return actor;
}

/* Shows a model; `rgba` is what its colours are multiplied by. */
static void
show (MwRenderer *host, Stock *stock, guint64 who, const float world[16], const float rgba[4], const MwClock *clock,
      const MwFrame *frame)
{
  MwRenderer *actor = engage (host, stock, who, TRUE, world, frame);
  if (!actor)
    return;
  const MwFrame inside = frame_inside (frame, clock);
  memcpy (actor->tint, rgba, sizeof actor->tint);
  mw_renderer_flush (actor, &inside);
  mw_renderer_collect (actor, &inside);
}

static void
show_attached (MwRenderer *host, Attached *attached, const MwFrame *frame)
{
  float world[16];
  if (!mw_inside_place (host->skeleton, attached->node, world))
    return;
  const MwModel *model = mw_inner_model_get (attached->model);
  if (!attached->known || attached->leading != frame->clock.sequence) {
    const MwRecord *leading = frame->clock.sequence ? mw_model_find (host->model, frame->clock.sequence) : NULL;
    const MwRecord *sequence = mw_follow_sequence (model, leading, &attached->same);
    attached->sequence = sequence ? sequence->id : 0;
    attached->leading = frame->clock.sequence;
    attached->known = TRUE;
  }
  const MwClock clock = mw_follow_clock (&frame->clock, model, attached->sequence, attached->same);
  show (host, find_stock (host->inners, attached->model), attached->node, world, white, &clock, frame);
}

/* Shows the models that an emitter or an event has brought. They play their first sequence. */
static void
show_emitted (MwRenderer *host, const MwEmitter *emitter, const MwFrame *frame)
{
  GArray *places = host->inners->places;
  const MwClock first = mw_inside_first (mw_inner_model_get (emitter->inner));
  g_array_set_size (places, 0);
  if (emitter->spawns)
    mw_spawns_append (emitter->spawns, mw_inside_life (&first), places);
  else
    mw_particles_append_models (emitter->particles, mw_skeleton_matrix (host->skeleton, emitter->node->id), places);
  Stock *stock = places->len ? find_stock (host->inners, emitter->inner) : NULL;
  for (guint i = 0; i < places->len; i++) {
    const MwModelPlace *place = &g_array_index (places, MwModelPlace, i);
    const MwClock clock = mw_inside_clock (&first, place->age_ms);
    if (mw_inside_is_finite (place->world) && place->rgba[3] > 0)
      show (host, stock, place->who ^ (guint64) emitter->node->id << 40, place->world, place->rgba, &clock, frame);
  }
}

/* Shows what the particles of an emitter carry. Nothing else of that model is seen. */
static void
show_carried (MwRenderer *host, const MwEmitter *emitter, const MwFrame *frame)
{
  Stock *stock = find_stock (host->inners, emitter->carried);
  MwRenderer *actor = engage (host, stock, emitter->node->id, FALSE, mw_mat_identity, frame);
  if (actor)
    mw_renderer_collect_carried (actor, emitter->particles, mw_skeleton_matrix (host->skeleton, emitter->node->id));
}

/* Whether a model may be shown: it is attached, or one of those that emitters and events show. */
static gboolean
is_needed (const MwRenderer *host, MwInnerModel *model)
{
  const MwInners *inners = host->inners;
  GHashTableIter each;
  gpointer file;
  if (host->inner_files)
    g_hash_table_iter_init (&each, host->inner_files);
  while (host->inner_files && g_hash_table_iter_next (&each, NULL, &file))
    if (file == model)
      return TRUE;
  for (guint i = 0; i < inners->attached->len; i++)
    if (g_array_index (inners->attached, Attached, i).model == model)
      return TRUE;
  return FALSE;
}

void
mw_renderer_add_inner (MwRenderer *renderer, const MwFrame *frame)
{
  MwInners *inners = renderer->inners;
  if (!inners)
    return;
  inners->n_shown = inners->n_left_out = 0;
  inners->triangles = 0;
  for (guint i = inners->stocks->len; i-- > 0;) {
    Stock *stock = inners->stocks->pdata[i];
    if (!is_needed (renderer, stock->model)) {
      g_ptr_array_remove_index_fast (inners->stocks, i);
      continue;
    }
    for (guint k = 0; k < stock->actors->len; k++)
      g_array_index (stock->actors, Actor, k).shown = FALSE;
  }
  for (guint i = 0; i < inners->attached->len; i++)
    show_attached (renderer, &g_array_index (inners->attached, Attached, i), frame);
  for (guint i = 0; !frame->no_effects && i < renderer->emitters->len; i++) {
    const MwEmitter *emitter = &g_array_index (renderer->emitters, MwEmitter, i);
    if (mw_ids_have (frame->hidden, frame->n_hidden, emitter->node->id))
      continue;
    if (emitter->inner)
      show_emitted (renderer, emitter, frame);
    if (emitter->carried && mw_shading_is_textured (frame->shading))
      show_carried (renderer, emitter, frame);
  }
}

guint
mw_inners_n_left_out (const MwInners *inners)
{
  return inners ? inners->n_left_out : 0;
}

guint
mw_inners_n_particles (const MwInners *inners)
{
  guint n = 0;
  for (guint i = 0; inners && i < inners->stocks->len; i++) {
    const GArray *actors = ((const Stock *) inners->stocks->pdata[i])->actors;
    for (guint k = 0; k < actors->len; k++) {
      const Actor *actor = &g_array_index (actors, Actor, k);
      for (guint e = 0; actor->shown && actor->poses && e < actor->renderer->emitters->len; e++) {
        const MwEmitter *emitter = &g_array_index (actor->renderer->emitters, MwEmitter, e);
        n += emitter->particles ? mw_particles_n (emitter->particles) : 0;
      }
    }
  }
  return n;
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static void
clear_attached (gpointer data)
{
  mw_inner_model_unref (((Attached *) data)->model);
}

MwInners *
mw_renderer_inners (MwRenderer *renderer)
{
  if (renderer->inners)
    return renderer->inners;
  MwInners *inners = renderer->inners = g_new0 (MwInners, 1);
  inners->stocks = g_ptr_array_new_with_free_func (stock_free);
  inners->places = g_array_new (FALSE, FALSE, sizeof (MwModelPlace));
  inners->attached = g_array_new (FALSE, TRUE, sizeof (Attached));
  g_array_set_clear_func (inners->attached, clear_attached);
  return inners;
}

void
mw_renderer_attach (MwRenderer *renderer, MwId node, MwInnerModel *model)
{
  mw_renderer_break_off (renderer);
  MwInners *inners = model ? mw_renderer_inners (renderer) : renderer->inners;
  for (guint i = 0; inners && i < inners->attached->len; i++)
    if (g_array_index (inners->attached, Attached, i).node == node) {
      g_array_remove_index (inners->attached, i);
      break;
    }
  if (model) {
    const Attached attached = { .node = node, .model = mw_inner_model_ref (model) };
    g_array_append_val (inners->attached, attached);
  }
}

void
mw_inners_clear (MwInners *inners)
{
  /* What the card has of them is freed with the next frame. */
  if (inners)
    g_array_set_size (inners->attached, 0);
}

void
mw_inners_note (MwInners *inners)
{
  for (guint i = 0; inners && i < inners->attached->len; i++)
    g_array_index (inners->attached, Attached, i).known = FALSE;
}

void
mw_inners_reload (MwInners *inners, char tileset)
{
  for (guint i = 0; inners && i < inners->stocks->len; i++) {
    Stock *stock = inners->stocks->pdata[i];
    if (stock->first) {
      mw_textures_show_tileset (stock->first->textures, tileset);
      mw_textures_invalidate (stock->first->textures);
    }
  }
}

void
mw_inners_free (MwInners *inners)
{
  g_ptr_array_unref (inners->stocks);
  g_array_unref (inners->attached);
  g_array_unref (inners->places);
  g_free (inners);
}
