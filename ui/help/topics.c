/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/topics.h"
#include "ui/bytes/bytes-panel.h"
#include "ui/document/changes-view.h"
#include "ui/document/companions-table.h"
#include "ui/document/convert-window.h"
#include "ui/document/history-view.h"
#include "ui/games/game-browser.h"
#include "ui/games/games-dialog.h"
#include "ui/help/markdown.h"
#include "ui/help/pages.h"
#include "ui/inspector/inspector.h"
#include "ui/operations/operation-form.h"
#include "ui/operations/operator-panel.h"
#include "ui/outline/outline.h"
#include "ui/preferences/preferences-window.h"
#include "ui/problems/problems-panel.h"
#include "ui/textures/texture-browser.h"
#include "ui/time/curve-bar.h"
#include "ui/time/dope-sheet.h"
#include "ui/time/key-bar.h"
#include "ui/time/sequences-table.h"
#include "ui/time/time-bar.h"
#include "ui/time/visibility-view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/start-page.h"

/* The page of the innermost of these that has the widget. */
static const struct {
  GType (*type) (void);
  const char *page;
} topics[] = { { mw_outline_get_type, "outline" },
               { mw_inspector_get_type, "inspector" },
               { mw_viewport_get_type, "view" },
               { mw_time_bar_get_type, "time" },
               { mw_sequences_table_get_type, "time#sequences" },
               { mw_visibility_view_get_type, "time#visibility" },
               { mw_dope_sheet_get_type, "dope-sheet" },
               { mw_key_bar_get_type, "dope-sheet" },
               { mw_curve_bar_get_type, "curves" },
               { mw_bytes_panel_get_type, "bytes" },
               { mw_problems_panel_get_type, "checking" },
               { mw_history_view_get_type, "documents" },
               { mw_changes_view_get_type, "documents" },
               { mw_convert_window_get_type, "files#many-files" },
               { mw_companions_table_get_type, "files#the-files-of-an-m2-model" },
               { mw_texture_browser_get_type, "textures" },
               { mw_games_dialog_get_type, "textures#games" },
               { mw_game_browser_get_type, "textures#games" },
               { mw_preferences_window_get_type, "preferences" },
               { mw_start_page_get_type, "files" } };

/* The part of a page about an operation. */
static char *
operation_topic (const MwOperation *operation)
{
  g_autofree char *anchor = mw_markdown_anchor (operation->label);
  return g_strconcat ("operations-", mw_domain_id (operation->domain), "#", anchor, NULL);
}

static const char *
page_of_type (GtkWidget *widget)
{
  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    if (G_TYPE_CHECK_INSTANCE_TYPE (widget, topics[i].type ()))
      return topics[i].page;
  return NULL;
}

char *
mw_help_topic_of (GtkWidget *focus)
{
  for (GtkWidget *at = focus; at; at = gtk_widget_get_parent (at)) {
    if (MW_IS_OPERATION_FORM (at))
      return operation_topic (mw_operation_form_get_operation (MW_OPERATION_FORM (at)));
    const char *page = page_of_type (at);
    if (!page && GTK_IS_NOTEBOOK (at) && gtk_notebook_get_n_pages (GTK_NOTEBOOK (at))) {
      /* The focus is on the tab. */
      GtkNotebook *book = GTK_NOTEBOOK (at);
      GtkWidget *shown = gtk_notebook_get_nth_page (book, gtk_notebook_get_current_page (book));
      page = page_of_type (GTK_IS_PANED (shown) ? gtk_paned_get_start_child (GTK_PANED (shown)) : shown);
    }
    if (page)
      return g_strdup (page);
  }
  return g_strdup (MW_HELP_INDEX);
}
