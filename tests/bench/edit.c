/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How operations on many records scale: the time for 2n records divided by that for n, which is 2 if they are linear. The models
 * of both families are made in memory. */
#include "core/edit/operations/script.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <stdio.h>

enum { N = 10000, RUNS = 3 };

static void
name (char **slot, guint number)
{
  char text[32];
  mw_text_set (slot, text, (size_t) g_snprintf (text, sizeof text, "Bone %u", number));
}

static MwDocument *
mdlx_document (guint n)
{
  MwMdlx *model = mw_mdlx_new ();
  MwRecord *root = &model->model.record;
  const MwField *nodes = mw_schema_field (root->schema, "nodes");
  model->version = 800;
  for (guint i = 0; i < n; i++) {
    MwMdlxNode *node = (MwMdlxNode *) mw_record_new (&mw_mdlx_bone_schema);
    name (&node->name, i);
    node->pivot[0] = (float) (i % 97);
    node->pivot[1] = (float) (i % 89);
    if (i)
      node->parent = (MwRef) { model->nodes.items[i / 2]->id, 0 };
    mw_list_append (&model->model, root, nodes, &node->record);
  }
  return mw_document_new (&model->model, (MwFormat) { MW_FAMILY_MDX, 800 });
}

static MwDocument *
m2_document (guint n)
{
  MwM2 *model = mw_m2_new (264);
  MwRecord *root = &model->model.record;
  const MwField *bones = mw_schema_field (root->schema, "bones"),
                *attachments = mw_schema_field (root->schema, "attachments");
  MwRecord *bone = mw_record_new (&mw_m2_bone_schema);
  mw_list_append (&model->model, root, bones, bone);
  for (guint i = 0; i < n; i++) {
    MwM2Attachment *attachment = (MwM2Attachment *) mw_record_new (&mw_m2_attachment_schema);
    attachment->attachment_id = i;
    attachment->bone = (MwRef) { bone->id, 0 };
    mw_list_append (&model->model, root, attachments, &attachment->record);
  }
  return mw_document_new (&model->model, (MwFormat) { MW_FAMILY_M2, 264 });
}

/* An M2 of a version whose bones store how far their children reach. */
static MwDocument *
m2_skeleton (guint n)
{
  MwM2 *model = mw_m2_new (260);
  MwRecord *root = &model->model.record;
  const MwField *bones = mw_schema_field (root->schema, "bones");
  for (guint i = 0; i < n; i++) {
    MwM2Bone *bone = (MwM2Bone *) mw_record_new (&mw_m2_bone_schema);
    bone->pivot[0] = (float) (i % 97);
    bone->pivot[2] = (float) (i % 89);
    if (i)
      bone->parent = (MwRef) { model->bones.items[i / 2]->id, 0 };
    mw_list_append (&model->model, root, bones, &bone->record);
  }
  return mw_document_new (&model->model, (MwFormat) { MW_FAMILY_M2, 260 });
}

/* The fastest of several runs in milliseconds, including undo and redo. */
static double
measure (MwDocument *(*make) (guint n), guint n, const char *line, guint share)
{
  double best = 0;
  for (guint i = 0; i < RUNS; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwDocument) document = make (n);
    g_autofree char *whole = g_strdup_printf ("%u", n / share);
    g_auto (GStrv) parts = g_strsplit (line, "N", -1);
    g_autofree char *step = g_strjoinv (whole, parts);
    gint64 start = g_get_monotonic_time ();
    if (!mw_script_run_line (document, step, NULL, &error))
      g_error ("%s: %s", step, error->message);
    mw_document_undo (document);
    mw_document_redo (document);
    double took = (double) (g_get_monotonic_time () - start) / 1000;
    best = i && best < took ? best : took;
  }
  return best;
}

static const struct {
  const char *family;
  MwDocument *(*make) (guint n);
  const char *line; /* "N": n over `share` */
  guint share;
} cases[] = {
  { "MDX", mdlx_document, "duplicate bones[*]", 1 },
  { "MDX", mdlx_document, "delete bones[N:]", 2 },
  { "MDX", mdlx_document, "delete bones[N:] weights=nearest", 2 },
  { "MDX", mdlx_document, "move-down bones[0:N]", 2 },
  { "MDX", mdlx_document, "set bones[*].pivot.x=3", 1 },
  { "MDX", mdlx_document, "re-parent bones[1:] parent=bones[0]", 1 },
  { "MDX", mdlx_document, "replace-uses bones[1] with=bones[0] delete=1", 1 },
  { "M2", m2_document, "duplicate attachments[*]", 1 },
  { "M2", m2_document, "delete attachments[N:]", 2 },
  { "M2", m2_document, "move-down attachments[0:N]", 2 },
  { "M2", m2_document, "set attachments[*].position.x=3", 1 },
  { "M2 260", m2_skeleton, "set bones[*].pivot.z=3", 1 },
  { "M2 260", m2_skeleton, "duplicate bones[*]", 1 },
  { "M2 260", m2_skeleton, "delete bones[N:]", 2 },
  { "M2 260", m2_skeleton, "re-parent bones[1:] parent=bones[0]", 1 },
};

int
main (void)
{
  printf ("%-6s %-48s %10s %10s %6s\n", "", "", "n ms", "2n ms", "ratio");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    double once = measure (cases[i].make, N, cases[i].line, cases[i].share),
           twice = measure (cases[i].make, 2 * N, cases[i].line, cases[i].share);
    printf ("%-6s %-48s %10.1f %10.1f %6.2f\n", cases[i].family, cases[i].line, once, twice, twice / once);
  }
  return 0;
}
