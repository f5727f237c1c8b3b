/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/loss-lines.h"
#include "core/base/i18n.h"
#include "core/schema/path.h"

#include <string.h>

/* From this number of losses on, not every path is listed. */
enum { MANY = 3 };

/* Losses that are combined in one line: they have the same reason and concern the same field, or records of one
 * kind, or their layouts. */
typedef struct {
  const MwLoss *first, *second;
  const MwRecord *record; /* of the first loss */
  const MwField *child;   /* child slot that holds the records; the line is about their owners. NULL: a list does */
  const MwSchema *kind;   /* the kind of the records that the line is about; NULL: several kinds */
  guint n, total;
  gboolean same_reason;
} Group;

/* --- Groups ----------------------------------------------------------------------------------------------------------- */

/* The child slot that holds a record, as most tracks have one. */
static const MwField *
child_slot (const MwRecord *record)
{
  const MwField *slot = mw_record_slot (record);
  return slot && slot->type == MW_TYPE_CHILD ? slot : NULL;
}

static const MwRecord *
holder_of (const MwRecord *record)
{
  return child_slot (record) ? record->owner : record;
}

static int
clause_length (const char *why)
{
  return (int) strcspn (why, ":");
}

/* The key of losses that are combined in one line. Free with g_free(). */
static char *
key_of (const MwLoss *loss, const MwRecord *record)
{
  gconstpointer of = loss->field ? (gconstpointer) loss->field : record->schema;
  return g_strdup_printf ("%d %p %p %d %.*s", loss->kind, of, (gconstpointer) child_slot (record), loss->layout,
                          clause_length (loss->why), loss->why);
}

static void
add_to_group (Group *group, const MwLoss *loss, const MwRecord *record)
{
  if (!group->n++) {
    group->first = loss;
    group->record = record;
    group->child = child_slot (record);
    group->kind = holder_of (record)->schema;
    group->same_reason = TRUE;
  } else if (!group->second) {
    group->second = loss;
  }
  if (group->kind != holder_of (record)->schema)
    group->kind = NULL;
  group->same_reason &= strcmp (group->first->why, loss->why) == 0;
}

static gboolean
count_alike (MwRecord *record, gpointer data)
{
  Group *group = data;
  const MwField *field = group->first->field;
  gboolean alike = field ? mw_schema_field (record->schema, field->name) == field
                         : record->schema == group->record->schema;
  group->total += alike && child_slot (record) == group->child
                  && (!group->kind || holder_of (record)->schema == group->kind);
  return TRUE;
}

/* --- Lines ------------------------------------------------------------------------------------------------------------ */

/* The word for several such records: "layers" for "materials[0].layers[2]". If they are of several kinds, the name
 * of their list. Free with g_free(). */
static char *
plural_of (const Group *group)
{
  const MwRecord *holder = holder_of (group->record);
  if (!group->kind)
    return g_strdup (mw_record_slot (holder)->name);
  g_autofree char *path = mw_record_path (holder);
  const char *dot = strrchr (path, '.'), *word = dot ? dot + 1 : path;
  return g_strndup (word, strcspn (word, "["));
}

static char *
reason_of (const Group *group)
{
  const char *why = group->first->why;
  return g_strndup (why, group->same_reason ? strlen (why) : (gsize) clause_length (why));
}

/* What a line says before and after its numbers: "bind_pose of ", and "nodes". */
static GString *
begin_what (const Group *group)
{
  const MwField *field = group->first->field;
  GString *what = g_string_new (group->child ? group->child->name : NULL);
  if (field)
    g_string_append_printf (what, "%s%s", what->len ? "." : "", field->name);
  else if (group->first->layout)
    g_string_append (what, what->len ? " layout" : "layout");
  if (what->len)
    g_string_append (what, " of ");
  return what;
}

static char *
subject_of (const Group *group)
{
  g_autofree char *plural = plural_of (group);
  GString *subject = begin_what (group);
  g_string_append (subject, plural);
  return g_string_free (subject, FALSE);
}

static char *
what_of (const Group *group)
{
  g_autofree char *plural = plural_of (group);
  GString *what = begin_what (group);
  if (group->n == group->total)
    g_string_append_printf (what, "all %u %s", group->n, plural);
  else
    g_string_append_printf (what, "%u of %u %s", group->n, group->total, plural);
  if (group->child)
    g_string_append (what, " that have it");
  return g_string_free (what, FALSE);
}

