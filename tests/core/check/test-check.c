/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each rule is tested with a sound model that gets one fault. The test lists all rules that this fault breaks; no
 * others may be found. */
#include "tests/core/io/bytes.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "tests/core/check/trackless.h"
#include "tests/core/corpus.h"
#include "core/base/i18n.h"
#include "core/check/fix.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/notes.h"

#include <math.h>
#include <string.h>

static MwMdlx *
read_sample (const char *name)
{
  GError *error = NULL;
  gsize size;
  MwFormat found;
  g_autofree char *path = sample_path (name);
  g_autofree uint8_t *data = load_exactly (path, &size);
  MwModel *model = io_read_bytes (data, size, &found, NULL, &error);
  g_assert_no_error (error);
  return (MwMdlx *) model;
}

static void
free_model (MwMdlx *model)
{
  mw_model_free (&model->model);
}

/* The ids of the rules found, each once, in the order of the rules, separated by blanks. What is only useless counts if it is the rule
 * that is shown, because a fault often makes something useless. */
static char *
found_rules (const MwMdlx *model, const char *shown)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  assert_by_record (&model->model, mw_mdlx_format (model));
  g_autoptr (GPtrArray) findings = mw_check (&model->model, mw_mdlx_format (model));
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < findings->len; k++)
      if (((MwFinding *) findings->pdata[k])->rule == &rules[i]
          && (rules[i].severity < MW_SEVERITY_UNUSED || g_strcmp0 (rules[i].id, shown) == 0)) {
        g_string_append_printf (text, "%s%s", text->len ? " " : "", rules[i].id);
        break;
      }
  return g_string_free (text, FALSE);
}

/* Asserts that there is a finding of the rule at this path. */
static void
assert_place (const MwMdlx *model, const char *rule, const char *path)
{
  g_autoptr (GPtrArray) findings = mw_check (&model->model, mw_mdlx_format (model));
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (strcmp (finding->rule->id, rule) != 0)
      continue;
    g_autofree char *place = mw_target_path (&finding->target);
    g_assert_cmpstr (place, ==, path);
    g_assert_cmpuint (strlen (finding->message), >, 0);
    return;
  }
  g_error ("%s was not found", rule);
}

#define GEOSET(model, i) ((MwMdlxGeoset *) (model)->geosets.items[i])
#define NODE(model, i) ((MwMdlxNode *) (model)->nodes.items[i])
#define SEQUENCE(model, i) ((MwMdlxSequence *) (model)->sequences.items[i])

static void
shorten (MwArray *array)
{
  g_assert_cmpuint (array->n, >, 0);
  array->n--;
}

/* Sets the number of elements of an array of a vertex. New elements are 0, and the faces do not refer to them. */
static void
resize (MwArray *array, gsize width, uint32_t n)
{
  MwArray larger = mw_array_new (n, width);
  memcpy (larger.data, array->data, width * MIN (n, array->n));
  memset ((guint8 *) larger.data + width * MIN (n, array->n), 0, width * (n - MIN (n, array->n)));
  mw_array_clear (array);
  *array = larger;
}

static void
resize_geoset (MwMdlx *model, uint32_t n)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  resize (&geoset->vertices, 12, n);
  resize (&geoset->normals, 12, n);
  resize (&geoset->vertex_groups, 1, n);
  for (uint32_t i = 0; i < geoset->uv_sets.n; i++)
    resize (&((MwMdlxUvSet *) geoset->uv_sets.items[i])->uvs, 8, n);
}

static void
many_vertices (MwMdlx *model)
{
  resize_geoset (model, 70000);
}

static void
one_vertex_too_many (MwMdlx *model)
{
  resize_geoset (model, 65536);
}

static void
all_vertices (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  resize_geoset (model, 65535);
  g_autofree char *rules = found_rules (model, NULL);
  g_assert_cmpstr (rules, ==, "wc3-geoset-large");
  free_model (model);
}

/* The file ended within the header of a chunk. */
static void
cut_file (MwMdlx *model)
{
  mw_notes_add (&model->model.record, MW_NOTE_TRAILING, NULL, 0, "CAM", 3, 3);
}

