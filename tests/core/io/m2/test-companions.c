/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/m2/companions.h"
#include "core/io/registry.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

static void
test_names_say_roles (void)
{
  static const struct {
    const char *suffix, *role, *canonical;
  } names[] = {
    { "00.skin", "skin0", "00.skin" },
    { "03.SKIN", "skin3", "03.skin" },
    { "0004-01.anim", "anim4-1", "0004-01.anim" },
    { "1234-12.Anim", "anim1234-12", "1234-12.anim" },
    { "10004-100.anim", "anim10004-100", "10004-100.anim" },
    { "_lod01.skin", "lod1", "_lod01.skin" },
    { "_LOD12.skin", "lod12", "_lod12.skin" },
    { "_00.bone", "bone0", "_00.bone" },
    { "_02.BONE", "bone2", "_02.bone" },
    { ".phys", "phys", ".phys" },
  };
  static const char *const strange[] = {
    "",
    ".m2",
    "00.ski",
    "00.skin.bak",
    "0.skin",
    "000.skin",
    "04.skin",
    "4-01.anim",
    "0004-1.anim",
    "00004-01.anim",
    "0004-01.ani",
    "0004 01.anim",
    "65536-00.anim",
    "99999999999999-00.anim",
    "_lod00.skin",
    "_lod1.skin",
    "_lod.skin",
    "_1.bone",
    "_.bone",
    "-1.skin",
    "0004-001.anim",
    "phys",
    ".physx",
    "+4.skin",
    " 0.skin",
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *role = mw_m2_companion_role (names[i].suffix);
    g_assert_cmpstr (role, ==, names[i].role);
    g_autofree char *suffix = mw_m2_companion_suffix (role);
    g_assert_cmpstr (suffix, ==, names[i].canonical);
  }
  for (guint i = 0; i < G_N_ELEMENTS (strange); i++) {
    g_test_message ("%s", strange[i]);
    g_assert_null (mw_m2_companion_role (strange[i]));
  }
  g_assert_null (mw_m2_companion_suffix ("model"));
  g_assert_null (mw_m2_companion_suffix ("skin"));
  g_assert_null (mw_m2_companion_suffix ("anim4"));
  g_assert_null (mw_m2_companion_suffix ("skin0x"));
}

