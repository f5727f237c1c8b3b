/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-mesh.h"
#include "core/model/aspects.h"
#include "core/pose/seen.h"
#include "core/render/heat.h"
#include "core/render/mesh-pick.h"
#include "ui/i18n.h"
#include "ui/key-scheme.h"
#include "ui/operations/operation-item.h"
#include "ui/outline/surfaces.h"
#include "ui/viewport/viewport-labels.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* How near to a vertex a click must be, in logical pixels, and how far apart the corners of a lasso are. */
enum { REACH = 10, LASSO_STEP = 3 };

typedef enum { OBJECTS, VERTICES, FACES, N_MODES } Mode;
typedef enum { NO_DRAG, RECTANGLE, LASSO } Drag;

struct _MwViewportMesh {
  MwViewport *viewport;
  GtkWidget *choice, *modes[N_MODES], *through, *more;
  Mode mode;
  Drag armed; /* what the next drag is */
  MwMeshMarks *marks;
  GArray *corners; /* float[2]: of the polygon that is dragged, in logical pixels */
  guint serial;    /* of the marks */
  gboolean filling;
};

static const MwModel *
model_of (MwViewportMesh *self)
{
  return mw_document_get_model (self->viewport->document);
}

static MwMarksKind
kind_of (Mode mode)
{
  return mode == FACES ? MW_MARKS_FACES : MW_MARKS_VERTICES;
}

static const MwId *
ids_of (const GArray *ids)
{
  return (const MwId *) (const void *) ids->data;
}

/* --- What can be marked --------------------------------------------------------------------------------------------- */

/* Appends the meshes of the selection (MwId, each once). A batch stands for the submesh that it draws. */
static void
append_selected (MwViewportMesh *self, GArray *meshes)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->viewport->document, &n);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model_of (self), ids[i]);
    MwMeshAspect aspect;
    MwId mesh = 0;
    if (record && mw_aspects_of (model_of (self))->mesh (model_of (self), record, &aspect))
      mesh = ids[i];
    else if (record && mw_ui_surface_of (self->viewport->document, ids[i]))
      mesh = mw_viewport_mesh_drawn_by (self->viewport, ids[i]);
    if (mesh && !mw_ids_have (ids_of (meshes), meshes->len, mesh))
      g_array_append_val (meshes, mesh);
  }
}

/* Appends the meshes in which something can be marked. */
static void
append_scope (MwViewportMesh *self, GArray *meshes)
{
  for (guint i = 0; i < self->marks->meshes->len; i++)
    g_array_append_val (meshes, g_array_index (self->marks->meshes, MwMarkedMesh, i).id);
}

/* Something else is marked, or can be marked. */
static void
tell (MwViewportMesh *self)
{
  self->serial++;
  mw_viewport_redraw (self->viewport);
  if (self->viewport->gizmo)
    mw_viewport_gizmo_update (self->viewport->gizmo);
  g_signal_emit_by_name (self->viewport, "marked");
}

/* Operations work on the selection, so the meshes that are marked in must be the selected ones. */
static void
claim (MwViewportMesh *self)
{
  g_autoptr (GArray) selected = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     scope = g_array_new (FALSE, FALSE, sizeof (MwId));
  guint n;
  const MwId *ids = mw_document_get_selection (self->viewport->document, &n);
  append_scope (self, scope);
  if (scope->len != n || memcmp (scope->data, ids, n * sizeof (MwId)) != 0)
    mw_document_select (self->viewport->document, ids_of (scope), scope->len);
}

static void
set_armed (MwViewportMesh *self, Drag drag)
{
  self->armed = drag;
  g_array_set_size (self->corners, 0);
  mw_viewport_labels_set_outline (MW_VIEWPORT_LABELS (self->viewport->labels), NULL, 0);
  gtk_widget_set_cursor_from_name (self->viewport->area, drag ? "crosshair" : NULL);
}

