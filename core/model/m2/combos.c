/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/checksum.h"
#include "core/model/m2/kept.h"
#include "core/model/m2/squeeze.h"

/* Bone combos. A submesh may use only a limited number of bones, so its vertices name bones by their index in a
 * palette. The palettes of all profiles are concatenated in one table, and several submeshes can share a palette.
 *
 * Exporters use four bone limits and write palettes for each, even when that profile is omitted. Each submesh in
 * turn goes into the palette that has to grow least (of equal ones the last), or into a new one where it fits in
 * none. (Found in all original files: the palettes that submeshes use are these; in a few files, the order inside
 * them differs.) */

#define N_SLOTS 4
#define FIRST_UNUSED 0x100 /* vertices name bones by a byte */

typedef struct {
  uint16_t bones[256];
  uint32_t n, start;
  uint64_t has[FIRST_UNUSED / 64]; /* one bit for each bone */
} Palette;

static const MwM2Submesh *
submesh_at (const MwM2Skin *skin, uint32_t i)
{
  return (const MwM2Submesh *) skin->submeshes.items[i];
}

guint
mw_m2_bone_limit (const MwM2Skin *skin)
{
  enum { BY_BYTES = 256 };
  return skin && skin->bone_limit && skin->bone_limit < BY_BYTES ? skin->bone_limit : BY_BYTES;
}

uint16_t *
mw_m2_vertex_bones (const MwM2 *model, const uint16_t *vertices, uint32_t n_vertices, guint *n)
{
  uint16_t *bones = g_new (uint16_t, FIRST_UNUSED);
  uint8_t has[FIRST_UNUSED] = { 0 };
  const uint8_t *weights = model->bone_weights.data, *indices = model->bone_indices.data;
  uint32_t n_all = MIN (model->bone_weights.n, model->bone_indices.n);
  *n = 0;
  for (uint32_t i = 0; i < n_vertices; i++)
    for (guint k = 0; vertices[i] < n_all && k < 4; k++) {
      uint8_t bone = indices[4 * (size_t) vertices[i] + k];
      if (!has[bone] && weights[4 * (size_t) vertices[i] + k]) {
        has[bone] = 1;
        bones[(*n)++] = bone;
      }
    }
  return bones;
}

uint16_t *
mw_m2_submesh_bones (const MwM2 *model, const MwM2Submesh *submesh, guint *n)
{
  uint32_t n_vertices;
  g_autofree uint16_t *vertices = mw_m2_submesh_vertices (submesh, &n_vertices);
  return mw_m2_vertex_bones (model, vertices, n_vertices, n);
}

/* The bones needed by each submesh of all profiles, concatenated; computed once because they are used often. */
typedef struct {
  MwM2Span *all;
  uint32_t *first; /* first submesh of each profile; one entry more than there are profiles */
} Needed;

static Needed
needed_of (const MwM2 *model)
{
  uint32_t n = 0;
  Needed needed = { NULL, g_new (uint32_t, model->skins.n + 1) };
  for (uint32_t k = 0; k < model->skins.n; k++) {
    needed.first[k] = n;
    n += ((const MwM2Skin *) model->skins.items[k])->submeshes.n;
  }
  needed.first[model->skins.n] = n;
  needed.all = g_new0 (MwM2Span, n + 1);
  for (uint32_t k = 0; k < model->skins.n; k++)
    for (uint32_t i = needed.first[k]; i < needed.first[k + 1]; i++)
      needed.all[i].values = mw_m2_submesh_bones (
        model, submesh_at ((const MwM2Skin *) model->skins.items[k], i - needed.first[k]), &needed.all[i].n);
  return needed;
}

static void
needed_clear (Needed *needed, const MwM2 *model)
{
  for (uint32_t i = 0; i < needed->first[model->skins.n]; i++)
    mw_m2_span_clear (&needed->all[i]);
  g_free (needed->all);
  g_free (needed->first);
}

static const MwM2Span *
needed_by (const Needed *needed, const MwM2Skin *skin, uint32_t submesh)
{
  return &needed->all[needed->first[mw_record_index (&skin->record)] + submesh];
}

/* --- Palettes --------------------------------------------------------------------------------------------------------- */

/* Real models have a few palettes per profile. If there are thousands, only the last ones are searched, so that time
 * stays proportional to the file size. */
#define LOOKED_THROUGH 1024

