/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/chosen-values.h"
#include "core/edit/rotation-keys.h"

#include <math.h>

/* Operations on some keys of tracks: those that the user has chosen, one by one. */

typedef struct {
  MwRecord record;
  MwArray keys; /* uint32 */
  int32_t by;
  float raise[4];
} MoveParams;

typedef struct {
  MwRecord record;
  MwArray keys;
  uint8_t component;
  float value;
} SetParams;

typedef struct {
  MwRecord record;
  MwArray keys;
} DeleteParams;

typedef struct {
  MwRecord record;
  MwArray keys;
  int32_t about;
  float factor;
} ScaleParams;

#define KEYS_FIELD(Params)                                                                                             \
  MW_FIELD_ARRAY (                                                                                                     \
    Params, keys, MW_TYPE_U32, 1, "keys", .label = N_ ("Keys"),                                                        \
    .doc = N_ ("The numbers of the keys, as in [0, 3, 4]. With several tracks or lanes they are counted "              \
               "on: the first key of the second one has the number after the last of the first one."))

static const MwField move_fields[] = {
  KEYS_FIELD (MoveParams),
  MW_FIELD_I32 (MoveParams, by, "by", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("By"),
                .doc = N_ ("How many milliseconds later; a negative number means earlier.")),
  MW_FIELD_VEC (
    MoveParams, raise, 4, "raise", .label = N_ ("Raise"),
    .doc = N_ ("What is added to the numbers of each value; for rotations to their angles about X, Y and Z, in "
               "degrees. Tangents follow.")),
};
static const MwSchema move_params = { .name = "keys-by",
                                      .label = N_ ("Move Chosen Keys"),
                                      .size = sizeof (MoveParams),
                                      .fields = move_fields,
                                      .n_fields = G_N_ELEMENTS (move_fields) };
static const char *const move_required[] = { "keys", "by", NULL };

static const MwField delete_fields[] = { KEYS_FIELD (DeleteParams) };
static const MwSchema delete_params = { .name = "keys-chosen",
                                        .label = N_ ("Delete Chosen Keys"),
                                        .size = sizeof (DeleteParams),
                                        .fields = delete_fields,
                                        .n_fields = G_N_ELEMENTS (delete_fields) };
static const char *const delete_required[] = { "keys", NULL };

static const MwField scale_fields[] = {
  KEYS_FIELD (ScaleParams),
  MW_FIELD_I32 (ScaleParams, about, "about", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .label = N_ ("About"),
                .doc = N_ ("The time that does not change, in milliseconds, as it is stored in the tracks.")),
  MW_FIELD_F32 (ScaleParams, factor, "factor", .unit = MW_UNIT_FACTOR, .def = 1, .min = 0.001, .max = 1000,
                .label = N_ ("Factor"),
                .doc = N_ ("What the distance of each time from the one that does not change is multiplied by.")),
};
static const MwSchema scale_params = { .name = "keys-scale-times",
                                       .label = N_ ("Scale Times of Chosen Keys"),
                                       .size = sizeof (ScaleParams),
                                       .fields = scale_fields,
                                       .n_fields = G_N_ELEMENTS (scale_fields) };
static const char *const scale_required[] = { "keys", "factor", NULL };

MW_NAMES (component_names, FALSE, { 0, "x", N_ ("X or red") }, { 1, "y", N_ ("Y or green") },
          { 2, "z", N_ ("Z or blue") }, { 3, "w", N_ ("W") });
static const MwField set_fields[] = {
  KEYS_FIELD (SetParams),
  MW_FIELD_U8 (SetParams, component, "component", .names = &component_names, .label = N_ ("Component"),
               .doc = N_ ("Which number of the value. A single number is X; rotations have angles about X, Y and Z.")),
  MW_FIELD_F32 (SetParams, value, "value", .label = N_ ("Value"),
                .doc = N_ ("The number that all the keys get; for rotations an angle in degrees.")),
};
static const MwSchema set_params = { .name = "keys-value",
                                     .label = N_ ("Set Value of Chosen Keys"),
                                     .size = sizeof (SetParams),
                                     .fields = set_fields,
                                     .n_fields = G_N_ELEMENTS (set_fields) };
