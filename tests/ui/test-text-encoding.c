/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that are not UTF-8: how they are shown, and what is stored when they are edited. */
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/path.h"
#include "tests/ui/fixture.h"
#include "ui/labels.h"
#include "ui/outline/outline-row.h"
#include "ui/outline/outline-widget.h"
#include "ui/places.h"
#include "ui/text-encoding.h"

#include <string.h>

static MwWindow *window;
static MwDocumentPage *page;
static MwDocument *document;

static void
choose (const char *encoding)
{
  g_settings_set_string (mw_places_settings (), "text-encoding", encoding);
  fixture_settle ();
}

static void
each_encoding_reads_and_writes_its_letters (void)
{
  static const struct {
    const char *encoding, *bytes, *text;
  } rows[] = { { "windows-1252", "J\xe4ger", "Jäger" },
               { "windows-1250",
                 "\xa3"
                 "ata",
                 "Łata" },
               { "windows-1251", "\xca\xee\xf1\xf2\xfc", "Кость" },
               { "gbk", "\xb9\xc7\xcd\xb7", "骨头" },
               { "big5", "\xa4\xa4\xa4\xe5", "中文" },
               { "windows-949", "\xc7\xd1", "한" },
               { "windows-932", "\x93\xfa\x96\x7b", "日本" } };
  guint n;
  mw_text_encodings (&n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < n; i++) {
    choose (rows[i].encoding);
    g_autoptr (GError) error = NULL;
    g_autofree char *shown = mw_ui_text (rows[i].bytes), *stored = mw_ui_text_to_bytes (rows[i].text, "\xff", &error);
    g_assert_no_error (error);
    g_assert_cmpstr (shown, ==, rows[i].text);
    g_assert_cmpstr (stored, ==, rows[i].bytes);
    /* What is UTF-8 stays so. */
    g_autofree char *utf8 = mw_ui_text ("Кость 骨头"), *same = mw_ui_text_to_bytes ("Кость 骨头", "Bone", &error);
    g_assert_cmpstr (utf8, ==, "Кость 骨头");
    g_assert_cmpstr (same, ==, "Кость 骨头");
  }
}

/* No byte is lost in any encoding, wherever it is. */
static void
every_byte_comes_back (void)
{
  guint n;
  const MwTextEncoding *all = mw_text_encodings (&n);
  for (guint i = 0; i < n; i++)
    for (int byte = 0x80; byte <= 0xff; byte++)
      for (guint form = 0; form < 2; form++) {
        const char bytes[] = { 'a', (char) byte, form ? ' ' : '\0', '\0' };
        g_autoptr (GError) error = NULL;
        g_autofree char *shown = mw_text_encoding_decode (&all[i], bytes);
        g_assert_true (g_utf8_validate (shown, -1, NULL));
        g_assert_cmpint (shown[0], ==, 'a');
        g_autofree char *back = mw_text_encoding_encode (&all[i], shown, &error);
        g_assert_no_error (error);
        g_assert_cmpstr (back, ==, bytes);
      }
}

