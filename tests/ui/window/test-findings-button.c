/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of problems in the status bar. */
#include "tests/ui/fixture.h"
#include "ui/document/findings.h"
#include "core/schema/path.h"
#include "ui/edit.h"
#include "ui/problems/problem.h"
#include "ui/window/findings-button.h"
#include "ui/window/window-private.h"

#include <string.h>

static gboolean
is_complete (gpointer data)
{
  return mw_findings_are_complete (data);
}

static void
set (MwDocument *document, const char *path, const char *value)
{
  MwTarget target;
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), path, &target, &error));
  mw_ui_set_text (document, &target.record->id, 1, &target, value, &error);
  g_assert_no_error (error);
  g_assert_true (fixture_until (is_complete, mw_findings_of (document)));
}

static void
leads_to_them (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  MwFindings *findings = mw_findings_of (document);
  GtkWidget *button = window->findings;
  g_assert_true (fixture_until (is_complete, findings));
  const guint before = mw_findings_count (findings);
  g_assert_cmpint (gtk_widget_get_visible (button), ==, before > 0);

  /* Infinite: it looks wrong; 77: no filter mode has this number. */
  set (document, "materials[0].layers[0].filter_mode", "77");
  set (document, "materials[1].layers[0].alpha", "inf");
  set (document, "bounds.radius", "inf");
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_nonnull (find_words (button, "problem"));
  /* These two, and the three textures that are not beside the model. */
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (button), "Severe: 5\n"));
  mw_document_select (document, NULL, 0);
  const MwId root = mw_document_get_model (document)->record.id;
  GPtrArray *problems = mw_findings_get_problems (findings);
  guint n = 0, roots = 0;
  for (guint i = 0; i < problems->len; i++)
    n += mw_problem_get_rule (problems->pdata[i])->severity != MW_SEVERITY_UNUSED;
  g_assert_cmpuint (n, >=, 3);
  /* All of them, and the first again. Nothing selected is the model itself. */
  for (guint i = 0; i <= n; i++) {
    MwProblem *problem = problems->pdata[i % n];
    act_click (button);
    const MwId selected = fixture_n_selected (document) ? fixture_selected (document) : root;
    g_assert_cmpuint (selected, ==, mw_problem_get_element (problem));
    g_assert_true (selected != root || fixture_n_selected (document) == 0);
    g_assert_nonnull (strstr (fixture_status (window), mw_problem_get_message (problem)));
    roots += selected == root;
  }
  g_assert_cmpuint (roots, >, 0);

  mw_document_undo (document);
  mw_document_undo (document);
  mw_document_undo (document);
  g_assert_true (fixture_until (is_complete, findings));
  g_assert_cmpuint (mw_findings_count (findings), ==, before);
  g_assert_cmpint (gtk_widget_get_visible (button), ==, before > 0);
  set (document, "materials[1].layers[0].alpha", "inf");
  g_assert_true (gtk_widget_get_visible (button));
  mw_window_remove_page (window, page);
  g_assert_false (gtk_widget_get_visible (button));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/findings-button/it counts problems and leads to them, the worst first", leads_to_them);
  return g_test_run ();
}
