/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-set.h"
#include "core/image/png-write.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/tables.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/shown-character.h"
#include "ui/viewport/shown-sections.h"
#include "ui/viewport/shown-tables.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/viewport-private.h"

#include <string.h>

#define DIR "sCharacter\\Bee\\Tle\\"

static const char *const sections[] = { "i1 i1 i0 i0 i0 i0 " DIR "White.blp s s i0",
                                        "i2 i1 i0 i0 i0 i2 " DIR "Blue.blp s s i0",
                                        "i3 i1 i0 i0 i0 i5 " DIR "Green.blp s s i0",
                                        "i4 i1 i0 i3 i1 i0 " DIR "White.blp s s i0", NULL };
static const char *const hair[] = { "i1 i1 i0 i1 i5 i0", "i2 i1 i0 i2 i6 i0", NULL };
static const char *const items[] = { "i7 s s s s s i0 i0 i0 i0 i0 i0 i0 i0 s s s s s s s sShoe i0",
                                     "i9 s s s s s i0 i0 i0 i0 i0 i0 i0 i0 s s s s s s s sShoe i0",
                                     "i11 sSword.mdx s s s s i0 i0 i0 i0 i0 i0 i0 i0 s s s s s s s s i0", NULL };

static void
write_image (const char *folder, const char *name, guint32 rgba)
{
  g_autofree char *below = g_build_filename (folder, "Character", "Bee", "Tle", NULL),
                  *path = g_build_filename (below, name, NULL);
  g_autoptr (MwImage) image = mw_image_new (16, 16, "test", NULL);
  for (guint i = 0; i < 16 * 16 * 4; i++)
    image->rgba[i] = (guint8) (rgba >> (24 - 8 * (i % 4)));
  g_autoptr (GBytes) bytes = mw_png_write (image, NULL, 0, NULL);
  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
}

static void
write_client (const char *folder)
{
  tables_write (folder, "CharSections.dbc", 10, sections);
  tables_write (folder, "CharHairGeosets.dbc", 6, hair);
  tables_write (folder, "ItemDisplayInfo.dbc", 23, items);
  write_image (folder, "White.png", 0xFFFFFFFF);
  write_image (folder, "Blue.png", 0x0000FFFF);
  write_image (folder, "Green.png", 0x00FF00FF);
}

/* --- The widget alone ----------------------------------------------------------------------------------------------- */

typedef struct {
  Files files;
  GtkWidget *window, *self;
  MwShown *chosen;
  guint32 wanted; /* the colour of the skin that is waited for */
  guint n_chosen;
} Alone;

static void
count (Alone *alone)
{
  alone->n_chosen++;
}

static void
set_up (Alone *alone, gconstpointer data)
{
  files_set_up (&alone->files, data);
  write_client (alone->files.folder);
  alone->chosen = mw_shown_new ();
  alone->self = mw_shown_character_new ();
  alone->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (alone->window), alone->self);
  gtk_window_present (GTK_WINDOW (alone->window));
  g_signal_connect_swapped (alone->self, "chosen", G_CALLBACK (count), alone);
}

static void
tear_down (Alone *alone, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (alone->window));
  fixture_settle ();
  mw_shown_free (alone->chosen);
  files_tear_down (&alone->files, data);
}

