/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/m2-fix.h"
#include "core/check/fix-lines.h"
#include "core/model/m2/derived.h"
#include "core/schema/catalogue.h"

#include <string.h>

static char *
set_field (const MwRecord *record, const MwField *field, const char *value)
{
  g_autofree char *path = mw_field_path (record, field);
  return g_strconcat ("set ", path, "=", value, NULL);
}

static char *
set_flags (const MwRecord *record, const MwField *field, uint32_t flags)
{
  g_autofree char *value = g_strdup_printf ("0x%X", flags);
  return set_field (record, field, value);
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

char *
mw_fix_m2_interpolate_linearly (const MwFinding *finding)
{
  return mw_fix_set ("Linear", finding);
}

/* --- Bones and vertices --------------------------------------------------------------------------------------------- */

char *
mw_fix_m2_let_bone_move (const MwFinding *finding)
{
  const MwM2Bone *bone = (const MwM2Bone *) finding->target.record;
  enum { TRANSFORMED = 0x200 };
  return set_flags (&bone->record, MW_FIELD (MwM2Bone, flags), bone->flags | TRANSFORMED);
}

/* The table of key bones has the first one. */
char *
mw_fix_m2_forget_key_bone (const MwFinding *finding)
{
  return set_field (finding->target.record, MW_FIELD (MwM2Bone, key_bone), "-1");
}

char *
mw_fix_m2_measure_distance (const MwFinding *finding)
{
  const MwM2Bone *bone = (const MwM2Bone *) finding->target.record;
  const MwModel *model = (const MwModel *) bone->record.owner;
  const MwM2Bone *parent = (const MwM2Bone *) mw_model_resolve (model, bone->parent);
  g_autofree char *value = g_strdup_printf ("%u", parent ? mw_m2_bone_distance (bone, parent) : 0u);
  return mw_fix_set (value, finding);
}

/* How other bones are named is for the user to say. */
char *
mw_fix_m2_name_key_bone (const MwFinding *finding)
{
  const MwM2Bone *bone = (const MwM2Bone *) finding->target.record;
  const MwCatalogueEntry *key = bone->key_bone >= 0
                                  ? mw_catalogue_entry (MW_CATALOGUE_KEY_BONE, (uint32_t) bone->key_bone)
                                  : NULL;
  g_autofree char *value = key ? g_strdup_printf ("%u", key->crc) : NULL;
  return value ? mw_fix_set (value, finding) : NULL;
}

/* If no triangle would be left, the submesh should be deleted, which is for the user to say. */
char *
mw_fix_m2_remove_flat (const MwFinding *finding)
{
  const MwM2Submesh *submesh = (const MwM2Submesh *) finding->target.record;
  const uint16_t *corners = submesh->triangles.data;
  for (uint32_t i = 0; i + 2 < submesh->triangles.n; i += 3)
    if (corners[i] != corners[i + 1] && corners[i + 1] != corners[i + 2] && corners[i + 2] != corners[i])
      return mw_fix_run ("geoset-remove-degenerate", finding);
  return NULL;
}

char *
mw_fix_m2_recompute_bounds (const MwFinding *finding)
{
  const MwRecord *record = finding->target.record;
  return record->schema == &mw_m2_schema ? g_strdup ("bounds-recompute")
                                         : mw_fix_run ("sequence-recompute-bounds", finding);
}

/* --- Surfaces and effects ------------------------------------------------------------------------------------------- */

char *
mw_fix_m2_drop_path (const MwFinding *finding)
{
  return mw_fix_set ("\"\"", finding);
}

/* What the clients of the version do not read is cleared. Without either flag viewers draw heads. */
char *
mw_fix_m2_head_and_tail (const MwFinding *finding)
{
  const MwM2Particle *emitter = (const MwM2Particle *) finding->target.record;
  const MwField *flags = MW_FIELD (MwM2Particle, flags);
  enum { HEAD = 0x20000, BOTH = 0x60000 };
  if (finding->target.field != flags)
    return mw_fix_set ("0", finding);
  return set_flags (&emitter->record, flags,
                    emitter->flags & BOTH ? emitter->flags & ~(uint32_t) BOTH : emitter->flags | HEAD);
}

/* As converters do (m2.md 5.17). */
char *
mw_fix_m2_lower_blend (const MwFinding *finding)
{
  return mw_fix_set ("4", finding);
}

char *
mw_fix_m2_one_cell (const MwFinding *finding)
{
  return mw_fix_set ("1", finding);
}