static void
dangling (MwMdlx *model)
{
  GEOSET (model, 0)->material = (MwRef) { 0, 99 };
}

static void
dangling_member (MwMdlx *model)
{
  MwRef *members = mw_array_make_writable (&GEOSET (model, 0)->group_members, sizeof (MwRef));
  members[1] = (MwRef) { 0, 4000 };
}

static void
not_finite (MwMdlx *model)
{
  SEQUENCE (model, 1)->rarity = INFINITY;
}

static void
not_finite_element (MwMdlx *model)
{
  float *vertices = mw_array_make_writable (&GEOSET (model, 0)->vertices, 12);
  vertices[3 * 5 + 1] = NAN;
}

static void
unnamed (MwMdlx *model)
{
  ((MwMdlxLayer *) ((MwMdlxMaterial *) model->materials.items[0])->layers.items[0])->filter_mode = 77;
}

static void
full_text (MwMdlx *model)
{
  g_autofree char *text = g_strnfill (80, 'x');
  mw_text_set (&model->name, text, 80);
}

static void
backwards (MwMdlx *model)
{
  SEQUENCE (model, 0)->interval[1] = SEQUENCE (model, 0)->interval[0] - 1;
}

static void
empty (MwMdlx *model)
{
  SEQUENCE (model, 0)->interval[1] = SEQUENCE (model, 0)->interval[0];
}

/* The mesh is as large as the box, and wholly beside it. */
static void
leave_sequence (MwMdlx *model)
{
  MwBounds *bounds = &SEQUENCE (model, 1)->bounds;
  const float size = bounds->max[0] - bounds->min[0];
  bounds->min[0] += 4 * size;
  bounds->max[0] += 4 * size;
}

/* The same for the bounds of the model. Other sequences still have theirs. */
static void
bounds_left (MwMdlx *model)
{
  leave_sequence (model);
  model->bounds = SEQUENCE (model, 1)->bounds;
}

static void
no_texture (MwMdlx *model)
{
  MwRecord *texture = mw_record_new (&mw_mdlx_texture_schema);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "textures"), texture);
}

static void
empty_clock (MwMdlx *model)
{
  MwMdlxGlobalSequence *clock = (MwMdlxGlobalSequence *) mw_record_new (&mw_mdlx_global_sequence_schema);
  clock->duration = 0;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "global_sequences"),
                  &clock->record);
}

static void
no_layers (MwMdlx *model)
{
  MwRecord *material = mw_record_new (&mw_mdlx_material_schema);
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "materials"), material);
}

static void
uv_set_missing (MwMdlx *model)
{
  MwRecord *material = mw_model_resolve (&model->model, GEOSET (model, 0)->material);
  ((MwMdlxLayer *) ((MwMdlxMaterial *) material)->layers.items[0])->coord_id = GEOSET (model, 0)->uv_sets.n;
}

static void
normals (MwMdlx *model)
{
  shorten (&GEOSET (model, 0)->normals);
}

static void
vertex_groups (MwMdlx *model)
{
  shorten (&GEOSET (model, 0)->vertex_groups);
}

static void
uvs (MwMdlx *model)
{
  shorten (&((MwMdlxUvSet *) GEOSET (model, 0)->uv_sets.items[0])->uvs);
}

/* Gives each vertex a bone and a weight. */
static void
weigh (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  uint32_t n = geoset->vertices.n;
  model->version = 1000;
  geoset->skin_bones = mw_array_new (n, 4 * sizeof (MwRef));
  geoset->skin_weights = mw_array_new (n, 8);
  for (uint32_t i = 0; i < 4 * n; i++) {
    ((MwRef *) geoset->skin_bones.data)[i] = (MwRef) { model->nodes.items[0]->id, 0 };
    ((uint16_t *) geoset->skin_weights.data)[i] = i % 4 ? 0 : 255;
  }
}

static void
skin_bones (MwMdlx *model)
{
  weigh (model);
  shorten (&GEOSET (model, 0)->skin_bones);
}

static void
skin_weights (MwMdlx *model)
{
  weigh (model);
  shorten (&GEOSET (model, 0)->skin_weights);
}

