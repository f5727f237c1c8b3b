/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/derived.h"
#include "core/schema/path.h"

#include <stdlib.h>

/* The vertices of a profile. Each submesh has a run of them, and its triangles are indices into the profile's list
 * (m2.md 6). The order within a run follows from the triangles: the model's own order in a first profile without a
 * small bone limit, else the order of first use. Exceptions are noted: one byte for a whole profile in the other
 * order, a submesh's run where only that differs, and the complete lists for a profile whose parts are not
 * contiguous. */

#define N_VERTICES 0x10000 /* as many as a u16 can index */

typedef enum { OWN_ORDER, FIRST_USE } Order;

static Order
usual_order (const MwM2Skin *skin)
{
  gboolean roomy = skin->bone_limit == 256 || skin->bone_limit == 0;
  return mw_record_index (&skin->record) == 0 && roomy ? OWN_ORDER : FIRST_USE;
}

static const MwM2Submesh *
submesh_at (const MwM2Skin *skin, uint32_t i)
{
  return (const MwM2Submesh *) skin->submeshes.items[i];
}

static void
append (MwM2Span *span, const uint16_t *values, uint32_t n)
{
  span->values = g_realloc (span->values, 2 * ((gsize) span->n + n));
  if (n)
    memcpy (span->values + span->n, values, 2 * (gsize) n);
  span->n += n;
}

/* --- Runs ------------------------------------------------------------------------------------------------------------- */

/* The index of each vertex in the current run; valid where seen[vertex] is the run's number. */
typedef struct {
  uint32_t *seen, *place;
  uint32_t n; /* of each: all corners of the model's submeshes are below */
  uint32_t run;
} Places;

static uint32_t
highest_corner (const MwM2Submesh *submesh)
{
  const uint16_t *corners = submesh->triangles.data;
  uint16_t highest = 0;
  for (uint32_t i = 0; i < submesh->triangles.n; i++)
    highest = MAX (highest, corners[i]);
  return highest;
}

static void
places_init (Places *places, const MwM2 *model)
{
  uint32_t n = 1;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    for (uint32_t i = 0; i < skin->submeshes.n; i++)
      n = MAX (n, highest_corner (submesh_at (skin, i)) + 1);
  }
  *places = (Places) { g_new0 (uint32_t, n), g_new0 (uint32_t, n), n, 0 };
}

static void
places_clear (Places *places)
{
  g_free (places->seen);
  g_free (places->place);
}

static int
by_number (const void *a, const void *b)
{
  return *(const uint16_t *) a - *(const uint16_t *) b;
}

/* Sets the lowest and the highest vertex of a submesh. FALSE: it has so few of those between that a set for all of these would take too
 * long, or none at all. */
static gboolean
range_of (const MwM2Submesh *submesh, uint16_t *least, uint16_t *most)
{
  enum { MOST_TIMES = 16 };
  const uint16_t *corners = submesh->triangles.data;
  const uint32_t n = submesh->triangles.n;
  uint16_t low = n ? corners[0] : 0, high = low;
  /* Without a branch, so that the compiler takes several at once. */
  for (uint32_t i = 0; i < n; i++) {
    low = MIN (low, corners[i]);
    high = MAX (high, corners[i]);
  }
  *least = low;
  *most = high;
  return (uint32_t) (high - low) < (uint64_t) MOST_TIMES * n;
}

/* Sorts the vertices of a run, which are those that were seen. */
static void
sort_run (const MwM2Submesh *submesh, const Places *places, MwM2Span *run)
{
  uint16_t least, most;
  if (!range_of (submesh, &least, &most)) {
    qsort (run->values, run->n, 2, by_number);
    return;
  }
  run->n = 0;
  for (uint32_t vertex = least; vertex <= most; vertex++)
    if (places->seen[vertex] == places->run)
      run->values[run->n++] = (uint16_t) vertex;
}

uint16_t *
mw_m2_submesh_vertices (const MwM2Submesh *submesh, uint32_t *n)
{
  const uint16_t *corners = submesh->triangles.data;
  const uint32_t n_corners = submesh->triangles.n;
  uint32_t n_found = 0;
  uint16_t least, most, *vertices = g_new (uint16_t, MIN (n_corners, N_VERTICES) + 1);
  if (!range_of (submesh, &least, &most)) {
    least = 0;
    most = N_VERTICES - 1;
  }
  g_autofree uint8_t *seen = g_new0 (uint8_t, most - least + 1u);
  /* Without a branch, because nobody could predict which vertex is a new one. */
  for (uint32_t i = 0; i < n_corners; i++) {
    const uint16_t vertex = corners[i];
    uint8_t *mark = &seen[vertex - least];
    vertices[n_found] = vertex;
    n_found += !*mark;
    *mark = 1;
  }
  *n = n_found;
  return vertices;
}