/* "role=name" of all companions after the main file, in their order. */
static char *
loaded (Files *files, const char *name)
{
  g_autofree char *path = files_path (files, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  GString *text = g_string_new (NULL);
  for (guint i = 1; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    g_autofree char *base = g_path_get_basename (part->path);
    g_assert_true (mw_file_set_find (set, part->role) == part);
    g_assert_true (g_str_has_suffix (base, part->suffix));
    g_string_append_printf (text, "%s%s=%s", text->len ? " " : "", part->role, base);
  }
  return g_string_free (text, FALSE);
}

static void
assert_loaded (Files *files, const char *name, const char *expected)
{
  g_autofree char *text = loaded (files, name);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_found_in_any_case (Files *files, gconstpointer data)
{
  files_write_m2 (files, "Bear.m2", 264, 2);
  files_write (files, "BEAR01.SKIN", "one");
  files_write (files, "bear00.skin", "nought");
  files_write (files, "Bear0010-00.anim", "a");
  files_write (files, "Bear0004-01.anim", "b");
  files_write (files, "Bear0004-00.ANIM", "c");
  files_write (files, "Bear_lod01.skin", "d");
  files_write (files, "Bear_02.bone", "e");
  files_write (files, "Bear.phys", "");
  files_write (files, "Bear00.blp", "no");
  files_write (files, "Bearskin00.skin", "no");
  files_write (files, "Polar00.skin", "no");
  assert_loaded (files, "Bear.m2",
                 "skin0=bear00.skin skin1=BEAR01.SKIN anim4-0=Bear0004-00.ANIM "
                 "anim4-1=Bear0004-01.anim anim10-0=Bear0010-00.anim bone2=Bear_02.bone "
                 "lod1=Bear_lod01.skin phys=Bear.phys");
}

static void
test_own_spelling_counts (Files *files, gconstpointer data)
{
  files_write_m2 (files, "Bear.m2", 264, 1);
  files_write (files, "BEAR00.SKIN", "x");
  files_write (files, "bear00.skin", "y");
  assert_loaded (files, "Bear.m2", "skin0=bear00.skin");
  files_write (files, "Bear00.SKIN", "z");
  assert_loaded (files, "Bear.m2", "skin0=Bear00.SKIN");
  files_write (files, "Bear00.skin", "z");
  assert_loaded (files, "Bear.m2", "skin0=Bear00.skin");
}

static void
test_only_models_that_have_them (Files *files, gconstpointer data)
{
  files_write_m2 (files, "Old.m2", 263, 1);
  files_write (files, "Old00.skin", "x");
  assert_loaded (files, "Old.m2", "");
  files_write (files, "Text.m2", "MD20");
  files_write (files, "Text00.skin", "x");
  assert_loaded (files, "Text.m2", "");
  files_write (files, "Other.m2", "MD21xxxxxxxxxxxxxxxxxxx");
  files_write (files, "Other00.skin", "x");
  assert_loaded (files, "Other.m2", "");
}

static void
test_longer_names_keep_theirs (Files *files, gconstpointer data)
{
  files_write_m2 (files, "X.m2", 264, 1);
  files_write (files, "X10004-01.anim", "x");
  files_write (files, "X_lod01.skin", "x");
  files_write (files, "X_lod04.skin", "x");
  assert_loaded (files, "X.m2", "anim10004-1=X10004-01.anim lod1=X_lod01.skin lod4=X_lod04.skin");
  files_write_m2 (files, "X1.M2", 264, 1);
  assert_loaded (files, "X.m2", "lod1=X_lod01.skin lod4=X_lod04.skin");
  assert_loaded (files, "X1.M2", "anim4-1=X10004-01.anim");
  files_write_m2 (files, "x_lod.m2", 264, 1);
  assert_loaded (files, "X.m2", "lod4=X_lod04.skin");
}

static void
test_only_regular_files (Files *files, gconstpointer data)
{
  g_autofree char *odd = files_path (files, "X00.skin"), *folder = files_path (files, "X01.skin"),
                  *link = files_path (files, "X02.skin"), *dangling = files_path (files, "X03.skin"),
                  *secret = files_path (files, "X.phys"), *path = files_path (files, "X.m2");
  files_write_m2 (files, "X.m2", 264, 4);
  files_write (files, "elsewhere", "x");
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink ("elsewhere", link), ==, 0);
  g_assert_cmpint (symlink ("nowhere", dangling), ==, 0);
  assert_loaded (files, "X.m2", "skin2=X02.skin");
  /* A companion that exists but cannot be read is an error, not a missing one. */
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GError) error = NULL;
    g_assert_cmpint (i ? symlink ("/dev/zero", odd) : mkfifo (odd, 0600), ==, 0);
    g_assert_null (mw_io_load (path, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_IO);
    g_assert_cmpstr (mw_error_path (error), ==, odd);
    g_assert_nonnull (strstr (error->message, i ? "is a device, not a file" : "is a pipe, not a file"));
    g_unlink (odd);
  }
  files_write (files, "X.phys", "x");
  g_assert_cmpint (g_chmod (secret, 0), ==, 0);
  if (access (secret, R_OK) != 0) {
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_io_load (path, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_IO);
    g_assert_cmpstr (mw_error_path (error), ==, secret);
  }
}

/* 100,000 files (half as many in a part of the sweep), all with names like the model's companions: found in one pass. */
static void
test_large_folder (Files *files, gconstpointer data)
{
  const guint most = 100000, n = work_fraction () > 1 ? most / 2 : most;
  files_write_m2 (files, "X.m2", 264, 1);
  int folder = g_open (files->folder, O_RDONLY | O_DIRECTORY, 0);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf (i % 2 ? "x%04u-%02u.anim" : "X%04u-%02u.ani", i % 10000, i / 10000);
    int fd = openat (folder, name, O_CREAT | O_WRONLY, 0600);
    g_assert_cmpint (fd, >=, 0);
    close (fd);
  }
  close (folder);
  g_autofree char *path = files_path (files, "X.m2");
  const clock_t start = clock ();
  g_autoptr (MwFileSet) set = mw_io_load (path, NULL, NULL);
  g_assert_cmpuint (set->parts->len, ==, 1 + n / 2);
  for (guint i = 1; i < n; i += 2) {
    g_autofree char *role = g_strdup_printf ("anim%u-%u", i % 10000, i / 10000);
    g_assert_nonnull (mw_file_set_find (set, role));
  }
  /* What looks at every file for every file takes four times as long for twice as many. */
  const double took = (double) (clock () - start) / CLOCKS_PER_SEC, part = (double) n / most;
  g_test_message ("%g s of processor time", took);
  g_assert_cmpfloat (took, <, 30 * part * part);
}

