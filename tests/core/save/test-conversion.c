/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are converted to files, without a document. */
#include "core/save/conversion.h"
#include "core/convert/targets.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"
#include "tests/core/save/sample.h"

#include <string.h>

static char *
put_sample (Files *files, const char *sample, const char *name)
{
  g_autofree char *from = sample_path (sample);
  char *path = files_path (files, name);
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (from, &size);
  g_assert_true (g_file_set_contents (path, (const char *) bytes, (gssize) size, NULL));
  return path;
}

static const MwIoFormat *
binary (void)
{
  return mw_conversion_format ((MwFormat) { MW_FAMILY_MDX, 800, FALSE });
}

static const MwIoFormat *
text (void)
{
  return mw_conversion_format ((MwFormat) { MW_FAMILY_MDX, 800, TRUE });
}

/* Terms that keep the version. */
static MwConversionTerms
plain (void)
{
  return (MwConversionTerms) { .converting.scale = MW_CONVERT_SCALE_DEFAULT, .makes_folders = TRUE };
}

static MwConversion *
run (Files *files, const char *in, const char *out, const MwIoFormat *to, const MwConversionTerms *terms)
{
  g_autofree char *from = files_path (files, in), *into = files_path (files, out);
  MwConversion *conversion = mw_conversion_new (from, into, to);
  mw_conversion_run (conversion, NULL, terms, NULL);
  return conversion;
}

static void
test_there_and_back (Files *files, gconstpointer data)
{
  g_autofree char *in = put_sample (files, "figure.mdx", "figure.mdx"), *back = files_path (files, "back.mdx");
  /* A byte after the end of the model's name, which only the side channel keeps. */
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (in, &size);
  const guint name = 4 + 12 + 8, name_size = 80;
  g_assert_cmpmem (bytes + name - 8, 4, "MODL", 4);
  bytes[name + name_size - 1] = 'x';
  g_assert_true (g_file_set_contents (in, (const char *) bytes, (gssize) size, NULL));
  MwConversionTerms terms = plain ();
  terms.lossless = TRUE;
  MwConversion *one = run (files, "figure.mdx", "texts/figure.mdl", text (), &terms);
  g_assert_no_error (one->error);
  g_assert_cmpuint (one->side_lines, >, 0);
  g_assert_cmpuint (one->source.version, ==, one->target.version);
  g_assert_true (one->target.text && !one->source.text);
  terms.lossless = FALSE;
  MwConversion *two = run (files, "texts/figure.mdl", "back.mdx", binary (), &terms);
  g_assert_no_error (two->error);
  g_autoptr (GBytes) first = mw_file_read (in, NULL, NULL);
  g_autoptr (GBytes) last = mw_file_read (back, NULL, NULL);
  g_assert_true (g_bytes_equal (first, last));
  g_assert_cmpuint (two->size, ==, g_bytes_get_size (last));
  mw_conversion_free (one);
  mw_conversion_free (two);
}

/* A statement that is not known is not kept, and counts as lost. */
static void
test_unknown_statement (Files *files, gconstpointer data)
{
  g_autofree char *in = put_sample (files, "banner.mdl", "banner.mdl"), *was = NULL;
  const MwConversionTerms terms = plain ();
  MwConversion *whole = run (files, "banner.mdl", "whole.mdx", binary (), &terms);
  g_assert_no_error (whole->error);
  g_assert_true (g_file_get_contents (in, &was, NULL, NULL));
  g_autofree char *more = g_strconcat (was, "\nNothingKnown {\n\tFirst 1,\n}\n", NULL);
  g_assert_true (g_file_set_contents (in, more, -1, NULL));
  MwConversion *odd = run (files, "banner.mdl", "odd.mdx", binary (), &terms);
  g_assert_no_error (odd->error);
  g_assert_cmpuint (mw_conversion_n_losses (odd), ==, mw_conversion_n_losses (whole) + 1);
  mw_conversion_free (whole);
  mw_conversion_free (odd);
}