static uint32_t
growth (const Palette *palette, const uint64_t *bones)
{
  int more = 0;
  for (guint i = 0; i < FIRST_UNUSED / 64; i++)
    more += __builtin_popcountll (bones[i] & ~palette->has[i]);
  return (uint32_t) more;
}

/* Builds the palettes of one slot. Sets which[s] to the index of submesh s's palette, except for submeshes marked in
 * `served` (may be NULL). */
static GArray *
pack (const Needed *needed, const MwM2Skin *skin, uint32_t limit, const uint8_t *served, guint *which)
{
  GArray *palettes = g_array_new (FALSE, TRUE, sizeof (Palette));
  for (uint32_t s = 0; s < skin->submeshes.n; s++) {
    if (served && served[s])
      continue;
    guint best = palettes->len;
    uint32_t least = G_MAXUINT32, n = needed_by (needed, skin, s)->n;
    const uint16_t *bones = needed_by (needed, skin, s)->values;
    uint64_t wanted[FIRST_UNUSED / 64] = { 0 };
    for (guint i = 0; i < n; i++)
      wanted[bones[i] / 64] |= 1ull << bones[i] % 64;
    for (guint p = palettes->len - MIN (palettes->len, LOOKED_THROUGH); p < palettes->len; p++) {
      const Palette *palette = &g_array_index (palettes, Palette, p);
      uint32_t more = growth (palette, wanted);
      if (palette->n + more <= limit && more <= least) {
        least = more;
        best = p;
      }
    }
    if (best == palettes->len)
      g_array_set_size (palettes, best + 1);
    Palette *palette = &g_array_index (palettes, Palette, best);
    for (guint i = 0; i < n; i++)
      if (!(palette->has[bones[i] / 64] >> bones[i] % 64 & 1)) {
        palette->has[bones[i] / 64] |= 1ull << bones[i] % 64;
        palette->bones[palette->n++] = bones[i];
      }
    which[s] = best;
  }
  return palettes;
}

static void
append_palettes (GArray *palettes, MwM2Span *table)
{
  for (guint p = 0; p < palettes->len; p++) {
    Palette *palette = &g_array_index (palettes, Palette, p);
    palette->start = table->n;
    table->values = g_realloc (table->values, 2 * ((gsize) table->n + palette->n + 1));
    memcpy (table->values + table->n, palette->bones, 2 * (gsize) palette->n);
    table->n += palette->n;
  }
}

/* Assigns profiles to slots; NULL: that profile was omitted. Profiles state their limit. In later files it is 0, and
 * a slot with the same palettes as the one before is omitted; two profiles are then the first and the last slot. */
static void
profiles_by_slot (const MwM2 *model, const uint32_t *limits, const MwM2Skin **slots)
{
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    guint slot = k == 1 && model->skins.n == 2 ? N_SLOTS - 1 : k;
    for (guint i = 0; skin->bone_limit && i < N_SLOTS; i++)
      if (limits[i] == skin->bone_limit)
        slot = i;
    if (slot < N_SLOTS && !slots[slot])
      slots[slot] = skin;
  }
}

static void
set_run (MwM2Frame *frame, const MwM2Skin *skin, uint32_t s, uint32_t start, uint32_t n)
{
  GArray *runs = mw_m2_frame_skin (frame, mw_record_index (&skin->record))->runs;
  if (runs->len <= s)
    g_array_set_size (runs, s + 1);
  g_array_index (runs, MwM2Runs, s).bone_start = (uint16_t) start;
  g_array_index (runs, MwM2Runs, s).n_bones = (uint16_t) n;
}

static uint32_t
bone_limit (const MwM2Skin *skin)
{
  return skin->bone_limit ? MIN (skin->bone_limit, 256) : 256;
}

static void
limits_by_slot (const MwM2 *model, uint32_t limits[N_SLOTS])
{
  const uint32_t of_slots[N_SLOTS] = { 256, !mw_m2_has_lanes (model) ? 75 : 64, 53, 21 };
  memcpy (limits, of_slots, sizeof of_slots);
}

uint32_t
mw_m2_skin_bone_limit (const MwM2 *model, const MwM2Skin *skin)
{
  uint32_t limits[N_SLOTS];
  const MwM2Skin *slots[N_SLOTS] = { NULL };
  limits_by_slot (model, limits);
  profiles_by_slot (model, limits, slots);
  for (guint slot = 0; skin->bone_limit == 0 && slot < N_SLOTS; slot++)
    if (slots[slot] == skin)
      return limits[slot];
  return bone_limit (skin);
}

