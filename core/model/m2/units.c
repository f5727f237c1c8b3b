/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/kept.h"
#include "core/schema/path.h"

#include <string.h>

/* The texture units of batches are in combos: a table each for textures, coordinates, weights and transforms. A
 * batch says where its run starts in each. A run has one entry per texture unit, except that of weights, which has as
 * many as the batch's shader uses.
 *
 * Exporters process the batches of the first profile by submesh and layer and look for each run in the table. A run
 * that is not found is appended, overlapping the end of the table as far as possible. A later layer whose run is a
 * prefix of an earlier layer's run starts where that one does. */

#define N_COMBOS 4
static const MwM2Table combos[N_COMBOS] = { MW_M2_TEXTURE_COMBOS, MW_M2_COORD_COMBOS, MW_M2_WEIGHT_COMBOS,
                                            MW_M2_TRANSFORM_COMBOS };
enum { TEXTURES, COORDS, WEIGHT, TRANSFORMS };

#define NONE 0xFFFF
#define MAX_UNITS 64

static const MwM2Batch *
batch_at (const MwM2Skin *skin, uint32_t i)
{
  return (const MwM2Batch *) skin->batches.items[i];
}

/* --- One run ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  uint16_t values[MAX_UNITS];
  uint32_t n;
} Run;

static uint16_t
number_of (MwRef ref, const uint32_t *numbers)
{
  return (uint16_t) (ref.id ? numbers[ref.id] : ref.raw);
}

static void
run_of (const MwM2 *model, const MwM2Batch *batch, guint combo, const uint32_t *numbers, Run *run)
{
  const MwArray *refs = combo == TEXTURES ? &batch->textures : &batch->transforms;
  const MwRef weights[] = { batch->weight, batch->weight_2, batch->weight_3 };
  run->n = combo == WEIGHT ? mw_m2_batch_weights (model->version, batch) : MIN (batch->textures.n, MAX_UNITS);
  for (uint32_t i = 0; i < run->n; i++)
    run->values[i] = combo == WEIGHT   ? number_of (weights[i], numbers)
                     : combo == COORDS ? (i < batch->coords.n ? ((const uint16_t *) batch->coords.data)[i] : 0)
                     : i < refs->n     ? number_of (((const MwRef *) refs->data)[i], numbers)
                                       : NONE;
}

static uint16_t
value_at (const MwM2Span *table, guint combo, uint32_t i)
{
  return i < table->n ? table->values[i] : combo == COORDS ? 0 : NONE;
}

/* Whether the table contains the run at `start`. Entries beyond the table's end count as none. */
static gboolean
run_at (const MwM2Span *table, guint combo, const Run *run, uint32_t start)
{
  for (uint32_t i = 0; i < run->n; i++)
    if (value_at (table, combo, start + i) != run->values[i])
      return FALSE;
  return TRUE;
}

/* Limits on the table entries searched for all batches of a profile, and on the layers searched below one. They are
 * far beyond what real models need, and keep the time proportional to the file size. A run not found within them is
 * appended. */
#define MOST_LOOKS (1u << 26)
#define LEAST_LOOKS (1u << 10) /* at least this many for each batch, however many there are */
#define MOST_LAYERS 64

/* The first occurrence that is wholly inside the table. */
static gboolean
find_run (const MwM2Span *table, guint combo, const Run *run, uint32_t looks, uint16_t *start)
{
  for (uint32_t i = 0; i + run->n <= table->n && i < NONE && i < looks; i++)
    if (run_at (table, combo, run, i)) {
      *start = (uint16_t) i;
      return TRUE;
    }
  return FALSE;
}

static uint16_t
append_run (MwM2Span *table, const Run *run)
{
  uint32_t common = MIN (run->n, table->n);
  while (common && memcmp (table->values + table->n - common, run->values, 2 * (gsize) common) != 0)
    common--;
  uint32_t start = table->n - common;
  table->values = g_realloc (table->values, 2 * ((gsize) table->n + run->n));
  memcpy (table->values + start, run->values, 2 * (gsize) run->n);
  table->n = start + run->n;
  return (uint16_t) start;
}

