/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/script.h"
#include "core/model/m2/surfaces.h"
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Runs a line in which # is replaced by the number of a record. */
static void
run (MwDocument *document, const char *format, uint32_t number)
{
  g_auto (GStrv) parts = g_strsplit (format, "#", -1);
  g_autofree char *digits = g_strdup_printf ("%u", number);
  g_autofree char *line = g_strjoinv (digits, parts);
  m2_do (document, line);
}

/* --- Each of the usual edits, on any set ---------------------------------------------------------------------------- */

static gboolean
add_a_texture (MwDocument *document)
{
  uint32_t n = m2_model (document)->textures.n;
  m2_do (document, "add textures path=Textures\\New.blp flags=3");
  g_assert_cmpuint (m2_model (document)->textures.n, ==, n + 1);
  return TRUE;
}

static gboolean
add_an_attachment (MwDocument *document)
{
  m2_do (document, "add attachments attachment_id=19 bone=bones[0] position={0, 0, 1}");
  const MwM2 *model = m2_model (document);
  g_assert_cmpuint (((const MwM2Attachment *) model->attachments.items[model->attachments.n - 1])->attachment_id, ==,
                    19);
  return TRUE;
}

/* Removes a bone that has a parent and children. Returns FALSE if there is none; then removes any bone with a
 * parent. */
static gboolean
remove_a_bone_with_children (MwDocument *document)
{
  const MwM2 *model = m2_model (document);
  uint32_t n = model->bones.n, chosen = n, leaf = n;
  for (uint32_t i = 0; i < n && chosen == n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      if (((const MwM2Bone *) model->bones.items[i])->parent.id
          && ((const MwM2Bone *) model->bones.items[k])->parent.id == model->bones.items[i]->id)
        chosen = i;
  for (uint32_t i = 0; i < n; i++)
    if (((const MwM2Bone *) model->bones.items[i])->parent.id)
      leaf = i;
  gboolean has_children = chosen < n;
  chosen = has_children ? chosen : leaf;
  if (chosen == n)
    return FALSE; /* only roots */
  run (document, "delete bones[#]", chosen);
  g_assert_cmpuint (model->bones.n, ==, n - 1);
  return has_children;
}

static gboolean
add_a_sequence (MwDocument *document)
{
  uint32_t n = m2_model (document)->sequences.n;
  m2_do (document, "add sequences animation=60");
  g_assert_cmpuint (m2_model (document)->sequences.n, ==, n + 1);
  return TRUE;
}

/* In every profile that shows it. */
static gboolean
change_a_surface (MwDocument *document)
{
  const MwM2 *model = m2_model (document);
  if (!model->skins.n || !((const MwM2Skin *) model->skins.items[0])->batches.n)
    return FALSE;
  const MwM2Batch *first = (const MwM2Batch *) ((const MwM2Skin *) model->skins.items[0])->batches.items[0];
  g_autoptr (GPtrArray) surface = mw_m2_surface_of (model, first);
  gboolean everywhere = TRUE;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    gboolean shown = FALSE;
    for (guint i = 0; i < surface->len; i++)
      shown |= ((const MwM2Batch *) surface->pdata[i])->record.owner == model->skins.items[k];
    everywhere &= shown;
  }
  MwId texture = model->textures.items[model->textures.n - 1]->id;
  run (document, "surface-texture skins[0].batches[0] texture=textures[#]", model->textures.n - 1);
  m2_do (document, "surface-texture skins[0].batches[0] path=skin/new.blp");
  MwId made = model->textures.items[model->textures.n - 1]->id;
  for (guint i = 0; i < surface->len; i++)
    g_assert_cmpuint (((const MwRef *) ((const MwM2Batch *) surface->pdata[i])->textures.data)[0].id, ==, made);
  g_assert_cmpuint (made, !=, texture);
  mw_document_undo (document);
  m2_do (document, "surface-blend skins[0].batches[0] blend_mode=Add");
  for (guint i = 0; i < surface->len; i++) {
    const MwM2Batch *batch = surface->pdata[i];
    const MwM2Material *material = (const MwM2Material *) mw_model_resolve (&model->model, batch->material);
    g_assert_cmpuint (((const MwRef *) batch->textures.data)[0].id, ==, texture);
    g_assert_cmpuint (material->blend_mode, ==, 4);
    g_assert_true (mw_m2_same_surface (first, batch));
  }
  /* Clients of earlier versions do not know it. */
  if (model->version < MW_M2_BLEND_ADD_SINCE) {
    g_autofree char *refused = m2_refusal (document, "surface-blend skins[0].batches[0] blend_mode=BlendAdd");
    g_assert_nonnull (strstr (refused, "expected one of Opaque"));
  }
  return everywhere;
}

