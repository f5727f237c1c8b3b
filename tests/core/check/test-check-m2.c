/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check.h"
#include "tests/core/check/by-record.h"
#include "tests/core/check/fixed.h"
#include "core/check/fix.h"
#include "tests/core/edit/m2.h"

#include <string.h>

static MwRecord *
first (const MwList *list)
{
  g_assert_cmpuint (list->n, >, 0);
  return list->items[0];
}

static MwM2Skin *
skin (MwM2 *model)
{
  return (MwM2Skin *) first (&model->skins);
}

static MwM2Submesh *
submesh (MwM2 *model)
{
  return (MwM2Submesh *) first (&skin (model)->submeshes);
}

static MwM2Batch *
batch (MwM2 *model)
{
  return (MwM2Batch *) first (&skin (model)->batches);
}

static MwM2Sequence *
sequence (MwM2 *model)
{
  return (MwM2Sequence *) first (&model->sequences);
}

static void
empty_list (MwM2 *model, const char *name)
{
  const MwField *field = mw_schema_field (&mw_m2_schema, name);
  while (mw_record_list (&model->model.record, field)->n)
    mw_record_free (mw_list_take (&model->model, &model->model.record, field, 0));
}

static void
no_profiles (MwM2 *model)
{
  empty_list (model, "skins");
}

static void
many_profiles (MwM2 *model)
{
  while (model->skins.n < 5)
    mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "skins"),
                    mw_record_new (&mw_m2_skin_schema));
}

static void
no_bones (MwM2 *model)
{
  empty_list (model, "bones");
}

static void
many_vertices (MwM2 *model)
{
  mw_array_clear (&model->positions);
  model->positions = mw_array_new (65536, 12);
  memset (model->positions.data, 0, 65536 * 12);
}

static void
collision (MwM2 *model)
{
  mw_array_clear (&model->collision_vertices);
}

static void
endless_alias (MwM2 *model)
{
  sequence (model)->flags |= MW_M2_SEQUENCE_ALIAS;
  sequence (model)->alias = (MwRef) { sequence (model)->record.id, 0 };
}

static void
endless_variations (MwM2 *model)
{
  sequence (model)->next = (MwRef) { sequence (model)->record.id, 0 };
}

static void
foreign_variation (MwM2 *model)
{
  MwM2Sequence *last = (MwM2Sequence *) model->sequences.items[model->sequences.n - 1];
  last->animation = 1000; /* no other sequence has it */
  last->next = MW_REF_NONE;
  sequence (model)->next = (MwRef) { last->record.id, 0 };
}

static void
external (MwM2 *model)
{
  sequence (model)->flags &= ~0x170u;
}

static void
not_loaded (MwM2 *model)
{
  ((MwM2Sequence *) first (&model->sequences))->not_loaded = TRUE;
}

static void
bone_order (MwM2 *model)
{
  MwM2Bone *last = (MwM2Bone *) model->bones.items[model->bones.n - 1];
  last->parent = MW_REF_NONE;
  ((MwM2Bone *) first (&model->bones))->parent = (MwRef) { last->record.id, 0 };
}

static void
vertex_bone (MwM2 *model)
{
  ((uint8_t *) mw_array_make_writable (&model->bone_indices, 4))[0] = 255;
  ((uint8_t *) mw_array_make_writable (&model->bone_weights, 4))[0] = 255;
}

static void
light_without_bone (MwM2 *model)
{
  ((MwM2Light *) first (&model->lights))->bone = MW_REF_NONE;
}

static void
camera (MwM2 *model)
{
  ((MwM2Camera *) first (&model->cameras))->field_of_view = 4;
}

static void
blend_mode (MwM2 *model)
{
  ((MwM2Material *) first (&model->materials))->blend_mode = 7;
}

static void
texture_path (MwM2 *model)
{
  g_autofree char *path = g_strnfill (264, 'a');
  mw_text_set (&((MwM2Texture *) first (&model->textures))->path, path, 264);
}