static void
skin_without_weights (MwMdlx *model)
{
  weigh (model);
  mw_array_clear (&GEOSET (model, 0)->skin_weights);
}

static void
geoset_tangents (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  model->version = 1000;
  geoset->tangents = mw_array_new (geoset->vertices.n + 1, 16);
  memset (geoset->tangents.data, 0, 16 * (gsize) geoset->tangents.n);
}

static void
primitive_sum (MwMdlx *model)
{
  uint32_t *sizes = mw_array_make_writable (&GEOSET (model, 0)->primitive_sizes, 4);
  sizes[0] -= 3;
}

static void
primitive_number (MwMdlx *model)
{
  GEOSET (model, 0)->primitive_types.n = 0;
}

static void
primitive_type (MwMdlx *model)
{
  uint32_t *types = mw_array_make_writable (&GEOSET (model, 0)->primitive_types, 4);
  types[0] = 3;
}

static void
not_triangles (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  uint32_t *sizes = mw_array_make_writable (&geoset->primitive_sizes, 4);
  sizes[0]--;
  shorten (&geoset->faces);
}

static void
face_index (MwMdlx *model)
{
  uint16_t *faces = mw_array_make_writable (&GEOSET (model, 0)->faces, 2);
  faces[4] = (uint16_t) GEOSET (model, 0)->vertices.n;
}

static void
group_index (MwMdlx *model)
{
  uint8_t *groups = mw_array_make_writable (&GEOSET (model, 0)->vertex_groups, 1);
  groups[2] = 255;
}

static void
group_members (MwMdlx *model)
{
  shorten (&GEOSET (model, 0)->group_members);
}

static void
group_unmoved (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  MwRef *members = mw_array_make_writable (&geoset->group_members, sizeof (MwRef));
  for (guint i = 0; i < ((const uint32_t *) geoset->group_sizes.data)[0]; i++)
    members[i] = MW_REF_NONE;
}

static void
have_groups (MwMdlx *model, guint n)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  MwArray sizes = mw_array_new (n, 4), members = mw_array_new (n, sizeof (MwRef));
  for (guint i = 0; i < n; i++) {
    ((uint32_t *) sizes.data)[i] = 1;
    ((MwRef *) members.data)[i] = (MwRef) { model->nodes.items[0]->id, 0 };
  }
  mw_array_clear (&geoset->group_sizes);
  mw_array_clear (&geoset->group_members);
  geoset->group_sizes = sizes;
  geoset->group_members = members;
}

static void
group_count (MwMdlx *model)
{
  have_groups (model, 257);
}

static void
extents (MwMdlx *model)
{
  MwRecord *geoset = &GEOSET (model, 0)->record;
  const MwField *list = mw_schema_field (geoset->schema, "extents");
  mw_record_free (mw_list_take (&model->model, geoset, list, mw_record_list (geoset, list)->n - 1));
}

static void
cycle (MwMdlx *model)
{
  NODE (model, 1)->parent = (MwRef) { NODE (model, 2)->record.id, 0 };
  NODE (model, 2)->parent = (MwRef) { NODE (model, 1)->record.id, 0 };
}

static void
own_parent (MwMdlx *model)
{
  NODE (model, 3)->parent = (MwRef) { NODE (model, 3)->record.id, 0 };
}

static void
pivots (MwMdlx *model, uint32_t count)
{
  mw_notes_add (&model->model.record, MW_NOTE_PIVOTS, NULL, model->nodes.n, &count, 4, 4);
}

static void
spare_pivots (MwMdlx *model)
{
  pivots (model, model->nodes.n + 1);
}

static void
few_pivots (MwMdlx *model)
{
  pivots (model, model->nodes.n - 1);
}

static void
no_name (MwMdlx *model)
{
  mw_text_set (&NODE (model, 0)->name, "", 0);
}

static MwTrack *
some_track (MwMdlx *model)
{
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (NODE (model, i)->rotation_track && NODE (model, i)->rotation_track->times.n > 3)
      return NODE (model, i)->rotation_track;
  g_assert_not_reached ();
}

static void
lengths (MwMdlx *model)
{
  shorten (&some_track (model)->values);
}