/* How harmful a loss is, 0 is worst: a missing record, then values that are visible in the game, then other values,
 * then layouts. */
static guint
harm_of (const MwLoss *loss)
{
  const unsigned seen = MW_TOUCH_GEOMETRY | MW_TOUCH_POSE | MW_TOUCH_MATERIAL | MW_TOUCH_TEXTURE | MW_TOUCH_TIME;
  if (!loss->field)
    return loss->layout ? 3 : 0;
  return loss->field->touches & seen || loss->field->type == MW_TYPE_CHILD ? 1 : 2;
}

static MwLossLine *
new_line (const MwLoss *loss, guint index)
{
  MwLossLine *line = g_new0 (MwLossLine, 1);
  line->kind = loss->kind;
  line->n = 1;
  line->harm = harm_of (loss);
  line->index = index;
  return line;
}

static MwLossLine *
line_of_group (const Group *group, guint index)
{
  MwLossLine *line = new_line (group->first, index);
  line->n = group->n;
  line->what = what_of (group);
  line->subject = subject_of (group);
  line->why = reason_of (group);
  if (group->n == 2)
    line->where = g_strdup_printf ("%s and %s", group->first->path, group->second->path);
  else if (group->n == 1 || group->n < group->total)
    line->where = g_strdup (group->first->path);
  return line;
}

void
mw_loss_line_free (MwLossLine *line)
{
  g_free (line->what);
  g_free (line->subject);
  g_free (line->where);
  g_free (line->why);
  g_free (line);
}

char *
mw_loss_line_text (const MwLossLine *line)
{
  if (line->n < MANY)
    return g_strdup_printf ("%s (%s)", line->where, line->why);
  return g_strdup_printf ("%s%s%s (%s)", line->what, line->where ? ", the first " : "", line->where ? line->where : "",
                          line->why);
}

const char *
mw_loss_kind_label (MwLossKind kind)
{
  static const char *const labels[MW_N_LOSS_KINDS] = { N_ ("lost"), N_ ("rounded"), N_ ("in another order"),
                                                       N_ ("stored in another way") };
  return labels[kind];
}

static int
by_harm (gconstpointer a, gconstpointer b)
{
  const MwLossLine *x = *(const MwLossLine *const *) a, *y = *(const MwLossLine *const *) b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->harm != y->harm)
    return x->harm < y->harm ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

void
mw_loss_lines_sort (GPtrArray *lines)
{
  g_ptr_array_sort (lines, by_harm);
}

char *
mw_loss_lines_summary (const GPtrArray *lines)
{
  guint n[MW_N_LOSS_KINDS] = { 0 };
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++) {
    const MwLossLine *line = lines->pdata[i];
    n[line->kind] += line->n;
  }
  for (guint kind = 0; kind < MW_N_LOSS_KINDS; kind++)
    if (n[kind])
      g_string_append_printf (text, "%s%u %s", text->len ? ", " : "", n[kind], mw_loss_kind_label ((MwLossKind) kind));
  return g_string_free (text, FALSE);
}

/* --- Reports ---------------------------------------------------------------------------------------------------------- */

/* The line for a loss of the model itself, which is never combined with others. */
static MwLossLine *
line_of_loss (const MwLoss *loss, guint index)
{
  MwLossLine *line = new_line (loss, index);
  line->what = g_strdup (loss->path);
  line->subject = g_strdup (loss->path);
  line->where = g_strdup (loss->path);
  line->why = g_strdup (loss->why);
  return line;
}

GPtrArray *
mw_loss_lines (const MwReport *report, const MwModel *model)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_loss_line_free);
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree Group **of_loss = g_new0 (Group *, report->losses->len + 1);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    const MwRecord *record = mw_model_find (model, loss->id);
    if (!record || !holder_of (record)->owner)
      continue;
    char *key = key_of (loss, record);
    of_loss[i] = g_hash_table_lookup (groups, key);
    if (of_loss[i])
      g_free (key);
    else
      g_hash_table_insert (groups, key, of_loss[i] = g_new0 (Group, 1));
    add_to_group (of_loss[i], loss, record);
  }
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    Group *group = of_loss[i];
    if (!group) {
      g_ptr_array_add (lines, line_of_loss (loss, i));
    } else if (group->first == loss) {
      mw_record_foreach ((MwRecord *) &model->record, count_alike, group);
      g_ptr_array_add (lines, line_of_group (group, i));
    }
  }
  mw_loss_lines_sort (lines);
  return lines;
}
