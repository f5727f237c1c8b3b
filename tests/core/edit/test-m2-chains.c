/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/fixture.h"
#include "tests/core/edit/m2.h"

#include <string.h>

/* Chains of variations when a sequence gets another animation or variation. */

typedef struct {
  MwDocument *document;
  MwFileSet *first;
  uint32_t n; /* index of the first of five added sequences: variations 0, 1, 2 of animation 160, and 0, 1 of 161 */
} World;

static void
setup (World *w, gconstpointer version)
{
  static const guint animations[] = { 160, 160, 160, 161, 161 };
  g_autoptr (MwFileSet) set = m2_made_set (GPOINTER_TO_UINT (version), 1, 0);
  w->document = m2_open (set);
  w->n = m2_model (w->document)->sequences.n;
  for (guint i = 0; i < G_N_ELEMENTS (animations); i++) {
    g_autofree char *line = g_strdup_printf ("add sequences animation=%u", animations[i]);
    m2_do (w->document, line);
  }
  w->first = m2_saved (w->document);
}

static void
teardown (World *w, gconstpointer version)
{
  mw_file_set_free (w->first);
  g_object_unref (w->document);
}

/* Runs `set` on one of the five. */
static void
set (World *w, guint index, const char *what)
{
  g_autofree char *line = g_strdup_printf ("set sequences[%u].%s", w->n + index, what);
  m2_do (w->document, line);
}

/* Checks the chain that a client follows from the first sequence of the animation in the list: which of the five,
 * and their numbers. */
static void
assert_chain (World *w, guint animation, const char *expected)
{
  const MwM2 *model = m2_model (w->document);
  const MwM2Sequence *at = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  for (uint32_t i = 0; i < model->sequences.n && !at; i++)
    if (((const MwM2Sequence *) model->sequences.items[i])->animation == animation)
      at = (const MwM2Sequence *) model->sequences.items[i];
  for (guint steps = 0; at && steps < 10; steps++) {
    g_string_append_printf (found, "%s%u:%u", found->len ? " " : "", mw_record_index (&at->record) - w->n,
                            at->variation);
    g_assert_cmpuint (at->animation, ==, animation);
    at = (const MwM2Sequence *) mw_model_resolve (&model->model, at->next);
  }
  g_assert_cmpstr (found->str, ==, expected);
}

static gboolean
says (World *w, const char *text)
{
  const char *const *notices = mw_document_get_notices (w->document);
  for (guint i = 0; notices && notices[i]; i++)
    if (strstr (notices[i], text))
      return TRUE;
  return FALSE;
}

static void
assert_undone (World *w)
{
  mw_document_undo (w->document);
  g_autoptr (MwFileSet) undone = m2_saved (w->document);
  m2_assert_same_set (undone, w->first);
  mw_document_redo (w->document);
}

static void
test_as_added (World *w, gconstpointer version)
{
  assert_chain (w, 160, "0:0 1:1 2:2");
  assert_chain (w, 161, "3:0 4:1");
}

static void
test_animation (World *w, gconstpointer version)
{
  set (w, 4, "animation=160");
  assert_chain (w, 160, "0:0 1:1 2:2 4:3");
  assert_chain (w, 161, "3:0");
  g_assert_true (says (w, "it is now variation 3 of animation 160, because 1 is taken"));
  G_GNUC_UNUSED g_autoptr (MwFileSet) sound = m2_assert_sound (w->document, NULL, "another animation");
  assert_undone (w);
  assert_chain (w, 160, "0:0 1:1 2:2 4:3");
  /* Back again: its own number is free. */
  set (w, 4, "animation=161");
  assert_chain (w, 160, "0:0 1:1 2:2");
  assert_chain (w, 161, "3:0 4:3");
}

static void
test_from_the_middle (World *w, gconstpointer version)
{
  set (w, 1, "animation=162");
  assert_chain (w, 160, "0:0 2:2");
  assert_chain (w, 162, "1:1");
  assert_undone (w);
}

static void
test_head (World *w, gconstpointer version)
{
  set (w, 0, "animation=162");
  assert_chain (w, 160, "1:1 2:2");
  assert_undone (w);
}