/* The vertices of a submesh in the given order. */
static void
make_run (const MwM2Submesh *submesh, Order order, Places *places, MwM2Span *run)
{
  const uint16_t *corners = submesh->triangles.data;
  const uint32_t n_corners = submesh->triangles.n, number = ++places->run;
  uint16_t *values = g_malloc (2 * (gsize) MIN (n_corners, N_VERTICES) + 2);
  uint32_t n = 0;
  for (uint32_t i = 0; i < n_corners; i++) {
    uint32_t *seen = &places->seen[corners[i]];
    values[n] = corners[i];
    n += *seen != number;
    *seen = number;
  }
  *run = (MwM2Span) { values, n };
  if (order == OWN_ORDER && run->n)
    sort_run (submesh, places, run);
}

/* Finds each corner's vertex in the run (its first occurrence) and writes the index. FALSE when a vertex is not in
 * the run. */
static gboolean
number_corners (const MwM2Submesh *submesh, const MwM2Span *run, uint32_t start, Places *places, MwM2Span *indices)
{
  places->run++;
  for (uint32_t i = 0; i < run->n; i++)
    if (run->values[i] < places->n && places->seen[run->values[i]] != places->run) {
      places->seen[run->values[i]] = places->run;
      places->place[run->values[i]] = i;
    }
  const uint16_t *corners = submesh->triangles.data;
  const uint32_t n = submesh->triangles.n, number = places->run;
  gboolean all = TRUE;
  indices->values = g_realloc (indices->values, 2 * ((gsize) indices->n + n));
  uint16_t *out = n ? indices->values + indices->n : NULL;
  /* Without an early exit, because nearly always all are there. */
  for (uint32_t i = 0; i < n; i++) {
    all &= places->seen[corners[i]] == number;
    out[i] = (uint16_t) (start + places->place[corners[i]]);
  }
  indices->n += n;
  return all;
}

/* Lays out a profile in an order, except for submeshes whose run is given in `runs` (may be NULL). FALSE when such a
 * run lacks a vertex of its submesh. */
static gboolean
lay_out (const MwM2Skin *skin, Order order, const MwM2Span *runs, Places *places, MwM2SkinFrame *out)
{
  gboolean ok = TRUE;
  mw_m2_span_clear (&out->vertices);
  mw_m2_span_clear (&out->indices);
  g_array_set_size (out->runs, 0);
  for (uint32_t i = 0; i < skin->submeshes.n && ok; i++) {
    const MwM2Submesh *submesh = submesh_at (skin, i);
    MwM2Span run = { 0 };
    if (runs && runs[i].n)
      mw_m2_span_set (&run, runs[i].values, runs[i].n);
    else
      make_run (submesh, order, places, &run);
    uint32_t start = out->vertices.n, first = out->indices.n;
    MwM2Runs where = { .level = (uint16_t) (first >> 16), .vertex_start = (uint16_t) start, .n_vertices = (uint16_t) run.n,
                       .index_start = (uint16_t) first, .n_indices = (uint16_t) submesh->triangles.n };
    ok = number_corners (submesh, &run, start, places, &out->indices);
    append (&out->vertices, run.values, run.n);
    g_array_append_val (out->runs, where);
    mw_m2_span_clear (&run);
  }
  return ok;
}

/* --- Triangles as stored ---------------------------------------------------------------------------------------------- */

static gboolean
out_of_range (const MwM2Submesh *submesh, GError **error, const char *what, uint32_t found, uint32_t limit)
{
  g_autofree char *path = mw_record_path (&submesh->record);
  mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "%s %u, but the profile has %u", what, found, limit);
  return FALSE;
}

/* Decodes the triangles of one submesh through the stored lists. */
static gboolean
decode_triangles (const MwM2Submesh *submesh, const MwM2SkinFrame *stored, const MwM2Runs *where, uint16_t *corners,
                  GError **error)
{
  uint32_t start = where->index_start + ((uint32_t) where->level << 16);
  if (start > stored->indices.n || where->n_indices > stored->indices.n - start)
    return out_of_range (submesh, error, "its corners end at", start + where->n_indices,
                         stored->indices.n);
  for (uint32_t i = 0; i < where->n_indices; i++) {
    uint16_t index = stored->indices.values[start + i];
    if (index >= stored->vertices.n)
      return out_of_range (submesh, error, "found vertex", index, stored->vertices.n);
    corners[i] = stored->vertices.values[index];
  }
  return TRUE;
}

