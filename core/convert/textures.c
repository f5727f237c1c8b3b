/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include "core/schema/path.h"

#include <string.h>

/* Replaceable ids have different meanings in the two games: 1 is the team colour in Warcraft III and the skin of a
 * character in World of Warcraft (names.md 4). None has a counterpart. */

#define WHY "this number means another image in the other game"

/* The image that Warcraft III shows for the first player; the other game has no counterpart. */
static const char *
image_of (uint32_t replaceable_id)
{
  switch (replaceable_id) {
  case 1:
    return "ReplaceableTextures\\TeamColor\\TeamColor00.blp";
  case 2:
    return "ReplaceableTextures\\TeamGlow\\TeamGlow00.blp";
  default:
    return "";
  }
}

void
mw_convert_textures (MwConverting *c)
{
  if (!mw_convert_changes_family (c))
    return;
  for (uint32_t i = 0; i < c->b->textures.n; i++) {
    MwMdlxTexture *texture = (MwMdlxTexture *) c->b->textures.items[i];
    if (!texture->replaceable_id)
      continue;
    const char *path = c->from.family == MW_FAMILY_MDX ? image_of (texture->replaceable_id) : "";
    if (*path && !*mw_text (texture->path)) {
      mw_text_set (&texture->path, path, strlen (path));
      mw_convert_change (c, MW_LOSS_RESTATED, &texture->record, MW_FIELD (MwMdlxTexture, path),
                         "replaces the image that the game would use");
    }
    texture->replaceable_id = 0;
    mw_convert_lose (c, &texture->record, MW_FIELD (MwMdlxTexture, replaceable_id), WHY);
  }
  for (uint32_t i = 0; i < c->b->nodes.n; i++) {
    MwMdlxParticleEmitter2 *emitter = (MwMdlxParticleEmitter2 *) c->b->nodes.items[i];
    if (c->b->nodes.items[i]->schema != &mw_mdlx_particle_emitter2_schema || !emitter->replaceable_id)
      continue;
    emitter->replaceable_id = 0;
    mw_convert_lose (c, &emitter->node.record, MW_FIELD (MwMdlxParticleEmitter2, replaceable_id), WHY);
  }
}

/* --- Paths ------------------------------------------------------------------------------------------------------------ */

/* From version 1400 on the paths in World of Warcraft files are normalised (mdlx.md 1.2). No other rule is known. */
static gboolean
normalises (MwFormat format)
{
  return format.family == MW_FAMILY_MDX_WOW && format.version >= 1400;
}

static gboolean
is_separator (char c)
{
  return c == '/' || c == '\\';
}

/* Uses backslashes, one between two names and none before the first. Free with g_free(). */
static char *
normalised (const char *path)
{
  GString *text = g_string_new (NULL);
  for (const char *at = path; *at; at++)
    if (!is_separator (*at))
      g_string_append_c (text, *at);
    else if (text->len && text->str[text->len - 1] != '\\')
      g_string_append_c (text, '\\');
  return g_string_free (text, FALSE);
}

static gboolean
normalise_record (MwRecord *record, gpointer data)
{
  MwConverting *c = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (field->type != MW_TYPE_TEXT || field->role != MW_ROLE_FILE)
      continue;
    char **path = mw_field_at (record, field);
    g_autofree char *now = normalised (mw_text (*path));
    if (strcmp (now, mw_text (*path)) == 0)
      continue;
    if (normalises (c->to))
      mw_text_set (path, now, strlen (now));
    mw_convert_lose (c, record, field,
                     normalises (c->to) ? "paths are normalised in the target version: one backslash between two names"
                                        : "it is normalised when this is converted back");
  }
  return TRUE;
}

/* Images that came with Reforged. Games before it cannot read them from any path. */
static gboolean
is_of_reforged (const char *path)
{
  static const char *const suffixes[] = { ".dds", ".tif", ".tiff" };
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      return TRUE;
  return FALSE;
}

static void
name_unloadable (MwConverting *c)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;
  for (uint32_t i = 0; i < c->b->textures.n; i++) {
    const MwMdlxTexture *texture = (const MwMdlxTexture *) c->b->textures.items[i];
    const MwRecord *was = mw_model_find (&c->a->model, texture->record.id);
    if (!is_of_reforged (mw_text (texture->path)))
      continue;
    g_autofree char *at = mw_record_path (was ? was : &texture->record);
    g_string_append_printf (names, "%s%s \"%s\"", n++ ? ", " : "", at, texture->path);
  }
  if (n)
    mw_report_remark (c->report, MW_REMARK_WARNING, 0, 0,
                      "images that the target cannot load: convert them to .blp and change their paths: %s",
                      names->str);
}

void
mw_convert_paths (MwConverting *c)
{
  gboolean reforged = c->to.family == MW_FAMILY_MDX && c->to.version >= 900;
  if (normalises (c->to) != normalises (c->from))
    mw_record_foreach (&c->b->model.record, normalise_record, c);
  if (!reforged)
    name_unloadable (c);
}