static gboolean
delete_a_submesh (MwDocument *document)
{
  const MwM2 *model = m2_model (document);
  const MwM2Skin *skin = model->skins.n ? (const MwM2Skin *) model->skins.items[0] : NULL;
  if (!skin || skin->submeshes.n < 2)
    return FALSE;
  uint32_t n = skin->submeshes.n;
  run (document, "delete skins[0].submeshes[#]", n - 1);
  g_assert_cmpuint (skin->submeshes.n, ==, n - 1);
  return TRUE;
}

static gboolean
delete_a_surface (MwDocument *document)
{
  const MwM2 *model = m2_model (document);
  const MwM2Skin *skin = model->skins.n ? (const MwM2Skin *) model->skins.items[0] : NULL;
  if (!skin || skin->submeshes.n < 2)
    return FALSE;
  m2_do (document, "surface-delete skins[0].batches[0]");
  return TRUE;
}

static gboolean
edit_a_box (MwDocument *document)
{
  m2_do (document, "set bounds.max={3, 4, 5}");
  m2_do (document, "set bounds.radius=9.5");
  return TRUE;
}

/* Returns FALSE if the model did not have what the edit is about. */
static const struct {
  const char *what;
  gboolean (*run) (MwDocument *document);
} edits[] = {
  { "add a texture", add_a_texture },
  { "add an attachment", add_an_attachment },
  { "remove a bone with children", remove_a_bone_with_children },
  { "add a sequence", add_a_sequence },
  { "change a surface", change_a_surface },
  { "delete a submesh", delete_a_submesh },
  { "delete a surface", delete_a_surface },
  { "edit a bounding box", edit_a_box },
};

/* The checker's words for rules about the places of arrays. */
static const char *const placement[] = { "gap", "order" };

/* Runs each edit alone, then all of them. Each time the model is saved, proved and checked, and everything is
 * undone. `by_rule`: a made set, which obeys the exporter's rule and in which each edit has something to do. */
static void
edit_set (const MwFileSet *set, gboolean by_rule, const char *what)
{
  MwDocument *document = m2_open (set);
  g_autoptr (GHashTable) before = m2_broken_rules (set);
  /* A file with another order keeps it, and arrays that grow are moved to its end (architecture.md,
   * Records and families). */
  if (!by_rule)
    for (guint i = 0; i < G_N_ELEMENTS (placement); i++)
      g_hash_table_insert (before, (gpointer) placement[i], NULL);
  g_autoptr (MwFileSet) first = m2_saved (document);
  m2_assert_same_set (first, set);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_autofree char *label = g_strdup_printf ("%s: %s", what, edits[i].what);
    if (!edits[i].run (document) && by_rule)
      g_error ("%s: there was nothing to do", label);
    g_autoptr (MwFileSet) saved = m2_assert_sound (document, before, label);
    mw_document_go_to (document, 0);
    g_autoptr (MwFileSet) undone = m2_saved (document);
    m2_assert_same_set (undone, first);
  }
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    edits[i].run (document);
  g_autofree char *label = g_strdup_printf ("%s: all of it", what);
  g_autoptr (MwFileSet) last = m2_assert_sound (document, before, label);
  mw_document_go_to (document, 0);
  g_autoptr (MwFileSet) undone = m2_saved (document);
  m2_assert_same_set (undone, first);
  mw_document_go_to (document, mw_document_get_n_steps (document));
  g_autoptr (MwFileSet) again = m2_saved (document);
  m2_assert_same_set (again, last);
  g_object_unref (document);
}

