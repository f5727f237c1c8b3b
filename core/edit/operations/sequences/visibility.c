/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/sequences/visible.h"
#include "core/edit/operations/sequences/sequence-values.h"
#include "core/edit/progress.h"

/* Which elements are shown in which sequences. */

enum { STATE_SHOWN, STATE_HIDDEN, STATE_FADE_IN, STATE_FADE_OUT, STATE_NO_KEYS };

typedef struct {
  MwRecord record;
  char *sequences;
  uint8_t state;
  uint32_t fade;
} VisibilityParams;

MW_NAMES (state_names, FALSE, { STATE_SHOWN, "shown", N_ ("Shown") }, { STATE_HIDDEN, "hidden", N_ ("Hidden") },
          { STATE_FADE_IN, "fade_in", N_ ("Fades in") }, { STATE_FADE_OUT, "fade_out", N_ ("Fades out") },
          { STATE_NO_KEYS, "no_keys", N_ ("No keys") });
static const MwField visibility_fields[] = {
  MW_FIELD_TEXT (
    VisibilityParams, sequences, 4096, "sequences", .label = N_ ("Sequences"),
    .doc = N_ (
      "Their names or numbers, separated by semicolons; * and ? match any characters. Default: all sequences.")),
  MW_FIELD_U8 (
    VisibilityParams, state, "state", .names = &state_names, .label = N_ ("State"),
    .doc = N_ ("What is seen in these sequences. Only alpha can fade, so only geosets, geoset animations, layers and "
               "surfaces can. Without keys the game shows the element.")),
  MW_FIELD_U32 (
    VisibilityParams, fade, "fade", .unit = MW_UNIT_MS, .role = MW_ROLE_TIME, .def = 500, .min = 1, .max = 1000000,
    .label = N_ ("Fade"),
    .doc = N_ ("How long it takes to fade in from the start, or to fade out until the end, in milliseconds.")),
};
static const MwSchema visibility_params = { .name = "visibility-set",
                                            .label = N_ ("Set Visibility"),
                                            .size = sizeof (VisibilityParams),
                                            .fields = visibility_fields,
                                            .n_fields = G_N_ELEMENTS (visibility_fields) };
static const char *const visibility_required[] = { "state", NULL };

/* --- One element ----------------------------------------------------------------------------------------------------- */

typedef struct {
  guint state;
  gint64 fade;
  double shown; /* the value when it is fully shown */
} State;

/* A loop shows its first key after its last, so both ends have one where something fades. */
static void
add_state (MwValueKeys *keys, gint64 length, gconstpointer data)
{
  static const double hidden = 0;
  const State *s = data;
  const gint64 fade = MIN (s->fade, length);
  mw_value_keys_add (keys, 0, s->state == STATE_HIDDEN || s->state == STATE_FADE_IN ? &hidden : &s->shown);
  if (s->state == STATE_FADE_IN) {
    mw_value_keys_add (keys, fade, &s->shown);
    mw_value_keys_add (keys, length, &s->shown);
  } else if (s->state == STATE_FADE_OUT) {
    mw_value_keys_add (keys, length - fade, &s->shown);
    mw_value_keys_add (keys, length, &hidden);
  }
}

/* Gives one of the slots that decide about an element the keys of a state. */
static gboolean
set_slot (const MwSequenceChoice *choice, MwId element, const MwField *slot, guint state, gint64 fade, GError **error)
{
  MwDocument *document = choice->document;
  const gboolean fades = state == STATE_FADE_IN || state == STATE_FADE_OUT;
  const MwId owner = mw_new_elements (document)->shown_owner (document, element, slot, error);
  if (!owner)
    return FALSE;
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), owner),
                 *track = *(MwRecord *const *) mw_field_at (holder, slot);
  const MwField *still_field = mw_schema_static_of (holder->schema, slot);
  if (state == STATE_NO_KEYS)
    return mw_sequence_values_clear (choice, owner, slot, error);
  if (fades && slot->role != MW_ROLE_ALPHA)
    return mw_operation_refuse (holder, error, "cannot fade: it is either shown or hidden");
  const double still = still_field ? (double) *(const float *) mw_field_at (holder, still_field) : 1;
  const State data = { state, fade, track || still <= 0 ? 1 : still };
  return mw_sequence_values_set (choice, owner, slot, fades, &still, add_state, &data, error);
}

static gboolean
hides_any (const MwSequenceChoice *choice, const MwShownBy *by)
{
  for (guint i = 0; i < choice->ranges->len; i++)
    if (mw_visible_hides (choice->document, by, g_array_index (choice->ranges, MwKeyRange, i).sequence))
      return TRUE;
  return FALSE;
}

/* Hiding needs one of the slots. To be seen, an element must not be hidden by any other one either. */
static gboolean
set_element (const MwSequenceChoice *choice, const VisibilityParams *p, MwId element, GError **error)
{
  MwShownBy by[MW_SHOWN_BY_MOST];
  const MwRecord *record = mw_model_find (mw_document_get_model (choice->document), element);
  const guint n = mw_new_elements (choice->document)->shown_by (choice->document, record, by, error);
  const MwField *slots[MW_SHOWN_BY_MOST];
  guint n_slots = 0;
  for (guint i = 0; i < n; i++)
    if (i == 0 || (p->state != STATE_HIDDEN && hides_any (choice, &by[i])))
      slots[n_slots++] = by[i].slot;
  for (guint i = 0; i < n_slots; i++) {
    const guint state = i && p->state != STATE_NO_KEYS ? STATE_SHOWN : p->state;
    if (!set_slot (choice, element, slots[i], state, p->fade, error))
      return FALSE;
  }
  return n_slots > 0;
}

static gboolean
visibility_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const VisibilityParams *p = (const VisibilityParams *) params;
  g_auto (MwSequenceChoice) choice = { 0 };
  if (!mw_sequence_choice_open (&choice, document, mw_text (p->sequences), error))
    return FALSE;
  mw_progress_begin (document, n);
  for (guint i = 0; i < n; i++)
    if (!mw_progress_next (document, error) || !set_element (&choice, p, ids[i], error))
      return FALSE;
  mw_progress_end (document);
  return TRUE;
}

static gboolean
visibility_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  MwShownBy by[MW_SHOWN_BY_MOST];
  for (guint i = 0; i < n; i++)
    if (!mw_new_elements (document)->shown_by (document, mw_model_find (mw_document_get_model (document), ids[i]), by,
                                               error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_visibility_set = {
  .id = "visibility-set",
  .label = N_ ("Set Visibility"),
  .step = N_ ("Set the visibility of %s"),
  .doc = N_ (
    "Shows, hides or fades geosets, layers, surfaces, emitters, ribbons, lights and attachments in sequences. This "
    "replaces all their keys in these sequences; other sequences do not change. A geoset without a geoset animation gets "
    "one, and a surface that shares its opacity with others gets its own."),
  .aliases = "show hide fade visible invisible alpha geoset animation",
  .domain = MW_DOMAIN_SEQUENCES,
  .params = &visibility_params,
  .required = visibility_required,
  .applies = visibility_applies,
  .run = visibility_run,
};
