/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/render-private.h"
#include "tests/core/pose/models.h"

#include <math.h>
#include <string.h>

/* The figures that the overlays draw with lines: which corners they have, and which of these their edges connect. */

typedef struct {
  MwMdlx *model;
  MwSkeleton *skeleton;
  MwFrame frame;
  GArray *lines; /* of MwLineVertex, two for each line */
} Drawing;

static Drawing
drawing_of (MwMdlx *model, unsigned overlays)
{
  Drawing self = { .model = model, .skeleton = mw_skeleton_new (&model->model) };
  self.lines = g_array_new (FALSE, FALSE, sizeof (MwLineVertex));
  mw_frame_init (&self.frame, 0, 100, 100, &model->model);
  self.frame.overlays = overlays;
  mw_skeleton_update (self.skeleton, &self.frame.clock, NULL);
  mw_lines_add_model (self.lines, &model->model, self.skeleton, &self.frame);
  return self;
}

static void
drawing_clear (Drawing *self)
{
  g_array_unref (self->lines);
  mw_skeleton_free (self->skeleton);
  mw_model_free (&self->model->model);
}

static const float *
end_of (const Drawing *self, guint line, guint end)
{
  return g_array_index (self->lines, MwLineVertex, 2 * line + end).position;
}

/* The place of a corner among those found so far; it is added if it is new. */
static guint
corner (GArray *corners, const float *at)
{
  for (guint i = 0; i < corners->len; i++)
    if (memcmp (corners->data + i * 3 * sizeof (float), at, 3 * sizeof (float)) == 0)
      return i;
  g_array_append_vals (corners, at, 1);
  return corners->len - 1;
}

/* Fails unless the 12 lines from `first` on are the edges of a figure with n corners, each of which ends as many edges,
 * and none is drawn twice. */
static void
assert_figure (const Drawing *self, guint first, guint n)
{
  enum { EDGES = 12, MOST = 2 * EDGES };
  guint n_edges[MOST] = { 0 };
  gboolean drawn[MOST][MOST] = { 0 };
  g_autoptr (GArray) corners = g_array_new (FALSE, FALSE, 3 * sizeof (float));
  g_assert_cmpuint (self->lines->len, >=, 2 * (first + EDGES));
  for (guint i = first; i < first + EDGES; i++) {
    guint a = corner (corners, end_of (self, i, 0)), b = corner (corners, end_of (self, i, 1));
    g_assert_cmpuint (a, !=, b);
    g_assert_false (drawn[a][b]);
    drawn[a][b] = drawn[b][a] = TRUE;
    n_edges[a]++;
    n_edges[b]++;
  }
  g_assert_cmpuint (corners->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (n_edges[i], ==, MOST / n);
}

static float
distance (const float *a, const float *b)
{
  return hypotf (hypotf (a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void
a_box_has_twelve_edges (void)
{
  static const float low[] = { -1, -2, -3 }, high[] = { 10, 20, 30 };
  MwMdlx *model = mw_mdlx_new ();
  memcpy (model->bounds.min, low, sizeof low);
  memcpy (model->bounds.max, high, sizeof high);
  Drawing self = drawing_of (model, MW_OVERLAY_BOUNDS);
  g_assert_cmpuint (self.lines->len, ==, 24);
  assert_figure (&self, 0, 8);
  for (guint i = 0; i < 12; i++) {
    const float *a = end_of (&self, i, 0), *b = end_of (&self, i, 1);
    guint n_along = 0;
    for (int k = 0; k < 3; k++) {
      g_assert_true (a[k] == low[k] || a[k] == high[k]);
      n_along += a[k] != b[k];
    }
    g_assert_cmpuint (n_along, ==, 1);
  }
  drawing_clear (&self);
}

static void
a_joint_is_an_octahedron_and_a_bone_ends_at_joints (void)
{
  static const float child_at[] = { 30, 0, 40 };
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxBone *root = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  add_node (model, &mw_mdlx_bone_schema, root, child_at[0], child_at[1], child_at[2]);
  Drawing self = drawing_of (model, MW_OVERLAY_BONES);
  /* The joint of the root, that of its child, and the bone between them. */
  g_assert_cmpuint (self.lines->len, ==, 3 * 24);
  for (guint figure = 0; figure < 3; figure++)
    assert_figure (&self, 12 * figure, 6);
  float side = distance (end_of (&self, 0, 0), end_of (&self, 0, 1));
  g_assert_cmpfloat (side, >, 0);
  guint n_from = 0, n_to = 0;
  for (guint i = 0; i < 12; i++) {
    /* All edges of a joint have one length, so none goes through its middle. */
    g_assert_cmpfloat (fabsf (distance (end_of (&self, i, 0), end_of (&self, i, 1)) - side), <, side * 1e-4f);
    const float *a = end_of (&self, 24 + i, 0), *b = end_of (&self, 24 + i, 1), root_at[3] = { 0 };
    gboolean from = memcmp (a, root_at, sizeof root_at) == 0, to = memcmp (a, child_at, sizeof child_at) == 0;
    n_from += from;
    n_to += to;
    /* Edges at an end of the bone go to its thick part, which is nearer to the root. */
    if (from)
      g_assert_cmpfloat (distance (a, b), <, 25);
    if (to)
      g_assert_cmpfloat (distance (a, b), >, 25);
    if (to)
      g_assert_cmpfloat (distance (a, b), <, 49);
  }
  g_assert_cmpuint (n_from, ==, 4);
  g_assert_cmpuint (n_to, ==, 4);
  drawing_clear (&self);
}

static void
what_is_hidden_has_no_lines (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0),
             *lamp = add_node (model, &mw_mdlx_light_schema, NULL, 0, 0, 0);
  Drawing self = drawing_of (model, MW_OVERLAY_BONES | MW_OVERLAY_LIGHTS | MW_OVERLAY_PIVOTS);
  g_assert_cmpuint (self.lines->len, >, 0);
  const MwId hidden[] = { bone->record.id, lamp->record.id };
  self.frame.hidden = self.frame.selected = hidden;
  self.frame.n_hidden = self.frame.n_selected = G_N_ELEMENTS (hidden);
  g_array_set_size (self.lines, 0);
  mw_lines_add_model (self.lines, &model->model, self.skeleton, &self.frame);
  g_assert_cmpuint (self.lines->len, ==, 0);
  drawing_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/lines/a box has twelve edges", a_box_has_twelve_edges);
  g_test_add_func ("/render/lines/a joint is an octahedron, and a bone ends at joints",
                   a_joint_is_an_octahedron_and_a_bone_ends_at_joints);
  g_test_add_func ("/render/lines/what is hidden has no lines, even if it is selected", what_is_hidden_has_no_lines);
  return g_test_run ();
}