static void
test_made_sets (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++) {
    g_autoptr (MwFileSet) set = m2_made_set (version, version, 0);
    g_autofree char *what = g_strdup_printf ("version %u", version);
    edit_set (set, TRUE, what);
  }
  static const M2GenerateOptions forms[] = {
    { 264, 1, M2_FORM_LATE_SKIN },
    { 264, 2, M2_FORM_NO_COMBINERS },
    { 266, 3, M2_FORM_SPLIT_BLEND },
    { 267, 4, M2_FORM_LONG_PARTICLE },
    { 272, 5, M2_FORM_NO_COORDS },
    { 272, 6, M2_FORM_CHUNKS },
    { 274, 7, M2_FORM_CHUNKS | M2_FORM_NO_COORDS },
  };
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++) {
    g_autoptr (MwFileSet) set = m2_made_set (forms[i].version, forms[i].seed, forms[i].form);
    g_autofree char *what = g_strdup_printf ("version %u, form %u", forms[i].version, forms[i].form);
    edit_set (set, TRUE, what);
  }
}

static void
test_real_sets (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (400 << 10);
  if (!sets)
    return;
  for (guint i = 0; i < sets->len; i++) {
    const MwFileSet *set = sets->pdata[i];
    g_autofree char *name = g_path_get_basename (mw_file_set_main (set)->path);
    edit_set (set, FALSE, name);
  }
  g_test_message ("%u sets", sets->len);
}

/* --- Changes that follow from an edit ------------------------------------------------------------------------------- */

/* The bone, by id, of each influence that has a weight. */
static GArray *
movers (const MwM2 *model)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  const uint8_t *weights = model->bone_weights.data, *indices = model->bone_indices.data;
  for (uint32_t i = 0; i < 4 * model->bone_weights.n; i++) {
    MwId id = weights[i] ? model->bones.items[indices[i]]->id : 0;
    g_array_append_val (ids, id);
  }
  return ids;
}

static void
test_vertices_follow (void)
{
  MwDocument *document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  g_autoptr (GArray) before = movers (model);
  g_autofree void *indices = g_memdup2 (model->bone_indices.data, 4 * (gsize) model->bone_indices.n);
  m2_do (document, "add bones parent=bones[0]");
  m2_do (document, "move-up bones[3]");
  g_autoptr (GArray) moved = movers (model);
  g_assert_cmpmem (before->data, before->len * sizeof (MwId), moved->data, moved->len * sizeof (MwId));
  const MwM2Bone *bone = NULL;
  for (uint32_t i = 0; i < model->bones.n && !bone; i++)
    for (guint k = 0; k < before->len; k++)
      if (((const MwM2Bone *) model->bones.items[i])->parent.id
          && g_array_index (before, MwId, k) == model->bones.items[i]->id)
        bone = (const MwM2Bone *) model->bones.items[i];
  g_assert_nonnull (bone);
  MwId id = bone->record.id, parent = bone->parent.id;
  run (document, "delete bones[#]", mw_record_index (&bone->record));
  g_autoptr (GArray) after = movers (model);
  for (guint k = 0; k < before->len; k++) {
    MwId was = g_array_index (before, MwId, k);
    g_assert_cmpuint (g_array_index (after, MwId, k), ==, was == id ? parent : was);
  }
  mw_document_go_to (document, 0);
  g_assert_cmpmem (model->bone_indices.data, 4 * (gsize) model->bone_indices.n, indices,
                   4 * (gsize) model->bone_indices.n);
  g_object_unref (document);
}