/* --- All runs --------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwM2Batch *batch;
  uint32_t index, submesh;
} Ordered;

static int
by_submesh_and_layer (const void *a, const void *b)
{
  const Ordered *x = a, *y = b;
  if (x->submesh != y->submesh)
    return x->submesh < y->submesh ? -1 : 1;
  if (x->batch->layer != y->batch->layer)
    return x->batch->layer < y->batch->layer ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

static Ordered *
order_batches (const MwM2Skin *skin, const uint32_t *numbers)
{
  Ordered *order = g_new (Ordered, skin->batches.n + 1);
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = batch_at (skin, i);
    order[i] = (Ordered) { batch, i, batch->submesh.id ? numbers[batch->submesh.id] : batch->submesh.raw };
  }
  if (skin->batches.n)
    qsort (order, skin->batches.n, sizeof *order, by_submesh_and_layer);
  return order;
}

/* Whether the run is a prefix of an earlier layer's run in the same submesh; *start gets where that one starts. */
static gboolean
earlier_layer (const MwM2 *model, const Ordered *order, uint32_t at, guint combo, const uint32_t *numbers, const Run *run,
               const MwM2Units *units, uint16_t *start)
{
  for (uint32_t i = at; i-- > 0 && at - i <= MOST_LAYERS && order[i].submesh == order[at].submesh;) {
    Run earlier;
    run_of (model, order[i].batch, combo, numbers, &earlier);
    if (order[i].batch->layer < order[at].batch->layer && earlier.n >= run->n
        && memcmp (earlier.values, run->values, 2 * (gsize) run->n) == 0) {
      *start = units[order[i].index].start[combo];
      return TRUE;
    }
  }
  return FALSE;
}

/* A note with the four starts, where a writer would not derive them; the first word has one bit for each that
 * applies. */
static const MwField *
starts_field (void)
{
  return MW_FIELD (MwM2Batch, textures);
}

/* The start from a batch's note, if the table still contains its run there. */
static gboolean
noted_start (const MwM2Batch *batch, guint combo, const MwM2Span *table, const Run *run, uint16_t *start)
{
  uint16_t words[1 + N_COMBOS];
  const MwNote *note = mw_notes_find_of (&batch->record, MW_NOTE_LAYOUT, starts_field (), sizeof words);
  if (!note)
    return FALSE;
  memcpy (words, note->bytes, sizeof words);
  *start = words[1 + combo];
  return (words[0] & 1u << combo) && run_at (table, combo, run, *start);
}

typedef enum { FIND_GROWING, FIND_NOTED, FIND_KEPT, FIND_STORED } Finding;

/* In a kept table an entry beyond the end means none, and missing files may rely on that: exporters omit a table
 * that would contain nothing else. So a table that was empty starts growing beyond the indices that such files use:
 * as many as there are texture combos. */
static uint16_t
append_kept (MwM2Span *table, guint combo, const MwM2Span *textures, const Run *run)
{
  if (table->n == 0) {
    table->n = MAX (textures->n, 4);
    table->values = g_realloc (table->values, 2 * (gsize) table->n);
    for (uint32_t i = 0; i < table->n; i++)
      table->values[i] = combo == COORDS ? 0 : NONE;
  }
  return append_run (table, run);
}

/* Finds the runs of one combo in `table`. GROWING: runs that are not found are appended; otherwise they start
 * nowhere (NONE). NOTED: starts come from the batches' notes where there are any. KEPT: both. STORED: each run then
 * takes the start from `stored`, so that later runs see it as they will when it is noted; starts that differ from
 * the found ones are marked in `odd`, one word of bits per batch. Returns whether all were found. */