static void
derive_fresh (const MwM2 *model, const Needed *needed, MwM2Frame *frame)
{
  uint32_t limits[N_SLOTS];
  const MwM2Skin *slots[N_SLOTS] = { NULL }, *first = NULL;
  MwM2Span *table = &frame->tables[MW_M2_BONE_COMBOS];
  mw_m2_span_clear (table);
  limits_by_slot (model, limits);
  profiles_by_slot (model, limits, slots);
  for (uint32_t k = 0; k < model->skins.n && !first; k++)
    if (!((const MwM2Skin *) model->skins.items[k])->not_loaded)
      first = (const MwM2Skin *) model->skins.items[k];
  if (!first)
    return;
  for (guint slot = 0; slot < N_SLOTS; slot++) {
    const MwM2Skin *skin = slots[slot] && !slots[slot]->not_loaded ? slots[slot] : first;
    g_autofree guint *which = g_new0 (guint, skin->submeshes.n + 1);
    g_autoptr (GArray) palettes = pack (needed, skin, slots[slot] ? limits[slot] : 256, NULL, which);
    append_palettes (palettes, table);
    for (uint32_t s = 0; slots[slot] == skin && s < skin->submeshes.n; s++) {
      const Palette *palette = &g_array_index (palettes, Palette, which[s]);
      set_run (frame, skin, s, palette->start, palette->n);
    }
  }
  /* Profiles beyond the four slots. */
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    gboolean done = skin->not_loaded;
    for (guint slot = 0; slot < N_SLOTS; slot++)
      done |= slots[slot] == skin;
    if (done)
      continue;
    g_autofree guint *which = g_new0 (guint, skin->submeshes.n + 1);
    g_autoptr (GArray) palettes = pack (needed, skin, bone_limit (skin), NULL, which);
    append_palettes (palettes, table);
    for (uint32_t s = 0; s < skin->submeshes.n; s++)
      set_run (frame, skin, s, g_array_index (palettes, Palette, which[s]).start, g_array_index (palettes, Palette, which[s]).n);
  }
}

/* --- As stored -------------------------------------------------------------------------------------------------------- */

/* Whether a run of the table contains all bones that the submesh needs. */
static gboolean
run_serves (const MwM2Span *needed, const MwM2Span *table, uint32_t start, uint32_t n)
{
  uint8_t has[FIRST_UNUSED] = { 0 };
  if (start > table->n || n > table->n - start)
    return FALSE;
  for (uint32_t i = 0; i < n && i < FIRST_UNUSED; i++)
    if (table->values[start + i] < FIRST_UNUSED)
      has[table->values[start + i]] = 1;
  for (uint32_t i = 0; i < needed->n; i++)
    if (!has[needed->values[i]])
      return FALSE;
  return TRUE;
}

/* A checksum of everything that the table and its runs follow from. While it is unchanged, notes apply
 * unconditionally: a table that lacks bones was so in the file. When it has changed, notes apply only where they
 * still serve their submesh. */
static uint32_t
inputs_of (const MwM2 *model, const Needed *needed)
{
  uint32_t sum = MW_CHECKSUM_START;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    sum = mw_checksum_word (sum, skin->bone_limit);
    for (uint32_t s = 0; s < skin->submeshes.n; s++) {
      const MwM2Span *bones = needed_by (needed, skin, s);
      sum = mw_checksum_word (sum, bones->n);
      for (uint32_t i = 0; i < bones->n; i++)
        sum = mw_checksum_word (sum, bones->values[i]);
    }
  }
  return sum;
}

/* Note on the model: the checksum of the inputs, then the table. */
static const MwNote *
table_note (const MwM2 *model)
{
  return mw_notes_find_of (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (MW_M2_BONE_COMBOS), sizeof (uint32_t));
}

/* Note on a submesh: the checksum of the inputs, then its run. */
typedef struct {
  uint32_t inputs;
  uint16_t start, n;
} StoredRun;

static gboolean
run_note (const MwM2Submesh *submesh, StoredRun *run)
{
  const MwNote *note = mw_notes_find_of (&submesh->record, MW_NOTE_LAYOUT, mw_m2_table_field (MW_M2_BONE_COMBOS), sizeof *run);
  if (note)
    memcpy (run, note->bytes, sizeof *run);
  return note != NULL;
}

/* Sets the frame's runs from notes, where these still apply. Returns whether the table then serves all submeshes,
 * including those with derived runs. */
