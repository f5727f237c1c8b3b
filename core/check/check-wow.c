/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-wow.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/catalogue.h"
#include "core/schema/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EMITTER_BITS 0x20000u /* these and all higher bits are only for particle emitters of the second kind */
#define BATCHES_SINCE 1500
#define DEAD_LAYER_BITS 0xEu /* environment map and wrapping, which have no effect before version 1500 */
#define MOST 255
#define LAST_REPLACEABLE 14
#define FREQUENCY_SLACK 0.005 /* three decimal digits can cause this much error */

/* --- Nodes ---------------------------------------------------------------------------------------------------------- */

/* Returns, by record id, the object id that each node has if the nodes are numbered kind by kind. Free with
 * g_free(). */
static uint32_t *
expected_ids (const MwMdlx *model)
{
  uint32_t *ids = g_new0 (uint32_t, model->model.n_ids), next = 0;
  for (guint kind = 0; kind < mw_schema_n_kinds (&mw_mdlx_node_schema); kind++)
    for (guint pass = 0; pass < 2; pass++)
      for (uint32_t i = 0; i < model->nodes.n; i++) {
        const MwMdlxNode *node = (const MwMdlxNode *) model->nodes.items[i];
        gboolean child = node->record.schema == &mw_mdlx_bone_schema
                         && (node->parent.id || node->parent.raw != MW_REF_NONE.raw);
        if (node->record.schema == mw_schema_kind_at (&mw_mdlx_node_schema, kind) && child == (pass == 1))
          ids[node->record.id] = next++;
      }
  return ids;
}

static void
check_object_ids (MwChecking *c, const MwMdlx *model)
{
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model), *expected = expected_ids (model);
  const MwRecord *wrong;
  MwMdlxOrder order = mw_mdlx_wow_order (model, numbers, &wrong);
  if (order == MW_MDLX_ORDER_NUMBER) {
    mw_check_find_in (c, MW_RULE_WOW_OBJECT_ID, wrong, NULL, "its object id is %u, expected each of 0 to %u once",
                      numbers[wrong->id], model->nodes.n - 1);
  } else if (order == MW_MDLX_ORDER_DECREASING) {
    mw_check_find_in (
      c, MW_RULE_WOW_OBJECT_ID, wrong, NULL,
      numbers[wrong->id] == expected[wrong->id]
        ? "its object id is %u, and it comes after bones with higher ones: move it before those with a parent"
        : "its object id is %u, and it comes after nodes of its kind with higher ones",
      numbers[wrong->id]);
  } else {
    uint32_t i = 0;
    while (i < model->nodes.n && numbers[model->nodes.items[i]->id] == expected[model->nodes.items[i]->id])
      i++;
    if (i < model->nodes.n)
      mw_check_find_in (c, MW_RULE_WOW_OBJECT_ORDER, model->nodes.items[i], NULL, "its object id is %u, expected %u",
                        numbers[model->nodes.items[i]->id], expected[model->nodes.items[i]->id]);
  }
}

/* Adds the words of a name in lower case. A word is a letter and the lower-case letters after it. Sides ("L", "Right")
 * are left out, because they do not identify anything. */
static void
add_words (GHashTable *words, const char *name)
{
  while (*name) {
    const char *end = name;
    while (*end && !g_ascii_isalpha (*end))
      end++;
    const char *start = end;
    if (*end)
      end++;
    while (g_ascii_islower (*end))
      end++;
    char *word = g_ascii_strdown (start, end - start);
    if (end - start > 1 && strcmp (word, "left") != 0 && strcmp (word, "right") != 0)
      g_hash_table_add (words, word);
    else
      g_free (word);
    name = end;
  }
}

static gboolean
resembles (const char *name, const MwCatalogueEntry *entry)
{
  g_autoptr (GHashTable) mine = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) theirs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer word;
  add_words (mine, name);
  add_words (theirs, entry->name.name);
  add_words (theirs, entry->also ? entry->also : "");
  g_hash_table_iter_init (&iter, mine);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    if (g_hash_table_contains (theirs, word))
      return TRUE;
  return FALSE;
}

static void
check_attachment (MwChecking *c, const MwRecord *record)
{
  const MwMdlxAttachment *attachment = (const MwMdlxAttachment *) record;
  const MwCatalogueEntry *entry = mw_catalogue_entry (MW_CATALOGUE_ATTACHMENT_ALPHA, attachment->attachment_id);
  const char *name = mw_text (attachment->node.name);
  if (!entry)
    mw_check_find_in (c, MW_RULE_WOW_ATTACHMENT_ID, record, MW_FIELD (MwMdlxAttachment, attachment_id), "found %u",
                      attachment->attachment_id);
  if (entry && *name && !resembles (name, entry))
    mw_check_find_in (c, MW_RULE_WOW_ATTACHMENT_NAME, record, MW_FIELD (MwMdlxNode, name), "its id %u is that of %s",
                      attachment->attachment_id, entry->name.name);
}

