/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/findings.h"
#include "core/check/files.h"
#include "core/check/live.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/problems/problem.h"

struct _MwFindings {
  GObject parent_instance;
  MwDocument *document; /* weak */
  GHashTable *own;      /* id -> GPtrArray of MwProblem */
  GHashTable *below;    /* id of an element that contains others with findings -> the worst of them, plus 1 */
  GPtrArray *problems;  /* MwProblem */
  MwLiveCheck *live;    /* remembers what need not be checked again */
  guint64 generation;   /* of the model that was checked last */
  gboolean checked, running;
  MwTargetClient client;              /* what it is checked for; without an id: whatever reads its version */
  guint n_clients, n_clients_checked; /* how often that was set: now, and before the last check began */
  guint timeout;
  GObject *owner; /* weak; of the lookup. NULL: files are not checked */
  MwLookup *(*make) (gpointer owner);
  MwFileChecks *files;            /* what is known of the files; NULL: none were looked for */
  gboolean stale, looking;        /* stale: in other places, or they may have changed, since that was begun */
  gboolean all_known;             /* whether `files` knew all names of the model that was checked last */
  guint n_looks, n_looks_checked; /* how often `files` has learnt something, as for clients */
};

G_DEFINE_FINAL_TYPE (MwFindings, mw_findings, G_TYPE_OBJECT)

static guint changed_signal, client_signal;

/* --- The worker ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwLiveCheck *live; /* that of the MwFindings, which is the task's source */
  MwModel *model;    /* a copy */
  MwFormat format;
  guint64 generation;
  MwTargetClient client; /* as in MwFindings */
  guint n_clients, n_looks;
  MwFileChecks *files; /* NULL: nothing is said of files */
  gboolean all_known;
  GPtrArray *former;       /* the problems of the last check */
  GHashTable *own, *below; /* the results, as in MwFindings; then the former ones */
  GPtrArray *problems;
} Check;

static void
check_free (gpointer data)
{
  Check *check = data;
  g_clear_pointer (&check->model, mw_model_free);
  g_clear_pointer (&check->files, mw_file_checks_unref);
  g_clear_pointer (&check->former, g_ptr_array_unref);
  g_clear_pointer (&check->own, g_hash_table_unref);
  g_clear_pointer (&check->below, g_hash_table_unref);
  g_clear_pointer (&check->problems, g_ptr_array_unref);
  g_free (check);
}

static void
note (Check *check, MwProblem *problem)
{
  const MwId element = mw_problem_get_element (problem);
  const guint severity = mw_problem_get_rule (problem)->severity + 1;
  GPtrArray *own = g_hash_table_lookup (check->own, GUINT_TO_POINTER (element));
  if (!own) {
    own = g_ptr_array_new_with_free_func (g_object_unref);
    g_hash_table_insert (check->own, GUINT_TO_POINTER (element), own);
  }
  g_ptr_array_add (own, g_object_ref (problem));
  const MwRecord *record = mw_model_find (check->model, element);
  for (const MwRecord *owner = record->owner; owner && owner->owner; owner = owner->owner) {
    const guint was = GPOINTER_TO_UINT (g_hash_table_lookup (check->below, GUINT_TO_POINTER (owner->id)));
    if (!was || severity < was)
      g_hash_table_insert (check->below, GUINT_TO_POINTER (owner->id), GUINT_TO_POINTER (severity));
  }
}

/* The most severe first; else in the order of the model, which the sorting of GLib keeps. */
static int
compare_severity (gconstpointer a, gconstpointer b)
{
  const MwSeverity x = mw_problem_get_rule (*(MwProblem *const *) a)->severity,
                   y = mw_problem_get_rule (*(MwProblem *const *) b)->severity;
  return x < y ? -1 : x > y;
}

/* Appends what is known to be wrong with files. */
static void
recall_files (Check *check, const MwTargetClient *client, GPtrArray *findings)
{
  g_autoptr (GPtrArray)
    more = mw_file_checks_recall (check->files, check->model, check->format, client, &check->all_known);
  g_ptr_array_set_free_func (more, NULL);
  g_ptr_array_extend (findings, more, NULL, NULL);
}