static void
set_mode (MwViewportMesh *self, Mode mode)
{
  g_autoptr (GArray) meshes = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (mode != OBJECTS && self->mode == OBJECTS)
    append_selected (self, meshes);
  else if (mode != OBJECTS)
    append_scope (self, meshes);
  if (mode != OBJECTS && !meshes->len)
    mode = OBJECTS;
  mw_viewport_cancel_drag (self->viewport);
  set_armed (self, NO_DRAG);
  mw_viewport_stop_pointing (self->viewport);
  mw_mesh_marks_set (self->marks, model_of (self), kind_of (mode), ids_of (meshes), meshes->len);
  self->mode = mode;
  self->filling = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->modes[mode]), TRUE);
  self->filling = FALSE;
  gtk_widget_set_visible (self->through, mode != OBJECTS);
  gtk_widget_set_visible (self->more, mode != OBJECTS);
  if (mode != OBJECTS)
    claim (self);
  tell (self);
}

void
mw_viewport_mesh_update (MwViewportMesh *self)
{
  g_autoptr (GArray) meshes = g_array_new (FALSE, FALSE, sizeof (MwId));
  append_selected (self, meshes);
  if (self->mode != OBJECTS) {
    /* Without a mesh in the selection, such as while a bone is selected, the meshes stay. */
    if (meshes->len)
      mw_mesh_marks_set (self->marks, model_of (self), kind_of (self->mode), ids_of (meshes), meshes->len);
    else
      mw_mesh_marks_follow (self->marks, model_of (self));
    if (self->marks->meshes->len)
      tell (self);
    else
      set_mode (self, OBJECTS);
  }
  gtk_widget_set_visible (self->choice, meshes->len > 0 || self->mode != OBJECTS);
}

void
mw_viewport_mesh_mark (MwViewportMesh *self, MwId mesh, const guint8 *flags, guint32 n)
{
  mw_document_select (self->viewport->document, &mesh, 1);
  if (self->mode != OBJECTS)
    mw_mesh_marks_set (self->marks, model_of (self), kind_of (self->mode), &mesh, 1);
  set_mode (self, VERTICES);
  MwMarkedMesh *marked = mw_mesh_marks_find (self->marks, mesh);
  if (self->mode != VERTICES || !marked)
    return;
  mw_mesh_marks_begin (self->marks, MW_MARKS_REPLACE);
  for (guint32 i = 0; i < MIN (n, marked->n); i++)
    marked->marked[i] = flags[i] && marked->used[i];
  mw_mesh_marks_end (self->marks);
  tell (self);
}

const MwMeshMarks *
mw_viewport_mesh_get (const MwViewportMesh *self)
{
  return self->mode == OBJECTS ? NULL : self->marks;
}

void
mw_viewport_mesh_copy (const MwViewportMesh *self, MwMeshMarks **marks, guint *serial)
{
  if (self->mode == OBJECTS) {
    g_clear_pointer (marks, mw_mesh_marks_free);
    return;
  }
  if (*marks && *serial == self->serial)
    return;
  g_clear_pointer (marks, mw_mesh_marks_free);
  *marks = mw_mesh_marks_copy (self->marks);
  *serial = self->serial;
}

gboolean
mw_viewport_mesh_is_through (const MwViewportMesh *self)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->through));
}

/* Whether the selection has vertices and faces. */
static gboolean
has_bar (const MwViewportMesh *self)
{
  return gtk_widget_get_visible (self->choice);
}

/* --- Clicks --------------------------------------------------------------------------------------------------------- */

static MwMarksChange
change_of (GdkModifierType state)
{
  return state & GDK_CONTROL_MASK ? MW_MARKS_REMOVE : state & GDK_SHIFT_MASK ? MW_MARKS_ADD : MW_MARKS_REPLACE;
}

static void
put (MwViewportMesh *self, MwId mesh, guint32 number, MwMarksChange change)
{
  claim (self);
  if (change == MW_MARKS_REPLACE)
    mw_mesh_marks_none (self->marks);
  mw_mesh_marks_put (self->marks, model_of (self), mesh, number, change != MW_MARKS_REMOVE);
  tell (self);
}