static void
set_model (Alone *alone, const char *file)
{
  const char *const folders[] = { alone->files.folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  mw_shown_character_set_model (MW_SHOWN_CHARACTER (alone->self), mw_lookup_new (NULL, NULL, places), file,
                                alone->chosen);
}

static guint32
colour_of (const MwCharacterSkin *skin)
{
  const guint8 *at = skin && skin->body ? skin->body->rgba : NULL;
  return at ? (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3] : 0;
}

static gboolean
is_wanted (gpointer data)
{
  Alone *alone = data;
  return colour_of (mw_shown_character_get_skin (MW_SHOWN_CHARACTER (alone->self))) == alone->wanted;
}

static void
expect_colour (Alone *alone, guint32 colour)
{
  alone->wanted = colour;
  g_assert_true (fixture_until (is_wanted, alone));
}

static GtkWidget *
chooser (Alone *alone, const char *name)
{
  return find_called (alone->self, GTK_TYPE_DROP_DOWN, name);
}

static void
expect_part (Alone *alone, MwCharacterPart part, guint number)
{
  gpointer value = NULL;
  g_assert_true (g_hash_table_lookup_extended (alone->chosen->parts, GUINT_TO_POINTER ((guint) part), NULL, &value));
  g_assert_cmpuint (GPOINTER_TO_UINT (value), ==, number);
}

static void
parts_are_chosen_from_lists_and_with_the_arrow_keys (Alone *alone, gconstpointer data)
{
  set_model (alone, "/x/BeeTle.m2");
  expect_colour (alone, 0xFFFFFFFF);
  g_assert_cmpuint (alone->n_chosen, ==, 0);
  g_assert_cmpuint (g_hash_table_size (alone->chosen->parts), ==, 0);
  act_choose (chooser (alone, "Skin colour"), 1);
  expect_part (alone, MW_CHARACTER_SKIN_COLOUR, 2);
  expect_colour (alone, 0x0000FFFF);
  g_assert_cmpuint (alone->n_chosen, ==, 1);
  g_assert_true (act_key (chooser (alone, "Skin colour"), GDK_KEY_Down, 0));
  expect_part (alone, MW_CHARACTER_SKIN_COLOUR, 5);
  expect_colour (alone, 0x00FF00FF);
  g_assert_true (act_key (chooser (alone, "Skin colour"), GDK_KEY_Right, 0)); /* the first again */
  expect_part (alone, MW_CHARACTER_SKIN_COLOUR, 0);
  g_assert_true (act_key (chooser (alone, "Skin colour"), GDK_KEY_Left, 0));
  expect_part (alone, MW_CHARACTER_SKIN_COLOUR, 5);
  g_assert_true (act_key (chooser (alone, "Skin colour"), GDK_KEY_Up, 0));
  expect_part (alone, MW_CHARACTER_SKIN_COLOUR, 2);
  expect_colour (alone, 0x0000FFFF);
  g_assert_false (act_key (chooser (alone, "Skin colour"), GDK_KEY_Up, GDK_CONTROL_MASK));
  expect_part (alone, MW_CHARACTER_SKIN_COLOUR, 2);
}

static void
a_skin_that_was_chosen_earlier_is_shown (Alone *alone, gconstpointer data)
{
  g_hash_table_insert (alone->chosen->parts, GUINT_TO_POINTER (MW_CHARACTER_SKIN_COLOUR), GUINT_TO_POINTER (5));
  set_model (alone, "/x/BeeTle.m2");
  expect_colour (alone, 0x00FF00FF);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (chooser (alone, "Skin colour"))), ==, 2);
  g_assert_cmpuint (alone->n_chosen, ==, 0);
}

static void
a_hair_style_takes_back_the_hair_that_was_chosen_as_a_mesh (Alone *alone, gconstpointer data)
{
  g_hash_table_insert (alone->chosen->sections, GUINT_TO_POINTER (0), GUINT_TO_POINTER (17));
  g_hash_table_insert (alone->chosen->sections, GUINT_TO_POINTER (7), GUINT_TO_POINTER (1));
  set_model (alone, "/x/BeeTle.m2");
  expect_colour (alone, 0xFFFFFFFF);
  g_assert_cmpuint (g_hash_table_size (alone->chosen->sections), ==, 2);
  act_choose (chooser (alone, "Skin colour"), 1);
  expect_colour (alone, 0x0000FFFF);
  g_assert_cmpuint (g_hash_table_size (alone->chosen->sections), ==, 2);
  act_choose (chooser (alone, "Hair style"), 1);
  act_choose (chooser (alone, "Skin colour"), 2);
  expect_colour (alone, 0x00FF00FF);
  g_assert_cmpuint (g_hash_table_size (alone->chosen->sections), ==, 1);
  g_assert_false (g_hash_table_contains (alone->chosen->sections, GUINT_TO_POINTER (0)));
}

static gboolean
is_named (gpointer data)
{
  return find_words (((Alone *) data)->self, "Shoe") != NULL;
}

static void
what_is_worn_is_typed_or_stepped_through (Alone *alone, gconstpointer data)
{
  set_model (alone, "/x/BeeTle.m2");
  expect_colour (alone, 0xFFFFFFFF);
  gtk_expander_set_expanded (GTK_EXPANDER (find_type (alone->self, GTK_TYPE_EXPANDER)), TRUE);
  GtkWidget *boots = find_called (alone->self, GTK_TYPE_ENTRY, "Boots");
  act_type_and_enter (boots, "7");
  expect_part (alone, MW_CHARACTER_BOOTS, 7);
  g_assert_true (fixture_until (is_named, alone));
  g_assert_true (act_key (boots, GDK_KEY_Down, 0));
  expect_part (alone, MW_CHARACTER_BOOTS, 9);
  act_type_and_enter (boots, "x");
  expect_part (alone, MW_CHARACTER_BOOTS, 9);
  g_assert_nonnull (find_words (alone->self, "Not a number"));
  act_type_and_enter (boots, "");
  expect_part (alone, MW_CHARACTER_BOOTS, 0);
}