/* A problem that was there before stays the same object, so that nobody has to compare the texts of all in the main thread. */
static MwProblem *
as_before (GHashTable *former, MwProblem *problem)
{
  MwProblem *was = g_hash_table_lookup (former, problem);
  if (!was)
    return problem;
  g_object_unref (problem);
  return g_object_ref (was);
}

static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Check *check = data;
  const MwTargetClient *client = check->client.id ? &check->client : NULL;
  g_autoptr (GPtrArray) findings = mw_live_check_run (check->live, check->model, check->format, client, FALSE);
  if (check->files)
    recall_files (check, client, findings);
  check->own = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  check->below = g_hash_table_new (NULL, NULL);
  check->problems = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) former = g_hash_table_new (mw_problem_hash, mw_problem_is_same);
  for (guint i = 0; i < check->former->len; i++)
    g_hash_table_add (former, check->former->pdata[i]);
  for (guint i = 0; i < findings->len; i++) {
    MwProblem *problem = as_before (former, mw_problem_new (findings->pdata[i]));
    g_ptr_array_add (check->problems, problem);
    if (mw_problem_get_rule (problem)->severity != MW_SEVERITY_UNUSED)
      note (check, problem);
  }
  g_ptr_array_sort (check->problems, compare_severity);
  g_clear_pointer (&check->model, mw_model_free);
  g_task_return_boolean (task, TRUE);
}

/* --- When ----------------------------------------------------------------------------------------------------------- */

static void queue_check (MwFindings *self);
static void check_now (MwFindings *self);
static void begin_look (MwFindings *self);

static void
run_free (GTask *task, gpointer source, gpointer check, GCancellable *cancellable)
{
  check_free (check);
}

/* There may be many thousand problems, and the main thread does not wait while they are freed. */
static void
free_in_worker (Check *check)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, check, NULL);
  g_task_run_in_thread (task, run_free);
}

static void
check_done (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwFindings *self = MW_FINDINGS (source);
  Check *check = g_task_get_task_data (G_TASK (result));
  self->running = FALSE;
  if (!self->document) {
    free_in_worker (check);
    return;
  }
  GPtrArray *problems = g_steal_pointer (&self->problems);
  GHashTable *own = g_steal_pointer (&self->own), *below = g_steal_pointer (&self->below);
  self->problems = g_steal_pointer (&check->problems);
  self->own = g_steal_pointer (&check->own);
  self->below = g_steal_pointer (&check->below);
  check->problems = problems;
  check->own = own;
  check->below = below;
  self->generation = check->generation;
  self->n_clients_checked = check->n_clients;
  self->n_looks_checked = check->n_looks;
  self->all_known = check->all_known;
  self->checked = TRUE;
  if (self->owner && (self->stale || !self->all_known))
    begin_look (self);
  if (self->n_clients != self->n_clients_checked || self->n_looks != self->n_looks_checked)
    check_now (self);
  else if (!mw_findings_are_current (self))
    queue_check (self);
  g_signal_emit (self, changed_signal, 0);
  free_in_worker (check);
}

static gboolean
begin_check (gpointer data)
{
  MwFindings *self = data;
  self->timeout = 0;
  if (!self->document || self->running)
    return G_SOURCE_REMOVE;
  Check *check = g_new0 (Check, 1);
  check->live = self->live;
  mw_live_check_begin (self->live);
  check->model = mw_document_snapshot (self->document, &check->generation);
  check->format = mw_document_get_format (self->document);
  check->all_known = TRUE;
  check->client = self->client;
  check->n_clients = self->n_clients;
  check->n_looks = self->n_looks;
  check->files = self->files ? mw_file_checks_ref (self->files) : NULL;
  check->former = g_ptr_array_ref (self->problems);
  self->running = TRUE;
  g_autoptr (GTask) task = g_task_new (self, NULL, check_done, NULL);
  g_task_set_task_data (task, check, NULL); /* check_done() frees it */
  g_task_run_in_thread (task, run_check);
  return G_SOURCE_REMOVE;
}