static void
test_users_of_a_root (void)
{
  MwDocument *document = m2_open_made (264);
  m2_do (document, "add attachments bone=bones[0]");
  g_autofree char *reason = m2_refusal (document, "delete bones[0]");
  g_test_message ("%s", reason);
  g_assert_nonnull (strstr (reason, "would be left without a bone"));
  g_object_unref (document);
}

static void
test_flag_of_keys (void)
{
  MwDocument *document = m2_open_made (260);
  m2_do (document, "add bones parent=bones[0]");
  uint32_t index = m2_model (document)->bones.n - 1;
  const MwM2Bone *bone = (const MwM2Bone *) m2_model (document)->bones.items[index];
  g_assert_cmpuint (bone->flags & 0x200, ==, 0);
  run (document, "add bones[#].translation.track", index);
  g_assert_cmpuint (bone->flags & 0x200, ==, 0);
  const MwRecord *track = &bone->translation_track->record;
  static const int32_t time = 10;
  static const float value[3] = { 1, 2, 3 };
  mw_document_begin (document, "Keys");
  g_assert_true (mw_document_swap_keys (document, track->id, mw_array_copy (&time, 1, 4), mw_array_copy (value, 1, 12),
                                        (MwArray) { 0 }, (MwArray) { 0 }, NULL));
  mw_document_commit (document);
  g_assert_cmpuint (bone->flags & 0x200, ==, 0x200);
  run (document, "delete bones[#].translation.track", index);
  g_assert_cmpuint (bone->flags & 0x200, ==, 0);
  mw_document_undo (document);
  g_assert_cmpuint (bone->flags & 0x200, ==, 0x200);
  g_object_unref (document);
}

static void
test_words_of_bones (void)
{
  MwDocument *document = m2_open_made (260);
  m2_do (document, "add bones parent=bones[0]");
  uint32_t index = m2_model (document)->bones.n - 1;
  const MwM2Bone *bone = (const MwM2Bone *) m2_model (document)->bones.items[index],
                 *root = (const MwM2Bone *) m2_model (document)->bones.items[0];
  mw_document_begin (document, "Move");
  float pivot[3] = { root->pivot[0] + 3, root->pivot[1] + 4, root->pivot[2] };
  g_assert_true (mw_document_set_field (document, bone->record.id, fixture_field (&bone->record, "pivot"), pivot,
                                        sizeof pivot, NULL));
  mw_document_commit (document);
  g_assert_cmpuint (bone->parent_distance, ==, 180);
  g_assert_cmpuint (root->descendant_distance, >=, 180);
  g_object_unref (document);
}

static void
test_parents_first (void)
{
  MwDocument *document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  m2_do (document, "add bones parent=none");
  uint32_t last = model->bones.n - 1;
  const MwM2Bone *leaf = (const MwM2Bone *) model->bones.items[1];
  g_autofree char *reason = m2_refusal (document, "set bones[1].parent=bones[2]");
  g_test_message ("%s", reason);
  run (document, "re-parent bones[1] parent=bones[#]", last);
  g_assert_cmpuint (leaf->parent.id, ==, model->bones.items[mw_record_index (&leaf->record) - 1]->id);
  for (uint32_t i = 0; i < model->bones.n; i++) {
    const MwRecord *parent = mw_model_resolve (&model->model, ((const MwM2Bone *) model->bones.items[i])->parent);
    g_assert_true (!parent || mw_record_index (parent) < i);
  }
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, "re-parented");
  g_object_unref (document);
}