static gboolean
use_noted_runs (const MwM2 *model, const Needed *needed, MwM2Frame *frame, const MwM2Span *table, uint32_t inputs)
{
  gboolean serves = TRUE;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t s = 0; s < skin->submeshes.n; s++) {
      const MwM2Span *bones = needed_by (needed, skin, s);
      StoredRun run;
      if (run_note (submesh_at (skin, s), &run)
          && (run.inputs == inputs || run_serves (bones, table, run.start, run.n)))
        set_run (frame, skin, s, run.start, run.n);
      const MwM2Runs *runs = &g_array_index (mw_m2_frame_skin (frame, k)->runs, MwM2Runs, s);
      serves = serves && run_serves (bones, table, runs->bone_start, runs->n_bones);
    }
  }
  return serves;
}

/* --- While a profile is missing ---------------------------------------------------------------------------------------- */

/* Looks for a run of another submesh in the profile that contains all bones this one needs; neighbouring submeshes
 * often share palettes. */
static gboolean
share_run (const Needed *needed, const MwM2Skin *skin, MwM2Frame *frame, const uint8_t *served, uint32_t s)
{
  enum { MOST_LOOKS = 64 };
  const MwM2Span *table = &frame->tables[MW_M2_BONE_COMBOS];
  const MwM2Runs *last = NULL;
  guint looks = 0;
  for (uint32_t i = 0; i < skin->submeshes.n && looks < MOST_LOOKS; i++) {
    const GArray *runs = mw_m2_frame_skin (frame, mw_record_index (&skin->record))->runs;
    const MwM2Runs *run = &g_array_index (runs, MwM2Runs, i);
    if (!served[i] || (last && last->bone_start == run->bone_start && last->n_bones == run->n_bones))
      continue;
    last = run;
    looks++;
    if (run->n_bones && run_serves (needed_by (needed, skin, s), table, run->bone_start, run->n_bones)) {
      set_run (frame, skin, s, run->bone_start, run->n_bones);
      return TRUE;
    }
  }
  return FALSE;
}

/* Keeps the stored table and appends new palettes for submeshes that no part of it serves. */
static void
derive_kept_runs (const MwM2 *model, const Needed *needed, MwM2Frame *frame, uint32_t inputs)
{
  MwM2Span *table = &frame->tables[MW_M2_BONE_COMBOS];
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    g_autofree uint8_t *served = g_new0 (uint8_t, skin->submeshes.n + 1);
    g_autofree guint *which = g_new0 (guint, skin->submeshes.n + 1);
    for (uint32_t s = 0; s < skin->submeshes.n; s++) {
      StoredRun run = { 0 };
      served[s] = run_note (submesh_at (skin, s), &run)
                  && (run.inputs == inputs || run_serves (needed_by (needed, skin, s), table, run.start, run.n));
      set_run (frame, skin, s, run.start, run.n);
    }
    for (uint32_t s = 0; s < skin->submeshes.n; s++)
      if (!served[s])
        served[s] = share_run (needed, skin, frame, served, s);
    g_autoptr (GArray) palettes = pack (needed, skin, bone_limit (skin), served, which);
    append_palettes (palettes, table);
    for (uint32_t s = 0; s < skin->submeshes.n; s++) {
      if (served[s])
        continue;
      const Palette *palette = &g_array_index (palettes, Palette, which[s]);
      set_run (frame, skin, s, palette->start, palette->n);
    }
  }
}

void
mw_m2_derive_bone_combos (const MwM2 *model, MwM2Frame *frame)
{
  const MwNote *note = table_note (model);
  Needed needed = needed_of (model);
  uint32_t inputs = inputs_of (model, &needed), noted;
  if (mw_m2_kept_table (model, MW_M2_BONE_COMBOS, frame->numbers, &frame->tables[MW_M2_BONE_COMBOS])) {
    derive_kept_runs (model, &needed, frame, inputs);
    needed_clear (&needed, model);
    return;
  }
  derive_fresh (model, &needed, frame);
  if (!note) {
    use_noted_runs (model, &needed, frame, &frame->tables[MW_M2_BONE_COMBOS], inputs);
  } else {
    MwM2Span stored = { 0 };
    memcpy (&noted, note->bytes, sizeof noted);
    mw_m2_span_set (&stored, note->bytes + sizeof noted, (note->size - (uint32_t) sizeof noted) / 2);
    if (use_noted_runs (model, &needed, frame, &stored, inputs) || noted == inputs) {
      mw_m2_span_clear (&frame->tables[MW_M2_BONE_COMBOS]);
      frame->tables[MW_M2_BONE_COMBOS] = stored;
    } else {
      mw_m2_span_clear (&stored);
      derive_fresh (model, &needed, frame);
    }
  }
  needed_clear (&needed, model);
}