/* Marks in another mesh from now on, or in this one too. */
static void
take_mesh (MwViewportMesh *self, MwId mesh, gboolean too)
{
  g_autoptr (GArray) meshes = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (too)
    append_scope (self, meshes);
  g_array_append_val (meshes, mesh);
  mw_document_select (self->viewport->document, ids_of (meshes), meshes->len);
}

/* The first surface under the pointer; with `within`, of those in which something can be marked. NULL: none. */
static const MwPickHit *
surface_at (MwViewportMesh *self, MwPicker *picker, const MwFrame *frame, float x, float y, gboolean within)
{
  guint n;
  const MwPickHit *hits = mw_picker_at (picker, frame, x, y, 0, &n);
  for (guint i = 0; i < n; i++)
    if (!hits[i].marker && hits[i].mesh && (!within || mw_mesh_marks_find (self->marks, hits[i].mesh)))
      return &hits[i];
  return NULL;
}

static gboolean
clicked (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportMesh *self = data;
  MwFrame frame;
  MwPicker *picker = self->mode == OBJECTS ? NULL : mw_viewport_get_picker (viewport, &frame);
  const MwMarksChange change = change_of (pointer->state);
  const gboolean through = mw_viewport_mesh_is_through (self);
  const float scale = (float) gtk_widget_get_scale_factor (viewport->area), x = (float) pointer->x * scale,
              y = (float) pointer->y * scale;
  MwId mesh;
  guint32 vertex;
  if (!picker)
    return self->mode != OBJECTS;
  if (self->mode == VERTICES
      && mw_picker_vertex_at (picker, &frame, x, y, REACH * scale, through, self->marks, &mesh, &vertex)) {
    put (self, mesh, vertex, change);
    return TRUE;
  }
  const MwPickHit *hit = surface_at (self, picker, &frame, x, y, through);
  const gboolean known = hit && mw_mesh_marks_find (self->marks, hit->mesh);
  if (known && self->mode == FACES) {
    put (self, hit->mesh, hit->triangle, change);
  } else if (hit && !known && change != MW_MARKS_REMOVE) {
    const MwId other = hit->mesh;
    const guint32 face = hit->triangle;
    take_mesh (self, other, change == MW_MARKS_ADD);
    if (self->mode == FACES)
      put (self, other, face, change);
  } else if (change == MW_MARKS_REPLACE) {
    mw_mesh_marks_none (self->marks);
    tell (self);
  }
  return TRUE;
}

/* The menu of the meshes, wherever the pointer is. */
static gboolean
menu_asked (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportMesh *self = data;
  if (self->mode == OBJECTS)
    return FALSE;
  claim (self);
  mw_viewport_open_menu (viewport, TRUE, pointer->x, pointer->y);
  return TRUE;
}

gboolean
mw_viewport_mesh_is_armed (const MwViewportMesh *self)
{
  return self->armed != NO_DRAG;
}

/* --- Rectangle and lasso -------------------------------------------------------------------------------------------- */

static const char *
hovering (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportMesh *self = data;
  return self->armed ? "crosshair" : self->mode != OBJECTS ? "default" : NULL;
}

static gboolean
pressed (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  return ((MwViewportMesh *) data)->armed != NO_DRAG;
}

static gboolean
pulled (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportMesh *self = data;
  if (self->mode != OBJECTS)
    set_armed (self, RECTANGLE);
  return self->mode != OBJECTS;
}

static void
add_corner (MwViewportMesh *self, double x, double y)
{
  const float corner[2] = { (float) x, (float) y };
  g_array_append_vals (self->corners, corner, 1);
}

static void
dragged (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportMesh *self = data;
  if (self->armed == RECTANGLE) {
    g_array_set_size (self->corners, 0);
    add_corner (self, pointer->start_x, pointer->start_y);
    add_corner (self, pointer->x, pointer->start_y);
    add_corner (self, pointer->x, pointer->y);
    add_corner (self, pointer->start_x, pointer->y);
  } else {
    if (!self->corners->len)
      add_corner (self, pointer->start_x, pointer->start_y);
    const float *last = (const float *) (const void *) self->corners->data + 2 * (gsize) (self->corners->len - 1);
    if (hypot (pointer->x - (double) last[0], pointer->y - (double) last[1]) >= LASSO_STEP)
      add_corner (self, pointer->x, pointer->y);
  }
  mw_viewport_labels_set_outline (MW_VIEWPORT_LABELS (viewport->labels),
                                  (const float (*)[2]) (const void *) self->corners->data, self->corners->len);
}