static void
test_duplicates (void)
{
  MwDocument *document = m2_open_made (272);
  const MwM2 *model = m2_model (document);
  m2_do (document, "duplicate skins[0]");
  const MwM2Skin *copy = (const MwM2Skin *) model->skins.items[1];
  for (uint32_t i = 0; i < copy->batches.n; i++) {
    const MwRecord *submesh = mw_model_resolve (&model->model, ((const MwM2Batch *) copy->batches.items[i])->submesh);
    g_assert_true (submesh && submesh->owner == &copy->record);
  }
  mw_document_undo (document);
  uint32_t n = model->sequences.n;
  m2_do (document, "duplicate sequences[0]");
  g_assert_cmpuint (model->sequences.n, ==, n + 1);
  guint selected;
  MwId id = mw_document_get_selection (document, &selected)[0];
  const MwM2Sequence *made = (const MwM2Sequence *) mw_model_find (&model->model, id);
  g_assert_cmpuint (made->alias.id, ==, made->record.id);
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, "a sequence twice");
  g_object_unref (document);
}

/* When the sequence that an alias plays is deleted, the alias gets its keys. */
static void
test_aliases (void)
{
  MwDocument *document = m2_open_made (264);
  const MwM2 *model = m2_model (document);
  const MwM2Sequence *alias = NULL;
  for (uint32_t i = 0; i < model->sequences.n && !alias; i++)
    if (((const MwM2Sequence *) model->sequences.items[i])->flags & MW_M2_SEQUENCE_ALIAS)
      alias = (const MwM2Sequence *) model->sequences.items[i];
  g_assert_nonnull (alias);
  const MwM2Sequence *head = alias;
  while (head->flags & MW_M2_SEQUENCE_ALIAS)
    head = (const MwM2Sequence *) mw_model_resolve (&model->model, head->alias);
  MwId id = alias->record.id;
  run (document, "delete sequences[#]", mw_record_index (&head->record));
  g_assert_cmpuint (alias->flags & MW_M2_SEQUENCE_ALIAS, ==, 0);
  gboolean any = FALSE;
  for (uint32_t i = 0; i < model->bones.n; i++) {
    const MwM2Track *track = ((const MwM2Bone *) model->bones.items[i])->rotation_track;
    for (uint32_t k = 0; track && k < track->lanes.n; k++)
      any |= ((const MwM2Lane *) track->lanes.items[k])->sequence.id == id;
  }
  g_assert_true (any);
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, "the head of an alias gone");
  g_object_unref (document);
}

static void
test_missing_files (void)
{
  g_autoptr (MwFileSet) set = m2_made_set (264, 1, 0), part = mw_file_set_new ();
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *file = set->parts->pdata[i];
    if (!g_str_has_prefix (file->role, "anim"))
      mw_file_set_add (part, file->role, file->path, file->bytes);
  }
  MwDocument *document = m2_open (part);
  const MwM2 *model = m2_model (document);
  uint32_t index = 0;
  while (index < model->sequences.n && !((const MwM2Sequence *) model->sequences.items[index])->not_loaded)
    index++;
  g_assert_cmpuint (index, <, model->sequences.n);
  static const char *const lines[] = { "set sequences[#].flags.in_model=1", "set sequences[#].animation=77",
                                       "duplicate sequences[#]" };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_auto (GStrv) parts = g_strsplit (lines[i], "#", -1);
    g_autofree char *digits = g_strdup_printf ("%u", index);
    g_autofree char *line = g_strjoinv (digits, parts), *reason = m2_refusal (document, line);
    g_test_message ("%s", reason);
    g_assert_nonnull (strstr (reason, ".anim\", which is not loaded"));
  }
  g_object_unref (document);
}

static void
test_playable (void)
{
  MwDocument *document = m2_open_made (260);
  const MwM2 *model = m2_model (document);
  const int16_t *pairs = model->playable_animations.data;
  g_autofree int16_t *before = g_memdup2 (pairs, 4 * (gsize) model->playable_animations.n);
  g_assert_cmpuint (model->playable_animations.n, >, 91);
  g_assert_cmpint (pairs[2 * 91], !=, 91);
  m2_do (document, "add sequences animation=91");
  pairs = model->playable_animations.data;
  for (uint32_t i = 0; i < model->playable_animations.n; i++) {
    g_assert_cmpint (pairs[2 * i], ==, i == 91 ? 91 : before[2 * i]);
    g_assert_cmpint (pairs[2 * i + 1], ==, i == 91 ? 0 : before[2 * i + 1]);
  }
  g_object_unref (document);
}

