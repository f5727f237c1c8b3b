/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/table.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <stdio.h>
#include <string.h>

/* A texture of either family, as both judge it. */
typedef struct {
  uint32_t *type, *flags;
  char **path;
} Texture;

static Texture
texture_at (const MwModel *model, uint32_t i)
{
  MwRecord *record = table_list (model, "textures")->items[i];
  if (record->schema == &mw_m2_texture_schema) {
    MwM2Texture *texture = (MwM2Texture *) record;
    return (Texture) { &texture->type, &texture->flags, &texture->path };
  }
  MwMdlxTexture *texture = (MwMdlxTexture *) record;
  return (Texture) { &texture->replaceable_id, &texture->flags, &texture->path };
}

static uint32_t
n_textures (const MwModel *model)
{
  return table_list (model, "textures")->n;
}

static MwId
id_at (const MwModel *model, uint32_t i)
{
  return table_list (model, "textures")->items[i]->id;
}

static void
remove_at (MwModel *model, uint32_t i)
{
  const MwField *list = mw_schema_part (model->record.schema, MW_PART_TEXTURES);
  mw_record_free (mw_list_take (model, &model->record, list, i));
}

/* --- Replace in paths ----------------------------------------------------------------------------------------------- */

/* The suffix of the first path that has one, with upper and lower case exchanged. */
static char *
replace_step (const MwModel *model, MwFormat format)
{
  for (uint32_t i = 0; i < n_textures (model); i++) {
    const char *path = mw_text (*texture_at (model, i).path), *dot = strrchr (path, '.');
    if (!dot || strlen (dot) != 4)
      continue;
    g_autofree char *upper = g_ascii_strup (dot, -1), *lower = g_ascii_strdown (dot, -1);
    return g_strdup_printf ("texture-replace-path textures[*] find=%s replace=-x.tga",
                            strcmp (dot, upper) == 0 ? lower : upper);
  }
  return NULL;
}

static char *
replace_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  g_auto (GStrv) words = g_strsplit_set (at->step, " =", -1);
  g_autofree char *pattern = g_regex_escape_string (words[3], -1);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_RAW, 0, NULL);
  for (uint32_t i = 0; i < n_textures (expected); i++) {
    char **path = texture_at (expected, i).path;
    g_autofree char *now = g_regex_replace_literal (regex, mw_text (*path), -1, 0, words[5], 0, NULL);
    mw_text_set (path, now, strlen (now));
  }
  return table_expect (expected, at);
}

/* --- Wrapping ------------------------------------------------------------------------------------------------------- */

static char *
wrap_step (const MwModel *model, MwFormat format)
{
  return n_textures (model) ? g_strdup ("texture-set-wrap textures[*] width=On height=Off") : NULL;
}

static char *
wrap_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for (uint32_t i = 0; i < n_textures (expected); i++) {
    uint32_t *flags = texture_at (expected, i).flags;
    *flags = (*flags & 0xFFFFFFFCu) + 1;
  }
  return table_expect (expected, at);
}

/* --- Type ----------------------------------------------------------------------------------------------------------- */

/* The first texture that is a file, and all after it. */
static char *
type_step (const MwModel *model, MwFormat format)
{
  for (uint32_t i = 0; i < n_textures (model); i++)
    if (!*texture_at (model, i).type && *mw_text (*texture_at (model, i).path))
      return g_strdup_printf ("texture-set-type textures[%u:] type=%s", i,
                              format.family == MW_FAMILY_MDX ? "TeamColor" : "monster_skin_1");
  return NULL;
}

static char *
type_judge (const TableCase *at)
{
  enum { TEAM_COLOUR = 1, MONSTER_SKIN_1 = 11 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  guint first = 0;
  g_assert_cmpint (sscanf (at->step, "texture-set-type textures[%u", &first), ==, 1);
  for (uint32_t i = first; i < n_textures (expected); i++) {
    Texture texture = texture_at (expected, i);
    *texture.type = at->format.family == MW_FAMILY_MDX ? TEAM_COLOUR : MONSTER_SKIN_1;
    mw_text_set (texture.path, "", 0);
  }
  return table_expect (expected, at);
}

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

static gboolean
same (Texture a, Texture b)
{
  g_autofree char *x = g_ascii_strdown (mw_text (*a.path), -1), *y = g_ascii_strdown (mw_text (*b.path), -1);
  return strcmp (x, y) == 0 && *a.type == *b.type && (*a.flags & 0xFFFF) == (*b.flags & 0xFFFF);
}

/* The place of the first texture that is the same as the one at `i`. */
static uint32_t
first_same (const MwModel *model, uint32_t i)
{
  uint32_t first = 0;
  while (!same (texture_at (model, first), texture_at (model, i)))
    first++;
  return first;
}

/* Few real models have two textures that are the same, so others get a copy of a texture, which its users then use. */
static char *
merge_step (const MwModel *model, MwFormat format)
{
  uint32_t used = G_MAXUINT32;
  for (uint32_t i = 0; i < n_textures (model); i++) {
    if (first_same (model, i) != i)
      return g_strdup ("texture-merge");
    if (used == G_MAXUINT32 && table_uses (model, "textures", id_at (model, i)))
      used = i;
  }
  return used == G_MAXUINT32 ? NULL
                             : g_strdup_printf ("duplicate textures[%u]\nreplace-uses textures[%u] with=textures[%u]\n"
                                                "texture-merge",
                                                used, used, used + 1);
}

static char *
merge_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for (uint32_t i = n_textures (expected); i-- > 0;) {
    uint32_t first = first_same (expected, i);
    if (first == i)
      continue;
    table_redirect (expected, "textures", id_at (expected, i), id_at (expected, first));
    remove_at (expected, i);
  }
  return table_expect (expected, at);
}

/* --- Remove unused -------------------------------------------------------------------------------------------------- */

/* A copy of a texture is used by nothing. */
static char *
unused_step (const MwModel *model, MwFormat format)
{
  for (uint32_t i = 0; i < n_textures (model); i++)
    if (!table_uses (model, "textures", id_at (model, i)))
      return g_strdup ("texture-remove-unused");
  return n_textures (model) ? g_strdup ("duplicate textures[0]\ntexture-remove-unused") : NULL;
}

static char *
unused_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for (uint32_t i = n_textures (expected); i-- > 0;)
    if (!table_uses (expected, "textures", id_at (expected, i)))
      remove_at (expected, i);
  return table_expect (expected, at);
}

const TableRow table_textures[] = {
  { "texture-replace-path", TABLE_BOTH, replace_step, replace_judge },
  { "texture-set-wrap", TABLE_BOTH, wrap_step, wrap_judge },
  { "texture-set-type", TABLE_BOTH, type_step, type_judge },
  { "texture-merge", TABLE_BOTH, merge_step, merge_judge },
  { "texture-remove-unused", TABLE_BOTH, unused_step, unused_judge },
  { NULL, 0, NULL, NULL },
};
