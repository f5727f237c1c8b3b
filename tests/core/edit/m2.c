/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/m2.h"
#include "core/edit/operations/script.h"

#include <string.h>

MwFileSet *
m2_made_set (guint version, guint seed, guint form)
{
  return m2_set_make (&(M2GenerateOptions) { version, seed, form });
}

GPtrArray *
m2_corpus_sets (gsize largest)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  GPtrArray *sets = paths ? g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_set_free) : NULL;
  for (guint i = 0; paths && i < paths->len; i++) {
    MwFileSet *set = m2_set_load (paths->pdata[i]);
    if (m2_set_size (set) <= largest)
      g_ptr_array_add (sets, set);
    else
      mw_file_set_free (set);
  }
  return sets;
}

MwDocument *
m2_open (const MwFileSet *set)
{
  g_autoptr (GError) error = NULL;
  MwFormat format;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  return mw_document_new (model, format);
}

MwDocument *
m2_open_made (guint version)
{
  g_autoptr (MwFileSet) set = m2_made_set (version, 1, 0);
  return m2_open (set);
}

MwFileSet *
m2_saved (MwDocument *document)
{
  g_autoptr (GError) error = NULL;
  MwFormat format = mw_document_get_format (document);
  MwFileSet *set = mw_io_write (mw_document_get_model (document), format, NULL, &error);
  g_assert_no_error (error);
  mw_io_prove (mw_document_get_model (document), format, set, NULL, &error);
  g_assert_no_error (error);
  return set;
}

GHashTable *
m2_broken_rules (const MwFileSet *files)
{
  M2StructureSet set = { .name = (char *) "set.m2", .incomplete = TRUE };
  set.anims = g_array_new (FALSE, FALSE, sizeof (M2StructureAnim));
  for (guint i = 0; i < files->parts->len; i++) {
    const MwFilePart *part = files->parts->pdata[i];
    guint animation = 0, variation = 0;
    if (i == 0)
      set.model = part->bytes;
    else if (g_str_has_prefix (part->role, "skin"))
      set.skins[MIN (g_ascii_strtoull (part->role + 4, NULL, 10), 4)] = part->bytes;
    else if (g_str_has_prefix (part->role, "anim")) {
      char *end;
      animation = (guint) g_ascii_strtoull (part->role + 4, &end, 10);
      variation = (guint) g_ascii_strtoull (end + 1, NULL, 10);
      g_array_append_val (set.anims, ((M2StructureAnim) { animation, variation, part->bytes }));
    }
  }
  g_autoptr (GPtrArray) found = m2_structure_check (&set);
  GHashTable *rules = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  for (guint i = 0; i < found->len; i++) {
    const M2Finding *finding = found->pdata[i];
    if (!g_hash_table_contains (rules, finding->rule))
      g_hash_table_insert (
        rules, (gpointer) finding->rule,
        g_strdup_printf ("%s at %" G_GUINT64_FORMAT ": %s", finding->file, finding->offset, finding->text));
  }
  g_array_unref (set.anims);
  return rules;
}

MwFileSet *
m2_assert_sound (MwDocument *document, GHashTable *before, const char *what)
{
  g_test_message ("%s", what);
  MwFileSet *set = m2_saved (document);
  g_autoptr (GHashTable) rules = m2_broken_rules (set);
  GHashTableIter iter;
  gpointer rule, text;
  g_hash_table_iter_init (&iter, rules);
  while (g_hash_table_iter_next (&iter, &rule, &text))
    if (!before || !g_hash_table_contains (before, rule))
      g_error ("%s: %s: %s", what, (const char *) rule, (const char *) text);
  return set;
}

void
m2_assert_same_set (const MwFileSet *a, const MwFileSet *b)
{
  for (guint i = 0; i < a->parts->len; i++) {
    const MwFilePart *x = a->parts->pdata[i], *y = mw_file_set_find (b, x->role);
    g_assert_nonnull (y);
    g_assert_true (g_bytes_equal (x->bytes, y->bytes));
  }
}

void
m2_do (MwDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  mw_script_run_line (document, line, NULL, &error);
  if (error)
    g_error ("%s: %s", line, error->message);
}

char *
m2_refusal (MwDocument *document, const char *line)
{
  g_autoptr (GError) error = NULL;
  guint steps = mw_document_get_n_steps (document);
  if (mw_script_run_line (document, line, NULL, &error))
    g_error ("%s: not refused", line);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  return g_strdup (error->message);
}

MwM2 *
m2_model (MwDocument *document)
{
  return (MwM2 *) mw_document_get_model (document);
}

const MwList *
m2_list (MwDocument *document, const char *name)
{
  return mw_record_list (&m2_model (document)->model.record, mw_schema_field (&mw_m2_schema, name));
}

GArray *
m2_ids (MwDocument *document, const char *name)
{
  const MwList *list = m2_list (document, name);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < list->n; i++)
    g_array_append_val (ids, list->items[i]->id);
  return ids;
}