gboolean
mw_m2_resolve_triangles (MwM2 *model, const MwM2Frame *stored, GError **error)
{
  uint64_t taken = 0;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    MwM2Skin *skin = (MwM2Skin *) model->skins.items[k];
    const MwM2SkinFrame *frame = k < stored->skins->len ? stored->skins->pdata[k] : NULL;
    for (uint32_t i = 0; i < skin->submeshes.n; i++) {
      MwM2Submesh *submesh = (MwM2Submesh *) skin->submeshes.items[i];
      const MwM2Runs *where = &g_array_index (frame->runs, MwM2Runs, i);
      /* Submeshes may claim the same corners repeatedly; this limits a hostile file. */
      taken += where->n_indices;
      if (taken > 16 * (uint64_t) frame->indices.n + 0x100000)
        return out_of_range (submesh, error, "the corners of the submeshes up to here are",
                             (uint32_t) MIN (taken, G_MAXUINT32), frame->indices.n);
      submesh->triangles = mw_array_new (where->n_indices, 2);
      if (where->n_indices && !decode_triangles (submesh, frame, where, submesh->triangles.data, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* --- Notes ------------------------------------------------------------------------------------------------------------ */

static gboolean
spans_equal (const MwM2Span *a, const MwM2Span *b)
{
  return a->n == b->n && (a->n == 0 || memcmp (a->values, b->values, 2 * (gsize) a->n) == 0);
}

/* Compares all but the bones, which are derived separately. */
static gboolean
frames_equal (const MwM2SkinFrame *a, const MwM2SkinFrame *b)
{
  gboolean equal = spans_equal (&a->vertices, &b->vertices) && spans_equal (&a->indices, &b->indices)
                   && a->runs->len == b->runs->len;
  for (guint i = 0; equal && i < a->runs->len; i++)
    equal = memcmp (&g_array_index (a->runs, MwM2Runs, i), &g_array_index (b->runs, MwM2Runs, i),
                    offsetof (MwM2Runs, n_bones)) == 0;
  return equal;
}

/* Notes a profile whose parts are not contiguous: the number of submeshes, vertices and indices, then all of these. */
static void
note_whole (MwM2Skin *skin, const MwM2SkinFrame *stored)
{
  g_autoptr (GByteArray) note = g_byte_array_new ();
  uint32_t head[3] = { stored->runs->len, stored->vertices.n, stored->indices.n };
  g_byte_array_append (note, (const guint8 *) head, sizeof head);
  g_byte_array_append (note, (const guint8 *) stored->runs->data, stored->runs->len * (guint) sizeof (MwM2Runs));
  g_byte_array_append (note, (const guint8 *) stored->vertices.values, 2 * stored->vertices.n);
  g_byte_array_append (note, (const guint8 *) stored->indices.values, 2 * stored->indices.n);
  mw_notes_add (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_indices_field, 0, note->data, note->len, note->len);
}

static gboolean
read_whole (const MwM2Skin *skin, MwM2SkinFrame *out)
{
  uint32_t head[3];
  const MwNote *note = mw_notes_find_of (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_indices_field, sizeof head);
  if (!note)
    return FALSE;
  memcpy (head, note->bytes, sizeof head);
  if (head[0] != skin->submeshes.n
      || note->size != sizeof head + head[0] * (uint64_t) sizeof (MwM2Runs) + 2 * ((uint64_t) head[1] + head[2]))
    return FALSE;
  const uint8_t *at = note->bytes + sizeof head;
  g_array_set_size (out->runs, head[0]);
  if (head[0])
    memcpy (out->runs->data, at, head[0] * sizeof (MwM2Runs));
  at += head[0] * sizeof (MwM2Runs);
  mw_m2_span_set (&out->vertices, at, head[1]);
  mw_m2_span_set (&out->indices, at + 2 * (size_t) head[1], head[2]);
  for (uint32_t i = 0; i < head[0]; i++) {
    const MwM2Submesh *submesh = submesh_at (skin, i);
    const MwM2Runs *where = &g_array_index (out->runs, MwM2Runs, i);
    g_autofree uint16_t *corners = g_new (uint16_t, where->n_indices + 1u);
    if (where->n_indices != submesh->triangles.n)
      return FALSE;
    /* A submesh without corners may have any start. */
    if (where->n_indices
        && (!decode_triangles (submesh, out, where, corners, NULL)
            || memcmp (corners, submesh->triangles.data, 2 * (gsize) where->n_indices) != 0))
      return FALSE;
  }
  return TRUE;
}

static void
note_skin (MwM2Skin *skin, const MwM2SkinFrame *stored, Places *places, MwM2SkinFrame *made)
{
  Order usual = usual_order (skin);
  uint32_t n = skin->submeshes.n;
  if (lay_out (skin, usual, NULL, places, made) && frames_equal (made, stored))
    return;
  /* Runs that differ from the usual order are noted. If many differ, the whole profile is in the other order. */
  g_autofree MwM2Span *runs = g_new0 (MwM2Span, n + 1);
  uint64_t all = 0;
  for (uint32_t i = 0; i < n; i++)
    all += g_array_index (stored->runs, MwM2Runs, i).n_vertices;
  if (all != stored->vertices.n) {
    note_whole (skin, stored);
    return;
  }
  for (uint32_t i = 0; i < n; i++) {
    const MwM2Runs *where = &g_array_index (stored->runs, MwM2Runs, i), *usually = &g_array_index (made->runs, MwM2Runs, i);
    if ((uint32_t) where->vertex_start + where->n_vertices > stored->vertices.n) {
      note_whole (skin, stored);
      return;
    }
    MwM2Span run = { where->n_vertices ? stored->vertices.values + where->vertex_start : NULL, where->n_vertices };
    MwM2Span same = { usually->n_vertices ? made->vertices.values + usually->vertex_start : NULL, usually->n_vertices };
    if (!spans_equal (&run, &same))
      runs[i] = run;
  }
  if (lay_out (skin, usual == OWN_ORDER ? FIRST_USE : OWN_ORDER, NULL, places, made) && frames_equal (made, stored)) {
    guint8 other = 1;
    mw_notes_add (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field, 0, &other, 1, 1);
    return;
  }
  if (!lay_out (skin, usual, runs, places, made) || !frames_equal (made, stored)) {
    note_whole (skin, stored);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    if (runs[i].n)
      mw_notes_add (skin->submeshes.items[i], MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field, 0, runs[i].values,
                    2 * runs[i].n, 2 * runs[i].n);
}

void
mw_m2_note_skin_vertices (MwM2 *model, const MwM2Frame *stored)
{
  g_autoptr (MwM2Frame) made = mw_m2_frame_new ();
  Places places;
  places_init (&places, model);
  for (uint32_t k = 0; k < model->skins.n; k++)
    if (k < stored->skins->len)
      note_skin ((MwM2Skin *) model->skins.items[k], stored->skins->pdata[k], &places, mw_m2_frame_skin (made, k));
  places_clear (&places);
}

static void
derive_skin (const MwM2Skin *skin, Places *places, MwM2SkinFrame *out)
{
  if (read_whole (skin, out))
    return;
  gboolean other = mw_notes_find (&skin->record, MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field) != NULL;
  Order usual = usual_order (skin), order = other == (usual == OWN_ORDER) ? FIRST_USE : OWN_ORDER;
  g_autofree MwM2Span *runs = g_new0 (MwM2Span, skin->submeshes.n + 1);
  for (uint32_t i = 0; i < skin->submeshes.n; i++) {
    const MwNote *note = mw_notes_find (skin->submeshes.items[i], MW_NOTE_LAYOUT, &mw_m2_skin_vertices_field);
    if (!note)
      continue;
    mw_m2_span_set (&runs[i], note->bytes, note->size / 2);
    /* A noted run that lacks a vertex no longer matches the triangles. */
    MwM2Span corners = { 0 };
    if (!number_corners (submesh_at (skin, i), &runs[i], 0, places, &corners))
      mw_m2_span_clear (&runs[i]);
    mw_m2_span_clear (&corners);
  }
  lay_out (skin, order, runs, places, out);
  for (uint32_t i = 0; i < skin->submeshes.n; i++)
    mw_m2_span_clear (&runs[i]);
}

void
mw_m2_derive_skin_vertices (const MwM2 *model, MwM2Frame *frame)
{
  Places places;
  places_init (&places, model);
  for (uint32_t k = 0; k < model->skins.n; k++)
    derive_skin ((const MwM2Skin *) model->skins.items[k], &places, mw_m2_frame_skin (frame, k));
  places_clear (&places);
}