static void
tangents (MwMdlx *model)
{
  some_track (model)->interpolation = MW_INTERPOLATION_BEZIER;
}

static void
unsorted (MwMdlx *model)
{
  MwTrack *track = some_track (model);
  int32_t *times = mw_array_make_writable (&track->times, 4);
  times[1] = times[2] + 1;
}

static void
negative (MwMdlx *model)
{
  int32_t *times = mw_array_make_writable (&some_track (model)->times, 4);
  times[0] = -1;
}

static MwRef
add_clock (MwMdlx *model, uint32_t duration)
{
  MwMdlxGlobalSequence *clock = (MwMdlxGlobalSequence *) mw_record_new (&mw_mdlx_global_sequence_schema);
  clock->duration = duration;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "global_sequences"),
                  &clock->record);
  return (MwRef) { clock->record.id, 0 };
}

static void
beyond_loop (MwMdlx *model)
{
  MwTrack *track = some_track (model);
  int32_t *times = mw_array_make_writable (&track->times, 4);
  times[0] = 0;
  track->global_sequence = add_clock (model, (uint32_t) times[track->times.n - 2]);
}

static void
event_beyond_loop (MwMdlx *model)
{
  static const int32_t time = 500;
  MwRecord *event = mw_record_new (&mw_mdlx_event_object_schema);
  MwEventTrack *track = (MwEventTrack *) mw_record_new (&mw_event_track_schema);
  mw_text_set (&((MwMdlxNode *) event)->name, "SPLxEWAT", 8);
  ((MwMdlxNode *) event)->parent = MW_REF_NONE;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"), event);
  track->times = mw_array_copy (&time, 1, sizeof time);
  mw_child_set (&model->model, event, mw_schema_field (event->schema, "track"), &track->record);
  track->global_sequence = add_clock (model, 400);
}

static void
event_without_track (MwMdlx *model)
{
  MwRecord *event = mw_record_new (&mw_mdlx_event_object_schema);
  mw_text_set (&((MwMdlxNode *) event)->name, "SPLxEWAT", 8);
  ((MwMdlxNode *) event)->parent = MW_REF_NONE;
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "nodes"), event);
}

/* Neither sequences, nor anything that plays in one. */
static void
no_sequences (MwMdlx *model)
{
  const MwField *list = mw_schema_field (&mw_mdlx_schema, "sequences");
  remove_tracks (model);
  while (model->sequences.n)
    mw_record_free (mw_list_take (&model->model, &model->model.record, list, 0));
  /* Remove their extents as well; taking a record out of its list does not. */
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    MwRecord *geoset = model->geosets.items[i];
    const MwField *of_geoset = mw_schema_field (geoset->schema, "extents");
    while (mw_record_list (geoset, of_geoset)->n)
      mw_record_free (mw_list_take (&model->model, geoset, of_geoset, 0));
  }
}

static void
quote (MwMdlx *model)
{
  mw_text_set (&model->name, "a\"b", 3);
}

static void
line_break (MwMdlx *model)
{
  mw_text_set (&NODE (model, 0)->name, "a\nb", 3);
}

static void
degenerate (MwMdlx *model)
{
  uint16_t *faces = mw_array_make_writable (&GEOSET (model, 0)->faces, 2);
  faces[6] = faces[7];
}

/* Three vertices on a line. */
static void
flat_triangle (MwMdlx *model)
{
  const uint16_t *faces = GEOSET (model, 0)->faces.data;
  float *at = mw_array_make_writable (&GEOSET (model, 0)->vertices, 12);
  for (guint k = 0; k < 3; k++)
    at[3 * faces[2] + k] = (at[3 * faces[0] + k] + at[3 * faces[1] + k]) / 2;
}

/* The same vertices in the same direction, from another corner on. */
static void
triangle_twice (MwMdlx *model)
{
  uint16_t *faces = mw_array_make_writable (&GEOSET (model, 0)->faces, 2);
  faces[3] = faces[2];
  faces[4] = faces[0];
  faces[5] = faces[1];
}

static void
vertex_unused (MwMdlx *model)
{
  resize_geoset (model, GEOSET (model, 0)->vertices.n + 2);
}

