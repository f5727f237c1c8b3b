/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Companions that an M2 no longer names after a change are reported, and removed with --remove-left-files. */
#include "tests/app/cli/m2-set.h"
#include "tests/app/cli/run.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  char *folder, *file; /* a .anim */
  char *step;          /* deletes the sequence that has its keys there */
} Left;

static void
clear (Left *left)
{
  remove_folder (left->folder);
  g_free (left->folder);
  g_free (left->file);
  g_free (left->step);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Left, clear)

static Left
begin (void)
{
  Left left = { make_folder (), NULL, NULL };
  g_autoptr (GPtrArray) names = write_m2_set (left.folder, 264);
  for (guint i = 0; i < names->len && !left.file; i++)
    if (g_str_has_suffix (names->pdata[i], ".anim"))
      left.file = g_strdup (names->pdata[i]);
  g_assert_nonnull (left.file);
  const char *animation = left.file + strlen ("Sample"), *variation = animation + strlen ("0000-");
  left.step = g_strdup_printf ("delete sequences[%u/%u]", (guint) g_ascii_strtoull (animation, NULL, 10),
                               (guint) g_ascii_strtoull (variation, NULL, 10));
  return left;
}

/* %s of what is expected is the file's name. */
static void
assert_says (const Run *run, const Left *left, int code, const char *format)
{
  g_auto (GStrv) parts = g_strsplit (format, "%s", -1);
  g_autofree char *expected = g_strjoinv (left->file, parts);
  if (run->code != code || !strstr (run->err, expected))
    g_error ("exit code %d, and it says: %s", run->code, run->err);
}

static void
named (void)
{
  g_auto (Left) left = begin ();
  g_auto (Run) run = run_words (left.folder, "do", "-e", left.step, "Sample.m2", "-i", "--json", NULL);
  g_autofree char *json = g_strdup_printf ("\"left_files\": [\"%s\"]", left.file);
  assert_says (&run, &left, 0, "mwright: %s: the model no longer refers to it (--remove-left-files removes it)\n");
  g_assert_nonnull (strstr (run.out, json));
  g_assert_true (exists_in (left.folder, left.file));
  /* A file that an earlier change left is not reported again. */
  g_auto (Run)
    later = run_words (left.folder, "set", "Sample.m2", "sequences[0].move_speed=3", "-i", "--remove-left-files", NULL);
  g_assert_cmpint (later.code, ==, 0);
  g_assert_cmpstr (later.err, ==, "");
  g_assert_true (exists_in (left.folder, left.file));
}

static void
removed (void)
{
  g_auto (Left) left = begin ();
  g_auto (Run)
    run = run_words (left.folder, "do", "-e", left.step, "Sample.m2", "-i", "--remove-left-files", "--json", NULL);
  g_autofree char *json = g_strdup_printf ("\"removed_files\": [\"%s\"]", left.file);
  assert_says (&run, &left, 0, "mwright: %s: removed; the model no longer refers to it\n");
  g_assert_nonnull (strstr (run.out, json));
  g_assert_false (exists_in (left.folder, left.file));
  g_auto (Run) info = run_words (left.folder, "verify", "Sample.m2", NULL);
  g_assert_cmpint (info.code, ==, 0);
}

