/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate.h"

#include <errno.h>
#include <glib/gstdio.h>

/* m2-generate DIR [VERSION[:FORM]...]: writes a set of each version into DIR/VERSION or DIR/VERSION-FORM (FORM: the sum of
 * M2_FORM_ bits of generate.h), and its values as lines "PATH = VALUE" into values.txt beside it. */

static gboolean
write_set (const char *dir, const M2GenerateOptions *options, GError **error)
{
  g_autofree char *name = options->form ? g_strdup_printf ("%u-%u", options->version, options->form)
                                        : g_strdup_printf ("%u", options->version);
  g_autofree char *folder = g_build_filename (dir, name, NULL);
  g_autoptr (GPtrArray) files = m2_generate (options);
  g_autoptr (GPtrArray) values = m2_generate_values (options);
  g_autoptr (GString) text = g_string_new (NULL);
  if (g_mkdir_with_parents (folder, 0777) != 0) {
    int code = errno;
    g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (code), "%s: %s", folder, g_strerror (code));
    return FALSE;
  }
  for (guint i = 0; i < files->len; i++) {
    const M2File *file = files->pdata[i];
    g_autofree char *path = g_build_filename (folder, file->name, NULL);
    gsize size;
    const char *bytes = g_bytes_get_data (file->bytes, &size);
    if (!g_file_set_contents (path, bytes, (gssize) size, error))
      return FALSE;
  }
  for (guint i = 0; i < values->len; i++) {
    const M2Value *value = values->pdata[i];
    g_string_append_printf (text, "%s = %s\n", value->path, value->value);
  }
  g_autofree char *path = g_build_filename (folder, "values.txt", NULL);
  return g_file_set_contents (path, text->str, (gssize) text->len, error);
}

/* "264" or "264:16". */
static gboolean
parse (const char *text, M2GenerateOptions *options)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  guint64 version, form = 0;
  if (!g_ascii_string_to_unsigned (parts[0], 10, M2_FIRST_VERSION, M2_LAST_VERSION, &version, NULL)
      || (parts[1] && !g_ascii_string_to_unsigned (parts[1], 10, 0, M2_FORM_ALL, &form, NULL)))
    return FALSE;
  *options = (M2GenerateOptions) { .version = (guint) version, .form = (guint) form };
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  if (argc < 2) {
    g_printerr ("usage: %s DIR [VERSION[:FORM]...]\n", argv[0]);
    return 2;
  }
  for (guint version = M2_FIRST_VERSION; argc == 2 && version <= M2_LAST_VERSION; version++)
    if (!write_set (argv[1], &(M2GenerateOptions) { .version = version }, &error)) {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  for (int i = 2; i < argc; i++) {
    M2GenerateOptions options;
    if (!parse (argv[i], &options)) {
      g_printerr ("%s is no version of %d to %d with forms of 0 to %d\n", argv[i], M2_FIRST_VERSION, M2_LAST_VERSION,
                  M2_FORM_ALL);
      return 2;
    }
    if (!write_set (argv[1], &options, &error)) {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  }
  return 0;
}