static void
random_parts_are_some_of_the_tables (Alone *alone, gconstpointer data)
{
  set_model (alone, "/x/BeeTle.m2");
  expect_colour (alone, 0xFFFFFFFF);
  act_press (alone->self, "Random");
  for (guint part = 0; part < MW_CHARACTER_UNDERWEAR; part++)
    g_assert_true (part == MW_CHARACTER_FACE || part == MW_CHARACTER_FACIAL_HAIR
                   || g_hash_table_contains (alone->chosen->parts, GUINT_TO_POINTER (part)));
  g_assert_false (g_hash_table_contains (alone->chosen->parts, GUINT_TO_POINTER (MW_CHARACTER_FACE)));
}

static gboolean
says_why (gpointer data)
{
  return find_words (((Alone *) data)->self, "grey clay") != NULL;
}

static gboolean
says_error (gpointer data)
{
  return find_words (((Alone *) data)->self, "2 fields") != NULL;
}

static void
without_tables_it_is_said_why_there_is_no_skin (Alone *alone, gconstpointer data)
{
  set_model (alone, "/x/Other.m2");
  g_assert_true (fixture_until (says_why, alone));
  g_assert_null (mw_shown_character_get_skin (MW_SHOWN_CHARACTER (alone->self)));
  tables_write (alone->files.folder, "CharSections.dbc", 2, (const char *const[]) { "i1 i2", NULL });
  set_model (alone, "/x/BeeTle.m2");
  g_assert_true (fixture_until (says_error, alone));
}

/* --- In a view ------------------------------------------------------------------------------------------------------ */

static gboolean
has_skin (gpointer shown)
{
  return mw_shown_textures_get_skin (shown) != NULL;
}

static gboolean
has_none (gpointer shown)
{
  return find_words (find_type (shown, MW_TYPE_SHOWN_CHARACTER), "grey clay") != NULL
         && !mw_shown_textures_get_skin (shown);
}

static void
set_number (MwDocument *document, MwRecord *record, const char *field, guint32 number, gsize size)
{
  GError *error = NULL;
  mw_document_begin (document, "test");
  mw_document_set_field (document, record->id, mw_schema_field (record->schema, field), &number, size, &error);
  g_assert_no_error (error);
  mw_document_commit (document);
}

static GtkWidget *
find_hair (GtkWidget *shown)
{
  return find_called (find_type (shown, MW_TYPE_SHOWN_SECTIONS), GTK_TYPE_DROP_DOWN, "Hair mesh");
}

static MwViewport *
viewport_of (GtkWidget *shown)
{
  return MW_VIEWPORT (gtk_widget_get_ancestor (shown, MW_TYPE_VIEWPORT));
}

static gboolean
misses_sword (gpointer viewport)
{
  return find_words (viewport, "Sword_BeM.m2, which the character wears or holds, is missing") != NULL;
}

static gboolean
has_no_hand (gpointer viewport)
{
  return find_words (viewport, "there is no attachment HandLeft") != NULL;
}

static gboolean
holds_one (gpointer viewport)
{
  return MW_VIEWPORT (viewport)->held->len == 1;
}

static gboolean
holds_none (gpointer viewport)
{
  return MW_VIEWPORT (viewport)->held->len == 0;
}

static void
hold (GtkWidget *shown, const char *part, const char *id)
{
  act_type_and_enter (find_called (shown, GTK_TYPE_ENTRY, part), id);
}