static char *
expected (GBytes *model)
{
  g_autoptr (GPtrArray) roles = mw_m2_companions_expected (model);
  g_ptr_array_add (roles, NULL);
  return g_strjoinv (" ", (char **) roles->pdata);
}

static void
put (guint8 *bytes, gsize at, guint32 value)
{
  memcpy (bytes + at, &value, 4);
}

static void
test_expected (void)
{
  guint8 bytes[0x130 + 5 * 64] = "MD20";
  put (bytes, 4, 264);
  put (bytes, 0x44, 2);
  put (bytes, 0x1C, 5);
  put (bytes, 0x20, 0x130);
  static const guint32 ids[] = { 0, 4, 4 | 1 << 16, 10, 4 }, flags[] = { 0x20, 0, 0, 0x40, 0 };
  for (guint i = 0; i < 5; i++) {
    put (bytes, 0x130 + i * 64, ids[i]);
    put (bytes, 0x130 + i * 64 + 12, flags[i]);
  }
  g_autoptr (GBytes) good = g_bytes_new (bytes, sizeof bytes);
  g_autofree char *all = expected (good);
  g_assert_cmpstr (all, ==, "skin0 skin1 anim4-0 anim4-1");
  /* Counts and offsets that exceed the bytes. */
  put (bytes, 0x44, G_MAXUINT32);
  put (bytes, 0x1C, G_MAXUINT32);
  for (gsize size = 0; size < sizeof bytes; size++) {
    g_autofree guint8 *exact = g_memdup2 (bytes, size);
    g_autoptr (GBytes) cut = g_bytes_new_static (exact, size);
    g_autofree char *some = expected (cut);
    g_assert_true (size >= 0x48 ? g_str_has_prefix (some, "skin0 skin1 skin2 skin3") : !*some);
  }
  put (bytes, 0x20, G_MAXUINT32 - 1);
  g_autoptr (GBytes) far = g_bytes_new (bytes, sizeof bytes);
  g_autofree char *none = expected (far);
  g_assert_cmpstr (none, ==, "skin0 skin1 skin2 skin3");
}

/* In real files every skin is there, and every other companion is one that the model refers to. */
static void
test_corpus_agrees (void)
{
  g_autoptr (GPtrArray) folders = corpus_files ("m2-264");
  if (!folders)
    return;
  g_ptr_array_add (folders, NULL);
  g_autoptr (GPtrArray) paths = mw_files_expand ((const char *const *) folders->pdata, NULL);
  guint models = 0, skins = 0, anims = 0, missing = 0;
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwFileSet) set = mw_io_load (paths->pdata[i], NULL, &error);
    g_assert_no_error (error);
    if (!mw_m2_has_companions (mw_file_set_main (set)->bytes))
      continue;
    g_autoptr (GPtrArray) roles = mw_m2_companions_expected (mw_file_set_main (set)->bytes);
    for (guint k = 0; k < roles->len; k++) {
      const char *role = roles->pdata[k];
      gboolean there = mw_file_set_find (set, role) != NULL, skin = g_str_has_prefix (role, "skin");
      skins += skin && there;
      anims += !skin && there;
      missing += !there;
      if (!there)
        g_test_message ("%s: %s is missing", (char *) paths->pdata[i], role);
    }
    models++;
  }
  g_test_message ("%u models, %u skins and %u anims there, %u missing", models, skins, anims, missing);
  g_assert_cmpuint (models, >, 0);
  g_assert_cmpuint (skins, >=, models);
  g_assert_cmpuint (anims, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/m2/companions/names give the roles", test_names_say_roles);
  g_test_add_func ("/m2/companions/the companions that a model names", test_expected);
  g_test_add_func ("/m2/companions/real files agree", test_corpus_agrees);
#define ADD(claim, function) g_test_add ("/m2/companions/" claim, Files, NULL, files_set_up, function, files_tear_down)
  ADD ("found in any case, in the order of their roles", test_found_in_any_case);
  ADD ("the model's own spelling counts", test_own_spelling_counts);
  ADD ("only models of 264 and later have them", test_only_models_that_have_them);
  ADD ("a model with a longer name keeps its own", test_longer_names_keep_theirs);
  ADD ("only regular files, and an unreadable one is an error", test_only_regular_files);
  ADD ("a folder of 100,000 files is one pass", test_large_folder);
  return g_test_run ();
}