static gboolean
find_all (const MwM2 *model, MwM2Frame *frame, guint combo, MwM2Span *table, Finding finding, const MwM2Frame *stored,
          GPtrArray *odd, const uint32_t *numbers)
{
  gboolean all = TRUE;
  const MwM2Span *textures = &frame->tables[MW_M2_TEXTURE_COMBOS];
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    MwM2SkinFrame *out = mw_m2_frame_skin (frame, k);
    uint32_t looks = MAX (LEAST_LOOKS, MOST_LOOKS / MAX (skin->batches.n, 1));
    g_array_set_size (out->units, skin->batches.n);
    MwM2Units *units = (MwM2Units *) (gpointer) out->units->data;
    g_autofree Ordered *order = order_batches (skin, numbers);
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      Run run;
      uint32_t index = order[i].index;
      uint16_t *start = &units[index].start[combo];
      run_of (model, order[i].batch, combo, numbers, &run);
      units[index].n = (uint16_t) order[i].batch->textures.n;
      if ((finding == FIND_NOTED || finding == FIND_KEPT) && noted_start (order[i].batch, combo, table, &run, start))
        continue;
      if (!(earlier_layer (model, order, i, combo, numbers, &run, units, start) && run_at (table, combo, &run, *start))
          && !find_run (table, combo, &run, looks, start)) {
        *start = finding == FIND_GROWING                              ? append_run (table, &run)
                 : table->n == 0 && run_at (table, combo, &run, 0)     ? 0
                 : finding == FIND_KEPT                                ? append_kept (table, combo, textures, &run)
                                                                       : NONE;
        all &= *start != NONE;
      }
      if (finding == FIND_STORED) {
        const MwM2SkinFrame *was = stored->skins->pdata[k];
        uint16_t wanted = g_array_index (was->units, MwM2Units, index).start[combo];
        ((uint8_t *) odd->pdata[k])[index] |= (uint8_t) ((*start != wanted || *start == NONE) << combo);
        *start = wanted;
      }
    }
  }
  return all;
}

static gboolean
any_coords (const MwM2 *model)
{
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t i = 0; i < skin->batches.n; i++)
      for (uint32_t u = 0; u < batch_at (skin, i)->coords.n; u++)
        if (((const uint16_t *) batch_at (skin, i)->coords.data)[u])
          return TRUE;
  }
  return FALSE;
}

static void
derive_fresh (const MwM2 *model, MwM2Frame *frame, guint combo, const uint32_t *numbers)
{
  MwM2Span *table = &frame->tables[combos[combo]];
  mw_m2_span_clear (table);
  find_all (model, frame, combo, table, FIND_GROWING, NULL, NULL, numbers);
  if (combo == COORDS && model->version >= MW_M2_COORDS_OPTIONAL_SINCE && !any_coords (model)) {
    mw_m2_span_clear (table);
    find_all (model, frame, combo, table, FIND_NOTED, NULL, NULL, numbers);
  }
}

/* --- As stored -------------------------------------------------------------------------------------------------------- */

static MwRef
ref_to (const MwList *list, uint16_t number)
{
  if (number == NONE)
    return MW_REF_NONE;
  return number < list->n ? (MwRef) { list->items[number]->id, 0 } : (MwRef) { 0, number };
}

gboolean
mw_m2_resolve_units (MwM2 *model, const MwM2Frame *stored, GError **error)
{
  const MwM2Span *tables = stored->tables;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    MwM2Skin *skin = (MwM2Skin *) model->skins.items[k];
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      MwM2Batch *batch = (MwM2Batch *) skin->batches.items[i];
      const MwM2SkinFrame *frame = stored->skins->pdata[k];
      const MwM2Units *units = &g_array_index (frame->units, MwM2Units, i);
      if (units->n > MAX_UNITS) {
        g_autofree char *path = mw_record_path (&batch->record);
        mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "found %u textures, expected at most 4", units->n);
        return FALSE;
      }
      batch->textures = mw_array_new (units->n, sizeof (MwRef));
      batch->transforms = mw_array_new (units->n, sizeof (MwRef));
      batch->coords = mw_array_new (units->n, 2);
      MwRef *const weights[] = { &batch->weight, &batch->weight_2, &batch->weight_3 };
      for (uint32_t u = 0; u < mw_m2_batch_weights (model->version, batch); u++)
        *weights[u] = ref_to (&model->texture_weights,
                              value_at (&tables[MW_M2_WEIGHT_COMBOS], WEIGHT, (uint32_t) units->start[WEIGHT] + u));
      for (uint32_t u = 0; u < units->n; u++) {
        ((MwRef *) batch->textures.data)[u]
          = ref_to (&model->textures, value_at (&tables[MW_M2_TEXTURE_COMBOS], TEXTURES, (uint32_t) units->start[TEXTURES] + u));
        ((MwRef *) batch->transforms.data)[u] = ref_to (
          &model->texture_transforms, value_at (&tables[MW_M2_TRANSFORM_COMBOS], TRANSFORMS, (uint32_t) units->start[TRANSFORMS] + u));
        ((uint16_t *) batch->coords.data)[u] = value_at (&tables[MW_M2_COORD_COMBOS], COORDS, (uint32_t) units->start[COORDS] + u);
      }
    }
  }
  return TRUE;
}