static void
check_ribbon (MwChecking *c, const MwRecord *record)
{
  const MwMdlxRibbonEmitter *ribbon = (const MwMdlxRibbonEmitter *) record;
  if (ribbon->height_above < 0)
    mw_check_find_in (c, MW_RULE_RIBBON_HEIGHT, record, MW_FIELD (MwMdlxRibbonEmitter, height_above),
                      "found a height below 0");
  if (ribbon->height_below < 0)
    mw_check_find_in (c, MW_RULE_RIBBON_HEIGHT, record, MW_FIELD (MwMdlxRibbonEmitter, height_below),
                      "found a height below 0");
  /* The width of the ribbon is the sum of both heights (rendering.md 4.3). */
  if (ribbon->height_above + ribbon->height_below == 0 && !ribbon->height_above_track && !ribbon->height_below_track)
    mw_check_find_in (c, MW_RULE_RIBBON_FLAT, record, MW_FIELD (MwMdlxRibbonEmitter, height_below),
                      "the heights above and below sum to 0");
  if (!(ribbon->life_span > 0))
    mw_check_find_in (c, MW_RULE_RIBBON_LIFE, record, MW_FIELD (MwMdlxRibbonEmitter, life_span),
                      "expected more than 0; clients use at least 0.25 s");
  if (ribbon->emission_rate < 1)
    mw_check_find_in (c, MW_RULE_RIBBON_RATE, record, MW_FIELD (MwMdlxRibbonEmitter, emission_rate),
                      "found %u, expected at least 1", ribbon->emission_rate);
}

static void
check_particles (MwChecking *c, const MwRecord *record)
{
  const MwMdlxParticleEmitter2 *emitter = (const MwMdlxParticleEmitter2 *) record;
  if (emitter->z_source < 0)
    mw_check_find_in (c, MW_RULE_PARTICLE_Z_SOURCE, record, MW_FIELD (MwMdlxParticleEmitter2, z_source),
                      "found a height below 0");
  if (emitter->emission_rate < 0)
    mw_check_find_in (c, MW_RULE_PARTICLE_RATE, record, MW_FIELD (MwMdlxParticleEmitter2, emission_rate),
                      "found less than 0, which counts as 0");
  if (emitter->twinkle_on_off != 0 && emitter->twinkle_min == emitter->twinkle_max)
    mw_check_find_in (c, MW_RULE_PARTICLE_TWINKLE, record, MW_FIELD (MwMdlxParticleEmitter2, twinkle_max),
                      "it is the same as twinkle_min");
}

static void
check_node (MwChecking *c, const MwRecord *record)
{
  uint32_t flags = ((const MwMdlxNode *) record)->flags;
  if (flags >= EMITTER_BITS && record->schema != &mw_mdlx_particle_emitter2_schema)
    mw_check_find_in (c, MW_RULE_WOW_NODE_FLAGS, record, MW_FIELD (MwMdlxNode, flags), "found 0x%x", flags);
}

/* --- Bone words of vertices --------------------------------------------------------------------------------------------- */

enum { WORD = 4 };

/* A hash of a set of object ids. Order and repetition do not matter. */
static guint64
key_of (const uint32_t *numbers, uint32_t n)
{
  guint64 key = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = 0;
    while (k < i && numbers[k] != numbers[i])
      k++;
    guint64 mixed = (numbers[i] + G_GUINT64_CONSTANT (1)) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
    key += k == i ? (mixed ^ mixed >> 29) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9) : 0;
  }
  return key;
}

static guint64
key_of_word (const uint8_t *ids, const uint8_t *weights)
{
  uint32_t numbers[WORD], n = 0;
  for (guint k = 0; k < WORD; k++)
    if (!weights || weights[WORD - 1 - k])
      numbers[n++] = ids[k];
  return key_of (numbers, n);
}

/* Returns, by vertex, the hash of the object ids in its group. Returns NULL if a group has more ids than a word, or
 * if a vertex has no group. Free with g_free(). */
static guint64 *
keys_of_groups (const MwMdlxGeoset *geoset, const uint32_t *of_nodes)
{
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  const uint8_t *groups = geoset->vertex_groups.data;
  g_autofree guint64 *keys = g_new0 (guint64, geoset->group_sizes.n + 1);
  uint32_t at = 0;
  for (uint32_t i = 0; i < geoset->group_sizes.n; i++) {
    uint32_t numbers[WORD];
    if (sizes[i] > MIN (WORD, geoset->group_members.n - at))
      return NULL;
    for (uint32_t k = 0; k < sizes[i]; k++)
      numbers[k] = members[at + k].id ? of_nodes[members[at + k].id] : members[at + k].raw;
    keys[i] = key_of (numbers, sizes[i]);
    at += sizes[i];
  }
  guint64 *of_vertices = g_new (guint64, geoset->vertex_groups.n + 1);
  for (uint32_t i = 0; i < geoset->vertex_groups.n; i++) {
    if (groups[i] >= geoset->group_sizes.n) {
      g_free (of_vertices);
      return NULL;
    }
    of_vertices[i] = keys[groups[i]];
  }
  return of_vertices;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;
  return (x > y) - (x < y);
}

