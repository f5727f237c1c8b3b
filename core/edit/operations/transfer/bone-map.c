/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/bone-map.h"
#include "core/base/file-set.h"
#include "core/model/titles.h"

#include <string.h>

/* --- Bones ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwModel *model;
  GPtrArray *bones;
  GHashTable *names; /* name -> how many nodes have it */
} Gathering;

static gboolean
gather (MwRecord *record, gpointer data)
{
  const Gathering *g = data;
  const char *name = mw_record_name (record);
  if (name)
    g_hash_table_insert (g->names, (gpointer) name,
                         GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (g->names, name)) + 1));
  if (mw_transfer_is_bone (g->model, record))
    g_ptr_array_add (g->bones, record);
  return TRUE;
}

static Gathering
bones_of (const MwModel *model)
{
  Gathering g = { model, g_ptr_array_new (), g_hash_table_new (g_str_hash, g_str_equal) };
  mw_record_foreach ((MwRecord *) &model->record, gather, &g);
  return g;
}

static void
clear (Gathering *g)
{
  g_ptr_array_unref (g->bones);
  g_hash_table_unref (g->names);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Gathering, clear)

/* What a pair calls a bone: its name, unless another node has it or it would be read in another way. Free with g_free(). */
static char *
spelled (const Gathering *g, const MwRecord *bone)
{
  const char *name = mw_record_name (bone);
  gboolean plain = name && *name && !strpbrk (name, "=;,\n#[]") && !g_ascii_isspace (*name)
                   && !g_ascii_isspace (name[strlen (name) - 1]);
  return plain && GPOINTER_TO_UINT (g_hash_table_lookup (g->names, name)) == 1 ? g_strdup (name)
                                                                               : mw_record_path (bone);
}

static void
free_row (gpointer data)
{
  MwBoneRow *row = data;
  g_free (row->source);
  g_free (row->target);
  g_free (row->title);
  g_free (row->target_title);
  g_free (row);
}

GPtrArray *
mw_bone_map_rows (const MwTransferSource *source, MwDocument *document, const char *pairs, GError **error)
{
  g_autoptr (MwTransfer) t = mw_transfer_of (document, source, error);
  if (!t || !mw_transfer_match_nodes (t, pairs, error))
    return NULL;
  g_auto (Gathering) from = bones_of (t->source), to = bones_of (mw_document_get_model (document));
  GPtrArray *rows = g_ptr_array_new_with_free_func (free_row);
  for (guint i = 0; i < from.bones->len; i++) {
    const MwRecord *bone = from.bones->pdata[i], *match = mw_transfer_to (t, bone);
    MwBoneRow *row = g_new0 (MwBoneRow, 1);
    row->source = spelled (&from, bone);
    row->title = mw_record_title (bone);
    row->target = match ? spelled (&to, match) : NULL;
    row->target_title = match ? mw_record_title (match) : NULL;
    row->how = (MwMatched) GPOINTER_TO_UINT (g_hash_table_lookup (t->how, GUINT_TO_POINTER (bone->id)));
    row->rest = GPOINTER_TO_UINT (g_hash_table_lookup (t->rest, GUINT_TO_POINTER (bone->id)));
    g_ptr_array_add (rows, row);
  }
  return rows;
}

GStrv
mw_bone_map_targets (MwDocument *document, GStrv *titles)
{
  g_auto (Gathering) all = bones_of (mw_document_get_model (document));
  g_autoptr (GStrvBuilder) names = g_strv_builder_new (), shown = g_strv_builder_new ();
  for (guint i = 0; i < all.bones->len; i++) {
    g_autofree char *name = spelled (&all, all.bones->pdata[i]), *title = mw_record_title (all.bones->pdata[i]);
    g_strv_builder_add (names, name);
    g_strv_builder_add (shown, title);
  }
  if (titles)
    *titles = g_strv_builder_end (shown);
  return g_strv_builder_end (names);
}

/* --- Text ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_about (const char *pair, const char *source)
{
  const char *equals = strchr (pair, '=');
  g_autofree char *left = equals ? g_strstrip (g_strndup (pair, (gsize) (equals - pair))) : NULL;
  return g_strcmp0 (left, source) == 0;
}

char *
mw_bone_map_put (const char *pairs, const char *source, const char *target, guint rest)
{
  static const char *const words[] = { "", ", rest", ", no rest" };
  g_auto (GStrv) each = g_strsplit_set (pairs, ";\n", -1);
  GString *text = g_string_new (NULL);
  for (guint i = 0; each[i]; i++)
    if (*g_strstrip (each[i]) && *each[i] != '#' && !is_about (each[i], source))
      g_string_append_printf (text, "%s%s", text->len ? "; " : "", each[i]);
  if (target)
    g_string_append_printf (text, "%s%s=%s%s", text->len ? "; " : "", source, target, words[MIN (rest, 2)]);
  return g_string_free (text, FALSE);
}

char *
mw_bone_map_load (const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = mw_file_read (path, NULL, error);
  gsize size = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  if (!bytes)
    return NULL;
  if (!g_utf8_validate (text, (gssize) size, NULL) || memchr (text ? text : "", 0, size)) {
    mw_set_error (error, MW_ERROR_CORRUPT, -1, NULL,
                  "%s is not a bone map, with a \"Source Bone=Target Bone\" on each line", path);
    return NULL;
  }
  g_auto (GStrv) lines = NULL;
  g_autofree char *all = g_strndup (text ? text : "", size);
  lines = g_strsplit_set (all, "\r\n;", -1);
  GString *pairs = g_string_new (NULL);
  for (guint i = 0; lines[i]; i++)
    if (*g_strstrip (lines[i]) && *lines[i] != '#')
      g_string_append_printf (pairs, "%s%s", pairs->len ? "; " : "", lines[i]);
  return g_string_free (pairs, FALSE);
}

char *
mw_bone_map_print (const char *pairs)
{
  g_auto (GStrv) each = g_strsplit_set (pairs, ";\n", -1);
  GString *text = g_string_new ("# Source Bone=Target Bone\n");
  for (guint i = 0; each[i]; i++)
    if (*g_strstrip (each[i]) && *each[i] != '#')
      g_string_append_printf (text, "%s\n", each[i]);
  return g_string_free (text, FALSE);
}