static void
test_variation (World *w, gconstpointer version)
{
  set (w, 0, "variation=5");
  /* The chain is in the order of numbers, but clients enter it at its last sequence. */
  assert_chain (w, 160, "0:5");
  g_assert_true (says (w, "so clients begin animation 160 with it and never play the other"));
  assert_undone (w);
  set (w, 0, "variation=0");
  assert_chain (w, 160, "0:0 1:1 2:2");
  g_assert_null (mw_document_get_notices (w->document));
  set (w, 2, "variation=1");
  assert_chain (w, 160, "0:0 1:1 2:1");
  g_assert_true (says (w, "is also variation 1 of animation 160"));
}

static void
test_before_the_head (World *w, gconstpointer version)
{
  set (w, 2, "animation=161");
  g_assert_true (says (w, "it comes before"));
  for (guint i = 2; i < 4; i++) {
    g_autofree char *line = g_strdup_printf ("move-down sequences[%u]", w->n + i);
    m2_do (w->document, line);
  }
  assert_chain (w, 161, "2:0 3:1 4:2");
  assert_chain (w, 160, "0:0 1:1");
  G_GNUC_UNUSED g_autoptr (MwFileSet) sound = m2_assert_sound (w->document, NULL, "moved behind");
}

static void
test_own_chains (World *w, gconstpointer version)
{
  set (w, 0, "next=none");
  set (w, 1, "next=none");
  set (w, 4, "animation=160");
  assert_chain (w, 160, "0:0");
  assert_chain (w, 161, "3:0");
}

/* A sequence moves back after another one that was linked to it by hand. */
static void
test_never_endless (World *w, gconstpointer version)
{
  g_autofree char *to_last = g_strdup_printf ("next=sequences[%u]", w->n + 2);
  g_autofree char *to_second = g_strdup_printf ("next=sequences[%u]", w->n + 1);
  set (w, 2, "variation=4");
  set (w, 1, "variation=2");
  set (w, 0, to_last);
  set (w, 2, to_second);
  set (w, 1, "next=none");
  assert_chain (w, 160, "0:0 2:4 1:2");
  set (w, 1, "variation=1");
  assert_chain (w, 160, "0:0 1:1 2:4");
  mw_document_undo (w->document);
  assert_chain (w, 160, "0:0 2:4 1:2");
}

static void
test_replay (World *w, gconstpointer version)
{
  g_autoptr (GError) error = NULL;
  set (w, 4, "animation=160");
  g_autofree char *text = mw_step_to_text (
    mw_document_get_step (w->document, mw_document_get_position (w->document) - 1));
  g_autoptr (MwFileSet) after = m2_saved (w->document);
  mw_document_undo (w->document);
  mw_document_replay_text (w->document, text, strlen (text), &error);
  g_assert_no_error (error);
  g_autofree char *again = mw_step_to_text (
    mw_document_get_step (w->document, mw_document_get_position (w->document) - 1));
  g_assert_cmpstr (again, ==, text);
  g_autoptr (MwFileSet) same = m2_saved (w->document);
  m2_assert_same_set (same, after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  static const struct {
    const char *claim;
    void (*run) (World *w, gconstpointer version);
  } tests[] = {
    { "sequences that are added are linked", test_as_added },
    { "another animation is another chain", test_animation },
    { "the chain that a sequence leaves is closed", test_from_the_middle },
    { "if the first is removed, the second becomes the first", test_head },
    { "another variation is another place in the chain", test_variation },
    { "sequences that clients would not find are reported", test_before_the_head },
    { "chains that were linked otherwise stay so", test_own_chains },
    { "no change of variation makes a chain endless", test_never_endless },
    { "a replay does the same", test_replay },
  };
  static const guint versions[] = { 256, 260, 264, 272 };
  for (guint v = 0; v < G_N_ELEMENTS (versions); v++)
    for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
      g_autofree char *path = g_strdup_printf ("/edit/m2-chains/%u/%s", versions[v], tests[i].claim);
      g_test_add (path, World, GUINT_TO_POINTER (versions[v]), setup, tests[i].run, teardown);
    }
  return g_test_run ();
}
