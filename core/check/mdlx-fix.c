/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/mdlx-fix.h"
#include "core/check/check-mdlx-keys.h"
#include "core/check/check-mdlx-mesh.h"
#include "core/check/fix-lines.h"
#include "core/schema/notes.h"

static const MwMdlx *
mdlx_of (const MwRecord *record)
{
  while (record->owner)
    record = record->owner;
  return (const MwMdlx *) record;
}

/* NULL if no key would be left: then the track would give its static value, and no longer its default. */
static char *
delete_keys (const MwFinding *finding, const GArray *keys)
{
  const MwRecord *holder = finding->target.record;
  const MwArray *times = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
  g_autofree char *path = mw_record_path (holder);
  if (!keys->len || keys->len == times->n)
    return NULL;
  GString *line = g_string_new (NULL);
  g_string_printf (line, "keys-delete-some %s keys=[", path);
  for (guint i = 0; i < keys->len; i++)
    g_string_append_printf (line, "%s%u", i ? "," : "", g_array_index (keys, uint32_t, i));
  g_string_append_c (line, ']');
  return g_string_free (line, FALSE);
}

char *
mw_fix_delete_unreached_keys (const MwFinding *finding)
{
  const MwRecord *track = finding->target.record;
  g_autoptr (GArray) keys = mw_wc3_unreached_keys (mdlx_of (track), track);
  return delete_keys (finding, keys);
}

char *
mw_fix_delete_redundant_keys (const MwFinding *finding)
{
  const MwRecord *track = finding->target.record;
  g_autoptr (GArray) keys = mw_wc3_redundant_keys (mdlx_of (track), track);
  return delete_keys (finding, keys);
}

/* The bounds of a sequence in a geoset are recomputed with those of the sequence. */
char *
mw_fix_recompute_bounds (const MwFinding *finding)
{
  const MwRecord *record = finding->target.record;
  if (record->schema == &mw_mdlx_schema)
    return g_strdup ("bounds-recompute");
  if (record->schema == &mw_mdlx_geoset_schema)
    return mw_fix_run ("geoset-recompute-bounds", finding);
  if (record->schema == &mw_mdlx_geoset_extent_schema)
    record = mw_model_resolve (&mdlx_of (record)->model, ((const MwMdlxGeosetExtent *) record)->sequence);
  g_autofree char *path = record ? mw_record_path (record) : NULL;
  return path ? g_strconcat ("sequence-recompute-bounds ", path, NULL) : NULL;
}

char *
mw_fix_remove_degenerate (const MwFinding *finding)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) finding->target.record;
  uint32_t first;
  /* If no triangle is left, the geoset should be deleted, which is for the user to say. */
  return 3 * (guint64) mw_mesh_degenerate (geoset, &first) < geoset->faces.n
           ? mw_fix_run ("geoset-remove-degenerate", finding)
           : NULL;
}

/* A helper that moves vertices is meant to be a bone. What else may be in its place cannot become one. */
char *
mw_fix_make_bone (const MwFinding *finding)
{
  const MwTarget *at = &finding->target;
  const MwArray *array = mw_field_at (at->record, at->field);
  const MwRef *refs = (const MwRef *) array->data + (gsize) at->first * at->field->count;
  for (guint i = 0; i < at->field->count; i++) {
    const MwRecord *node = mw_model_resolve (&mdlx_of (at->record)->model, refs[i]);
    if (!node || node->schema != &mw_mdlx_helper_schema)
      continue;
    g_autofree char *path = mw_record_path (node);
    return g_strdup_printf ("node-change-kind %s kind=bone", path);
  }
  return NULL;
}

/* Where the far plane is not beyond the near one, it is for the user to say which is right. */
char *
mw_fix_near_at_zero (const MwFinding *finding)
{
  return finding->target.field == MW_FIELD (MwMdlxCamera, near_clip) ? mw_fix_set ("0", finding) : NULL;
}

/* The word alone, or in another case, is meant as this name. */
char *
mw_fix_add_origin (const MwFinding *finding)
{
  const MwMdlx *model = mdlx_of (finding->target.record);
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwRecord *node = model->nodes.items[i];
    const char *name = mw_text (((const MwMdlxNode *) node)->name);
    if (node->schema != &mw_mdlx_attachment_schema
        || (g_ascii_strcasecmp (name, "Origin") != 0 && g_ascii_strcasecmp (name, "Origin Ref") != 0))
      continue;
    g_autofree char *path = mw_record_path (node);
    return g_strdup_printf ("rename %s name=\"Origin Ref\"", path);
  }
  return g_strdup ("attachment-add name=\"Origin Ref\"");
}

/* Ids that no file stored follow from the order of the nodes, which is for the user to change then. */
char *
mw_fix_renumber (const MwFinding *finding)
{
  const MwMdlx *model = mdlx_of (finding->target.record);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (mw_notes_find (model->nodes.items[i], MW_NOTE_OBJECT_ID, NULL))
      return g_strdup ("node-renumber");
  return NULL;
}

/* Where nodes have object ids of their own, the lists have a place for each id up to the highest. */
char *
mw_fix_complete_nodes (const MwFinding *finding)
{
  g_autofree char *renumber = mw_fix_renumber (finding);
  return renumber ? NULL : g_strdup ("node-complete");
}

/* The keys of curves have tangents, which steps do not have. */
char *
mw_fix_step (const MwFinding *finding)
{
  return ((const MwTrack *) finding->target.record)->interpolation == MW_INTERPOLATION_LINEAR
           ? mw_fix_set ("DontInterp", finding)
           : NULL;
}