void
mw_m2_note_bone_combos (MwM2 *model, const MwM2Frame *stored)
{
  g_autoptr (MwM2Frame) made = mw_m2_frame_new ();
  Needed needed = needed_of (model);
  uint32_t inputs = inputs_of (model, &needed);
  derive_fresh (model, &needed, made);
  needed_clear (&needed, model);
  gboolean kept = mw_m2_kept_table (model, MW_M2_BONE_COMBOS, NULL, NULL);
  const MwM2Span *table = &stored->tables[MW_M2_BONE_COMBOS], *fresh = &made->tables[MW_M2_BONE_COMBOS];
  if (fresh->n != table->n || (table->n && memcmp (fresh->values, table->values, 2 * (gsize) table->n) != 0)) {
    g_autoptr (GByteArray) note = g_byte_array_new ();
    g_byte_array_append (note, (const guint8 *) &inputs, sizeof inputs);
    if (table->n)
      g_byte_array_append (note, (const guint8 *) table->values, 2 * table->n);
    mw_notes_add (&model->model.record, MW_NOTE_LAYOUT, mw_m2_table_field (MW_M2_BONE_COMBOS), 0, note->data, note->len,
                  2 * table->n);
  }
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t s = 0; s < skin->submeshes.n; s++) {
      const MwM2SkinFrame *frame = stored->skins->pdata[k];
      const MwM2Runs *was = &g_array_index (frame->runs, MwM2Runs, s);
      const MwM2Runs *now = &g_array_index (mw_m2_frame_skin (made, k)->runs, MwM2Runs, s);
      StoredRun run = { inputs, was->bone_start, was->n_bones };
      if (kept || run.start != now->bone_start || run.n != now->n_bones)
        mw_notes_add (skin->submeshes.items[s], MW_NOTE_LAYOUT, mw_m2_table_field (MW_M2_BONE_COMBOS), 0, &run, sizeof run, 4);
    }
  }
}

/* --- Local bones ------------------------------------------------------------------------------------------------------ */

static uint32_t
checksum (const MwM2Span *span)
{
  return mw_checksum (span->values, 2 * (size_t) span->n);
}

/* Computes the index of each vertex bone in its submesh's palette; 0 where the weight is 0. */
static void
derive_skin (const MwM2 *model, const MwM2Skin *skin, const MwM2Span *table, MwM2SkinFrame *frame)
{
  mw_m2_span_clear (&frame->bones);
  frame->bones.n = 2 * frame->vertices.n;
  frame->bones.values = g_malloc0 (2 * (gsize) frame->bones.n + 2);
  uint8_t *out = (uint8_t *) frame->bones.values;
  const uint8_t *weights = model->bone_weights.data, *indices = model->bone_indices.data;
  uint32_t n_vertices = MIN (model->bone_weights.n, model->bone_indices.n), start = 0;
  /* Runs of valid profiles do not overlap. This limit stops a hostile file from making us process the same vertices
   * endlessly. */
  uint64_t left = 16 * (uint64_t) frame->vertices.n + 0x100000;
  for (uint32_t s = 0; s < skin->submeshes.n; s++) {
    const MwM2Runs *runs = &g_array_index (frame->runs, MwM2Runs, s);
    uint8_t place[FIRST_UNUSED] = { 0 };
    for (uint32_t i = MIN (runs->n_bones, FIRST_UNUSED); i-- > 0;)
      if ((uint32_t) runs->bone_start + i < table->n && table->values[runs->bone_start + i] < FIRST_UNUSED)
        place[table->values[runs->bone_start + i]] = (uint8_t) i;
    /* The stored start wraps at 65,536; the sum of the preceding lengths does not. */
    start = runs->vertex_start == (uint16_t) start ? start : runs->vertex_start;
    for (uint32_t v = start; left && v < start + runs->n_vertices && v < frame->vertices.n; v++, left--)
      for (guint k = 0; k < 4; k++) {
        uint32_t vertex = frame->vertices.values[v];
        if (vertex < n_vertices && weights[4 * (size_t) vertex + k])
          out[4 * (size_t) v + k] = place[indices[4 * (size_t) vertex + k]];
      }
    start += runs->n_vertices;
  }
}