static void
test_refuses (Files *files, gconstpointer data)
{
  g_autofree char *in = put_sample (files, "everything.mdx", "everything.mdx"),
                  *m2 = put_sample (files, "beetle.m2", "beetle.m2"), *bad = files_path (files, "bad.mdx"),
                  *link = files_path (files, "link.mdx");
  g_assert_true (g_file_set_contents (bad, "MDLX", -1, NULL));
  g_autoptr (GFile) at = g_file_new_for_path (link);
  g_assert_true (g_file_make_symbolic_link (at, in, NULL, NULL));
  g_autoptr (GBytes) before = mw_file_read (in, NULL, NULL);
  MwConversionTerms terms = plain (), strict = plain (), replacing = plain ();
  strict.strict = TRUE;
  strict.has_target = mw_target_format ("wow-mdx1300", &strict.target);
  g_assert_true (strict.has_target);
  replacing.saving.flags = MW_SAVE_OVERWRITE;
  const struct {
    const char *in, *out;
    const MwConversionTerms *terms;
    int code; /* of the error; -1: it is refused because of its losses */
    gboolean unread;
  } cases[] = {
    { "everything.mdx", "lossy.mdx", &strict, -1, FALSE },
    { "bad.mdx", "bad-out.mdx", &terms, MW_ERROR_TRUNCATED, TRUE },
    { "beetle.m2", "beetle.mdx", &terms, MW_ERROR_UNSUPPORTED, FALSE },
    { "everything.mdx", "bad.mdx", &terms, MW_ERROR_EXISTS, FALSE },
    { "everything.mdx", "link.mdx", &replacing, MW_ERROR_REFUSED, FALSE },
    { "absent.mdx", "absent-out.mdx", &terms, MW_ERROR_IO, TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwConversion *conversion = run (files, cases[i].in, cases[i].out, binary (), cases[i].terms);
    g_test_message ("%s: %s", cases[i].out, conversion->error ? conversion->error->message : "no error");
    if (cases[i].code < 0) {
      g_assert_no_error (conversion->error);
      g_assert_cmpuint (mw_conversion_n_losses (conversion), >, 0);
    } else {
      g_assert_nonnull (conversion->error);
      if (cases[i].code != MW_ERROR_TRUNCATED) /* in which way a broken file is broken is not the matter here */
        g_assert_error (conversion->error, MW_ERROR, cases[i].code);
      g_assert_true (conversion->unread == cases[i].unread);
    }
    g_assert_true (conversion->refused == (cases[i].code < 0));
    mw_conversion_free (conversion);
  }
  g_autoptr (GBytes) after = mw_file_read (in, NULL, NULL);
  g_assert_true (g_bytes_equal (before, after));
  files_assert_list (files, "bad.mdx beetle.m2 everything.mdx link.mdx");
}

static void
test_cancelled (Files *files, gconstpointer data)
{
  g_autofree char *in = put_sample (files, "figure.mdx", "figure.mdx"), *out = files_path (files, "out.mdl");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const MwConversionTerms terms = plain ();
  MwConversion *conversion = mw_conversion_new (in, out, text ());
  g_cancellable_cancel (cancellable);
  mw_conversion_run (conversion, NULL, &terms, cancellable);
  g_assert_error (conversion->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  files_assert_list (files, "figure.mdx");
  mw_conversion_free (conversion);
}

static void
test_names (void)
{
  g_autofree char *deep = mw_conversion_place ("units/knight.v2.mdx", "/out", text ()),
                  *bare = mw_conversion_place ("a.b/knight", "/out", binary ());
  g_assert_cmpstr (deep, ==, "/out/units/knight.v2.mdl");
  g_assert_cmpstr (bare, ==, "/out/a.b/knight.mdx");
  g_assert_null (mw_conversion_format ((MwFormat) { MW_FAMILY_M2, 264, TRUE }));
  g_assert_true (binary () != text ());
}

static void
test_conflicts (void)
{
  static const char *const pairs[][2] = { { "/in/a.mdx", "/out/a.mdl" },
                                          { "/in/a.mdl", "/out/x/../a.mdl" }, /* the same output */
                                          { "/in/b.mdx", "/in/./c.mdx" },
                                          { "/in/c.mdx", "/out/c.mdl" }, /* the input of another */
                                          { "/in/d.mdx", "/in/d.mdx" },  /* its own input */
                                          { "/in/f.mdx", NULL /* unread */ } };
  static const gboolean refused[] = { FALSE, TRUE, TRUE, FALSE, TRUE, FALSE };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_conversion_free);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_ptr_array_add (all, mw_conversion_new (pairs[i][0], pairs[i][1], text ()));
  MwConversion *unread = all->pdata[5];
  g_set_error (&unread->error, MW_ERROR, MW_ERROR_IO, "unread");
  mw_conversions_refuse_conflicts (all);
  for (guint i = 0; i < 5; i++) {
    const MwConversion *conversion = all->pdata[i];
    g_assert_true (refused[i] == g_error_matches (conversion->error, MW_ERROR, MW_ERROR_REFUSED));
  }
  g_assert_error (unread->error, MW_ERROR, MW_ERROR_IO);
  g_assert_nonnull (strstr (((const MwConversion *) all->pdata[1])->error->message, "/in/a.mdx"));
}

#define ADD(name, func) g_test_add ("/save/conversion/" name, Files, NULL, files_set_up, func, files_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("a text that keeps everything becomes the same bytes again", test_there_and_back);
  ADD ("a statement of a text that is not kept counts as a loss", test_unknown_statement);
  ADD ("what cannot or must not be written is refused, and no file changes", test_refuses);
  ADD ("after a cancel nothing is written", test_cancelled);
  g_test_add_func ("/save/conversion/outputs keep subfolders and get the suffix of their format", test_names);
  g_test_add_func ("/save/conversion/two outputs at one place, and an output that is an input, are refused",
                   test_conflicts);
  return g_test_run ();
}