/* Some encodings have two pairs of bytes for one letter, and letters for private use. */
static void
every_pair_of_bytes_comes_back (void)
{
  guint n;
  const MwTextEncoding *all = mw_text_encodings (&n);
  for (guint i = 0; i < n; i++)
    for (int first = 0x80; first <= 0xff; first++) {
      g_autoptr (GString) bytes = g_string_new (NULL);
      for (int second = 1; second <= 0xff; second++) {
        g_string_append_c (bytes, (char) first);
        g_string_append_c (bytes, (char) second);
        g_string_append_c (bytes, ' ');
      }
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = mw_text_encoding_decode (&all[i], bytes->str);
      g_assert_true (g_utf8_validate (shown, -1, NULL));
      g_autofree char *back = mw_text_encoding_encode (&all[i], shown, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (back, ==, bytes->str);
    }
}

static void
long_texts_are_whole (void)
{
  g_autoptr (GString) bytes = g_string_new (NULL), text = g_string_new (NULL);
  for (guint i = 0; i < 300; i++) {
    g_string_append (bytes, "\xca\xee\x98");
    g_string_append (text, "Ко\xf4\x8f\x9e\x98");
  }
  choose ("windows-1251");
  g_autofree char *shown = mw_ui_text (bytes->str);
  g_assert_cmpstr (shown, ==, text->str);
}

static void
what_the_encoding_cannot_hold_is_refused (void)
{
  g_autoptr (GError) error = NULL, other = NULL;
  choose ("windows-1251");
  g_assert_null (mw_ui_text_to_bytes ("Кость骨", "\xca", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "“骨”"));
  g_assert_nonnull (strstr (error->message, "Windows-1251"));
  /* These letters are bytes that are UTF-8 of another one. */
  g_assert_null (mw_ui_text_to_bytes ("Рљ", "\xca", &other));
  g_assert_error (other, MW_ERROR, MW_ERROR_VALUE);
  g_assert_nonnull (strstr (other->message, "“К”"));
}

static const char *
name_of_node (void)
{
  return ((const MwMdlxNode *) fixture_record (document, "attachments[0]"))->name;
}

/* Of the row that edits it. */
static GtkEditable *
entry (void)
{
  return GTK_EDITABLE (find_type (fixture_editor (page, "attachments[0]", "name"), GTK_TYPE_TEXT));
}

static void
an_open_model_is_shown_anew_and_not_changed (void)
{
  static const char bytes[] = "\xca\xee\xf1\xf2\xfc Ref";
  MwTarget target;
  g_autoptr (GError) error = NULL;
  choose ("windows-1252");
  g_assert_true (mw_path_resolve_one (mw_document_get_model (document), "attachments[0].name", &target, &error));
  mw_document_begin (document, "Rename");
  g_assert_true (mw_document_set_text (document, &target, "\"\xca\xee\xf1\xf2\xfc Ref\"", sizeof bytes + 1, &error));
  mw_document_commit (document);
  mw_document_select (document, &fixture_record (document, "attachments[0]")->id, 1);
  fixture_settle ();
  g_assert_cmpstr (name_of_node (), ==, bytes);
  g_assert_cmpstr (gtk_editable_get_text (entry ()), ==, "Êîñòü Ref");
  GtkWidget *outline = GTK_WIDGET (mw_document_page_get_outline (page));
  mw_outline_set_filter (MW_OUTLINE (outline), "Ref"); /* opens the group */
  fixture_settle ();
  g_assert_nonnull (find_called (outline, MW_TYPE_OUTLINE_ROW, "Êîñòü Ref"));
  const guint steps = mw_document_get_n_steps (document);
  choose ("windows-1251");
  g_assert_cmpstr (gtk_editable_get_text (entry ()), ==, "Кость Ref");
  g_assert_nonnull (find_called (outline, MW_TYPE_OUTLINE_ROW, "Кость Ref"));
  g_assert_cmpstr (name_of_node (), ==, bytes);
  g_assert_cmpuint (mw_document_get_n_steps (document), ==, steps);
  /* Typed text is stored in it. */
  act_type_and_enter (GTK_WIDGET (entry ()), "Рука");
  fixture_settle ();
  g_assert_cmpstr (name_of_node (), ==, "\xd0\xf3\xea\xe0");
  act_type_and_enter (GTK_WIDGET (entry ()), "手");
  fixture_settle ();
  g_assert_cmpstr (name_of_node (), ==, "\xd0\xf3\xea\xe0");
  choose ("windows-1252");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/text-encoding/each encoding reads and writes its letters",
                   each_encoding_reads_and_writes_its_letters);
  g_test_add_func ("/ui/text-encoding/every byte comes back", every_byte_comes_back);
  g_test_add_func ("/ui/text-encoding/every pair of bytes comes back", every_pair_of_bytes_comes_back);
  g_test_add_func ("/ui/text-encoding/long texts are whole", long_texts_are_whole);
  g_test_add_func ("/ui/text-encoding/what the encoding cannot hold is refused",
                   what_the_encoding_cannot_hold_is_refused);
  g_test_add_func ("/ui/text-encoding/an open model is shown again, and not changed",
                   an_open_model_is_shown_anew_and_not_changed);
  g_autofree char *file = fixture_sample ("figure.mdx");
  window = fixture_window ();
  page = fixture_open (window, file);
  document = mw_document_page_get_document (page);
  fixture_settle ();
  const int failed = g_test_run ();
  fixture_end (window);
  return failed;
}