/* One group more than the vertices have. */
static void
group_unused (MwMdlx *model)
{
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  memset (mw_array_make_writable (&geoset->vertex_groups, 1), 1, geoset->vertex_groups.n);
  have_groups (model, 2);
}

static const struct {
  void (*break_it) (MwMdlx *model);
  const char *rule, *path; /* what is found, and nothing else; path NULL: anywhere */
} cases[] = {
#define ROW(break_it, rule, path) { break_it, rule, path },
#include "tests/core/check/rows/any.h"
#undef ROW
};

static void
sound (void)
{
  static const char *const names[] = { "figure.mdx", "effect.mdx" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    MwMdlx *model = read_sample (names[i]);
    g_autofree char *rules = found_rules (model, NULL);
    g_assert_cmpstr (rules, ==, "");
    free_model (model);
  }
}

static void
each_rule (void)
{
  g_autoptr (GHashTable) fixed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = read_sample ("figure.mdx");
    cases[i].break_it (model);
    g_autofree char *found = found_rules (model, cases[i].rule);
    g_assert_cmpstr (found, ==, cases[i].rule);
    if (cases[i].path)
      assert_place (model, cases[i].rule, cases[i].path);
    if (assert_fixed (&model->model, mw_mdlx_format (model), cases[i].rule))
      g_hash_table_add (fixed, (gpointer) cases[i].rule);
    free_model (model);
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_fix_shown (cases[i].rule, fixed);
}

/* Files of World of Warcraft have sequences with the bounds of a single pose. */
static void
bounds_of_the_model_count_too (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  leave_sequence (model);
  g_autofree char *within = found_rules (model, NULL);
  g_assert_cmpstr (within, ==, "");
  memset (&model->bounds, 0, sizeof model->bounds);
  g_autofree char *empty = found_rules (model, NULL);
  g_assert_cmpstr (empty, ==, "bounds-left");
  free_model (model);
}

static void
rule_names (void)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++) {
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (rules[k].id, !=, rules[i].id);
    g_assert_true (g_str_has_suffix (rules[i].text, "."));
    g_assert_nonnull (mw_severity_name (rules[i].severity));
  }
}

/* While a track provides a layer's texture, the static reference is not used. */
static void
overruled (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  MwMdlxLayer *layer = (MwMdlxLayer *) ((MwMdlxMaterial *) model->materials.items[0])->layers.items[0];
  layer->texture = (MwRef) { 0, 77 };
  g_autofree char *without = found_rules (model, NULL);
  g_assert_cmpstr (without, ==, "reference-dangling");
  mw_child_set (&model->model, &layer->record, mw_schema_field (layer->record.schema, "texture.track"),
                mw_record_new (&mw_track_texture_schema));
  g_autofree char *with = found_rules (model, NULL);
  g_assert_cmpstr (with, ==, "wc3-track-empty");
  free_model (model);
}

/* The back of a triangle has the same vertices in the other direction. */
static void
two_sides (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  uint16_t *faces = mw_array_make_writable (&GEOSET (model, 0)->faces, 2);
  faces[3] = faces[1];
  faces[4] = faces[0];
  faces[5] = faces[2];
  g_autofree char *found = found_rules (model, "geoset-triangle-twice");
  g_assert_cmpstr (found, ==, "");
  free_model (model);
}

/* What is not made of triangles is not taken for triangles. */
static void
other_primitives (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  degenerate (model);
  primitive_type (model);
  g_autofree char *found = found_rules (model, "geoset-degenerate");
  g_assert_cmpstr (found, ==, "geoset-primitive-type");
  free_model (model);
}

/* If no triangle would be left, the user has to decide. */
static void
all_degenerate (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  memset (mw_array_make_writable (&GEOSET (model, 0)->faces, 2), 0, 2 * (gsize) GEOSET (model, 0)->faces.n);
  assert_place (model, "geoset-degenerate", "geosets[0].faces[0]");
  g_assert_false (assert_fixed (&model->model, mw_mdlx_format (model), "geoset-degenerate"));
  free_model (model);
}

/* A byte can name 256 groups. */
static void
all_groups (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  have_groups (model, 256);
  g_autofree char *found = found_rules (model, NULL);
  g_assert_null (strstr (found, "geoset-group-count"));
  free_model (model);
}

