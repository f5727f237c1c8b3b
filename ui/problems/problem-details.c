/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/problem-details.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/problems/fix-preview.h"
#include "ui/problems/problem.h"
#include "ui/widgets.h"

struct _MwProblemDetails {
  GtkBox parent_instance;
  MwDocument *document;
  GCancellable *trial; /* of the preview that is being made; NULL: none is */
  GPtrArray *due;      /* the problems (MwProblem) whose preview begins soon; NULL: none does */
  guint timeout;
  guint64 shown; /* the identity of what is shown, to leave it when the same is shown again; 0: nothing */
  GtkWidget *title, *place, *effect, *fix, *preview;
};

G_DEFINE_FINAL_TYPE (MwProblemDetails, mw_problem_details, GTK_TYPE_BOX)

/* --- The preview ---------------------------------------------------------------------------------------------------- */

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text ? text : "");
  gtk_widget_set_visible (label, text && *text);
}

static void
set_busy (MwProblemDetails *self, gboolean busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

static void
drop_preview (MwProblemDetails *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->due, g_ptr_array_unref);
  g_cancellable_cancel (self->trial);
  g_clear_object (&self->trial);
  set_text (self->preview, NULL);
  set_busy (self, FALSE);
}

static void
previewed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwProblemDetails) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = mw_fix_preview_finish (result, &error);
  /* Another one was begun meanwhile. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || !self->document)
    return;
  g_autofree char *why = error ? mw_ui_refusal (self->document, error) : NULL;
  g_clear_object (&self->trial);
  set_text (self->preview, why ? why : text);
  set_busy (self, FALSE);
}

/* Free with g_ptr_array_unref(), before the problems. */
static GPtrArray *
fixes_of (const GPtrArray *problems)
{
  GPtrArray *fixes = g_ptr_array_new ();
  for (guint i = 0; i < problems->len; i++)
    if (mw_problem_get_fix (problems->pdata[i]))
      g_ptr_array_add (fixes, (gpointer) mw_problem_get_fix (problems->pdata[i]));
  return fixes;
}

static gboolean
begin_preview (gpointer data)
{
  enum { MOST_LINES = 10 };
  MwProblemDetails *self = data;
  g_autoptr (GPtrArray) problems = g_steal_pointer (&self->due), fixes = fixes_of (problems);
  self->timeout = 0;
  self->trial = g_cancellable_new ();
  MwProblem *one = problems->len == 1 ? problems->pdata[0] : NULL;
  mw_fix_preview_run (self->document, (const char *const *) fixes->pdata, fixes->len,
                      one ? mw_problem_get_record (one) : 0, one ? mw_problem_get_field (one) : NULL, MOST_LINES,
                      self->trial, previewed, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* It begins when the selection stays for a moment, so that it does not take its copy of the model in the frame that shows what was
 * found, or for each row that the user passes with the arrow keys. */
static void
queue_preview (MwProblemDetails *self, GPtrArray *problems)
{
  enum { QUIET_MS = 100 };
  self->due = g_ptr_array_ref (problems);
  self->timeout = g_timeout_add (QUIET_MS, begin_preview, self);
  set_busy (self, TRUE);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

static guint64
mix (guint64 identity, guint64 value)
{
  return (identity ^ value) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
}

/* A number that is another one when other problems are to be shown, or when the document has changed. There may be many thousand
 * problems, so it is no text. */
static guint64
identity_of (MwProblemDetails *self, const GPtrArray *problems, gboolean current)
{
  /* Each frame of a drag comes here. Then there is no preview, and the first problem says which ones are meant. */
  const guint n = current ? problems->len : MIN (problems->len, 1);
  guint64 identity = mix (1, problems->len);
  identity = mix (identity, current ? mw_document_get_generation (self->document) + 1 : 0);
  for (guint i = 0; i < n; i++) {
    identity = mix (identity, mw_problem_get_record (problems->pdata[i]));
    identity = mix (identity, mw_problem_hash (problems->pdata[i]));
  }
  return MAX (identity, 1);
}

static void
show_one (MwProblemDetails *self, MwProblem *problem)
{
  const MwRule *rule = mw_problem_get_rule (problem);
  g_autofree char *place = g_strdup_printf ("%s\n%s", mw_problem_get_path (problem), mw_problem_get_message (problem));
  set_text (self->title, mw_ui_label (rule->text));
  set_text (self->place, place);
  set_text (self->effect, rule->effect ? mw_ui_label (rule->effect) : mw_severity_meaning (rule->severity));
}

/* Of problems of one rule it says what the rule is about. */
static void
show_several (MwProblemDetails *self, const GPtrArray *problems)
{
  const guint n = problems->len;
  const MwRule *rule = mw_problem_get_rule (problems->pdata[0]);
  g_autofree char *title = g_strdup_printf (ngettext ("%u problem is selected", "%u problems are selected", n), n);
  for (guint i = 1; rule && i < n; i++)
    if (mw_problem_get_rule (problems->pdata[i]) != rule)
      rule = NULL;
  set_text (self->title, rule ? mw_ui_label (rule->text) : title);
  set_text (self->place, rule ? title : NULL);
  set_text (self->effect, !rule          ? NULL
                          : rule->effect ? mw_ui_label (rule->effect)
                                         : mw_severity_meaning (rule->severity));
}

void
mw_problem_details_show (MwProblemDetails *self, GPtrArray *problems, gboolean current)
{
  const guint64 identity = identity_of (self, problems, current);
  if (identity == self->shown)
    return;
  self->shown = identity;
  drop_preview (self);
  g_autoptr (GPtrArray) fixes = fixes_of (problems);
  if (problems->len == 1)
    show_one (self, problems->pdata[0]);
  else if (problems->len)
    show_several (self, problems);
  else {
    set_text (self->title, NULL);
    set_text (self->place, NULL);
    set_text (self->effect, _ ("Select a problem to see what the game does, and what its fix would change."));
  }
  mw_widget_set_css_class (self->effect, "dim-label", problems->len == 0);
  set_text (self->fix, fixes->len ? _ ("Fix changes:") : problems->len ? _ ("There is no automatic fix.") : NULL);
  if (fixes->len && current)
    queue_preview (self, problems);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  MwProblemDetails *self = MW_PROBLEM_DETAILS (object);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->due, g_ptr_array_unref);
  g_cancellable_cancel (self->trial);
  g_clear_object (&self->trial);
  g_clear_object (&self->document);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_problem_details_parent_class)->dispose (object);
}

static void
mw_problem_details_class_init (MwProblemDetailsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dispose;
}

static GtkWidget *
add_label (GtkWidget *box, const char *css)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_visible (label, FALSE);
  if (css)
    gtk_widget_add_css_class (label, css);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
mw_problem_details_init (MwProblemDetails *self)
{
  enum { WIDTH = 280, SPACE = 6 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE), *scrolled = gtk_scrolled_window_new ();
  gtk_widget_set_margin_start (box, SPACE);
  gtk_widget_set_margin_end (box, SPACE);
  gtk_widget_set_margin_top (box, SPACE);
  gtk_widget_set_margin_bottom (box, SPACE);
  self->title = add_label (box, "heading");
  self->place = add_label (box, "dim-label");
  self->effect = add_label (box, NULL);
  self->fix = add_label (box, "heading");
  self->preview = add_label (box, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_size_request (scrolled, WIDTH, -1);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
}

GtkWidget *
mw_problem_details_new (MwDocument *document)
{
  MwProblemDetails *self = g_object_new (MW_TYPE_PROBLEM_DETAILS, NULL);
  self->document = g_object_ref (document);
  return GTK_WIDGET (self);
}