static void
triangle_vertex (MwM2 *model)
{
  ((uint16_t *) mw_array_make_writable (&submesh (model)->triangles, 2))[0] = 65535;
}

static void
triangles (MwM2 *model)
{
  submesh (model)->triangles.n--;
}

static void
influences (MwM2 *model)
{
  submesh (model)->influences = 0;
}

static void
no_weights (MwM2 *model)
{
  memset (mw_array_make_writable (&model->bone_weights, 4), 0, 4 * (gsize) model->bone_weights.n);
}

static void
bone_limit (MwM2 *model)
{
  skin (model)->bone_limit = 1;
}

static void
batch_textures (MwM2 *model)
{
  mw_array_clear (&batch (model)->textures);
}

static void
batch_layer (MwM2 *model)
{
  batch (model)->layer = 8;
}

static void
batch_material (MwM2 *model)
{
  batch (model)->material = MW_REF_NONE;
}

static void
profile_missing (MwM2 *model)
{
  skin (model)->not_loaded = TRUE;
}

static void
shadow_batch (MwM2 *model)
{
  MwRecord *shadow = mw_record_new (&mw_m2_shadow_batch_schema);
  ((MwM2ShadowBatch *) shadow)->color = (MwRef) { 0, 99 };
  skin (model)->record.variant = MW_M2_SKIN_SHADOWS;
  mw_list_append (&model->model, &skin (model)->record, mw_schema_field (&mw_m2_skin_schema, "shadow_batches"), shadow);
}

/* Only versions before 264 have this table. */
static void
playable (MwM2 *model)
{
  static const int16_t pairs[] = { 0, 0, 77, 0 };
  model->version = 260;
  model->playable_animations = mw_array_copy (pairs, 2, 4);
}

static void
no_sequences (MwM2 *model)
{
  empty_list (model, "sequences");
}

static void
backwards (MwM2 *model)
{
  model->version = 260;
  sequence (model)->start = 500;
  sequence (model)->end = 400;
}

static void
empty_clock (MwM2 *model)
{
  mw_list_append (&model->model, &model->model.record, mw_schema_field (&mw_m2_schema, "global_sequences"),
                  mw_record_new (&mw_m2_global_sequence_schema));
}

static const struct {
  const char *rule;
  void (*break_it) (MwM2 *model);
} cases[] = {
#define ROW(break_it, rule) { rule, break_it },
#include "tests/core/check/rows/m2.h"
#undef ROW
};

static GHashTable *
rules_of (MwDocument *document)
{
  const MwModel *model = mw_document_get_model (document);
  MwFormat format = mw_document_get_format (document);
  format.version = ((const MwM2 *) model)->version; /* some rows change it */
  assert_by_record (model, format);
  g_autoptr (GPtrArray) findings = mw_check (model, format);
  GHashTable *rules = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (g_hash_table_add (rules, (gpointer) finding->rule->id))
      g_test_message ("%s: %s", finding->rule->id, finding->message);
  }
  return rules;
}

static void
each_rule (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (GHashTable) fixed = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwDocument *document = m2_open (set);
    g_autoptr (GHashTable) before = rules_of (document);
    g_assert_false (g_hash_table_contains (before, cases[i].rule));
    cases[i].break_it ((MwM2 *) mw_document_get_model (document));
    g_autoptr (GHashTable) found = rules_of (document);
    if (!g_hash_table_contains (found, cases[i].rule))
      g_error ("%s is not found", cases[i].rule);
    if (assert_fixed (mw_document_get_model (document), mw_document_get_format (document), cases[i].rule))
      g_hash_table_add (fixed, (gpointer) cases[i].rule);
    g_object_unref (document);
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_fix_shown (cases[i].rule, fixed);
}

/* One more is too many (many_vertices()). */
static void
most_vertices (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  MwDocument *document = m2_open (set);
  MwM2 *model = (MwM2 *) mw_document_get_model (document);
  mw_array_clear (&model->positions);
  model->positions = mw_array_new (65535, 12);
  memset (model->positions.data, 0, 65535 * 12);
  g_autoptr (GHashTable) found = rules_of (document);
  g_assert_false (g_hash_table_contains (found, "m2-vertices-many"));
  g_object_unref (document);
}