static const char *const set_required[] = { "keys", "value", NULL };

/* What is done with the chosen keys. */
typedef struct {
  MwDocument *document;
  gboolean keeps;  /* the chosen keys stay, too */
  gboolean places; /* they get new times; else they are removed */
  double about, factor;
  gint64 by;
  MwValueChange values;
  gboolean changed;
} Change;

static gint64
new_time (const Change *change, gint32 time)
{
  return llround (change->about + (time - change->about) * change->factor) + change->by;
}

/* --- Which keys ----------------------------------------------------------------------------------------------------- */

/* Whether each key of all holders is chosen, one after the other; NULL and an error for a number that no key has. */
static guint8 *
marks_of (MwDocument *document, const GArray *holders, const MwArray *keys, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  gsize n = 0;
  for (guint i = 0; i < holders->len; i++)
    n += mw_holder_times (document, mw_model_find (model, g_array_index (holders, MwId, i)))->n;
  g_autofree guint8 *marks = g_malloc0 (n + 1);
  for (uint32_t i = 0; i < keys->n; i++) {
    const uint32_t key = ((const uint32_t *) keys->data)[i];
    if (key < n) {
      marks[key] = TRUE;
      continue;
    }
    g_autofree char *reason = g_strdup_printf ("there is no key %u: together there are %" G_GSIZE_FORMAT " keys", key,
                                               n);
    mw_operation_refuse (NULL, error, reason);
    return NULL;
  }
  return g_steal_pointer (&marks);
}

/* --- New places ----------------------------------------------------------------------------------------------------- */

/* A key with its new time. */
typedef struct {
  guint32 from;
  gint32 time;
  gboolean placed; /* it is at this time because of the operation */
} Place;

/* By time; of keys at one time those that stay first; else in the order of the file. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->placed != y->placed)
    return x->placed ? 1 : -1;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* The keys and copies of a holder after the change, in the order of time. NULL and an error if one would leave the times that
 * its sequence has. */
static GArray *
places_of (const Change *change, const MwRecord *holder, const guint8 *marks, GError **error)
{
  const MwArray *array = mw_holder_times (change->document, holder);
  const gint32 *times = array->data;
  g_autoptr (GArray) places = g_array_sized_new (FALSE, FALSE, sizeof (Place), array->n);
  gint64 first, last;
  mw_holder_limits (change->document, holder, &first, &last);
  for (uint32_t i = 0; i < array->n; i++) {
    const Place stays = { i, times[i], FALSE };
    if (i && times[i] < times[i - 1] && change->places) {
      mw_operation_refuse (holder, error, "has keys that are not in the order of their times");
      return NULL;
    }
    if (!marks[i] || change->keeps)
      g_array_append_val (places, stays);
    if (!marks[i] || !change->places)
      continue;
    const gint64 time = new_time (change, times[i]);
    if (time < first || time > last) {
      g_autofree char *reason = g_strdup_printf ("the key at %d ms would be at %" G_GINT64_FORMAT
                                                 " ms: its times go from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                                                 " ms",
                                                 times[i], time, first, last);
      mw_operation_refuse (holder, error, reason);
      return NULL;
    }
    const Place placed = { i, (gint32) time, TRUE };
    g_array_append_val (places, placed);
  }
  if (change->places)
    g_array_sort (places, compare_places);
  return g_steal_pointer (&places);
}

/* Whether a key that is placed at a time replaces the one before it in the list. Keys that were at one time, which some files have,
 * stay together. */
static gboolean
is_replaced (const gint32 *times, const Place *key, const Place *next)
{
  return key->time == next->time && next->placed && (!key->placed || times[key->from] != times[next->from]);
}

