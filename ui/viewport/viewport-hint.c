/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/hint-line.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/viewport/viewport-gizmo-private.h"
#include "ui/viewport/viewport-private.h"

/* What the buttons and keys do in the view at the moment, for the status bar. */

static void
hint_of_drag (GString *hint, gboolean modal)
{
  if (modal)
    mw_hint_add (hint, _ ("Click"), _ ("apply"));
  mw_hint_add (hint, _ ("X, Y, Z"), _ ("one axis"));
  mw_hint_add (hint, _ ("Digits"), _ ("exact value"));
  mw_hint_add (hint, _ ("Ctrl"), _ ("steps"));
  mw_hint_add (hint, _ ("Shift"), _ ("slowly"));
  mw_hint_add (hint, _ ("Esc"), _ ("cancel"));
}

static void
hint_of_box (GString *hint, gboolean marking)
{
  mw_hint_add (hint, _ ("Drag"), marking ? _ ("mark what is inside") : _ ("select what is inside"));
  mw_hint_add (hint, _ ("Shift"), _ ("add"));
  if (marking)
    mw_hint_add (hint, _ ("Ctrl"), _ ("take out"));
  mw_hint_add (hint, _ ("Esc"), _ ("cancel"));
}

static void
hint_of_handle (GString *hint, const MwViewportGizmo *gizmo)
{
  mw_hint_add (hint, _ ("Drag"),
               gizmo->kind == MW_GIZMO_ROTATE  ? _ ("rotate")
               : gizmo->kind == MW_GIZMO_SCALE ? _ ("scale")
                                               : _ ("move"));
  mw_hint_add (hint, _ ("Ctrl"), _ ("steps"));
  mw_hint_add (hint, _ ("Shift"), _ ("slowly"));
}

static void
hint_of_marks (GString *hint)
{
  mw_hint_add (hint, _ ("Click"), _ ("mark"));
  mw_hint_add (hint, _ ("Shift"), _ ("add"));
  mw_hint_add (hint, _ ("Ctrl"), _ ("take out"));
  mw_hint_add (hint, _ ("B"), _ ("rectangle"));
  mw_hint_add (hint, _ ("L"), _ ("lasso"));
  mw_hint_add (hint, _ ("Esc"), _ ("whole objects"));
}

static void
hint_of_camera (GString *hint, gboolean turns)
{
  const gboolean blender = mw_key_scheme_get () == MW_KEYS_BLENDER;
  if (turns && blender)
    mw_hint_add (hint, _ ("Left drag"), _ ("rectangle"));
  if (turns)
    mw_hint_add (hint, blender ? _ ("Middle drag") : _ ("Left drag"), _ ("turn"));
  mw_hint_add (hint, _ ("Right drag"), _ ("pan"));
  mw_hint_add (hint, _ ("Wheel"), _ ("zoom"));
  if (turns && !blender)
    mw_hint_add (hint, _ ("B"), _ ("rectangle"));
}

void
mw_viewport_show_hint (MwViewport *self)
{
  MwViewport *leader = mw_viewport_leading (self);
  const MwViewportGizmo *gizmo = self->gizmo;
  g_autoptr (GString) hint = g_string_new (NULL);
  if (gizmo && gizmo->dragging)
    hint_of_drag (hint, gizmo->modal);
  else if (self->boxing || (self->mesh && mw_viewport_mesh_is_armed (self->mesh)))
    hint_of_box (hint, !self->boxing);
  else if (leader->turning_light && self->pressed)
    mw_hint_add (hint, _ ("Drag"), _ ("turn the light"));
  else if (gizmo && gizmo->hovered != MW_HANDLE_NONE)
    hint_of_handle (hint, gizmo);
  else if (mw_viewport_get_marks (self))
    hint_of_marks (hint);
  else if (self->hovered) {
    mw_hint_add (hint, _ ("Click"), _ ("select"));
    mw_hint_add (hint, _ ("Shift+click"), _ ("add"));
    mw_hint_add (hint, _ ("Right click"), _ ("menu"));
    hint_of_camera (hint, FALSE);
  } else {
    hint_of_camera (hint, TRUE);
  }
  mw_hint_set (self->area, hint->str);
}