static void
widest_camera (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  MwDocument *document = m2_open (set);
  MwM2Camera *made = (MwM2Camera *) first (&((MwM2 *) mw_document_get_model (document))->cameras);
  made->field_of_view = 3.1f;
  g_autoptr (GHashTable) right = rules_of (document);
  g_assert_false (g_hash_table_contains (right, "m2-camera"));
  made->field_of_view = 3.2f;
  g_autoptr (GHashTable) wrong = rules_of (document);
  g_assert_true (g_hash_table_contains (wrong, "m2-camera"));
  g_object_unref (document);
}

/* Clients from version 265 on use the references of shadow batches. */
static void
late_shadow_batches (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (265, 1, 0);
  MwDocument *document = m2_open (set);
  shadow_batch ((MwM2 *) mw_document_get_model (document));
  assert_by_record (mw_document_get_model (document), mw_document_get_format (document));
  g_autoptr (GPtrArray) findings = mw_check (mw_document_get_model (document), mw_document_get_format (document));
  guint n = 0;
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_assert_cmpstr (finding->rule->id, !=, "m2-shadow-batch");
    n += strcmp (finding->rule->id, "reference-dangling") == 0;
  }
  g_assert_cmpuint (n, >, 0);
  g_object_unref (document);
}

/* If the model comes from bytes without a folder, missing companion files are not errors. */
static void
main_file_alone (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0);
  g_autoptr (MwFileSet) part = mw_file_set_new ();
  mw_file_set_add (part, "model", NULL, mw_file_set_main (set)->bytes);
  MwDocument *document = m2_open (part);
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GPtrArray) findings = mw_check_for (model, mw_document_get_format (document), NULL, TRUE);
  guint skins = 0;
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    if (finding->rule->severity == MW_SEVERITY_ERROR)
      g_error ("%s: %s", finding->rule->id, finding->message);
    skins += strcmp (finding->rule->id, "m2-not-loaded") == 0 && finding->target.record->schema == &mw_m2_skin_schema;
  }
  g_assert_cmpuint (skins, ==, ((const MwM2 *) model)->skins.n);
  g_object_unref (document);
}

static MwSeverity
severity_of (const char *id)
{
  guint n;
  const MwRule *rules = mw_rules (&n);
  for (guint i = 0; i < n; i++)
    if (strcmp (rules[i].id, id) == 0)
      return rules[i].severity;
  g_error ("there is no rule %s", id);
}

/* Clients load these files, so there must be no errors. Some converted sets have other data in their collision
 * arrays (m2.md 15.22). */
static void
real_sets (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (G_MAXSIZE);
  if (!sets)
    return;
  for (guint i = 0; i < sets->len; i++) {
    MwDocument *document = m2_open (sets->pdata[i]);
    g_autoptr (GHashTable) rules = rules_of (document);
    GHashTableIter iter;
    gpointer rule;
    g_hash_table_iter_init (&iter, rules);
    while (g_hash_table_iter_next (&iter, &rule, NULL))
      /* The files of some sets are missing. */
      if (severity_of (rule) == MW_SEVERITY_ERROR && strcmp (rule, "m2-profile-missing") != 0)
        g_error ("%s: %s", mw_file_set_main (sets->pdata[i])->path, (const char *) rule);
    g_object_unref (document);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/m2/each rule finds its fault", each_rule);
  g_test_add_func ("/check/m2/65535 vertices are not too many", most_vertices);
  g_test_add_func ("/check/m2/a camera sees less than half a turn", widest_camera);
  g_test_add_func ("/check/m2/shadow batches that clients read must refer to existing records", late_shadow_batches);
  g_test_add_func ("/check/m2/files that were not looked for are not an error", main_file_alone);
  g_test_add_func ("/check/m2/finds no error in real sets", real_sets);
  return g_test_run ();
}
