/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/sound-labels.h"
#include "tests/core/io/files.h"

#include <glib/gstdio.h>
#include <string.h>

#define CELL(x, y, text) "C;X" #x ";Y" #y ";K\"" text "\"\n"
#define LOOKUPS                                                                                                        \
  "ID;P\n" CELL (1, 1, "AnimSoundEvent") CELL (2, 1, "SoundLabel") CELL (1, 2, "AGB2") CELL (2, 2, "GruntDeath")       \
    CELL (1, 3, "none") "E\n"
#define SOUNDS                                                                                                         \
  "ID;P\n" CELL (1, 1, "SoundName") CELL (2, 1, "FileNames") CELL (3, 1, "AnimationEventCode") CELL (1, 2, "Step")     \
    CELL (3, 2, "STEP") CELL (1, 3, "Silent") CELL (1, 4, "Other") CELL (3, 4, "agb2") "E\n"

static GHashTable *
labels_of (Files *files, char **wrong)
{
  g_autofree char *model = files_path (files, "model.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, NULL);
  return mw_sound_labels_read (lookup, wrong);
}

static void
write_table (Files *files, const char *name, const char *text)
{
  g_autofree char *folder = files_path (files, "UI/SoundInfo"), *path = g_strconcat ("UI/SoundInfo/", name, NULL);
  g_mkdir_with_parents (folder, 0700);
  files_write (files, path, text);
}

static void
ids_have_the_labels_of_the_tables (Files *files, gconstpointer data)
{
  g_autofree char *wrong = NULL;
  g_autoptr (GHashTable) none = labels_of (files, &wrong);
  g_assert_null (wrong);
  g_assert_null (mw_sound_label (none, "AGB2"));
  g_assert_null (mw_sound_label (NULL, "AGB2"));
  write_table (files, "AnimLookups.slk", LOOKUPS);
  g_autoptr (GHashTable) frozen_throne = labels_of (files, &wrong);
  g_assert_null (wrong);
  g_assert_cmpuint (g_hash_table_size (frozen_throne), ==, 1);
  g_assert_cmpstr (mw_sound_label (frozen_throne, "agb2"), ==, "GruntDeath");
  g_assert_cmpstr (mw_sound_label (frozen_throne, "AGB2"), ==, "GruntDeath");
  g_assert_null (mw_sound_label (frozen_throne, "none"));
  /* Reforged has them in the other table; what is in both is of the first. */
  write_table (files, "AnimSounds.slk", SOUNDS);
  g_autoptr (GHashTable) both = labels_of (files, &wrong);
  g_assert_null (wrong);
  g_assert_cmpuint (g_hash_table_size (both), ==, 2);
  g_assert_cmpstr (mw_sound_label (both, "Step"), ==, "Step");
  g_assert_cmpstr (mw_sound_label (both, "AGB2"), ==, "GruntDeath");
}

static void
a_damaged_table_is_named (Files *files, gconstpointer data)
{
  g_autofree char *wrong = NULL;
  write_table (files, "AnimSounds.slk", "ID\nC;X0;K1\n");
  write_table (files, "AnimLookups.slk", LOOKUPS);
  g_autoptr (GHashTable) labels = labels_of (files, &wrong);
  g_assert_nonnull (strstr (wrong, "AnimSounds.slk"));
  g_assert_cmpstr (mw_sound_label (labels, "AGB2"), ==, "GruntDeath");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/vfs/sound-labels/ids have the labels of the tables", Files, NULL, files_set_up,
              ids_have_the_labels_of_the_tables, files_tear_down);
  g_test_add ("/vfs/sound-labels/a damaged table is named", Files, NULL, files_set_up, a_damaged_table_is_named,
              files_tear_down);
  return g_test_run ();
}
