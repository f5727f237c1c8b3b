/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/drop-down-search.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/widgets.h"
#include "ui/words-filter.h"

/* The search of GTK 4.8 matches only the beginning, leaves the focus on the list and ignores Enter. This file changes that. The
 * parts of a drop-down have no accessors, so they are looked for among its children by type. */
static GtkWidget *
find_below (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_below (child, type);
    if (found)
      return found;
  }
  return NULL;
}

static GtkWidget *
part_of (GtkDropDown *drop_down, GType type)
{
  GtkWidget *popover = find_below (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER);
  return popover ? find_below (popover, type) : NULL;
}

/* Pixels: FRAME is the space for the popover's frame and what is in it besides the list, such as a search entry. */
enum { FRAME = 90, LIST_MIN = 80, LIST_MAX = 400 };

static void
fit_inside (GtkPopover *popover, gpointer unused)
{
  GtkWidget *anchor = gtk_widget_get_parent (GTK_WIDGET (popover)), *window = GTK_WIDGET (gtk_widget_get_root (anchor));
  GtkWidget *list = find_below (GTK_WIDGET (popover), GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;
  if (!window || !list || !gtk_widget_compute_bounds (anchor, window, &bounds))
    return;
  int above = (int) bounds.origin.y,
      below = gtk_widget_get_height (window) - (int) (bounds.origin.y + bounds.size.height);
  gtk_popover_set_position (popover, below >= above ? GTK_POS_BOTTOM : GTK_POS_TOP);
  int room = CLAMP (MAX (above, below) - FRAME, LIST_MIN, LIST_MAX);
  /* The minimum must not exceed the maximum. */
  if (gtk_scrolled_window_get_min_content_height (GTK_SCROLLED_WINDOW (list)) > room)
    gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (list), room);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (list), room);
}

void
mw_popover_keep_inside (GtkPopover *popover)
{
  g_signal_connect (popover, "map", G_CALLBACK (fit_inside), NULL);
}

void
mw_drop_down_keep_inside (GtkDropDown *drop_down)
{
  GtkWidget *popover = find_below (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER);
  if (popover)
    mw_popover_keep_inside (GTK_POPOVER (popover));
}

static void
setup_chosen (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_chosen (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

void
mw_drop_down_let_shrink (GtkDropDown *drop_down)
{
  g_autoptr (GtkListItemFactory) chosen = gtk_signal_list_item_factory_new ();
  g_signal_connect (chosen, "setup", G_CALLBACK (setup_chosen), NULL);
  g_signal_connect (chosen, "bind", G_CALLBACK (bind_chosen), NULL);
  /* The list keeps the factory of GTK, which marks what is chosen. */
  gtk_drop_down_set_list_factory (drop_down, gtk_drop_down_get_factory (drop_down));
  gtk_drop_down_set_factory (drop_down, chosen);
}

static GtkSingleSelection *
selection_of (GtkDropDown *drop_down)
{
  GtkWidget *list = part_of (drop_down, GTK_TYPE_LIST_VIEW);
  return list ? GTK_SINGLE_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (list))) : NULL;
}

/* The filter of the list, which is that of GTK until it is asked for; NULL: there is none yet. GTK leaves a filter alone that is not its
 * own. */
static MwWordsFilter *
filter_of (GtkDropDown *drop_down)
{
  GtkSingleSelection *selection = selection_of (drop_down);
  GListModel *model = selection ? gtk_single_selection_get_model (selection) : NULL;
  if (!GTK_IS_FILTER_LIST_MODEL (model))
    return NULL;
  if (!MW_IS_WORDS_FILTER (gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (model)))) {
    g_autoptr (GtkFilter) filter = mw_words_filter_new ();
    gtk_filter_list_model_set_filter (GTK_FILTER_LIST_MODEL (model), filter);
  }
  return MW_WORDS_FILTER (gtk_filter_list_model_get_filter (GTK_FILTER_LIST_MODEL (model)));
}

static GtkEditable *
search_of (GtkDropDown *drop_down)
{
  GtkWidget *search = part_of (drop_down, GTK_TYPE_SEARCH_ENTRY);
  return search ? GTK_EDITABLE (search) : NULL;
}

void
mw_search_mark (GtkSingleSelection *selection, const char *typed)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (selection)), best = 0;
  if (!typed || !*typed || n == 0)
    return;
  g_autofree char *wanted = mw_words_fold (typed);
  for (guint i = 0; i < n; i++) {
    g_autoptr (GtkStringObject) row = g_list_model_get_item (G_LIST_MODEL (selection), i);
    g_autofree char *text = mw_words_fold (gtk_string_object_get_string (row));
    if (g_str_has_prefix (text, wanted)) {
      best = i;
      break;
    }
  }
  gtk_single_selection_set_selected (selection, best);
}

static void
search_now (GtkDropDown *drop_down)
{
  GtkEditable *search = search_of (drop_down);
  MwWordsFilter *filter = filter_of (drop_down);
  if (!search || !filter)
    return;
  const char *typed = gtk_editable_get_text (search);
  mw_words_filter_set_typed (filter, typed);
  mw_search_mark (selection_of (drop_down), typed);
  GtkWidget *list = part_of (drop_down, GTK_TYPE_LIST_VIEW);
  guint marked = gtk_single_selection_get_selected (selection_of (drop_down));
  if (marked != GTK_INVALID_LIST_POSITION && gtk_widget_get_mapped (list))
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", marked);
}

/* Enter in the search: searches for the latest text, whose delayed search may not have run yet, and picks the marked row. */
static void
search_activated (GtkSearchEntry *search, GtkDropDown *drop_down)
{
  search_now (drop_down);
  guint marked = gtk_single_selection_get_selected (selection_of (drop_down));
  if (marked != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (part_of (drop_down, GTK_TYPE_LIST_VIEW), "activate", marked);
}

static gboolean
focus_search (gpointer data)
{
  GtkWidget *search = GTK_WIDGET (search_of (data));
  if (search && gtk_widget_get_mapped (search))
    gtk_widget_grab_focus (search);
  g_object_unref (data);
  return G_SOURCE_REMOVE;
}

/* Runs after the drop-down's own handling of its opening, which moves the focus to the list. */
static void
opened (GtkWidget *popover, GtkDropDown *drop_down)
{
  MwWordsFilter *filter = filter_of (drop_down);
  if (!filter)
    return;
  gtk_editable_set_text (search_of (drop_down), "");
  mw_words_filter_set_typed (filter, NULL);
  guint selected = gtk_drop_down_get_selected (drop_down);
  if (selected != GTK_INVALID_LIST_POSITION)
    gtk_single_selection_set_selected (selection_of (drop_down), selected);
  mw_before_frame (focus_search, g_object_ref (drop_down));
}

void
mw_drop_down_enable_search (GtkDropDown *drop_down)
{
  gtk_drop_down_set_enable_search (drop_down, TRUE);
  mw_drop_down_keep_inside (drop_down);
  GtkWidget *search = GTK_WIDGET (search_of (drop_down));
  g_return_if_fail (search != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
  g_signal_connect_object (search, "search-changed", G_CALLBACK (search_now), drop_down, G_CONNECT_SWAPPED);
  g_signal_connect_object (search, "activate", G_CALLBACK (search_activated), drop_down, 0);
  g_signal_connect_object (find_below (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER), "map", G_CALLBACK (opened), drop_down,
                           0);
}