/* If a geoset has weights, its matrix groups are not checked. */
static void
weighted (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  MwMdlxGeoset *geoset = GEOSET (model, 0);
  model->version = 1000;
  group_index (model);
  shorten (&geoset->vertex_groups);
  g_autofree char *without = found_rules (model, NULL);
  g_assert_nonnull (strstr (without, "geoset-vertex-groups"));
  g_assert_nonnull (strstr (without, "geoset-group-index"));
  weigh (model);
  g_autofree char *with = found_rules (model, NULL);
  g_assert_cmpstr (with, ==, "");
  free_model (model);
}

/* How many tracks are said to have keys that nothing plays. */
static guint
n_timeless (const MwMdlx *model)
{
  g_autoptr (GPtrArray) findings = mw_check (&model->model, mw_mdlx_format (model));
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (strcmp (finding->rule->id, "wc3-track-timeless") == 0)
      return (guint) g_ascii_strtoull (finding->message, NULL, 10);
  }
  return 0;
}

/* A track that names a missing global sequence breaks another rule. */
static void
timeless_without_clock (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  MwTrack *track = some_track (model);
  while (model->sequences.n)
    mw_record_free (
      mw_list_take (&model->model, &model->model.record, mw_schema_field (&mw_mdlx_schema, "sequences"), 0));
  const guint n = n_timeless (model);
  g_assert_cmpuint (n, >, 1);
  track->global_sequence = (MwRef) { 0, 99 };
  g_assert_cmpuint (n_timeless (model), ==, n - 1);
  track->global_sequence = add_clock (model, 1000);
  g_assert_cmpuint (n_timeless (model), ==, n - 1);
  free_model (model);
}

/* Which keys after the end of a loop are reported: not those that clients use. */
static void
shown_beyond_loop (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  MwTrack *track = some_track (model);
  int32_t *times = mw_array_make_writable (&track->times, 4);
  track->global_sequence = add_clock (model, 0);
  g_autofree char *timeless = found_rules (model, "track-beyond-loop");
  g_assert_cmpstr (timeless, ==, "global-sequence-empty");
  ((MwMdlxGlobalSequence *) mw_model_resolve (&model->model, track->global_sequence))->duration = 10;
  track->times.n = track->values.n = 2;
  times[0] = 0;
  times[1] = 11;
  g_autofree char *second = found_rules (model, "track-beyond-loop");
  g_assert_cmpstr (second, ==, "track-beyond-loop");
  times[1] = 10;
  g_autofree char *at_the_end = found_rules (model, "track-beyond-loop");
  g_assert_cmpstr (at_the_end, ==, "");
  track->times.n = track->values.n = 1;
  times[0] = 11;
  g_autofree char *only = found_rules (model, "track-beyond-loop");
  g_assert_cmpstr (only, ==, "");
  free_model (model);
}

/* Real files have no errors, only some known oddities. */
static void
corpus (void)
{
  g_autoptr (GPtrArray) files = corpus_files ("mdx800");
  guint beyond = 0;
  for (guint i = 0; files && i < files->len; i++) {
    gsize size;
    MwFormat found;
    g_autofree uint8_t *data = load_exactly (files->pdata[i], &size);
    MwModel *model = io_read_bytes (data, size, &found, NULL, NULL);
    g_assert_nonnull (model);
    g_autoptr (GPtrArray) findings = mw_check (model, found);
    for (guint k = 0; k < findings->len; k++) {
      const MwFinding *finding = findings->pdata[k];
      g_autofree char *place = mw_target_path (&finding->target);
      if (strcmp (finding->rule->id, "track-beyond-loop") == 0)
        beyond++;
      if (finding->rule->severity == MW_SEVERITY_ERROR)
        g_error ("%s: %s: %s %s", (char *) files->pdata[i], place, finding->rule->id, finding->message);
    }
    mw_model_free (model);
  }
  /* Usually such a key is the first one, or the loop's duration is 0. */
  g_assert_cmpuint (beyond, <=, 1);
}