/* The angles of all keys of a holder with rotations, as they are before a change of its values; else NULL. */
static double *
angles_of (const Change *change, const MwRecord *holder)
{
  enum { QUATERNION = 4 };
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  const MwArray *array = values ? mw_field_at (holder, values) : NULL;
  return array && values->count == QUATERNION && !mw_value_change_is_none (&change->values)
           ? mw_rotation_keys_angles (array->data, array->n)
           : NULL;
}

/* The keys and copies that remain of a holder. */
typedef struct {
  guint n;
  MwKeyPlace *places;
  guint32 *from;
  guint8 *placed;
  gboolean same; /* as they were */
} Kept;

static void
keep (Kept *kept, const MwArray *array, const GArray *all)
{
  const gint32 *times = array->data;
  *kept = (Kept) { 0, g_new (MwKeyPlace, all->len + 1), g_new (guint32, all->len + 1), g_new (guint8, all->len + 1),
                   TRUE };
  for (guint i = 0; i < all->len; i++) {
    const Place *place = &g_array_index (all, Place, i);
    if (i + 1 < all->len && is_replaced (times, place, place + 1))
      continue;
    kept->same &= kept->n < array->n && place->from == kept->n && place->time == times[kept->n];
    kept->places[kept->n] = (MwKeyPlace) { place->from, place->time };
    kept->from[kept->n] = place->from;
    kept->placed[kept->n++] = place->placed != 0;
  }
  kept->same &= kept->n == array->n;
}

static gboolean
change_holder (Change *change, MwId id, const guint8 *marks, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (change->document), id);
  const MwArray *array = mw_holder_times (change->document, holder);
  gboolean any = FALSE, ok = TRUE;
  Kept kept;
  for (uint32_t i = 0; i < array->n; i++)
    any |= marks[i];
  if (!any)
    return TRUE;
  g_autoptr (GArray) all = places_of (change, holder, marks, error);
  if (!all || !mw_holder_is_complete (holder, error))
    return FALSE;
  g_autofree double *angles = angles_of (change, holder);
  keep (&kept, array, all);
  if (!kept.same) {
    change->changed = TRUE;
    ok = mw_holder_rearrange (change->document, id, kept.places, kept.n, error);
  }
  if (ok && change->places && !mw_value_change_is_none (&change->values))
    ok = mw_value_change_apply (change->document, id, &change->values, kept.from, kept.placed, angles, &change->changed,
                                error);
  g_free (kept.places);
  g_free (kept.from);
  g_free (kept.placed);
  return ok;
}

/* Applies a change to the keys with these numbers. */
static gboolean
change_keys (Change *change, const MwId *ids, guint n, const MwArray *keys, GError **error)
{
  g_autoptr (GArray) holders = mw_holders_of (change->document, ids, n);
  if (!mw_value_change_applies (change->document, holders, &change->values, error))
    return FALSE;
  g_autofree guint8 *marks = marks_of (change->document, holders, keys, error);
  gsize first = 0;
  for (guint i = 0; marks && i < holders->len; i++) {
    const MwId id = g_array_index (holders, MwId, i);
    /* A lane that loses all its keys may take its track along, but never another lane. */
    const guint n_keys =
      mw_holder_times (change->document, mw_model_find (mw_document_get_model (change->document), id))->n;
    if (!change_holder (change, id, marks + first, error))
      return FALSE;
    first += n_keys;
  }
  if (!marks)
    return FALSE;
  return change->changed || mw_operation_nothing (error, "nothing to do: all keys would stay as they are");
}

/* --- The operations ------------------------------------------------------------------------------------------------- */

static MwValueChange
raise_of (const MoveParams *p)
{
  MwValueChange change = { .component = -1 };
  for (guint c = 0; c < G_N_ELEMENTS (change.raise); c++)
    change.raise[c] = p->raise[c];
  return change;
}

static gboolean
move_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MoveParams *p = (const MoveParams *) params;
  Change change = { .document = document, .places = TRUE, .factor = 1, .by = p->by, .values = raise_of (p) };
  return change_keys (&change, ids, n, &p->keys, error);
}