/* Counts entries of the stored table that name an animation without a stored sequence. It looks at the bytes only
 * (m2.md 2 and 5.1). */
static guint
count_lost (const MwFileSet *set)
{
  enum { N_ANIMATIONS = 0x10000, SEQUENCES_AT = 0x1C, PLAYABLE_AT = 0x2C, SEQUENCE_SIZE = 0x44, NO_STAND = 147 };
  g_autofree guint8 *has = g_new0 (guint8, N_ANIMATIONS);
  const guint8 *bytes = g_bytes_get_data (mw_file_set_main (set)->bytes, NULL);
  guint32 sequences[2], playable[2];
  guint lost = 0;
  memcpy (sequences, bytes + SEQUENCES_AT, sizeof sequences);
  memcpy (playable, bytes + PLAYABLE_AT, sizeof playable);
  for (guint32 i = 0; i < sequences[0]; i++) {
    guint16 id;
    memcpy (&id, bytes + sequences[1] + SEQUENCE_SIZE * (gsize) i, 2);
    has[id] = 1;
  }
  for (guint32 i = 0; i < playable[0]; i++) {
    guint16 id;
    memcpy (&id, bytes + playable[1] + 4 * (gsize) i, 2);
    lost += !has[id] && !(id == NO_STAND && !has[0]);
  }
  return lost;
}

/* Deletes or renumbers each sequence of a set. The table must then not name an animation that is gone. */
static void
follow_in (const MwFileSet *set, guint *n_edits)
{
  static const char *const lines[] = { "delete sequences[%u]", "set sequences[%u].animation=190",
                                       "set sequences[%u].animation=4" };
  MwDocument *document = m2_open (set);
  guint before = count_lost (set);
  for (guint l = 0; l < G_N_ELEMENTS (lines); l++)
    for (guint i = 0; i < m2_model (document)->sequences.n && m2_model (document)->sequences.n > 1; i++) {
      g_auto (GStrv) parts = g_strsplit (lines[l], "%u", -1);
      g_autofree char *digits = g_strdup_printf ("%u", i), *line = g_strjoinv (digits, parts);
      g_autoptr (GError) error = NULL;
      if (!mw_script_run_line (document, line, NULL, &error))
        continue;
      g_autoptr (MwFileSet) saved = m2_saved (document);
      if (count_lost (saved) > before)
        g_error ("%s: %u entries name an animation that is not there", line, count_lost (saved));
      mw_document_go_to (document, 0);
      (*n_edits)++;
    }
  g_object_unref (document);
}

static void
test_playable_follow (void)
{
  g_autoptr (GPtrArray) sets = m2_corpus_sets (8 << 20);
  guint n_edits = 0;
  for (guint version = 256; version <= 263; version++) {
    g_autoptr (MwFileSet) set = m2_made_set (version, version, 0);
    follow_in (set, &n_edits);
  }
  g_assert_cmpuint (n_edits, >, 0);
  for (guint i = 0; sets && i < sets->len; i++)
    if (m2_set_version (sets->pdata[i]) < 264)
      follow_in (sets->pdata[i], &n_edits);
  g_test_message ("%u edits", n_edits);
}

