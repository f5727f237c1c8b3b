/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-pick.h"
#include "core/pose/seen.h"
#include "ui/outline/surfaces.h"
#include "ui/viewport/eyes.h"
#include "ui/viewport/viewport-labels.h"
#include "ui/viewport/viewport-menu.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* How near the pointer must be to the lines of a marker, in logical pixels. */
enum { REACH = 6 };

/* --- What is under the pointer -------------------------------------------------------------------------------------- */

/* The frame that is shown. FALSE: nothing was drawn yet. */
static gboolean
shown_frame (MwViewport *self, MwFrame *frame)
{
  *frame = self->frame;
  mw_viewport_list_inside (self, frame);
  frame->hovered = NULL;
  frame->n_hovered = 0;
  return self->renderer && frame->width > 0;
}

static MwTexel
texel_at (MwId texture, const float uv[2], gpointer self)
{
  return mw_renderer_texel (((MwViewport *) self)->renderer, texture, uv);
}

static MwPicker *
picker_of (MwViewport *self)
{
  if (!self->picker)
    self->picker = mw_picker_new (mw_document_get_model (self->document));
  mw_picker_set_texels (self->picker, texel_at, self);
  return self->picker;
}

MwPicker *
mw_viewport_get_picker (MwViewport *self, MwFrame *frame)
{
  return shown_frame (self, frame) ? picker_of (self) : NULL;
}

MwId
mw_viewport_mesh_drawn_by (MwViewport *self, MwId surface)
{
  MwFrame frame;
  return shown_frame (self, &frame) ? mw_picker_mesh_of (picker_of (self), &frame, surface) : 0;
}

/* Whether an element that was found cannot be picked: it is locked, or its mesh is. */
static gboolean
is_locked (MwViewport *self, const MwFrame *frame, MwId id)
{
  MwEyes *eyes = mw_eyes_of (self->document);
  return mw_eyes_count (eyes, MW_EYE_LOCKED)
         && (mw_eyes_get (eyes, MW_EYE_LOCKED, id)
             || mw_eyes_get (eyes, MW_EYE_LOCKED, mw_picker_mesh_of (picker_of (self), frame, id)));
}

static const MwPickHit *
hits_at (MwViewport *self, double x, double y, guint *n)
{
  MwFrame frame;
  const float scale = (float) gtk_widget_get_scale_factor (self->area);
  if (!self->hits)
    self->hits = g_array_new (FALSE, FALSE, sizeof (MwPickHit));
  g_array_set_size (self->hits, 0);
  guint n_found = 0;
  const MwPickHit *found = shown_frame (self, &frame) ? mw_picker_at (picker_of (self), &frame, (float) x * scale,
                                                                      (float) y * scale, REACH * scale, &n_found)
                                                      : NULL;
  for (guint i = 0; i < n_found; i++)
    if (!is_locked (self, &frame, found[i].id))
      g_array_append_val (self->hits, found[i]);
  *n = self->hits->len;
  return (const MwPickHit *) (const void *) self->hits->data;
}

/* Appends what is selected together with an element: all batches of the surface of a batch. */
static void
append_whole (MwViewport *self, MwId id, GArray *ids)
{
  const GPtrArray *surface = mw_ui_surface_of (self->document, id);
  for (guint i = 0; surface && i < surface->len; i++)
    g_array_append_val (ids, ((const MwRecord *) g_ptr_array_index (surface, i))->id);
  if (!surface)
    g_array_append_val (ids, id);
}

void
mw_viewport_append_hovered (MwViewport *self, GArray *ids)
{
  if (self->hovered)
    append_whole (self, self->hovered, ids);
}

static void
set_hovered (MwViewport *self, MwId id)
{
  if (self->hovered == id)
    return;
  self->hovered = id;
  mw_viewport_redraw (self);
}

gboolean
mw_viewport_point_at (MwViewport *self, double x, double y, GArray *ids)
{
  guint n;
  const MwPickHit *hits = hits_at (self, x, y, &n);
  set_hovered (self, n ? hits[0].id : 0);
  if (n)
    append_whole (self, hits[0].id, ids);
  return n > 0;
}

GtkWidget *
mw_viewport_get_drawing (MwViewport *self)
{
  return self->area;
}

void
mw_viewport_stop_pointing (MwViewport *self)
{
  set_hovered (self, 0);
}

void
mw_viewport_forget_pick (MwViewport *self)
{
  g_clear_pointer (&self->picker, mw_picker_free);
  /* What was hovered may be gone; the pointer finds it again when it moves. */
  self->hovered = 0;
}

