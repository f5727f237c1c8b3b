/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/row-dot.h"
#include "ui/i18n.h"

gboolean
mw_row_dot_get (MwFindings *findings, MwOutlineNode *node, gboolean folded, MwSeverity *worst)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  gboolean found = FALSE;
  if (mw_outline_node_is_group (node) && (!folded || !mw_findings_count (findings)))
    return FALSE;
  mw_outline_node_append_all_ids (node, ids);
  for (guint i = 0; i < ids->len; i++) {
    MwSeverity severity;
    if (mw_findings_get_worst (findings, g_array_index (ids, MwId, i), folded, &severity)
        && (!found || severity < *worst)) {
      *worst = severity;
      found = TRUE;
    }
  }
  return found;
}

char *
mw_row_dot_describe (MwFindings *findings, MwOutlineNode *node, gboolean folded)
{
  enum { MOST = 6 };
  MwSeverity worst;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  char *text = NULL;
  if (!mw_row_dot_get (findings, node, folded, &worst))
    return NULL;
  if (!mw_outline_node_is_group (node))
    mw_outline_node_append_ids (node, ids);
  for (guint i = 0; i < ids->len && !text; i++)
    text = mw_findings_describe (findings, g_array_index (ids, MwId, i), MOST);
  static const char *const inside[] = { [MW_SEVERITY_ERROR] = N_ ("Something inside is an error. Open it to see what."),
                                        [MW_SEVERITY_SEVERE] = N_ (
                                          "Something inside probably looks wrong. Open it to see what."),
                                        [MW_SEVERITY_WARNING] = N_ ("There is a warning inside. Open it to see it.") };
  return text ? text : g_strdup (gettext (inside[worst]));
}

void
mw_row_dot_draw (GtkWidget *widget, GtkSnapshot *snapshot, MwSeverity severity, float x, float y)
{
  enum { RADIUS = 4, EDGE = 2 };
  static const GdkRGBA colours[] = { [MW_SEVERITY_ERROR] = { 0.88f, 0.11f, 0.14f, 1 },
                                     [MW_SEVERITY_SEVERE] = { 1, 0.47f, 0, 1 },
                                     [MW_SEVERITY_WARNING] = { 0.9f, 0.65f, 0.04f, 1 } };
  const GdkRGBA colour = colours[severity];
  GskRoundedRect round;
  gsk_rounded_rect_init_from_rect (&round, &GRAPHENE_RECT_INIT (x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS),
                                   RADIUS);
  if (severity == MW_SEVERITY_WARNING) {
    gtk_snapshot_append_border (snapshot, &round, (float[4]) { EDGE, EDGE, EDGE, EDGE },
                                (GdkRGBA[4]) { colour, colour, colour, colour });
    return;
  }
  gtk_snapshot_push_rounded_clip (snapshot, &round);
  gtk_snapshot_append_color (snapshot, &colour, &round.bounds);
  gtk_snapshot_pop (snapshot);
}
