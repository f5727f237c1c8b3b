/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/geosets/mesh-list.h"
#include "core/edit/operations/geosets/mesh.h"

#include <string.h>

static gboolean
refuse_part (const char *part, const char *why, GError **error)
{
  g_autofree char *reason = g_strdup_printf ("\"%s\" %s", part, why);
  return mw_operation_refuse (NULL, error, reason);
}

/* Marks what one part of the text means: a number, or a first and a last one. */
static gboolean
mark_range (const char *part, MwMarksKind kind, guint8 *marked, guint32 n, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (part, "-", 2);
  const char *what = kind == MW_MARKS_FACES ? "face" : "vertex";
  guint64 first, last;
  const char *to = ends[0] && ends[1] ? g_strstrip (ends[1]) : ends[0];
  if (!ends[0] || !g_ascii_string_to_unsigned (g_strstrip (ends[0]), 10, 0, G_MAXUINT32, &first, NULL)
      || !g_ascii_string_to_unsigned (to, 10, 0, G_MAXUINT32, &last, NULL)) {
    g_autofree char *why = g_strdup_printf ("is neither a number of a %s nor a range, such as 0-15", what);
    return refuse_part (part, why, error);
  }
  if (first > last)
    return refuse_part (part, "is a range that ends before it starts", error);
  if (last >= n) {
    g_autofree char *why = g_strdup_printf ("contains a %s that does not exist: the last one is %u", what,
                                            n ? n - 1 : 0);
    return refuse_part (part, why, error);
  }
  memset (marked + first, 1, (gsize) (last - first + 1));
  return TRUE;
}

/* The flags of one mesh. NULL and an error if the list is wrong. `list`: NULL means everything. */
static guint8 *
flags_of (MwDocument *document, MwMarksKind kind, const char *list, MwId id, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *mesh = mw_model_find (model, id), *holder = mw_mesh_holder (model, mesh);
  const guint32 n = kind == MW_MARKS_FACES ? mw_mesh_array (mesh, mw_mesh_triangles (mesh))->n / 3
                                           : mw_mesh_array (holder, mw_mesh_positions (holder))->n;
  g_autofree guint8 *marked = g_new0 (guint8, n + 1);
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_append_val (alone, id);
  g_autofree guint8 *used = kind == MW_MARKS_VERTICES ? mw_mesh_used (document, alone) : NULL;
  if (!list) {
    memset (marked, 1, n);
    return used ? g_steal_pointer (&used) : g_steal_pointer (&marked);
  }
  g_auto (GStrv) parts = g_strsplit (list, ";", -1);
  for (guint i = 0; parts[i]; i++)
    if (*g_strstrip (parts[i]) && !mark_range (parts[i], kind, marked, n, error))
      return NULL;
  /* Vertices of other submeshes stay as they are. */
  for (guint32 i = 0; used && holder->id != id && i < n; i++)
    marked[i] &= used[i];
  return g_steal_pointer (&marked);
}

GPtrArray *
mw_mesh_list_flags (MwDocument *document, MwMarksKind kind, const char *text, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lists = g_strsplit (text, "/", -1);
  const guint n_lists = g_strv_length (lists);
  if (n_lists > 1 && n_lists != n) {
    g_autofree char *reason = g_strdup_printf ("there are %u lists, separated by slashes, for %u geosets or submeshes",
                                               n_lists, n);
    mw_operation_refuse (NULL, error, reason);
    return NULL;
  }
  for (guint i = 0; i < n; i++) {
    guint8 *of_mesh = flags_of (document, kind, n_lists ? lists[n_lists > 1 ? i : 0] : NULL, ids[i], error);
    if (!of_mesh)
      return NULL;
    g_ptr_array_add (flags, of_mesh);
  }
  return g_steal_pointer (&flags);
}

guint8 *
mw_mesh_list_union (MwDocument *document, const MwRecord *holder, const GPtrArray *flags, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (document);
  const guint32 n_vertices = mw_mesh_array (holder, mw_mesh_positions (holder))->n;
  guint8 *any = g_new0 (guint8, n_vertices + 1);
  for (guint i = 0; i < n; i++)
    for (guint32 k = 0; mw_mesh_holder (model, mw_model_find (model, ids[i])) == holder && k < n_vertices; k++)
      any[k] |= ((const guint8 *) flags->pdata[i])[k];
  return any;
}

GPtrArray *
mw_mesh_list_faces (MwDocument *document, const char *faces, const char *vertices, gboolean whole, const MwId *ids,
                    guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!*faces && !*vertices) {
    mw_operation_refuse (NULL, error, "no faces are chosen: mark some in the view, or give their numbers");
    return NULL;
  }
  /* An empty text would mean all of them. */
  g_autoptr (GPtrArray)
    chosen = mw_mesh_list_flags (document, MW_MARKS_FACES, *faces ? faces : ";", ids, n, error),
    corners = chosen ? mw_mesh_list_flags (document, MW_MARKS_VERTICES, *vertices ? vertices : ";", ids, n, error)
                     : NULL;
  if (!corners)
    return NULL;
  for (guint i = 0; i < n; i++) {
    const MwRecord *mesh = mw_model_find (model, ids[i]);
    const MwArray *triangles = mw_mesh_array (mesh, mw_mesh_triangles (mesh));
    guint8 *of_faces = chosen->pdata[i], *of_vertices = corners->pdata[i];
    for (guint32 face = 0; face < triangles->n / 3; face++) {
      const guint16 *at = (const guint16 *) triangles->data + 3 * (gsize) face;
      const guint count = (guint) of_vertices[at[0]] + of_vertices[at[1]] + of_vertices[at[2]];
      of_faces[face] |= count >= (whole ? 3 : 1);
    }
  }
  return g_steal_pointer (&chosen);
}

void
mw_mesh_list_from_view (MwDocument *document, MwMarksKind kind, const MwId *ids, guint n, const MwShownView *view,
                        char **slot)
{
  g_autofree char *text = view->marks ? mw_mesh_marks_text (view->marks, mw_document_get_model (document), kind, ids, n)
                                      : NULL;
  if (text && *text)
    mw_text_set (slot, text, strlen (text));
}