/* A note where the stored bone indices differ from the derived ones: a checksum and count of the derived ones, then
 * a compressed list of changes. Bones with zero weight can have any index, for all vertices of a profile. Stored as
 * differences from the derived ones they repeat, and so compress well. */
typedef struct {
  uint32_t checksum, n;
} BonesHead;
typedef struct {
  uint32_t skip;      /* number of unchanged vertices since the previous entry */
  uint16_t values[2]; /* XOR of derived and stored */
} StoredBones;

/* Applies a list of changes to the derived bones, stopping at a vertex that does not exist. */
static void
change_bones (const GByteArray *stored, MwM2Span *bones)
{
  uint64_t at = 0;
  for (size_t i = 0; i + sizeof (StoredBones) <= stored->len; i += sizeof (StoredBones), at++) {
    StoredBones each;
    memcpy (&each, stored->data + i, sizeof each);
    at += each.skip;
    if (at >= bones->n / 2)
      return;
    bones->values[2 * at] ^= each.values[0];
    bones->values[2 * at + 1] ^= each.values[1];
  }
}

static void
resize_bones (MwM2Span *bones, uint32_t n)
{
  bones->values = g_realloc (bones->values, 2 * (gsize) n + 2);
  if (n > bones->n)
    memset (bones->values + bones->n, 0, 2 * ((gsize) n - bones->n));
  bones->n = n;
}

static void
apply_note (const MwM2Skin *skin, MwM2Span *bones)
{
  enum { MOST = 0x1000000 };
  BonesHead head;
  const MwNote *note = mw_notes_find_of (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_bones_field, sizeof head);
  if (!note)
    return;
  memcpy (&head, note->bytes, sizeof head);
  if (head.n > MAX (bones->n, MOST) || head.checksum != checksum (bones))
    return;
  g_autoptr (GByteArray) stored = mw_m2_unsqueeze (note->bytes + sizeof head, note->size - (uint32_t) sizeof head);
  if (!stored)
    return;
  resize_bones (bones, head.n);
  change_bones (stored, bones);
}

void
mw_m2_derive_skin_bones (const MwM2 *model, MwM2Frame *frame)
{
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    MwM2SkinFrame *out = mw_m2_frame_skin (frame, k);
    derive_skin (model, skin, &frame->tables[MW_M2_BONE_COMBOS], out);
    apply_note (skin, &out->bones);
  }
}

void
mw_m2_note_skin_bones (MwM2 *model, const MwM2Frame *stored)
{
  for (uint32_t k = 0; k < model->skins.n && k < stored->skins->len; k++) {
    MwM2Skin *skin = (MwM2Skin *) model->skins.items[k];
    const MwM2SkinFrame *file = stored->skins->pdata[k];
    const MwM2Span *was = &file->bones;
    /* Vertices, runs and table are those of the file. Where a writer would not derive them, notes have been added
     * before. */
    MwM2SkinFrame made = { .vertices = file->vertices, .runs = file->runs };
    MwM2Span *bones = &made.bones;
    derive_skin (model, skin, &stored->tables[MW_M2_BONE_COMBOS], &made);
    if (bones->n == was->n && (was->n == 0 || memcmp (bones->values, was->values, 2 * (gsize) was->n) == 0)) {
      mw_m2_span_clear (bones);
      continue;
    }
    BonesHead head = { checksum (bones), was->n };
    gboolean resized = bones->n != was->n;
    resize_bones (bones, was->n);
    g_autoptr (GByteArray) changes = g_byte_array_new ();
    uint32_t next = 0;
    for (uint32_t i = 0; 2 * i + 1 < was->n; i++) {
      const uint16_t *a = &was->values[2 * i], *b = &bones->values[2 * i];
      StoredBones each = { i - next, { a[0] ^ b[0], a[1] ^ b[1] } };
      if (each.values[0] || each.values[1]) {
        g_byte_array_append (changes, (const guint8 *) &each, sizeof each);
        next = i + 1;
      }
    }
    if (resized || changes->len) {
      g_autoptr (GBytes) packed = mw_m2_squeeze (changes);
      g_autoptr (GByteArray) note = g_byte_array_new ();
      g_byte_array_append (note, (const guint8 *) &head, sizeof head);
      g_byte_array_append (note, g_bytes_get_data (packed, NULL), (guint) g_bytes_get_size (packed));
      mw_notes_add (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_bones_field, 0, note->data, note->len,
                    (guint) g_bytes_get_size (packed));
    }
    mw_m2_span_clear (bones);
  }
}
