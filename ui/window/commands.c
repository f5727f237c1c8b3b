/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/commands.h"
#include "ui/viewport/attach-model.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/document/page-undo.h"

static const MwCommand commands[] = {
  { "win.open", N_ ("Open…"), "load file model import", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.open-game", N_ ("Open from Game…"), "load archive mpq search browse extract", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.show-start", N_ ("Recent Files and Samples"), "start welcome last history", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.games", N_ ("Games…"), "archives mpq install folder order textures preferences", NULL, NULL,
    MW_NEEDS_NOTHING },
  { "win.add-game", N_ ("Add Game Folder…"), "archives mpq install casc extracted textures", NULL, NULL,
    MW_NEEDS_NOTHING },
  { "win.save", N_ ("Save"), "write file", NULL, NULL, MW_NEEDS_MODEL },
  { "win.save-as", N_ ("Save As…"), "export convert write copy format version", NULL, NULL, MW_NEEDS_MODEL },
  { "win.save-test-copies", N_ ("Save Test Copies…"), "export try game other version variant", NULL, NULL,
    MW_NEEDS_MODEL },
  { "win.convert-files", N_ ("Convert Files…"), "batch folder many mdl mdx version game export", NULL, NULL,
    MW_NEEDS_NOTHING },
  { "win.review-changes", N_ ("Review Changes"), "diff compare unsaved revert since last save list", NULL, NULL,
    MW_NEEDS_MODEL },
  { "win.save-picture", N_ ("Save Picture…"), "screenshot image png render export transparent", NULL, NULL,
    MW_NEEDS_MODEL },
  { "win.attach-model", N_ ("Attach Model…"), "weapon hand sword preview show node attachment", NULL, NULL,
    MW_NEEDS_NODE },
  { "win.detach-model", N_ ("Remove Attached Model"), "weapon hand sword preview hide node attachment", NULL, NULL,
    MW_NEEDS_ATTACHED },
  { "win.close-tab", N_ ("Close Tab"), "model file", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.detach-tab", N_ ("Move Tab to New Window"), "detach tear off second screen monitor", NULL, NULL,
    MW_NEEDS_MODEL },
  { "win.next-tab", N_ ("Next Tab"), "switch model", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.previous-tab", N_ ("Previous Tab"), "switch model", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.undo", N_ ("Undo"), "back revert", NULL, NULL, MW_NEEDS_UNDO },
  { "win.redo", N_ ("Redo"), "again repeat forward", NULL, NULL, MW_NEEDS_REDO },
  { "page.copy-script", N_ ("Copy History as Script"), "steps macro record mwright do clipboard", NULL, NULL,
    MW_NEEDS_UNDO },
  { "win.copy", N_ ("Copy"), "clipboard elements transfer other model", NULL, NULL, MW_NEEDS_MODEL },
  { "win.cut", N_ ("Cut"), "clipboard elements move other model", NULL, NULL, MW_NEEDS_MODEL },
  { "win.paste", N_ ("Paste"), "clipboard insert elements import transfer other model", NULL, NULL, MW_NEEDS_MODEL },
  { "win.find", N_ ("Filter the Outline"), "find search elements", NULL, NULL, MW_NEEDS_MODEL },
  { "viewport.A", N_ ("Add Element…"), "new create insert menu", "<Shift>a", NULL, MW_NEEDS_MODEL },
  { "viewport.space", N_ ("Play or Pause"), "animation start stop time", "space", NULL, MW_NEEDS_MODEL },
  { "viewport.f", N_ ("Frame the Selection"), "zoom look at centre center view", "f", NULL, MW_NEEDS_MODEL },
  { "viewport.Home", N_ ("Frame All"), "zoom reset centre center view", "Home", NULL, MW_NEEDS_MODEL },
  { "viewport.v", N_ ("Mark Vertices"), "select points edit mode mesh geoset", "v", NULL, MW_NEEDS_MODEL },
  { "viewport.t", N_ ("Mark Faces"), "select triangles polygons edit mode mesh geoset", "t", NULL, MW_NEEDS_MODEL },
  { "viewport.1", N_ ("Front View"), "camera look", "1", NULL, MW_NEEDS_MODEL },
  { "viewport.c1", N_ ("Back View"), "camera look rear", "<Control>1", NULL, MW_NEEDS_MODEL },
  { "viewport.3", N_ ("Right View"), "camera look side", "3", NULL, MW_NEEDS_MODEL },
  { "viewport.c3", N_ ("Left View"), "camera look side", "<Control>3", NULL, MW_NEEDS_MODEL },
  { "viewport.7", N_ ("Top View"), "camera look above", "7", NULL, MW_NEEDS_MODEL },
  { "viewport.c7", N_ ("Bottom View"), "camera look below", "<Control>7", NULL, MW_NEEDS_MODEL },
  { "viewport.5", N_ ("Perspective or Parallel"), "orthographic camera view", "5", NULL, MW_NEEDS_MODEL },
  { "viewport.0", N_ ("Look through the Model's Camera"), "view portrait", "0", NULL, MW_NEEDS_MODEL },
  { "win.panel-left", N_ ("Show or Hide the Outline"), "toggle panel tree", NULL, NULL, MW_NEEDS_MODEL },
  { "win.panel-right", N_ ("Show or Hide the Inspector"), "toggle panel properties", NULL, NULL, MW_NEEDS_MODEL },
  { "win.panel-bottom", N_ ("Show or Hide the Bottom Panel"), "toggle sequences history companions bytes", NULL, NULL,
    MW_NEEDS_MODEL },
  { "win.panel-view", N_ ("Show or Hide the Viewport"), "toggle 3d view", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.viewport-alone", N_ ("Viewport Alone"), "full screen maximise maximize hide panels", NULL, NULL,
    MW_NEEDS_MODEL },
  { "app.theme-system", N_ ("Theme: Follow the System"), "colours colors appearance", NULL, "system",
    MW_NEEDS_NOTHING },
  { "app.theme-light", N_ ("Theme: Light"), "colours colors appearance bright", NULL, "light", MW_NEEDS_NOTHING },
  { "app.theme-dark", N_ ("Theme: Dark"), "colours colors appearance night", NULL, "dark", MW_NEEDS_NOTHING },
  { "app.theme-high-contrast", N_ ("Theme: High Contrast"), "colours colors appearance accessibility", NULL,
    "high-contrast", MW_NEEDS_NOTHING },
  { "win.preferences", N_ ("Preferences…"), "settings options theme size undo backup", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.zoom-in", N_ ("Larger Interface"), "zoom size text scale", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.zoom-out", N_ ("Smaller Interface"), "zoom size text scale", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.zoom-reset", N_ ("Usual Size of the Interface"), "zoom size text scale", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.help-contents", N_ ("Help"), "manual documentation pages how", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.whats-new", N_ ("What Is New"), "changes news version release help", NULL, NULL, MW_NEEDS_NOTHING },
  { "win.show-help-overlay", N_ ("Keyboard Shortcuts"), "help keys", NULL, NULL, MW_NEEDS_NOTHING },
  { "app.about", N_ ("About Modelwright"), "version licence license", NULL, NULL, MW_NEEDS_NOTHING },
  { "app.quit", N_ ("Quit"), "exit close", NULL, NULL, MW_NEEDS_NOTHING },
};

const MwCommand *
mw_commands (guint *n)
{
  *n = G_N_ELEMENTS (commands);
  return commands;
}

char *
mw_command_get_key (const MwCommand *self, MwWindow *window)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  g_auto (GStrv) keys = NULL;
  guint key;
  GdkModifierType modifiers;
  if (!self->key && application && !self->target)
    keys = gtk_application_get_accels_for_action (application, self->id);
  g_autofree char *own = self->key ? mw_key_scheme_first (self->key) : NULL;
  const char *spelled = self->key ? own : keys ? keys[0] : NULL;
  if (!spelled || !gtk_accelerator_parse (spelled, &key, &modifiers))
    return NULL;
  return gtk_accelerator_get_label (key, modifiers);
}