static void
released (MwViewport *viewport, const MwPointer *pointer, gpointer data)
{
  MwViewportMesh *self = data;
  MwFrame frame;
  MwPicker *picker = mw_viewport_get_picker (viewport, &frame);
  const float scale = (float) gtk_widget_get_scale_factor (viewport->area);
  dragged (viewport, pointer, data);
  g_autoptr (GArray) corners = g_steal_pointer (&self->corners);
  self->corners = g_array_new (FALSE, FALSE, sizeof (float[2]));
  for (guint i = 0; i < 2 * corners->len; i++)
    ((float *) (void *) corners->data)[i] *= scale;
  set_armed (self, NO_DRAG);
  claim (self);
  if (picker)
    mw_picker_mark_in (picker, &frame, (const float (*)[2]) (const void *) corners->data, corners->len,
                       mw_viewport_mesh_is_through (self), change_of (pointer->state), self->marks);
  tell (self);
}

static void
cancelled (MwViewport *viewport, gpointer data)
{
  set_armed (data, NO_DRAG);
}

/* --- Commands ------------------------------------------------------------------------------------------------------- */

static gboolean
mark_all (MwViewportMesh *self)
{
  mw_mesh_marks_all (self->marks);
  return TRUE;
}

static gboolean
mark_none (MwViewportMesh *self)
{
  mw_mesh_marks_none (self->marks);
  return TRUE;
}

static gboolean
mark_inverted (MwViewportMesh *self)
{
  mw_mesh_marks_invert (self->marks);
  return TRUE;
}

static gboolean
mark_connected (MwViewportMesh *self)
{
  mw_mesh_marks_connected (self->marks, model_of (self));
  return TRUE;
}

static gboolean
grow (MwViewportMesh *self)
{
  mw_mesh_marks_grow (self->marks, model_of (self));
  return TRUE;
}

static gboolean
shrink (MwViewportMesh *self)
{
  mw_mesh_marks_shrink (self->marks, model_of (self));
  return TRUE;
}

/* What the selected bones move; they are selected in the outline while the mode is that of vertices or faces. */
static gboolean
mark_moved (MwViewportMesh *self)
{
  g_autoptr (GArray) bones = g_array_new (FALSE, FALSE, sizeof (MwId));
  guint n;
  const MwId *ids = mw_document_get_selection (self->viewport->document, &n);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model_of (self), ids[i]);
    if (record && mw_heat_is_for (model_of (self), record->schema))
      g_array_append_val (bones, ids[i]);
  }
  if (!bones->len) {
    mw_viewport_say (self->viewport, _ ("Select a bone in the outline first. What it moves is marked then."));
    return FALSE;
  }
  mw_mesh_marks_moved (self->marks, model_of (self), ids_of (bones), bones->len, MW_MARKS_REPLACE);
  return TRUE;
}

/* All meshes with the material of one of these. */
static gboolean
mark_material (MwViewportMesh *self)
{
  g_autoptr (GArray) scope = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     meshes = g_array_new (FALSE, FALSE, sizeof (MwId));
  MwFrame frame;
  MwPicker *picker = mw_viewport_get_picker (self->viewport, &frame);
  append_scope (self, scope);
  if (picker)
    mw_picker_same_material (picker, &frame, ids_of (scope), scope->len, meshes);
  if (meshes->len)
    mw_document_select (self->viewport->document, ids_of (meshes), meshes->len);
  mw_mesh_marks_all (self->marks);
  return TRUE;
}

