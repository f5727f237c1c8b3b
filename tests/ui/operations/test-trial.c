/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slow operation leaves the window answering, says how far it is, and can be cancelled. */
#include "core/edit/progress.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/fixture.h"
#include "ui/edit.h"
#include "ui/operations/operation-form.h"
#include "ui/operations/trial.h"

/* The operation makes a sequence rarer, in rounds that each take a while. */
enum { ROUND_US = 2000 };
typedef struct {
  MwRecord record;
  uint32_t rounds;
  float rarity;
} Params;

static const MwField fields[] = {
  MW_FIELD_U32 (Params, rounds, "rounds", .def = 300, .label = "Rounds", .doc = "."),
  MW_FIELD_F32 (Params, rarity, "rarity", .def = 7, .label = "Rarity", .doc = "."),
};
static const MwSchema schema = {
  .name = "slow", .label = "Slow", .size = sizeof (Params), .fields = fields, .n_fields = G_N_ELEMENTS (fields)
};

static int on_main, elsewhere; /* how many rounds ran where */
static GThread *main_thread;

static gboolean
run_slow (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const Params *p = (const Params *) params;
  const MwRecord *sequence = mw_model_find (mw_document_get_model (document), ids[0]);
  const MwField *field = mw_schema_field (sequence->schema, "rarity");
  mw_document_notice (document, g_strdup ("rarer now"));
  if (!mw_document_set_field (document, ids[0], field, &p->rarity, sizeof p->rarity, error))
    return FALSE;
  mw_progress_begin (document, p->rounds);
  for (guint i = 0; i < p->rounds; i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    g_atomic_int_inc (g_thread_self () == main_thread ? &on_main : &elsewhere);
    g_usleep (ROUND_US);
  }
  mw_progress_end (document);
  /* A second loop begins at 0 again, which nobody sees. */
  mw_progress_begin (document, MIN (p->rounds, 50));
  for (guint i = 0; i < MIN (p->rounds, 50); i++) {
    if (!mw_progress_next (document, error))
      return FALSE;
    g_usleep (ROUND_US);
  }
  mw_progress_end (document);
  return TRUE;
}

static const MwOperation slow = { .id = "slow", .label = "Slow", .params = &schema, .run = run_slow };

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static float
rarity (void)
{
  return ((const MwMdlxSequence *) fixture_record (document, "sequences[0]"))->rarity;
}

static gboolean
run (guint rounds, float value, GError **error)
{
  MwId id = fixture_record (document, "sequences[0]")->id;
  g_autoptr (MwRecord) params = mw_operation_params_new (&slow);
  ((Params *) params)->rounds = rounds;
  ((Params *) params)->rarity = value;
  on_main = elsewhere = 0;
  return mw_ui_run_operation (document, &slow, &id, 1, params, error);
}

/* The window that shows the progress, or NULL. */
static GtkWidget *
shown (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) each = g_list_model_get_item (windows, i);
    if (gtk_widget_get_visible (each) && find_type (each, GTK_TYPE_PROGRESS_BAR)
        && gtk_window_get_modal (GTK_WINDOW (each)))
      return each;
  }
  return NULL;
}

typedef struct {
  const char *press; /* the button to press once the bar has moved; NULL: none */
  gboolean seen, free_to_edit;
  double last;
} Watch;

static gboolean
watch (gpointer data)
{
  Watch *w = data;
  GtkWidget *dialog = shown ();
  if (!dialog)
    return G_SOURCE_CONTINUE;
  double fraction = gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (find_type (dialog, GTK_TYPE_PROGRESS_BAR)));
  g_assert_cmpfloat (fraction, >=, w->last);
  w->last = fraction;
  w->seen = TRUE;
  w->free_to_edit |= mw_document_is_open (document) || rarity () > 50;
  if (w->press && fraction > 0.1)
    act_press (dialog, g_steal_pointer (&w->press));
  return G_SOURCE_CONTINUE;
}

static void
test_quick (void)
{
  g_autoptr (GError) error = NULL;
  guint steps = mw_document_get_position (document);
  /* A busy machine may need longer for three rounds than what counts as quick. */
  const gint64 patience = mw_trial_patience;
  mw_trial_patience = G_TIME_SPAN_MINUTE;
  g_assert_true (run (3, 60, &error));
  mw_trial_patience = patience;
  g_assert_cmpint (on_main, ==, 3);
  g_assert_cmpint (elsewhere, ==, 0);
  g_assert_cmpfloat (rarity (), ==, 60);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  mw_document_undo (document);
}