static void
check_now (MwFindings *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  begin_check (self);
}

/* A check begins when nothing was changed for a moment, so that dragging, typing and the first frame of
 * a model do not wait for copies of it. */
static void
queue_check (MwFindings *self)
{
  enum { QUIET_MS = 400 };
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, QUIET_MS, begin_check, self, NULL);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwFindings *self)
{
  mw_live_check_note (self->live, set);
  queue_check (self);
}

/* A step that only drops notes has no change of a value, but some rules read notes. */
static void
history_changed (MwDocument *document, MwFindings *self)
{
  if (!mw_findings_are_current (self))
    queue_check (self);
}

/* --- Files ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwFileChecks *files; /* those of the MwFindings, or others that replace them */
  MwModel *model;      /* a copy */
  MwFormat format;
  MwLookup *lookup;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;
  mw_file_checks_unref (look->files);
  g_clear_pointer (&look->model, mw_model_free);
  mw_lookup_free (look->lookup);
  g_free (look);
}

static void
run_look (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Look *look = data;
  /* What it finds is recalled by the next check, of the model as it is then and for its client. */
  g_ptr_array_unref (mw_file_checks_run (look->files, look->model, look->format, NULL, look->lookup));
  g_clear_pointer (&look->model, mw_model_free);
  g_task_return_boolean (task, TRUE);
}

static void
set_files (MwFindings *self, MwFileChecks *files)
{
  if (files)
    mw_file_checks_ref (files);
  g_clear_pointer (&self->files, mw_file_checks_unref);
  self->files = files;
  self->n_looks++;
}

static void
look_done (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwFindings *self = MW_FINDINGS (source);
  const Look *look = g_task_get_task_data (G_TASK (result));
  self->looking = FALSE;
  if (!self->document)
    return;
  set_files (self, look->files);
  check_now (self);
}

/* Looks for the files of names that are not known yet; if what is known is stale, of all. */
static void
begin_look (MwFindings *self)
{
  if (self->looking)
    return; /* a check follows, which comes here again */
  MwLookup *lookup = self->make (self->owner);
  if (!lookup) {
    self->stale = FALSE;
    if (self->files)
      set_files (self, NULL);
    return;
  }
  Look *look = g_new0 (Look, 1);
  look->lookup = lookup;
  look->files = self->files && !self->stale ? mw_file_checks_ref (self->files) : mw_file_checks_new_for_one ();
  look->model = mw_document_snapshot (self->document, NULL);
  look->format = mw_document_get_format (self->document);
  self->stale = FALSE;
  self->looking = TRUE;
  g_autoptr (GTask) task = g_task_new (self, NULL, look_done, NULL);
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, run_look);
}

void
mw_findings_look_again (MwFindings *self)
{
  self->stale = TRUE;
  if (self->document)
    queue_check (self);
}

void
mw_findings_set_files (MwFindings *self, GObject *owner, MwLookup *(*make) (gpointer owner))
{
  g_set_weak_pointer (&self->owner, owner);
  self->make = make;
  mw_findings_look_again (self);
}

/* --- The client ----------------------------------------------------------------------------------------------------- */

void
mw_findings_set_client (MwFindings *self, const MwTargetClient *client)
{
  if (g_strcmp0 (self->client.id, client ? client->id : NULL) == 0)
    return;
  self->client = client ? *client : (MwTargetClient) { 0 };
  self->n_clients++;
  check_now (self);
  g_signal_emit (self, client_signal, 0);
}

const MwTargetClient *
mw_findings_get_client (MwDocument *document)
{
  const MwFindings *self = g_object_get_data (G_OBJECT (document), "mw-findings");
  return self && self->client.id ? &self->client : NULL;
}

/* --- Asking --------------------------------------------------------------------------------------------------------- */

