/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/key-texts.h"

#include <string.h>

/* A file with that value of the key "key". */
static GKeyFile *
with (const char *value)
{
  GKeyFile *keys = g_key_file_new ();
  g_autofree char *text = g_strconcat ("[group]\nkey=", value, "\n", NULL);
  g_assert_true (g_key_file_load_from_data (keys, text, strlen (text), G_KEY_FILE_NONE, NULL));
  return keys;
}

/* The texts of the value, with a bar after each. */
static char *
texts_of (const char *value)
{
  g_autoptr (GKeyFile) keys = with (value);
  g_auto (GStrv) texts = mw_key_texts (keys, "group", "key");
  GString *joined = g_string_new (NULL);
  for (guint i = 0; texts && texts[i]; i++)
    g_string_append_printf (joined, "%s|", texts[i]);
  return g_string_free (joined, FALSE);
}

static void
test_lists (void)
{
  static const char *const rows[][2] = {
    { "", "" },
    { "one", "one|" },
    { "one;", "one|" },
    { "one;two", "one|two|" },
    { "one;;two;", "one||two|" },
    { ";", "|" },
    { "a\\;b;c", "a;b|c|" },
    { "a\\\\;b", "a\\|b|" },
    { "\\sa\\tb\\nc\\rd", " a\tb\nc\rd|" },
    { "\\x;\\", "\\x|\\|" }, /* wrong escapes */
    { "\\x\\y\\", "\\x\\y\\|" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *is = texts_of (rows[i][0]);
    g_assert_cmpstr (is, ==, rows[i][1]);
  }
}

static void
test_texts (void)
{
  g_autoptr (GKeyFile) keys = with ("C:\\\\x;\\s\\Games\\");
  g_autofree char *text = mw_key_text (keys, "group", "key");
  g_assert_cmpstr (text, ==, "C:\\x; \\Games\\");
  g_assert_null (mw_key_text (keys, "group", "other"));
  g_assert_null (mw_key_texts (keys, "other", "key"));
  g_key_file_set_value (keys, "group", "key", "\xff");
  g_assert_null (mw_key_text (keys, "group", "key"));
  g_assert_null (mw_key_texts (keys, "group", "key"));
}

/* What GLib writes is read as it was. */
static void
test_written (void)
{
  static const char *const texts[] = { " a;b", "", "\\", "\n\t\r", "\\;", "z" };
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_key_file_set_string_list (keys, "group", "key", texts, G_N_ELEMENTS (texts));
  g_auto (GStrv) read = mw_key_texts (keys, "group", "key");
  g_assert_cmpuint (g_strv_length (read), ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_assert_cmpstr (read[i], ==, texts[i]);
    g_key_file_set_string (keys, "group", "one", texts[i]);
    g_autofree char *one = mw_key_text (keys, "group", "one");
    g_assert_cmpstr (one, ==, texts[i]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/key-texts/lists are separated by semicolons", test_lists);
  g_test_add_func ("/base/key-texts/wrong escapes stay as they are", test_texts);
  g_test_add_func ("/base/key-texts/what was written is read", test_written);
  return g_test_run ();
}