/* --- Selecting ------------------------------------------------------------------------------------------------------ */

static gboolean
has (const GArray *ids, MwId id)
{
  return mw_ids_have ((const MwId *) (const void *) ids->data, ids->len, id);
}

static gboolean
is_selection (MwViewport *self, const GArray *ids)
{
  guint n;
  const MwId *selected = mw_document_get_selection (self->document, &n);
  return ids->len == n && (n == 0 || memcmp (ids->data, selected, n * sizeof (MwId)) == 0);
}

/* Changes the selection by these elements. `toggle`: they are removed if all of them are selected already. */
static void
combine (MwViewport *self, const GArray *ids, gboolean toggle)
{
  guint n, n_had = 0;
  const MwId *selected = mw_document_get_selection (self->document, &n);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++)
    n_had += has (ids, selected[i]);
  for (guint i = 0; i < n; i++)
    if (!has (ids, selected[i]) || !toggle || n_had < ids->len)
      g_array_append_val (all, selected[i]);
  for (guint i = 0; i < ids->len && (!toggle || n_had < ids->len); i++)
    if (!has (all, g_array_index (ids, MwId, i)))
      g_array_append_val (all, g_array_index (ids, MwId, i));
  mw_document_select (self->document, (const MwId *) (const void *) all->data, all->len);
}

/* Whether the click is where something was picked last, and that is what is selected. */
static gboolean
is_picked_again (MwViewport *self, double x, double y)
{
  g_autoptr (GArray) last = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (!self->picked || hypot (x - self->picked_x, y - self->picked_y) > MW_POINTER_SLOP)
    return FALSE;
  append_whole (self, self->picked, last);
  return is_selection (self, last);
}

/* Which of the hits to select: the one after the last one that was picked, if the click is at the same place and that is what is selected. */
static guint
next_hit (MwViewport *self, const MwPickHit *hits, guint n, double x, double y)
{
  if (!is_picked_again (self, x, y))
    return 0;
  g_autoptr (GArray) last = g_array_new (FALSE, FALSE, sizeof (MwId));
  append_whole (self, self->picked, last);
  for (guint i = 0; i < n; i++)
    if (hits[i].id == self->picked) {
      /* Layers of one surface are selected together, so the next one must be another. */
      for (guint k = 1; k < n; k++)
        if (!has (last, hits[(i + k) % n].id))
          return (i + k) % n;
      return i;
    }
  return 0;
}

static gboolean
clicked (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  const gboolean more = (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
  guint n;
  const MwPickHit *hits = hits_at (self, pointer->x, pointer->y, &n);
  if (n == 0) {
    self->picked = 0;
    if (!more)
      mw_document_select (self->document, NULL, 0);
    return TRUE;
  }
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  const MwPickHit hit = hits[more ? 0 : next_hit (self, hits, n, pointer->x, pointer->y)];
  const MwId id = hit.id;
  self->picked = id;
  self->picked_x = pointer->x;
  self->picked_y = pointer->y;
  append_whole (self, id, ids);
  if (more)
    combine (self, ids, TRUE);
  else
    mw_document_select (self->document, (const MwId *) (const void *) ids->data, ids->len);
  mw_viewport_gizmo_set_part (self->gizmo, hit.part);
  return TRUE;
}

/* What is clicked becomes the selection, unless it is a part of it already. */
static gboolean
right_clicked (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  guint n, n_selected, n_had = 0;
  const MwPickHit *hits = hits_at (self, pointer->x, pointer->y, &n);
  const MwId *selected = mw_document_get_selection (self->document, &n_selected);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (n)
    append_whole (self, hits[0].id, ids);
  for (guint i = 0; i < n_selected; i++)
    n_had += has (ids, selected[i]);
  if (n && n_had < ids->len && !is_picked_again (self, pointer->x, pointer->y))
    mw_document_select (self->document, (const MwId *) (const void *) ids->data, ids->len);
  mw_viewport_open_menu (self, n > 0, pointer->x, pointer->y);
  return TRUE;
}

static const char *
hovering (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  guint n;
  const MwPickHit *hits = hits_at (self, pointer->x, pointer->y, &n);
  set_hovered (self, n ? hits[0].id : 0);
  return n ? "pointer" : NULL;
}

static void
left (MwViewport *self, gpointer data)
{
  set_hovered (self, 0);
}

/* --- A rectangle: B, then drag --------------------------------------------------------------------------------------- */

static void
end_box (MwViewport *self)
{
  self->boxing = FALSE;
  mw_viewport_labels_set_box (MW_VIEWPORT_LABELS (self->labels), NULL);
  gtk_widget_set_cursor (self->area, NULL);
}

static const char *
box_hovering (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  return self->boxing ? "crosshair" : NULL;
}

static gboolean
box_pressed (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  return self->boxing;
}

/* Without B before. */
static gboolean
box_pulled (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  set_hovered (self, 0);
  return self->boxing = TRUE;
}

static graphene_rect_t
box_of (const MwPointer *pointer)
{
  graphene_rect_t box;
  graphene_rect_init (&box, (float) MIN (pointer->x, pointer->start_x), (float) MIN (pointer->y, pointer->start_y),
                      (float) fabs (pointer->x - pointer->start_x), (float) fabs (pointer->y - pointer->start_y));
  return box;
}

static void
box_dragged (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  const graphene_rect_t box = box_of (pointer);
  mw_viewport_labels_set_box (MW_VIEWPORT_LABELS (self->labels), &box);
}

/* Appends (MwId) what is in a rectangle of the drawing and not locked. */
static void
append_inside (MwViewport *self, const graphene_rect_t *box, GArray *ids)
{
  MwFrame frame;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (MwId));
  const float scale = (float) gtk_widget_get_scale_factor (self->area);
  const float low[2] = { box->origin.x * scale, box->origin.y * scale },
              high[2] = { low[0] + box->size.width * scale, low[1] + box->size.height * scale };
  if (shown_frame (self, &frame))
    mw_picker_in (picker_of (self), &frame, low, high, found);
  for (guint i = 0; i < found->len; i++)
    if (!has (ids, g_array_index (found, MwId, i)) && !is_locked (self, &frame, g_array_index (found, MwId, i)))
      append_whole (self, g_array_index (found, MwId, i), ids);
}