/* Compares the bone words (four object ids for each vertex) with the matrix groups. Words are in the order of the
 * groups, but a real file has two exchanged, so only the number of words of each content is compared. */
static void
check_words (MwChecking *c, const MwMdlxGeoset *geoset, const uint32_t *of_nodes)
{
  const uint32_t n = geoset->bone_indices.n;
  if (!n)
    return;
  if (n != geoset->vertex_groups.n) {
    mw_check_find_in (c, MW_RULE_WOW_BONE_WORDS, &geoset->record, MW_FIELD (MwMdlxGeoset, bone_indices),
                      "found %u for %u vertices", n, geoset->vertex_groups.n);
    return;
  }
  g_autofree guint64 *right = keys_of_groups (geoset, of_nodes), *found = g_new (guint64, n);
  const uint8_t *ids = geoset->bone_indices.data, *weights = geoset->bone_weights.data;
  uint32_t n_other = 0;
  if (!right)
    return;
  for (uint32_t i = 0; i < n; i++)
    found[i] = key_of_word (ids + WORD * (gsize) i, i < geoset->bone_weights.n ? weights + WORD * (gsize) i : NULL);
  qsort (right, n, sizeof *right, compare_keys);
  qsort (found, n, sizeof *found, compare_keys);
  for (uint32_t i = 0, k = 0; i < n;) {
    if (k < n && right[k] < found[i]) {
      k++;
    } else if (k < n && right[k] == found[i]) {
      i++;
      k++;
    } else {
      n_other++;
      i++;
    }
  }
  if (n_other)
    mw_check_find_in (c, MW_RULE_WOW_BONE_WORDS, &geoset->record, MW_FIELD (MwMdlxGeoset, bone_indices), "%u of %u",
                      n_other, n);
}

static void
check_all_words (MwChecking *c, const MwMdlx *model)
{
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  for (uint32_t i = 0; i < model->geosets.n && model->version < BATCHES_SINCE; i++)
    check_words (c, (const MwMdlxGeoset *) model->geosets.items[i], numbers);
}

/* --- Geosets of version 1500 ------------------------------------------------------------------------------------------ */

enum { BATCH_UV_SETS = 2, MOST_INDICES = 65535, MOST_IN_BYTE = 255 };

/* What the writer refuses. That arrays must have one element for each vertex is another rule. */
static void
check_batch (MwChecking *c, const MwMdlxGeoset *geoset, const uint32_t *of_nodes)
{
  const MwRecord *record = &geoset->record;
  const uint16_t *weights = geoset->skin_weights.data;
  const MwRef *bones = geoset->skin_bones.data;
  const gsize n_weights = WORD * (gsize) geoset->skin_weights.n, n_bones = WORD * (gsize) geoset->skin_bones.n;
  gsize i = 0;
  if (geoset->uv_sets.n != BATCH_UV_SETS)
    mw_check_find_in (c, MW_RULE_WOW_GEOSET_BATCH, record, MW_FIELD (MwMdlxGeoset, uv_sets), "found %u UV sets",
                      geoset->uv_sets.n);
  if (geoset->faces.n > MOST_INDICES)
    mw_check_find_in (c, MW_RULE_WOW_GEOSET_BATCH, record, MW_FIELD (MwMdlxGeoset, faces),
                      "found %u indices, expected at most %d", geoset->faces.n, MOST_INDICES);
  while (i < n_weights && weights[i] <= MOST_IN_BYTE)
    i++;
  if (i < n_weights)
    mw_check_find_at (c, MW_RULE_WOW_GEOSET_BATCH, record, MW_FIELD (MwMdlxGeoset, skin_weights), (uint32_t) (i / WORD),
                      "found %u, expected at most %d", weights[i], MOST_IN_BYTE);
  for (i = 0; i < n_bones; i++) {
    const uint32_t number = bones[i].id ? of_nodes[bones[i].id] : bones[i].raw;
    if (number <= MOST_IN_BYTE)
      continue;
    mw_check_find_at (c, MW_RULE_WOW_GEOSET_BATCH, record, MW_FIELD (MwMdlxGeoset, skin_bones), (uint32_t) (i / WORD),
                      "found the object id %u, expected at most %d", number, MOST_IN_BYTE);
    return;
  }
}

