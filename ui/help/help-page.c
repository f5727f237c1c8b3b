/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/help-page.h"
#include "ui/help/help-picture.h"
#include "ui/help/mw-help-resources.h"
#include "ui/help/table.h"
#include "core/base/resource.h"
#include "ui/preferences/appearance.h"

#include <string.h>

/* Lists and quotations in each other deeper than this are shown in one line. */
enum { WIDTH = 720, DEEPEST = 12 };

struct _MwHelpPage {
  GtkWidget parent_instance;
  GtkWidget *box;
  GHashTable *anchors; /* of headings; the widgets belong to the box */
  char *base;
};

G_DEFINE_FINAL_TYPE (MwHelpPage, mw_help_page, GTK_TYPE_WIDGET)

enum { FOLLOWED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- Text ----------------------------------------------------------------------------------------------------------- */

static gboolean
link_chosen (GtkLabel *label, const char *address, MwHelpPage *self)
{
  g_signal_emit (self, signals[FOLLOWED], 0, address);
  return TRUE;
}

static GtkWidget *
label_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  return label;
}

/* The label of a block: a paragraph, a heading, a cell. */
static GtkWidget *
text_new (cmark_node *block, gpointer data)
{
  GtkWidget *label = label_new (NULL);
  g_autofree char *markup = mw_markdown_markup (block);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  if (strstr (markup, "<a "))
    g_signal_connect (label, "activate-link", G_CALLBACK (link_chosen), data);
  return label;
}

static GtkWidget *
code_new (const char *literal)
{
  g_autofree char *text = g_strchomp (g_strdup (literal ? literal : ""));
  GtkWidget *label = label_new (text);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "help-code");
  return label;
}

static GtkWidget *
picture_new (MwHelpPage *self, cmark_node *image)
{
  g_autofree char *path = g_strconcat (self->base, cmark_node_get_url (image), NULL), *text = mw_markdown_plain (image);
  g_autoptr (GBytes)
    bytes = g_resource_lookup_data (mw_resource (mw_help_get_resource), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GdkTexture) texture = bytes ? gdk_texture_new_from_bytes (bytes, NULL) : NULL;
  if (!texture)
    return label_new (text);
  GtkWidget *picture = mw_help_picture_new (texture, text);
  gtk_widget_add_css_class (picture, "help-picture");
  return picture;
}

/* A paragraph, and the pictures in it below its text. */
static void
add_paragraph (MwHelpPage *self, GtkWidget *box, cmark_node *block)
{
  GtkWidget *label = text_new (block, self);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_visible (label, *gtk_label_get_text (GTK_LABEL (label)) != '\0');
  for (cmark_node *at = cmark_node_first_child (block); at; at = cmark_node_next (at))
    if (cmark_node_get_type (at) == CMARK_NODE_IMAGE)
      gtk_box_append (GTK_BOX (box), picture_new (self, at));
}

static void
add_heading (MwHelpPage *self, GtkWidget *box, cmark_node *block)
{
  static const char *const classes[] = { "help-title", "help-heading", "help-part" };
  GtkWidget *label = text_new (block, self);
  const guint level = (guint) MAX (cmark_node_get_heading_level (block), 1);
  g_autofree char *text = mw_markdown_plain (block);
  gtk_widget_add_css_class (label, classes[MIN (level, G_N_ELEMENTS (classes)) - 1]);
  gtk_box_append (GTK_BOX (box), label);
  char *anchor = mw_markdown_anchor (text);
  if (!g_hash_table_contains (self->anchors, anchor))
    g_hash_table_insert (self->anchors, anchor, label);
  else
    g_free (anchor);
}

/* --- Blocks --------------------------------------------------------------------------------------------------------- */

static void add_blocks (MwHelpPage *self, GtkWidget *box, cmark_node *parent, guint depth);

