/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/place.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHANGED "new bytes"

/* The beginning of a model that has companions. */
static const guint8 main_file[] = { 'M', 'D', '2', '0', 264 & 0xFF, 264 >> 8, 0, 0 };

/* What a writer returns: the main file and, for each role, new bytes. */
static MwFileSet *
written (const char *const *roles)
{
  MwFileSet *set = mw_file_set_new ();
  g_autoptr (GBytes) main = g_bytes_new_static (main_file, sizeof main_file),
                     bytes = g_bytes_new_static (CHANGED, strlen (CHANGED));
  mw_file_set_add (set, "model", NULL, main);
  for (guint i = 0; roles && roles[i]; i++)
    mw_file_set_add (set, roles[i], NULL, bytes);
  return set;
}

static void
write_bear (Files *files)
{
  files_write_m2 (files, "Bear.m2", 264, 2);
  files_write (files, "BEAR00.SKIN", "skin 0");
  files_write (files, "bear01.skin", "skin 1");
  files_write (files, "Bear0004-00.anim", "anim");
  files_write (files, "Bear_LOD01.skin", "lod");
  files_write (files, "Bear.phys", "phys");
}

static MwFileSet *
load (Files *files, const char *name)
{
  g_autofree char *path = files_path (files, name);
  g_autoptr (GError) error = NULL;
  MwFileSet *set = mw_io_load (path, NULL, &error);
  g_assert_no_error (error);
  return set;
}

static void
place (Files *files, MwFileSet *set, const MwFileSet *was, const char *target)
{
  g_autofree char *path = files_path (files, target);
  g_autoptr (GError) error = NULL;
  mw_io_place (set, was, path, &error);
  g_assert_no_error (error);
}

/* Asserts "role=name" of all parts, with a star for those with new bytes. */
static void
assert_placed (Files *files, const MwFileSet *set, const char *expected)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gsize size;
    const char *bytes = g_bytes_get_data (part->bytes, &size);
    g_assert_true (g_str_has_prefix (part->path, files->folder));
    g_string_append_printf (text, "%s%s=%s%s", i ? " " : "", part->role, part->path + strlen (files->folder) + 1,
                            (size == strlen (CHANGED) && memcmp (bytes, CHANGED, size) == 0)
                                || (size == sizeof main_file && memcmp (bytes, main_file, size) == 0)
                              ? "*"
                              : "");
  }
  g_assert_cmpstr (text->str, ==, expected);
  g_string_free (text, TRUE);
}

static const char *const skins[] = { "skin0", "skin1", NULL };