/* The list that the entries of a combo refer to; NULL: none. */
static const MwList *
list_of (const MwM2 *model, guint combo)
{
  return combo == TEXTURES     ? &model->textures
         : combo == WEIGHT     ? &model->texture_weights
         : combo == TRANSFORMS ? &model->texture_transforms
                               : NULL;
}

/* The note of a stored table that differs from the derived one. Its `offset` is how long the list was then. If the list has become
 * so short that an entry which no batch uses would lead beyond its end, the note does not apply any more. */
static const MwNote *
table_note (const MwM2 *model, guint combo)
{
  const MwNote *note = mw_notes_find (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (combos[combo]));
  const MwList *list = list_of (model, combo);
  for (uint32_t i = 0; note && list && i < note->size / 2; i++) {
    uint16_t number;
    memcpy (&number, note->bytes + 2 * (size_t) i, sizeof number);
    if (number != NONE && number >= list->n && number < note->offset)
      return NULL;
  }
  return note;
}

/* A run that reads none beyond the table's end is right only until the table grows, so a table that grew is
 * processed again. Each time, at least one more run comes to be wholly inside it. */
static void
derive_kept (const MwM2 *model, MwM2Frame *frame, guint combo, const uint32_t *numbers)
{
  MwM2Span *table = &frame->tables[combos[combo]];
  uint32_t before;
  do {
    before = table->n;
    find_all (model, frame, combo, table, FIND_KEPT, NULL, NULL, numbers);
  } while (table->n != before);
}

void
mw_m2_derive_unit_combos (const MwM2 *model, MwM2Frame *frame, const uint32_t *numbers)
{
  for (guint combo = 0; combo < N_COMBOS; combo++) {
    MwM2Span *table = &frame->tables[combos[combo]];
    if (mw_m2_kept_table (model, combos[combo], numbers, table)) {
      derive_kept (model, frame, combo, numbers);
      continue;
    }
    const MwNote *note = table_note (model, combo);
    if (note)
      mw_m2_span_set (table, note->bytes, note->size / 2);
    if (note && find_all (model, frame, combo, table, FIND_NOTED, NULL, NULL, numbers))
      continue;
    derive_fresh (model, frame, combo, numbers);
    if (!note)
      find_all (model, frame, combo, table, FIND_NOTED, NULL, NULL, numbers);
  }
}

void
mw_m2_note_unit_combos (MwM2 *model, const MwM2Frame *stored)
{
  g_autofree uint32_t *numbers = mw_m2_reference_places (model);
  g_autoptr (MwM2Frame) made = mw_m2_frame_new ();
  g_autoptr (GPtrArray) odd = g_ptr_array_new_with_free_func (g_free);
  for (uint32_t k = 0; k < model->skins.n; k++)
    g_ptr_array_add (odd, g_new0 (uint8_t, ((const MwM2Skin *) model->skins.items[k])->batches.n + 1));
  for (guint combo = 0; combo < N_COMBOS; combo++) {
    const MwM2Span *table = &stored->tables[combos[combo]];
    MwM2Span *fresh = &made->tables[combos[combo]];
    derive_fresh (model, made, combo, numbers);
    if (fresh->n != table->n || (table->n && memcmp (fresh->values, table->values, 2 * (gsize) table->n) != 0)) {
      const MwList *list = list_of (model, combo);
      mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (combos[combo]), list ? list->n : 0,
                    table->values, 2 * table->n, 2 * table->n);
      mw_m2_span_set (fresh, table->values, table->n);
    }
    find_all (model, made, combo, fresh, FIND_STORED, stored, odd, numbers);
  }
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    const MwM2SkinFrame *frame = skin->batches.n ? stored->skins->pdata[k] : NULL;
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      const MwM2Units *was = &g_array_index (frame->units, MwM2Units, i);
      uint16_t words[1 + N_COMBOS] = { ((const uint8_t *) odd->pdata[k])[i] };
      memcpy (words + 1, was->start, sizeof was->start);
      if (words[0])
        mw_notes_add (skin->batches.items[i], MW_NOTE_LAYOUT, starts_field (), 0, words, sizeof words,
                      2 * (guint) __builtin_popcount (words[0]));
    }
  }
}