static void
check_batches (MwChecking *c, const MwMdlx *model)
{
  if (model->version < BATCHES_SINCE)
    return;
  g_autofree uint32_t *numbers = mw_model_numbers (&model->model);
  for (uint32_t i = 0; i < model->geosets.n; i++)
    check_batch (c, (const MwMdlxGeoset *) model->geosets.items[i], numbers);
}

/* --- Other checks --------------------------------------------------------------------------------------------------- */

static void
check_counts (MwChecking *c, const MwMdlx *model)
{
  const MwField *const lists[] = { MW_FIELD (MwMdlx, sequences), MW_FIELD (MwMdlx, materials),
                                   MW_FIELD (MwMdlx, geosets) };
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    uint32_t n = mw_record_list (&model->model.record, lists[i])->n;
    if (n > MOST)
      mw_check_find_in (c, MW_RULE_WOW_COUNT, &model->model.record, lists[i], "found %u, expected at most %d", n, MOST);
  }
}

static void
check_layer (MwChecking *c, const MwRecord *record)
{
  uint32_t dead = ((const MwMdlxLayer *) record)->flags & DEAD_LAYER_BITS;
  if (dead && ((const MwMdlx *) c->model)->version < BATCHES_SINCE)
    mw_check_find_in (c, MW_RULE_WOW_LAYER_FLAGS, record, MW_FIELD (MwMdlxLayer, flags), "found 0x%x", dead);
}

static void
check_texture (MwChecking *c, const MwRecord *record)
{
  const uint32_t id = ((const MwMdlxTexture *) record)->replaceable_id;
  if (id > LAST_REPLACEABLE)
    mw_check_find_in (c, MW_RULE_WOW_REPLACEABLE, record, MW_FIELD (MwMdlxTexture, replaceable_id),
                      "found %u, expected at most %d", id, LAST_REPLACEABLE);
}

static void
check_camera (MwChecking *c, const MwRecord *record)
{
  static const char *const known[] = { "CameraPortrait", "Portrait", "Paperdoll", NULL };
  const char *name = mw_text (((const MwMdlxCamera *) record)->name);
  if (!g_strv_contains (known, name))
    mw_check_find_in (c, MW_RULE_WOW_CAMERA_NAME, record, MW_FIELD (MwMdlxCamera, name),
                      "found \"%s\", expected CameraPortrait, Portrait or Paperdoll", name);
}

/* "Stand - Var1" is a variation of the animation Stand. Free with g_free(). */
static char *
animation_of (const MwMdlxSequence *sequence)
{
  const char *name = mw_text (sequence->name), *end = strstr (name, " - ");
  return end ? g_strndup (name, (gsize) (end - name)) : g_strdup (name);
}

/* The frequencies of an animation's variations should add up to 1. Real files have 0 in all of them if nothing is
 * random. */
static void
check_frequencies (MwChecking *c, const MwMdlx *model)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < model->sequences.n; i++) {
      const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[i];
      char *animation = animation_of (sequence);
      double *sum = g_hash_table_lookup (sums, animation);
      if (pass == 0) {
        if (!sum)
          g_hash_table_insert (sums, g_strdup (animation), sum = g_new0 (double, 1));
        *sum += sequence->frequency;
      } else if (sum && *sum != 0) {
        char total[G_ASCII_DTOSTR_BUF_SIZE];
        if (!(fabs (*sum - 1) <= FREQUENCY_SLACK))
          mw_check_find_in (c, MW_RULE_WOW_FREQUENCY, &sequence->record, MW_FIELD (MwMdlxSequence, frequency),
                            "those of %s sum to %s", animation, g_ascii_formatd (total, sizeof total, "%.6g", *sum));
        g_hash_table_remove (sums, animation);
      }
      g_free (animation);
    }
}

const MwRecordCheck mw_wow_checks[] = { { &mw_mdlx_node_schema, check_node },
                                        { &mw_mdlx_attachment_schema, check_attachment },
                                        { &mw_mdlx_ribbon_emitter_schema, check_ribbon },
                                        { &mw_mdlx_particle_emitter2_schema, check_particles },
                                        { &mw_mdlx_layer_schema, check_layer },
                                        { &mw_mdlx_texture_schema, check_texture },
                                        { &mw_mdlx_camera_schema, check_camera },
                                        { 0 } };

void
mw_check_wow (MwChecking *c, const MwMdlx *model)
{
  check_counts (c, model);
  check_object_ids (c, model);
  mw_check_each (c, mw_wow_checks, &model->textures);
  mw_check_each (c, mw_wow_checks, &model->nodes);
  check_all_words (c, model);
  check_batches (c, model);
  for (uint32_t i = 0; i < model->materials.n; i++)
    mw_check_each (c, mw_wow_checks, &((const MwMdlxMaterial *) model->materials.items[i])->layers);
  mw_check_each (c, mw_wow_checks, &model->cameras);
  check_frequencies (c, model);
}