static void
test_slow (void)
{
  g_autoptr (GError) error = NULL;
  Watch w = { 0 };
  const float before = rarity ();
  guint steps = mw_document_get_position (document);
  g_autoptr (GBytes) bytes = fixture_bytes (document);
  guint timer = g_timeout_add (5, watch, &w);
  g_assert_true (run (300, 60, &error));
  g_source_remove (timer);
  g_assert_true (w.seen);
  g_assert_cmpfloat (w.last, >, 0.5);
  /* Until it is done, the document is as it was. */
  g_assert_false (w.free_to_edit);
  g_assert_cmpint (elsewhere, ==, 300);
  g_assert_null (shown ());
  g_assert_cmpfloat (rarity (), ==, 60);
  g_assert_cmpuint (mw_document_get_position (document), ==, steps + 1);
  g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Slow: Stand");
  const char *const *notices = mw_document_get_notices (document);
  g_assert_nonnull (notices);
  g_assert_cmpstr (notices[0], ==, "rarer now");
  g_assert_null (notices[1]);
  mw_document_undo (document);
  g_assert_cmpfloat (rarity (), ==, before);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (bytes, after));
}

static void
test_cancel (void)
{
  g_autoptr (GError) error = NULL;
  Watch w = { .press = "Cancel" };
  guint steps = mw_document_get_position (document);
  g_autoptr (GBytes) bytes = fixture_bytes (document);
  guint timer = g_timeout_add (5, watch, &w);
  g_assert_false (run (3000, 60, &error));
  g_source_remove (timer);
  g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_assert_cmpint (elsewhere, <, 3000);
  g_assert_null (shown ());
  g_assert_false (mw_document_is_open (document));
  g_assert_cmpuint (mw_document_get_position (document), ==, steps);
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (bytes, after));
}

/* The model is read again from the disk while an operation runs on it as it was before. */
static gboolean
change_meanwhile (gpointer data)
{
  MwId id = fixture_record (document, "sequences[1]")->id;
  const float value = 3;
  mw_document_begin (document, "Meanwhile");
  mw_document_set_field (document, id, mw_schema_field (&mw_mdlx_sequence_schema, "rarity"), &value, sizeof value,
                         NULL);
  mw_document_commit (document);
  return G_SOURCE_REMOVE;
}