gboolean
mw_findings_are_current (MwFindings *self)
{
  return self->checked && self->document && self->n_clients == self->n_clients_checked
         && self->generation == mw_document_get_generation (self->document);
}

gboolean
mw_findings_are_complete (MwFindings *self)
{
  const gboolean known = !self->stale && !self->looking && self->all_known && self->n_looks == self->n_looks_checked;
  return mw_findings_are_current (self) && (!self->owner || known);
}

gboolean
mw_findings_get_worst (MwFindings *self, MwId id, gboolean below, MwSeverity *worst)
{
  const GPtrArray *own = g_hash_table_lookup (self->own, GUINT_TO_POINTER (id));
  guint found = below ? GPOINTER_TO_UINT (g_hash_table_lookup (self->below, GUINT_TO_POINTER (id))) : 0;
  for (guint i = 0; own && i < own->len; i++) {
    const guint severity = mw_problem_get_rule (own->pdata[i])->severity + 1;
    found = !found || severity < found ? severity : found;
  }
  if (found)
    *worst = (MwSeverity) (found - 1);
  return found != 0;
}

guint
mw_findings_count (MwFindings *self)
{
  return g_hash_table_size (self->own);
}

GPtrArray *
mw_findings_get_problems (MwFindings *self)
{
  return self->problems;
}

char *
mw_findings_describe (MwFindings *self, MwId id, guint most)
{
  const GPtrArray *own = g_hash_table_lookup (self->own, GUINT_TO_POINTER (id));
  if (!own)
    return NULL;
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < MIN (own->len, most); i++) {
    MwProblem *problem = own->pdata[i];
    g_string_append_printf (text, "%s%s (%s)", i ? "\n" : "", mw_ui_label (mw_problem_get_rule (problem)->text),
                            mw_problem_get_message (problem));
  }
  if (own->len > most)
    g_string_append_printf (text, ngettext ("\n%u more", "\n%u more", own->len - most), own->len - most);
  return g_string_free (text, FALSE);
}

/* --- The object ----------------------------------------------------------------------------------------------------- */

static void
mw_findings_dispose (GObject *object)
{
  MwFindings *self = MW_FINDINGS (object);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_weak_pointer (&self->document);
  g_clear_weak_pointer (&self->owner);
  G_OBJECT_CLASS (mw_findings_parent_class)->dispose (object);
}

static void
mw_findings_finalize (GObject *object)
{
  g_hash_table_unref (MW_FINDINGS (object)->own);
  g_hash_table_unref (MW_FINDINGS (object)->below);
  g_ptr_array_unref (MW_FINDINGS (object)->problems);
  mw_live_check_free (MW_FINDINGS (object)->live);
  g_clear_pointer (&MW_FINDINGS (object)->files, mw_file_checks_unref);
  G_OBJECT_CLASS (mw_findings_parent_class)->finalize (object);
}

static void
mw_findings_class_init (MwFindingsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_findings_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_findings_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  client_signal = g_signal_new ("client-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
mw_findings_init (MwFindings *self)
{
  self->own = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->below = g_hash_table_new (NULL, NULL);
  self->problems = g_ptr_array_new_with_free_func (g_object_unref);
  self->live = mw_live_check_new ();
}

/* The document goes: a check that is running is not waited for. */
static void
let_go (gpointer data)
{
  g_object_run_dispose (data);
  g_object_unref (data);
}

MwFindings *
mw_findings_of (MwDocument *document)
{
  MwFindings *self = g_object_get_data (G_OBJECT (document), "mw-findings");
  if (!self) {
    self = g_object_new (MW_TYPE_FINDINGS, NULL);
    g_set_weak_pointer (&self->document, document);
    g_object_set_data_full (G_OBJECT (document), "mw-findings", self, let_go);
    g_signal_connect_object (document, "changed", G_CALLBACK (document_changed), self, 0);
    g_signal_connect_object (document, "history-changed", G_CALLBACK (history_changed), self, 0);
    queue_check (self);
  }
  return self;
}