static void
test_in_place_keeps_spellings (Files *files, gconstpointer data)
{
  write_bear (files);
  g_autoptr (MwFileSet) was = load (files, "Bear.m2"), set = written (skins);
  place (files, set, was, "Bear.m2");
  assert_placed (files, set,
                 "model=Bear.m2* skin0=BEAR00.SKIN* skin1=bear01.skin* anim4-0=Bear0004-00.anim "
                 "lod1=Bear_LOD01.skin phys=Bear.phys");
  g_assert_true (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  g_autofree char *list = files_list (files), *skin = files_read (files, "BEAR00.SKIN"),
                  *lod = files_read (files, "Bear_LOD01.skin");
  g_assert_cmpstr (list, ==, "BEAR00.SKIN Bear.m2 Bear.phys Bear0004-00.anim Bear_LOD01.skin bear01.skin");
  g_assert_cmpstr (skin, ==, CHANGED);
  g_assert_cmpstr (lod, ==, "lod");
}

static void
test_same_stem_elsewhere_keeps_spellings (Files *files, gconstpointer data)
{
  g_autofree char *folder = files_path (files, "out");
  g_mkdir (folder, 0700);
  write_bear (files);
  g_autoptr (MwFileSet) was = load (files, "Bear.m2"), set = written (skins);
  place (files, set, was, "out/Bear.M2");
  assert_placed (files, set,
                 "model=out/Bear.M2* skin0=out/BEAR00.SKIN* skin1=out/bear01.skin* "
                 "anim4-0=out/Bear0004-00.anim lod1=out/Bear_LOD01.skin phys=out/Bear.phys");
}

static void
test_new_stem_keeps_suffixes (Files *files, gconstpointer data)
{
  write_bear (files);
  g_autoptr (MwFileSet) was = load (files, "Bear.m2"), set = written (skins);
  place (files, set, was, "bear.v2.m2");
  assert_placed (files, set,
                 "model=bear.v2.m2* skin0=bear.v200.SKIN* skin1=bear.v201.skin* "
                 "anim4-0=bear.v20004-00.anim lod1=bear.v2_LOD01.skin phys=bear.v2.phys");
  g_assert_true (mw_file_set_save (set, 0, NULL, NULL, NULL));
  g_autoptr (MwFileSet) again = load (files, "bear.v2.m2");
  g_assert_cmpuint (again->parts->len, ==, 6);
}

/* On case-sensitive disks a stem in another case is another stem: the old files are left alone. */
static void
test_new_case_is_a_new_stem (Files *files, gconstpointer data)
{
  write_bear (files);
  g_autoptr (MwFileSet) was = load (files, "Bear.m2"), set = written (skins);
  place (files, set, was, "bEAR.m2");
  assert_placed (files, set,
                 "model=bEAR.m2* skin0=bEAR00.SKIN* skin1=bEAR01.skin* anim4-0=bEAR0004-00.anim "
                 "lod1=bEAR_LOD01.skin phys=bEAR.phys");
}

static void
test_new_parts_get_names (Files *files, gconstpointer data)
{
  static const char *const roles[] = { "skin0", "anim4-1", NULL };
  g_autoptr (MwFileSet) set = written (roles);
  place (files, set, NULL, "New.m2");
  assert_placed (files, set, "model=New.m2* skin0=New00.skin* anim4-1=New0004-01.anim*");
  /* From standard input: there are no companions whose spelling could be kept. */
  g_autoptr (MwFileSet) was = written (NULL), second = written (roles);
  place (files, second, was, "New.m2");
  assert_placed (files, second, "model=New.m2* skin0=New00.skin* anim4-1=New0004-01.anim*");
}

static void
test_taken_names_refuse_the_whole (Files *files, gconstpointer data)
{
  write_bear (files);
  files_write (files, "polar01.SKIN", "another's");
  g_autoptr (MwFileSet) was = load (files, "Bear.m2"), set = written (skins);
  g_autofree char *before = files_list (files);
  place (files, set, was, "Polar.m2");
  g_autoptr (GError) error = NULL;
  g_assert_false (mw_file_set_save (set, 0, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_EXISTS);
  g_assert_true (g_str_has_suffix (mw_error_path (error), "/polar01.SKIN"));
  g_autofree char *after = files_list (files), *kept = files_read (files, "polar01.SKIN");
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpstr (kept, ==, "another's");
  /* With MW_SAVE_OVERWRITE it replaces files that a reader would take for the model's, and never leaves two
   * spellings of one part. */
  g_assert_true (mw_file_set_save (set, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  g_autofree char *replaced = files_read (files, "polar01.SKIN"), *twice = files_read (files, "Polar01.skin");
  g_assert_cmpstr (replaced, ==, CHANGED);
  g_assert_null (twice);
}

static void
test_unknown_roles_are_refused (Files *files, gconstpointer data)
{
  static const char *const roles[] = { "skin0", "hair", NULL };
  g_autoptr (MwFileSet) set = written (roles);
  g_autofree char *path = files_path (files, "New.m2"), *nowhere = files_path (files, "none/New.m2");
  g_autoptr (GError) error = NULL, second = NULL;
  g_assert_false (mw_io_place (set, NULL, path, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_cmpstr (mw_error_path (error), ==, "hair");
  g_autoptr (MwFileSet) fine = written (skins);
  g_assert_false (mw_io_place (fine, NULL, nowhere, &second));
  g_assert_error (second, MW_ERROR, MW_ERROR_IO);
}

/* Formats of a single file use the same functions. */
static void
test_mdx_is_a_set_of_one (Files *files, gconstpointer data)
{
  g_autofree char *sample = sample_path ("figure.mdx");
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = mw_io_load (sample, NULL, &error);
  MwFormat format;
  g_assert_no_error (error);
  g_assert_cmpuint (set->parts->len, ==, 1);
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (MwFileSet) again = mw_io_write (model, format, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (mw_file_set_main (set)->bytes, mw_file_set_main (again)->bytes));
  g_assert_true (mw_io_prove (model, format, again, NULL, &error));
  place (files, again, set, "x.mdx");
  g_assert_true (mw_file_set_save (again, 0, NULL, NULL, &error));
  /* The proof notices a different model. */
  MwRecord *sequence = ((MwMdlx *) model)->sequences.items[0];
  mw_record_free (mw_list_take (model, &model->record, mw_record_slot (sequence), 0));
  g_assert_false (mw_io_prove (model, format, again, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_NOT_WRITABLE);
  g_assert_cmpstr (error->message, ==, "the written file does not read back identically; nothing was saved");
  mw_model_free (model);
}

/* A file with a sequence's keys begins with a time, which can be anything, so only its name identifies it. */
static void
test_parts_alone_are_named (Files *files, gconstpointer data)
{
  static const struct {
    const char *name;
    char start[4];
    const char *says;
  } parts[] = {
    { "Y0004-00.anim", { 0 }, "this is an animation file (.anim), a part of an M2 model" },
    { "Y0004-01.ANIM", { 33, 0, 0, 0 }, "it is read with its .m2" },
    { "Y0004-02.anim", { 'A', 'F', 'M', '2' }, "in chunks (.anim), a part of an M2 model" },
    { "Y00.skin", { 'S', 'K', 'I', 'N' }, "this is a skin profile (.skin), a part of an M2 model" },
    { "Y.skel", { 'S', 'K', 'L', '1' }, "this is a skeleton (.skel) that belongs to an .m2" },
    { "Y0004-00.bin", { 0 }, "found \"????\" at the start" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *path = files_path (files, parts[i].name);
    char bytes[64] = { 0 };
    memcpy (bytes, parts[i].start, sizeof parts[i].start);
    g_autoptr (GError) error = NULL;
    g_assert_true (g_file_set_contents (path, bytes, sizeof bytes, NULL));
    g_autoptr (MwFileSet) set = mw_io_load (path, NULL, &error);
    g_assert_no_error (error);
    MwFormat format;
    g_assert_null (mw_io_read (set, &format, NULL, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
    g_assert_cmpint (mw_error_offset (error), ==, 0);
    if (!strstr (error->message, parts[i].says))
      g_error ("%s: found \"%s\", expected \"%s\" in it", parts[i].name, error->message, parts[i].says);
  }
}

/* --- Loads during saves --------------------------------------------------------------------------------------------- */

enum { SAVED_SKINS = 3, OTHER = 1000, LARGE = 32 << 20 };

/* A model whose files all end with one letter, except for a longer one that does not change: Bear00.skin. */
static MwFileSet *
lettered (Files *files, char letter)
{
  MwFileSet *set = mw_file_set_new ();
  g_autofree char *path = files_path (files, "Bear.m2");
  guint8 head[0x131] = { 'M', 'D', '2', '0', 0x08, 0x01, [0x130] = (guint8) letter };
  g_autoptr (GBytes) model = g_bytes_new (head, sizeof head);
  mw_file_set_add (set, "model", path, model);
  for (guint i = 1; i <= SAVED_SKINS; i++) {
    g_autofree char *name = g_strdup_printf ("Bear%02u.skin", i), *role = g_strdup_printf ("skin%u", i),
                    *at = files_path (files, name);
    g_autoptr (GBytes) bytes = g_bytes_new (&letter, 1);
    mw_file_set_add_companion (set, role, at, name + strlen ("Bear"), bytes);
  }
  return set;
}

/* The letter of a loaded set; 0 when its files differ. */
static char
letter_of (const MwFileSet *set)
{
  char letter = 0;
  g_assert_cmpuint (set->parts->len, ==, 2 + SAVED_SKINS);
  for (guint i = 0; i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    gsize size;
    const char *bytes = g_bytes_get_data (part->bytes, &size);
    if (size >= OTHER)
      continue;
    if (letter && letter != bytes[size - 1])
      return 0;
    letter = bytes[size - 1];
  }
  return letter;
}

/* A save begins after the load has checked for one, and ends before the load does. */
static void
test_one_save_is_loaded (Files *files, gconstpointer data)
{
  enum { LOADS = 40, MOST = 600, PAUSE = 150000 };
  g_autoptr (MwFileSet) one = lettered (files, 'o'), two = lettered (files, 't');
  g_autofree char *large = files_path (files, "Bear00.skin"), *path = files_path (files, "Bear.m2");
  guint letters[2] = { 0, 0 }, mixed = 0, refused = 0;
  files_write (files, "Bear00.skin", "");
  g_assert_cmpint (truncate (large, LARGE), ==, 0);
  g_assert_true (mw_file_set_save (one, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  pid_t child = fork ();
  if (child == 0)
    for (prctl (PR_SET_PDEATHSIG, SIGKILL);;) {
      mw_file_set_save (two, MW_SAVE_OVERWRITE, NULL, NULL, NULL);
      g_usleep (PAUSE);
      mw_file_set_save (one, MW_SAVE_OVERWRITE, NULL, NULL, NULL);
      g_usleep (PAUSE);
    }
  for (guint i = 0; !mixed && (i < LOADS || (i < MOST && !(letters[0] && letters[1]))); i++) {
    g_autoptr (MwFileSet) set = mw_io_load (path, NULL, NULL);
    char letter = set ? letter_of (set) : 0;
    refused += !set;
    mixed += set && !letter;
    letters[letter == 't'] += letter != 0;
  }
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  g_test_message ("%u times the one, %u times the other, %u times refused", letters[0], letters[1], refused);
  g_assert_cmpuint (mixed, ==, 0);
  g_assert_cmpuint (letters[0], >, 0);
  g_assert_cmpuint (letters[1], >, 0);
}

/* What saves when a load has read Bear00.skin, `most` times. */
static struct {
  MwFileSet *sets[2];
  guint most, saves;
} rival;

static void
save_meanwhile (GCancellable *cancellable, gsize done, gsize size)
{
  if (size == OTHER && rival.saves < rival.most)
    g_assert_true (mw_file_set_save (rival.sets[rival.saves++ % 2], MW_SAVE_OVERWRITE, NULL, NULL, NULL));
}

static MwFileSet *
load_meanwhile (Files *files, GError **error)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path = files_path (files, "Bear.m2");
  mw_file_watch_reads (cancellable, save_meanwhile);
  return mw_io_load (path, cancellable, error);
}

static void
test_saves_during_the_load (Files *files, gconstpointer data)
{
  g_autoptr (MwFileSet) one = lettered (files, 'o'), two = lettered (files, 't');
  g_autofree char *other = files_path (files, "Bear00.skin");
  g_autoptr (GError) error = NULL;
  files_write (files, "Bear00.skin", "");
  g_assert_cmpint (truncate (other, OTHER), ==, 0);
  rival.sets[0] = two;
  rival.sets[1] = one;
  for (rival.most = 0; rival.most <= 7; rival.most++) {
    g_assert_true (mw_file_set_save (one, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
    rival.saves = 0;
    g_autoptr (MwFileSet) set = load_meanwhile (files, &error);
    g_assert_no_error (error);
    g_assert_cmpint (letter_of (set), ==, rival.most % 2 ? 't' : 'o');
    g_assert_cmpuint (rival.saves, ==, rival.most);
  }
  rival.saves = 0;
  rival.most = 1000;
  g_assert_null (load_meanwhile (files, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "keeps replacing files of this model"));
  g_assert_cmpuint (rival.saves, ==, 8);
}

/* A log of a save that was killed before its first rename, in a folder where nothing may be removed. */
static void
test_left_log_in_read_only_folder (Files *files, gconstpointer data)
{
  enum { NOBODY = 65534 };
  const gboolean root = geteuid () == 0;
  g_autoptr (MwFileSet) one = lettered (files, 'o');
  g_autofree char *other = files_path (files, "Bear00.skin");
  files_write (files, "Bear00.skin", "");
  g_assert_cmpint (truncate (other, OTHER), ==, 0);
  g_assert_true (mw_file_set_save (one, MW_SAVE_OVERWRITE, NULL, NULL, NULL));
  files_write (files, ".Bear.m2.saving", "not committed\n");
  g_assert_cmpint (chmod (files->folder, 0555), ==, 0);
  g_assert_true (!root || seteuid (NOBODY) == 0);
  g_autoptr (MwFileSet) set = load (files, "Bear.m2");
  g_assert_true (!root || seteuid (0) == 0);
  g_assert_cmpint (chmod (files->folder, 0755), ==, 0);
  g_autofree char *log = files_read (files, ".Bear.m2.saving");
  g_assert_nonnull (log);
  g_assert_cmpint (letter_of (set), ==, 'o');
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(claim, function) g_test_add ("/io/sets/" claim, Files, NULL, files_set_up, function, files_tear_down)
  ADD ("in place every part keeps its spelling, and what is not written is carried", test_in_place_keeps_spellings);
  ADD ("companions keep their spelling in another folder too", test_same_stem_elsewhere_keeps_spellings);
  ADD ("a new stem keeps the suffixes as found", test_new_stem_keeps_suffixes);
  ADD ("a stem in another case is a new one", test_new_case_is_a_new_stem);
  ADD ("new parts get the clients' names", test_new_parts_get_names);
  ADD ("if a name is taken in any case, nothing is saved", test_taken_names_refuse_the_whole);
  ADD ("what has no name or no folder is refused", test_unknown_roles_are_refused);
  ADD ("one save is loaded while others go on", test_one_save_is_loaded);
  ADD ("files that are replaced while they are read are read again, and refused in the end",
       test_saves_during_the_load);
  ADD ("a left log that cannot be removed keeps nobody from loading", test_left_log_in_read_only_folder);
  ADD ("a format with one file gives a set of one", test_mdx_is_a_set_of_one);
  ADD ("parts of a model that are opened alone are named", test_parts_alone_are_named);
  return g_test_run ();
}