static const struct {
  const char *action, *label, *key;
  gboolean (*run) (MwViewportMesh *self); /* FALSE: it cannot be done, and has said why */
} commands[] = {
  { "marks.all", N_ ("All"), "<Control>a", mark_all },
  { "marks.none", N_ ("None"), "<Control><Shift>a", mark_none },
  { "marks.inverted", N_ ("Inverted"), "<Control>i", mark_inverted },
  { "marks.connected", N_ ("Connected"), "<Control>l", mark_connected },
  { "marks.grow", N_ ("Grow"), "plus", grow },
  { "marks.shrink", N_ ("Shrink"), "minus", shrink },
  { "marks.moved", N_ ("Moved by the Selected Bone"), NULL, mark_moved },
  { "marks.material", N_ ("With the Same Material"), NULL, mark_material },
};

static void
run (MwViewportMesh *self, guint command)
{
  if (self->mode == OBJECTS || !commands[command].run (self))
    return;
  claim (self);
  tell (self);
}

static gboolean
command_key (MwViewportMesh *self, guint keyval, GdkModifierType state)
{
  const GdkModifierType control = state & GDK_CONTROL_MASK;
  const guint typed = keyval == GDK_KEY_KP_Add || keyval == GDK_KEY_equal ? GDK_KEY_plus
                      : keyval == GDK_KEY_KP_Subtract                     ? GDK_KEY_minus
                                                                          : gdk_keyval_to_lower (keyval);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    guint key;
    GdkModifierType modifiers;
    if (commands[i].key && gtk_accelerator_parse (commands[i].key, &key, &modifiers) && key == typed
        && control == (modifiers & GDK_CONTROL_MASK)
        && (!control || (state & GDK_SHIFT_MASK) == (modifiers & GDK_SHIFT_MASK))) {
      run (self, i);
      return TRUE;
    }
  }
  return FALSE;
}

static void
delete_marked (MwViewportMesh *self)
{
  claim (self);
  gtk_widget_activate_action (GTK_WIDGET (self->viewport), "win.operation", "s", "geoset-delete-faces");
}

/* In the modes of vertices and faces. */
static gboolean
marking_key (MwViewportMesh *self, guint keyval, GdkModifierType state)
{
  if (command_key (self, keyval, state))
    return TRUE;
  if (state & GDK_CONTROL_MASK)
    return FALSE;
  switch (gdk_keyval_to_lower (keyval)) {
  case GDK_KEY_b:
    set_armed (self, RECTANGLE);
    return TRUE;
  case GDK_KEY_l:
    set_armed (self, LASSO);
    return TRUE;
  case GDK_KEY_x:
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->through), !mw_viewport_mesh_is_through (self));
    return TRUE;
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
    delete_marked (self);
    return TRUE;
  case GDK_KEY_Escape:
    if (self->armed)
      set_armed (self, NO_DRAG);
    else
      set_mode (self, OBJECTS);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
key (MwViewport *viewport, guint keyval, GdkModifierType state, gpointer data)
{
  MwViewportMesh *self = data;
  if (mw_viewport_is_dragging (viewport))
    return FALSE;
  const guint typed = state & GDK_CONTROL_MASK ? 0 : gdk_keyval_to_lower (keyval);
  if (typed == GDK_KEY_v || typed == GDK_KEY_t) {
    if (has_bar (self))
      set_mode (self, typed == GDK_KEY_v ? VERTICES : FACES);
    else
      mw_viewport_say (viewport, _ ("Select a geoset or a surface first. Then its vertices and faces can be marked."));
    return TRUE;
  }
  return self->mode != OBJECTS && marking_key (self, keyval, state);
}

static const MwPointerTool pointer_tool = { .hover = hovering,
                                            .press = pressed,
                                            .pull = pulled,
                                            .drag = dragged,
                                            .release = released,
                                            .cancel = cancelled,
                                            .click = clicked,
                                            .menu = menu_asked,
                                            .key = key };

/* --- The bar -------------------------------------------------------------------------------------------------------- */

static void
mode_chosen (GtkToggleButton *button, MwViewportMesh *self)
{
  for (guint i = 0; i < N_MODES && !self->filling && gtk_toggle_button_get_active (button); i++)
    if (self->modes[i] == GTK_WIDGET (button))
      set_mode (self, (Mode) i);
}