/* All that the view shows, or nothing. */
static void
select_all (MwViewport *self, gboolean all)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  const graphene_rect_t whole = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (self->area),
                                                    (float) gtk_widget_get_height (self->area));
  if (all)
    append_inside (self, &whole, ids);
  mw_document_select (self->document, (const MwId *) (const void *) ids->data, ids->len);
}

static void
box_released (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  const graphene_rect_t box = box_of (pointer);
  end_box (self);
  append_inside (self, &box, ids);
  if (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK))
    combine (self, ids, FALSE);
  else
    mw_document_select (self->document, (const MwId *) (const void *) ids->data, ids->len);
}

static void
box_cancelled (MwViewport *self, gpointer data)
{
  end_box (self);
}

static gboolean
box_menu (MwViewport *self, const MwPointer *pointer, gpointer data)
{
  if (!self->boxing)
    return FALSE;
  end_box (self);
  return TRUE;
}

static gboolean
box_key (MwViewport *self, guint keyval, GdkModifierType state, gpointer data)
{
  if (mw_viewport_is_dragging (self))
    return FALSE;
  if (keyval == GDK_KEY_b && !(state & GDK_CONTROL_MASK)) {
    self->boxing = TRUE;
    set_hovered (self, 0);
    gtk_widget_set_cursor_from_name (self->area, "crosshair");
    return TRUE;
  }
  if (keyval != GDK_KEY_Escape || !self->boxing)
    return FALSE;
  end_box (self);
  return TRUE;
}

static gboolean
pick_key (MwViewport *self, guint keyval, GdkModifierType state, gpointer data)
{
  if ((keyval == GDK_KEY_a || keyval == GDK_KEY_A) && (state & GDK_CONTROL_MASK)) {
    select_all (self, !(state & GDK_SHIFT_MASK));
    return TRUE;
  }
  if (keyval != GDK_KEY_Menu && !(keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK)))
    return FALSE;
  mw_viewport_open_menu_by_key (self);
  return TRUE;
}

void
mw_viewport_init_pick (MwViewport *self)
{
  static const MwPointerTool box = { .hover = box_hovering,
                                     .press = box_pressed,
                                     .pull = box_pulled,
                                     .drag = box_dragged,
                                     .release = box_released,
                                     .cancel = box_cancelled,
                                     .menu = box_menu,
                                     .key = box_key };
  static const MwPointerTool pick = {
    .hover = hovering, .leave = left, .click = clicked, .menu = right_clicked, .key = pick_key
  };
  mw_viewport_add_tool (self, &pick, NULL);
  mw_viewport_add_tool (self, &box, NULL);
}