static void
copy (const char *from, const char *folder, const char *name)
{
  g_autofree char *to = g_build_filename (folder, name, NULL), *below = g_path_get_dirname (to), *bytes = NULL;
  gsize size;
  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_true (g_file_get_contents (from, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
}

/* Nothing can be picked before the first frame. */
static gboolean
can_pick (gpointer viewport)
{
  MwFrame frame;
  return mw_viewport_get_picker (viewport, &frame) != NULL;
}

/* What is worn is shown on its attachment, and what cannot be shown is named: this model has Helm and no HandLeft. */
static void
expect_models (GtkWidget *shown, const char *client, const char *model)
{
  MwViewport *viewport = viewport_of (shown);
  g_autofree char *skin = mw_file_beside (model, "beetle00.skin");
  gtk_expander_set_expanded (GTK_EXPANDER (find_type (shown, GTK_TYPE_EXPANDER)), TRUE);
  hold (shown, "Helmet", "11");
  g_assert_true (fixture_until (misses_sword, viewport));
  g_assert_true (holds_none (viewport));
  copy (model, client, "Item/ObjectComponents/Head/Sword_BeM.m2");
  copy (skin, client, "Item/ObjectComponents/Head/Sword_BeM00.skin");
  copy (model, client, "Item/ObjectComponents/Weapon/Sword.m2");
  copy (skin, client, "Item/ObjectComponents/Weapon/Sword00.skin");
  mw_viewport_look_again (viewport);
  g_assert_true (fixture_until (holds_one, viewport));
  /* It is known to what frames and picks. */
  MwFrame frame;
  g_assert_true (fixture_until (can_pick, viewport));
  g_assert_nonnull (mw_viewport_get_picker (viewport, &frame));
  g_assert_cmpuint (frame.n_inside, ==, 1);
  g_assert_cmpuint (frame.inside[0].node, ==, g_array_index (viewport->held, MwId, 0));
  hold (shown, "Left hand", "11");
  g_assert_true (fixture_until (has_no_hand, viewport));
  g_assert_true (holds_one (viewport));
  hold (shown, "Helmet", "");
  g_assert_true (fixture_until (holds_none, viewport));
  hold (shown, "Left hand", "");
}

/* A model that becomes a character: its skin comes from tables in a folder of the user's, and from nowhere without them. */
static void
a_folder_with_tables_gives_a_character_its_skin (void)
{
  MwWindow *window = fixture_window ();
  g_autofree char *path = fixture_sample ("beetle.m2"), *skin = fixture_sample ("beetle00.skin"),
                  *client = g_build_filename (fixture_folder (), "client", NULL);
  MwDocumentPage *page = fixture_open (window, path);
  MwDocument *document = mw_document_page_get_document (page);
  GtkWidget *shown = find_type (GTK_WIDGET (page), MW_TYPE_SHOWN_TEXTURES);
  write_client (client);
  set_number (document, fixture_record (document, "skins[0].submeshes[1]"), "geoset", 6, 2);
  set_number (document, fixture_record (document, "textures[0]"), "type", 1, 4);
  g_assert_true (fixture_until (has_none, shown));
  mw_shown_tables_choose (MW_SHOWN_TABLES (find_type (shown, MW_TYPE_SHOWN_TABLES)), client);
  g_assert_true (fixture_until (has_skin, shown));
  g_assert_cmphex (colour_of (mw_shown_textures_get_skin (MW_SHOWN_TEXTURES (shown))), ==, 0xFFFFFFFF);
  /* The images that are shown are those of the character, unless another is chosen; the hair is its style. */
  GtkWidget *body = find_called (shown, GTK_TYPE_DROP_DOWN, "Skin, body and clothes");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (body)), ==, 0);
  g_assert_nonnull (find_words (body, "As the character"));
  g_assert_nonnull (find_words (find_hair (shown), "None"));
  expect_models (shown, client, path);
  act_choose (find_called (shown, GTK_TYPE_DROP_DOWN, "Hair style"), 1);
  mw_shown_tables_choose (MW_SHOWN_TABLES (find_type (shown, MW_TYPE_SHOWN_TABLES)), NULL);
  g_assert_true (fixture_until (has_none, shown));
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/ui/shown character/" name, Alone, NULL, set_up, function, tear_down)
  ADD ("parts are chosen from lists and with the arrow keys", parts_are_chosen_from_lists_and_with_the_arrow_keys);
  ADD ("a skin that was chosen earlier is shown", a_skin_that_was_chosen_earlier_is_shown);
  ADD ("a hair style takes back the hair that was chosen as a mesh",
       a_hair_style_takes_back_the_hair_that_was_chosen_as_a_mesh);
  ADD ("what is worn is typed or stepped through", what_is_worn_is_typed_or_stepped_through);
  ADD ("random parts are some of the tables", random_parts_are_some_of_the_tables);
  ADD ("without tables it is said why there is no skin", without_tables_it_is_said_why_there_is_no_skin);
  g_test_add_func ("/ui/shown character/a folder with tables gives a character its skin",
                   a_folder_with_tables_gives_a_character_its_skin);
  return g_test_run ();
}