static void
action_activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  MwViewportMesh *self = data;
  const char *name = g_action_get_name (G_ACTION (action));
  if (g_str_equal (name, "rectangle") || g_str_equal (name, "lasso")) {
    set_armed (self, *name == 'l' ? LASSO : RECTANGLE);
    gtk_widget_grab_focus (self->viewport->area);
  }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].action + strlen ("marks."), name))
      run (self, i);
}

static void
add_action (GSimpleActionGroup *group, const char *name, MwViewportMesh *self)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new (name, NULL);
  g_signal_connect (action, "activate", G_CALLBACK (action_activated), self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
}

static GtkWidget *
make_menu (MwViewportMesh *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  gtk_widget_add_css_class (popover, "menu");
  add_action (group, "rectangle", self);
  add_action (group, "lasso", self);
  gtk_box_append (GTK_BOX (box), mw_action_item_new (_ ("In a Rectangle (drag)"), "marks.rectangle", "b"));
  gtk_box_append (GTK_BOX (box), mw_action_item_new (_ ("In a Lasso (drag)"), "marks.lasso", "l"));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    add_action (group, commands[i].action + strlen ("marks."), self);
    gtk_box_append (GTK_BOX (box), mw_action_item_new (_ (commands[i].label), commands[i].action, commands[i].key));
  }
  gtk_widget_insert_action_group (self->more, "marks", G_ACTION_GROUP (group));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

MwViewportMesh *
mw_viewport_mesh_new (MwViewport *viewport, MwToolStrip *strip)
{
  MwViewportMesh *self = g_new0 (MwViewportMesh, 1);
  const char *const labels[] = { _ ("Objects"), _ ("Vertices"), _ ("Faces") };
  const char *const tips[] = { _ ("Select whole geosets, nodes and cameras (Escape)"), _ ("Mark vertices (V)"),
                               _ ("Mark faces (T)") };
  self->viewport = viewport;
  self->marks = mw_mesh_marks_new ();
  self->corners = g_array_new (FALSE, FALSE, sizeof (float[2]));
  self->choice = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->choice, "linked");
  gtk_widget_add_css_class (self->choice, "mesh-modes");
  for (guint i = 0; i < N_MODES; i++) {
    self->modes[i] = gtk_toggle_button_new_with_label (labels[i]);
    gtk_widget_set_tooltip_text (self->modes[i], tips[i]);
    gtk_widget_set_focus_on_click (self->modes[i], FALSE);
    if (i)
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->modes[i]), GTK_TOGGLE_BUTTON (self->modes[0]));
    gtk_box_append (GTK_BOX (self->choice), self->modes[i]);
  }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->modes[OBJECTS]), TRUE);
  self->through = gtk_toggle_button_new_with_label (_ ("Through"));
  mw_key_scheme_set_tip (self->through, _ ("Mark what is hidden, too"), "x", FALSE);
  gtk_widget_set_focus_on_click (self->through, FALSE);
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->more), _ ("Mark"));
  gtk_widget_set_tooltip_text (self->more, _ ("A click marks one; with Shift one more, with Ctrl one less"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), make_menu (self));
  gtk_widget_set_visible (self->through, FALSE);
  gtk_widget_set_visible (self->more, FALSE);
  gtk_widget_set_visible (self->choice, FALSE);
  GtkWidget *all[] = { self->choice, self->through, self->more };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    mw_tool_strip_append (strip, all[i], FALSE);
  for (guint i = 0; i < N_MODES; i++)
    g_signal_connect (self->modes[i], "toggled", G_CALLBACK (mode_chosen), self);
  g_signal_connect_swapped (self->through, "toggled", G_CALLBACK (mw_viewport_redraw), viewport);
  mw_viewport_add_tool (viewport, &pointer_tool, self);
  return self;
}

void
mw_viewport_mesh_free (MwViewportMesh *self)
{
  mw_mesh_marks_free (self->marks);
  g_array_unref (self->corners);
  g_free (self);
}