/* A model that loses its Stand plays LAST_RESORT instead, and Stand again when it gets one. */
static void
test_playable_stand (void)
{
  MwDocument *document = m2_open_made (260);
  const MwM2 *model = m2_model (document);
  guint32 n = model->playable_animations.n;
  g_autofree int16_t *before = g_memdup2 (model->playable_animations.data, 4 * (gsize) n);
  for (guint i = model->sequences.n; i-- > 0;)
    if (((const MwM2Sequence *) model->sequences.items[i])->animation == 0) {
      g_autofree char *line = g_strdup_printf ("set sequences[%u].animation=150", i);
      m2_do (document, line);
    }
  const int16_t *pairs = model->playable_animations.data;
  guint last_resorts = 0;
  for (guint32 i = 0; i < n; i++) {
    g_assert_cmpint (pairs[2 * i], !=, 0);
    last_resorts += pairs[2 * i] == 147;
  }
  g_assert_cmpuint (last_resorts, >, 100);
  m2_do (document, "add sequences animation=0");
  pairs = model->playable_animations.data;
  for (guint32 i = 0; i < n; i++)
    if (i != 150)
      g_assert_cmpint (pairs[2 * i], ==, before[2 * i]);
  mw_document_go_to (document, 0);
  g_assert_cmpmem (model->playable_animations.data, 4 * (gsize) n, before, 4 * (gsize) n);
  g_object_unref (document);
}

static void
test_codes (void)
{
  MwDocument *document = m2_open_made (264);
  m2_do (document, "add texture_weights");
  uint32_t index = m2_model (document)->texture_weights.n - 1;
  run (document, "set texture_weights[#].weight.track.lanes[0].keys[0].value=0.3", index);
  const MwM2Track *track = ((const MwM2TextureWeight *) m2_model (document)->texture_weights.items[index])
                             ->weight_track;
  float value = *(const float *) ((const MwM2Lane *) track->lanes.items[0])->values.data;
  g_assert_true (value == (float) (9830 / 32767.0));
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, "a weight");
  g_object_unref (document);
}

/* A profile may show nothing at all. */
static void
test_empty_profile (void)
{
  MwDocument *document = m2_open_made (264);
  const MwM2Skin *skin = (const MwM2Skin *) m2_model (document)->skins.items[0];
  while (skin->batches.n)
    m2_do (document, "delete skins[0].batches[0]");
  g_autoptr (MwFileSet) saved = m2_assert_sound (document, NULL, "a profile without batches");
  g_object_unref (document);
}

static void
test_not_writable (void)
{
  g_autoptr (GError) error = NULL;
  MwDocument *document = m2_open_made (264);
  m2_do (document, "set skins[0].batches[0].color=70000");
  g_autoptr (MwFileSet)
    set = mw_io_write (mw_document_get_model (document), mw_document_get_format (document), NULL, &error);
  g_assert_null (set);
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_autofree char *sentence = mw_error_describe (error, NULL);
  g_test_message ("%s", sentence);
  g_assert_nonnull (strstr (sentence, "skins[0].batches[0].color"));
  g_object_unref (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/m2/usual edits keep generated sets of every version valid", test_made_sets);
  g_test_add_func ("/edit/m2/usual edits keep real sets valid", test_real_sets);
  g_test_add_func ("/edit/m2/vertices follow their bones", test_vertices_follow);
  g_test_add_func ("/edit/m2/nothing is left without a bone", test_users_of_a_root);
  g_test_add_func ("/edit/m2/the flag of a bone follows its keys", test_flag_of_keys);
  g_test_add_func ("/edit/m2/the skeleton values of a bone follow its position", test_words_of_bones);
  g_test_add_func ("/edit/m2/parents must come before their children", test_parents_first);
  g_test_add_func ("/edit/m2/references within a copy point into the copy", test_duplicates);
  g_test_add_func ("/edit/m2/an alias gets the keys that it played", test_aliases);
  g_test_add_func ("/edit/m2/keys that are not loaded are not changed", test_missing_files);
  g_test_add_func ("/edit/m2/the playable table follows the sequences", test_playable);
  g_test_add_func ("/edit/m2/the playable table does not name removed animations", test_playable_follow);
  g_test_add_func ("/edit/m2/the playable table is right without Stand", test_playable_stand);
  g_test_add_func ("/edit/m2/values take the nearest code", test_codes);
  g_test_add_func ("/edit/m2/a profile without batches is saved", test_empty_profile);
  g_test_add_func ("/edit/m2/values beyond 16 bits are not written", test_not_writable);
  return g_test_run ();
}