static void
renamed_with_backup (void)
{
  g_auto (Left) left = begin ();
  g_autofree char *backup = g_strconcat (left.file, ".bak", NULL);
  g_autoptr (GBytes) before = bytes_in (left.folder, left.file);
  g_auto (Run)
    run = run_words (left.folder, "do", "-e", left.step, "Sample.m2", "-i", "--remove-left-files", "--backup", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_false (exists_in (left.folder, left.file));
  g_autoptr (GBytes) after = bytes_in (left.folder, backup);
  g_assert_true (g_bytes_equal (before, after));
}

/* Another sequence that has its keys in the file of that name. */
static void
still_named (void)
{
  g_auto (Left) left = begin ();
  g_autofree char *path = g_strdup (left.step + strlen ("delete ")),
                  *duplicate = g_strdup_printf ("duplicate %s", path);
  /* The copy is the last variation of the animation. */
  g_auto (Run) copy = run_words (left.folder, "do", "-e", duplicate, "Sample.m2", "--dry-run", "--json", NULL);
  const char *added = strstr (copy.out, "{\"kind\": \"added\", \"path\": \"sequences[");
  g_assert_nonnull (added);
  guint place = (guint) g_ascii_strtoull (strchr (added, '[') + 1, NULL, 10);
  const char *variation = strrchr (path, '/') + 1;
  g_autofree char *same = g_strdup_printf ("set sequences[%u].variation=%u", place,
                                           (guint) g_ascii_strtoull (variation, NULL, 10)),
                  *remove = g_strdup_printf ("delete sequences[%u]", place - 1);
  g_auto (Run) run = run_words (left.folder, "do", "-e", duplicate, "-e", same, "-e", remove, "Sample.m2", "-i",
                                "--remove-left-files", NULL);
  g_assert_cmpint (run.code, ==, 0);
  g_assert_null (strstr (run.err, "removed"));
  g_assert_true (exists_in (left.folder, left.file));
  g_auto (Run) verify = run_words (left.folder, "verify", "Sample.m2", NULL);
  g_assert_cmpint (verify.code, ==, 0);
}

/* An alias of that animation and variation, which plays another sequence. */
static void
named_by_an_alias (void)
{
  g_auto (Left) left = begin ();
  const char *number = strchr (left.step, '[') + 1, *variation = strchr (number, '/') + 1;
  g_autofree char *animation = g_strdup_printf ("set sequences[1].animation=%u",
                                                (guint) g_ascii_strtoull (number, NULL, 10)),
                  *same = g_strdup_printf ("set sequences[1].variation=%u",
                                           (guint) g_ascii_strtoull (variation, NULL, 10)),
                  *path = g_strdup (left.step + strlen ("delete "));
  /* Its path once the alias exists. */
  g_auto (Run) list = run_words (left.folder, "get", "Sample.m2", path, NULL);
  guint place = (guint) g_ascii_strtoull (strchr (list.out, '[') + 1, NULL, 10);
  g_assert_cmpuint (place, >, 0);
  g_autofree char *remove = g_strdup_printf ("delete sequences[%u]", place + 1);
  const char *words[] = { "do",
                          "-e",
                          "duplicate sequences[0]",
                          "-e",
                          "set sequences[1].alias=sequences[0]",
                          "-e",
                          "set sequences[1].flags=0x40",
                          "-e",
                          animation,
                          "-e",
                          same,
                          "-e",
                          remove,
                          "Sample.m2",
                          "-i",
                          "--remove-left-files",
                          NULL };
  g_auto (Run) run = run_mwright (left.folder, words, NULL);
  if (run.code != 0 || strstr (run.err, "removed; the model"))
    g_error ("exit code %d: %s", run.code, run.err);
  g_assert_true (exists_in (left.folder, left.file));
}

static void
not_asked_for_elsewhere (void)
{
  g_auto (Left) left = begin ();
  g_auto (Run)
    run = run_words (left.folder, "do", "-e", left.step, "Sample.m2", "-o", "Other.m2", "--remove-left-files", NULL);
  assert_says (&run, &left, 2, "--remove-left-files works only with -i");
  g_assert_false (exists_in (left.folder, "Other.m2"));
  g_assert_true (exists_in (left.folder, left.file));
}

/* A step that cannot be done removes nothing. */
static void
not_without_a_save (void)
{
  g_auto (Left) left = begin ();
  g_auto (Run) run = run_words (left.folder, "do", "-e", left.step, "-e", "delete textures[0]", "-e", "set nothing=1",
                                "Sample.m2", "-i", "--remove-left-files", NULL);
  g_assert_cmpint (run.code, ==, 2);
  g_assert_true (exists_in (left.folder, left.file));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mwright/left files/are named, with what removes them", named);
  g_test_add_func ("/mwright/left files/are removed after the save when asked to", removed);
  g_test_add_func ("/mwright/left files/are renamed to backups with --backup", renamed_with_backup);
  g_test_add_func ("/mwright/left files/are kept if something still refers to them", still_named);
  g_test_add_func ("/mwright/left files/are kept if an alias uses them", named_by_an_alias);
  g_test_add_func ("/mwright/left files/are removed only with -i", not_asked_for_elsewhere);
  g_test_add_func ("/mwright/left files/stay when nothing is saved", not_without_a_save);
  return g_test_run ();
}