static void
add_list (MwHelpPage *self, GtkWidget *box, cmark_node *list, guint depth)
{
  const gboolean numbered = cmark_node_get_list_type (list) == CMARK_ORDERED_LIST;
  int number = cmark_node_get_list_start (list);
  GtkWidget *items = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  for (cmark_node *item = cmark_node_first_child (list); item; item = cmark_node_next (item)) {
    GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
    g_autofree char *mark = numbered ? g_strdup_printf ("%d.", number++) : g_strdup ("•");
    GtkWidget *label = gtk_label_new (mark);
    gtk_widget_set_valign (label, GTK_ALIGN_START);
    gtk_widget_set_hexpand (body, TRUE);
    gtk_box_append (GTK_BOX (row), label);
    gtk_box_append (GTK_BOX (row), body);
    add_blocks (self, body, item, depth + 1);
    gtk_box_append (GTK_BOX (items), row);
  }
  gtk_box_append (GTK_BOX (box), items);
}

static void
add_block (MwHelpPage *self, GtkWidget *box, cmark_node *block, guint depth)
{
  const cmark_node_type type = cmark_node_get_type (block);
  if (type == CMARK_NODE_HEADING)
    add_heading (self, box, block);
  else if (type == CMARK_NODE_PARAGRAPH)
    add_paragraph (self, box, block);
  else if (type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK)
    gtk_box_append (GTK_BOX (box), code_new (cmark_node_get_literal (block)));
  else if (type == CMARK_NODE_THEMATIC_BREAK)
    gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  else if (mw_markdown_is (block, "table"))
    gtk_box_append (GTK_BOX (box), mw_help_table_new (block, text_new, self));
  else if (depth >= DEEPEST)
    gtk_box_append (GTK_BOX (box), text_new (block, self));
  else if (type == CMARK_NODE_LIST)
    add_list (self, box, block, depth);
  else if (type == CMARK_NODE_BLOCK_QUOTE) {
    GtkWidget *quote = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
    gtk_widget_add_css_class (quote, "help-quote");
    gtk_box_append (GTK_BOX (box), quote);
    add_blocks (self, quote, block, depth + 1);
  }
}

static void
add_blocks (MwHelpPage *self, GtkWidget *box, cmark_node *parent, guint depth)
{
  for (cmark_node *block = cmark_node_first_child (parent); block; block = cmark_node_next (block))
    add_block (self, box, block, depth);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

/* The widest that lines may be. */
static int
widest (void)
{
  return WIDTH * mw_appearance_get_size () / MW_SIZE_USUAL;
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  MwHelpPage *self = MW_HELP_PAGE (widget);
  const gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
  int least;
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (across) {
    *minimum = least;
    *natural = MAX (least, widest ());
    return;
  }
  gtk_widget_measure (self->box, orientation, for_size < 0 ? -1 : MAX (MIN (for_size, widest ()), least), minimum,
                      natural, NULL, NULL);
  /* Nothing of it is cut off. */
  *minimum = *natural;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MwHelpPage *self = MW_HELP_PAGE (widget);
  int least;
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (self->box, MAX (MIN (width, widest ()), least), height, -1, NULL);
}

static void
mw_help_page_dispose (GObject *object)
{
  MwHelpPage *self = MW_HELP_PAGE (object);
  g_clear_pointer (&self->anchors, g_hash_table_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->base, g_free);
  G_OBJECT_CLASS (mw_help_page_parent_class)->dispose (object);
}

static void
mw_help_page_class_init (MwHelpPageClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = mw_help_page_dispose;
  widget->get_request_mode = get_request_mode;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
  gtk_widget_class_set_css_name (widget, "help-page");
  signals[FOLLOWED] = g_signal_new ("followed", MW_TYPE_HELP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                    1, G_TYPE_STRING);
}

static void
mw_help_page_init (MwHelpPage *self)
{
  self->anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
mw_help_page_new (const char *text, gsize length, const char *base)
{
  MwHelpPage *self = g_object_new (MW_TYPE_HELP_PAGE, NULL);
  self->base = g_strdup (base);
  g_autoptr (cmark_node) root = mw_markdown_read (text, length);
  add_blocks (self, self->box, root, 0);
  return GTK_WIDGET (self);
}

GtkWidget *
mw_help_page_find (MwHelpPage *self, const char *anchor)
{
  return g_hash_table_lookup (self->anchors, anchor);
}