static void
test_changed_meanwhile (void)
{
  g_autoptr (GError) error = NULL;
  g_timeout_add (1, change_meanwhile, NULL);
  g_assert_false (run (200, 60, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_REFUSED);
  /* Also where the two changes would not meet: what the operation looked at may be another now. */
  g_assert_cmpfloat (rarity (), ==, 0);
  mw_document_undo (document);
}

/* --- In a form ------------------------------------------------------------------------------------------------------ */

static gboolean
never (MwOperationForm *form, gpointer data, GError **error)
{
  g_assert_not_reached ();
}

static gboolean
has_rarity (gpointer data)
{
  return rarity () == *(const float *) data;
}

static void
test_preview (void)
{
  g_autoptr (GError) error = NULL;
  MwId id = fixture_record (document, "sequences[0]")->id;
  g_autoptr (GBytes) bytes = fixture_bytes (document);
  MwOperationForm *form = MW_OPERATION_FORM (mw_operation_form_new (document, &slow, &id, 1, NULL, never, NULL));
  GtkWidget *popover = mw_operation_form_popup (form, GTK_WIDGET (page), &(GdkRectangle) { 300, 100, 1, 1 });
  g_assert_true (fixture_until (has_rarity, &(float) { 7 }));
  g_assert_nonnull (find_words (GTK_WIDGET (form), "Preview: "));
  /* A value that is typed while the preview is being computed takes its place: the first one would need six seconds. */
  on_main = elsewhere = 0;
  g_assert_true (mw_operation_form_set (form, "rounds", "3000", &error));
  fixture_settle ();
  g_assert_nonnull (find_words (GTK_WIDGET (form), "The preview is being computed"));
  g_assert_true (mw_operation_form_set (form, "rarity", "8", &error));
  g_assert_true (mw_operation_form_set (form, "rounds", "30", &error));
  g_assert_true (fixture_until (has_rarity, &(float) { 8 }));
  g_assert_cmpint (g_atomic_int_get (&elsewhere), <, 1500);
  /* One that is being computed when the form closes leaves nothing. */
  g_assert_true (mw_operation_form_set (form, "rounds", "3000", &error));
  fixture_settle ();
  gtk_popover_popdown (GTK_POPOVER (popover));
  fixture_settle ();
  g_assert_false (mw_document_is_open (document));
  g_autoptr (GBytes) after = fixture_bytes (document);
  g_assert_true (g_bytes_equal (bytes, after));
  gtk_widget_unparent (popover);
}

static gboolean
apply (MwOperationForm *form, gpointer data, GError **error)
{
  return mw_operation_form_apply (form, error);
}

static int
rounds_done (void)
{
  return g_atomic_int_get (&on_main) + g_atomic_int_get (&elsewhere);
}

/* What the preview has computed becomes the step, also if it is still being computed; a changed value is computed again. */
static void
test_applied_preview (void)
{
  g_autoptr (GError) error = NULL;
  MwId id = fixture_record (document, "sequences[0]")->id;
  const guint position = mw_document_get_position (document);
  const float before = rarity ();
  const char *const rounds[] = { "3", "30", "600" };
  for (guint i = 0; i < G_N_ELEMENTS (rounds); i++) {
    MwOperationForm *form = MW_OPERATION_FORM (mw_operation_form_new (document, &slow, &id, 1, NULL, apply, NULL));
    GtkWidget *popover = mw_operation_form_popup (form, GTK_WIDGET (page), &(GdkRectangle) { 300, 100, 1, 1 });
    const float value = 20 + (float) i;
    g_autofree char *text = g_strdup_printf ("%u", 20 + i);
    g_assert_true (mw_operation_form_set (form, "rounds", rounds[i], &error));
    g_assert_true (mw_operation_form_set (form, "rarity", text, &error));
    fixture_settle ();
    if (i < 2)
      g_assert_true (fixture_until (has_rarity, (gpointer) &value));
    else
      on_main = elsewhere = 0; /* it is under way */
    const int done = rounds_done ();
    act_press (form, "Slow");
    if (i < 2)
      g_assert_cmpint (rounds_done (), ==, done);
    else
      g_assert_cmpint (rounds_done (), <=, 600);
    g_assert_cmpfloat (rarity (), ==, value);
    g_assert_false (mw_document_is_open (document));
    g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
    g_assert_cmpstr (mw_document_get_undo_label (document), ==, "Slow: Stand");
    g_assert_cmpstr (mw_document_get_notices (document)[0], ==, "rarer now");
    mw_document_undo (document);
    g_assert_cmpfloat (rarity (), ==, before);
    gtk_widget_unparent (popover);
    fixture_settle ();
  }
  /* The document is no longer as the preview has made it. */
  MwOperationForm *form = MW_OPERATION_FORM (mw_operation_form_new (document, &slow, &id, 1, NULL, apply, NULL));
  GtkWidget *popover = mw_operation_form_popup (form, GTK_WIDGET (page), &(GdkRectangle) { 300, 100, 1, 1 });
  g_assert_true (mw_operation_form_set (form, "rounds", "3", &error));
  fixture_settle ();
  mw_document_undo (document);
  const int done = g_atomic_int_get (&on_main); /* a worker that was told to stop may still do a round */
  act_press (form, "Slow");
  g_assert_cmpint (g_atomic_int_get (&on_main), ==, done + 3);
  g_assert_cmpuint (mw_document_get_position (document), ==, position + 1);
  mw_document_undo (document);
  gtk_widget_unparent (popover);
  /* Something else has joined the preview: it does not become part of the step. */
  form = MW_OPERATION_FORM (mw_operation_form_new (document, &slow, &id, 1, NULL, apply, NULL));
  popover = mw_operation_form_popup (form, GTK_WIDGET (page), &(GdkRectangle) { 300, 100, 1, 1 });
  g_assert_true (mw_operation_form_set (form, "rounds", "3", &error));
  fixture_settle ();
  change_meanwhile (NULL);
  g_assert_true (mw_document_is_open (document));
  act_press (form, "Slow");
  g_assert_cmpfloat (((const MwMdlxSequence *) fixture_record (document, "sequences[1]"))->rarity, !=, 3);
  mw_document_undo (document);
  gtk_widget_unparent (popover);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  main_thread = g_thread_self ();
  g_autofree char *path = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, path);
  document = mw_document_page_get_document (page);
  mw_trial_patience = mw_trial_unseen = 20000;
  g_test_add_func ("/ui/trial/a quick operation runs at once", test_quick);
  g_test_add_func ("/ui/trial/a slow one shows its progress, and becomes one step", test_slow);
  g_test_add_func ("/ui/trial/cancelling one leaves no trace", test_cancel);
  g_test_add_func ("/ui/trial/a change in the meantime refuses it", test_changed_meanwhile);
  g_test_add_func ("/ui/trial/a slow preview is abandoned when a value changes", test_preview);
  g_test_add_func ("/ui/trial/a preview that is applied is not computed again", test_applied_preview);
  int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