const MwOperation mw_operation_keys_move_some = {
  .id = "keys-move-some",
  .label = N_ ("Move Chosen Keys"),
  .step = N_ ("Move keys of %s"),
  .doc = N_ (
    "Moves some keys of tracks in time, and adds to their values. A key at the new time of one of them is replaced. Keys of "
    "a sequence with times of its own must stay in it. A value that has a range stays in it."),
  .aliases = "shift offset time delay earlier later keyframes",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .params = &move_params,
  .required = move_required,
  .applies = mw_holders_apply,
  .run = move_run,
};

static gboolean
copy_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MoveParams *p = (const MoveParams *) params;
  Change change = {
    .document = document, .keeps = TRUE, .places = TRUE, .factor = 1, .by = p->by, .values = raise_of (p)
  };
  if (p->by == 0)
    return mw_operation_nothing (error, "nothing to copy: the copies would be where the keys are");
  return change_keys (&change, ids, n, &p->keys, error);
}

const MwOperation mw_operation_keys_copy_some = {
  .id = "keys-copy-some",
  .label = N_ ("Copy Chosen Keys"),
  .step = N_ ("Copy keys of %s"),
  .doc = N_ (
    "Adds copies of some keys of tracks at other times of the same tracks. A key at the time of a copy is replaced."),
  .aliases = "duplicate paste repeat keyframes",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .params = &move_params,
  .required = move_required,
  .applies = mw_holders_apply,
  .run = copy_run,
};

static gboolean
scale_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const ScaleParams *p = (const ScaleParams *) params;
  Change change = {
    .document = document, .places = TRUE, .about = p->about, .factor = (double) p->factor, .values = { .component = -1 }
  };
  return change_keys (&change, ids, n, &p->keys, error);
}

const MwOperation mw_operation_keys_scale_some = {
  .id = "keys-scale-some",
  .label = N_ ("Scale Times of Chosen Keys"),
  .step = N_ ("Scale times of keys of %s"),
  .doc = N_ (
    "Moves some keys of tracks away from a time or towards it. If several of them come to the same millisecond, the "
    "last one is kept. A key at the new time of one of them is replaced."),
  .aliases = "stretch squeeze slower faster keyframes",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .params = &scale_params,
  .required = scale_required,
  .applies = mw_holders_apply,
  .run = scale_run,
};

static gboolean
set_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const SetParams *p = (const SetParams *) params;
  Change change = {
    .document = document, .places = TRUE, .factor = 1, .values = { .component = p->component, .value = p->value }
  };
  return change_keys (&change, ids, n, &p->keys, error);
}

const MwOperation mw_operation_keys_set_some = {
  .id = "keys-set-some",
  .label = N_ ("Set Value of Chosen Keys"),
  .step = N_ ("Set values of keys of %s"),
  .doc = N_ (
    "Gives one number of the values of some keys of tracks the same new value. Rotations are given by their angles about the "
    "X, Y and Z axes of the parent, in this order. Tangents follow. A value that has a range stays in it."),
  .aliases = "exact number keyframes",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .params = &set_params,
  .required = set_required,
  .applies = mw_holders_apply,
  .run = set_run,
};

static gboolean
delete_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  Change change = { .document = document, .values = { .component = -1 } };
  return change_keys (&change, ids, n, &((const DeleteParams *) params)->keys, error);
}

const MwOperation mw_operation_keys_delete_some = {
  .id = "keys-delete-some",
  .label = N_ ("Delete Chosen Keys"),
  .step = N_ ("Delete keys of %s"),
  .doc = N_ ("Removes some keys of tracks. A track or lane that has no keys left is removed."),
  .aliases = "remove keyframes",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .menu = MW_MENU_NONE,
  .params = &delete_params,
  .required = delete_required,
  .applies = mw_holders_apply,
  .run = delete_run,
};