static MwDocument *
document_of (MwWindow *window)
{
  MwDocumentPage *page = mw_window_get_page (window);
  return page ? mw_document_page_get_document (page) : NULL;
}

const char *
mw_command_get_reason (const MwCommand *self, MwWindow *window)
{
  MwDocument *document = document_of (window);
  if (self->needs != MW_NEEDS_NOTHING && !document)
    return _ ("no model is open");
  if (self->needs == MW_NEEDS_UNDO && !mw_page_can_undo (mw_window_get_page (window), FALSE))
    return _ ("there is nothing to undo");
  if (self->needs == MW_NEEDS_REDO && !mw_page_can_undo (mw_window_get_page (window), TRUE))
    return _ ("there is nothing to redo");
  if (self->needs == MW_NEEDS_NODE)
    return mw_attach_model_reason (window);
  if (self->needs == MW_NEEDS_ATTACHED)
    return mw_detach_model_reason (window);
  return NULL;
}

void
mw_command_run (const MwCommand *self, MwWindow *window)
{
  MwDocumentPage *page = mw_window_get_page (window);
  guint key;
  GdkModifierType modifiers;
  if (mw_command_get_reason (self, window))
    return;
  if (self->key && page && gtk_accelerator_parse (self->key, &key, &modifiers))
    mw_viewport_do_key (mw_document_page_get_viewport (page), key, modifiers);
  else if (self->target)
    gtk_widget_activate_action (GTK_WIDGET (window), "app.theme", "s", self->target);
  else
    gtk_widget_activate_action (page ? GTK_WIDGET (page) : GTK_WIDGET (window), self->id, NULL);
}