/* Files that are named after their fault. */
static void
odd_files (void)
{
  static const struct {
    const char *name, *rule, *path;
  } odd[] = {
    { "bad_sequence_interval", "sequence-empty", "sequences[0].interval.end" },
    { "missing_texture_path", "texture-empty", "textures[0].path" },
    { "globalseq_overrun", "track-beyond-loop", "bones[1].translation.track.keys[1].time" },
    { "short_normals", "geoset-normals", "geosets[0].normals" },
    { "bad_face_index", "geoset-face-index", NULL },
  };
  g_autoptr (GPtrArray) files = corpus_files ("odd");
  guint done = 0;
  for (guint i = 0; files && i < files->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (odd); k++) {
      gsize size;
      MwFormat found;
      if (!strstr (files->pdata[i], odd[k].name))
        continue;
      g_autofree uint8_t *data = load_exactly (files->pdata[i], &size);
      MwMdlx *model = (MwMdlx *) io_read_bytes (data, size, &found, NULL, NULL);
      g_assert_nonnull (model);
      g_autofree char *rules = found_rules (model, odd[k].rule);
      g_test_message ("%s: %s", odd[k].name, rules);
      g_assert_nonnull (strstr (rules, odd[k].rule));
      if (odd[k].path)
        assert_place (model, odd[k].rule, odd[k].path);
      free_model (model);
      done++;
    }
  if (files)
    g_assert_cmpuint (done, ==, G_N_ELEMENTS (odd));
}

static const char *
in_german (const char *text)
{
  return strcmp (text, "it starts at %d and ends at %d") == 0 ? "beginnt bei %d und endet bei %d" : text;
}

static void
language (void)
{
  MwMdlx *model = read_sample ("figure.mdx");
  int32_t *interval = ((MwMdlxSequence *) model->sequences.items[0])->interval;
  interval[0] = 5000;
  interval[1] = 4000;
  mw_set_translator (in_german);
  g_autoptr (GPtrArray) translated = mw_check (&model->model, mw_mdlx_format (model));
  mw_set_translator (NULL);
  g_autoptr (GPtrArray) plain = mw_check (&model->model, mw_mdlx_format (model));
  g_assert_cmpuint (translated->len, ==, plain->len);
  guint found = 0;
  for (guint i = 0; i < plain->len; i++) {
    const MwFinding *one = plain->pdata[i], *other = translated->pdata[i];
    if (strcmp (one->rule->id, "sequence-backwards") != 0)
      continue;
    g_assert_cmpstr (one->message, ==, "it starts at 5000 and ends at 4000");
    g_assert_cmpstr (other->message, ==, "beginnt bei 5000 und endet bei 4000");
    found++;
  }
  g_assert_cmpuint (found, ==, 1);
  free_model (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/rules/finds nothing in valid models", sound);
  g_test_add_func ("/check/rules/finds each planted fault and nothing else", each_rule);
  g_test_add_func ("/check/rules/bounds of the model count too", bounds_of_the_model_count_too);
  g_test_add_func ("/check/rules/a geoset has room for 65535 vertices", all_vertices);
  g_test_add_func ("/check/rules/the two sides of a triangle are two triangles", two_sides);
  g_test_add_func ("/check/rules/only triangles are judged as triangles", other_primitives);
  g_test_add_func ("/check/rules/a geoset of degenerate triangles is not fixed", all_degenerate);
  g_test_add_func ("/check/rules/a geoset has room for 256 matrix groups", all_groups);
  g_test_add_func ("/check/rules/rules have names, sentences and severities", rule_names);
  g_test_add_func ("/check/rules/a static texture may be missing if a track replaces it", overruled);
  g_test_add_func ("/check/rules/unused matrix groups of weighted geosets are not reported", weighted);
  g_test_add_func ("/check/rules/keys after the end of a loop that affect the pose are not reported",
                   shown_beyond_loop);
  g_test_add_func ("/check/rules/keys that a missing global sequence should play are not called timeless",
                   timeless_without_clock);
  g_test_add_func ("/check/rules/what is found is told in the user's language", language);
  g_test_add_func ("/check/rules/finds the fault after which a file is named", odd_files);
  g_test_add_func ("/check/rules/finds no error in real files", corpus);
  return g_test_run ();
}
