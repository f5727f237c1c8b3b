/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/viewport-eyes.h"
#include "ui/ellipsis.h"
#include "ui/viewport/viewport-axes.h"
#include "ui/viewport/viewport-bar.h"
#include "core/model/aspects.h"
#include "core/render/picture.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/viewport/shown-textures.h"
#include "ui/viewport/view-context.h"
#include "ui/viewport/viewport-labels.h"
#include "ui/places.h"
#include "ui/viewport/weight-legend.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwViewport, mw_viewport, GTK_TYPE_BOX)

static const MwModel *
model_of (MwViewport *self)
{
  return mw_document_get_model (self->document);
}

void
mw_viewport_redraw (MwViewport *self)
{
  if (self->follower)
    mw_viewport_redraw (self->follower);
  self->stale = TRUE;
  if (!self->renderer || !mw_renderer_is_drawing (self->renderer))
    gtk_gl_area_queue_render (GTK_GL_AREA (self->area));
}

/* --- Drawing -------------------------------------------------------------------------------------------------------- */

/* In µs: how long drawing the model may delay a frame of the window, and how long one part of it may take. */
enum { AT_ONCE_US = 8000, PART_US = 4000, TO_THE_END = -1 };

static void
settings_changed (MwViewport *self)
{
  GSettings *settings = mw_places_settings ();
  self->smooth = !settings || g_settings_get_boolean (settings, "smooth-edges");
  self->shadow = settings && g_settings_get_boolean (settings, MW_GROUND_SHADOW);
  self->no_effects = settings && !g_settings_get_boolean (settings, MW_EFFECTS);
  mw_viewport_redraw (self);
}

static void
clear_ids (GArray **ids)
{
  if (!*ids)
    *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_array_set_size (*ids, 0);
}

void
mw_frame_ids_clear (MwFrameIds *ids)
{
  g_clear_pointer (&ids->selected, g_array_unref);
  g_clear_pointer (&ids->hidden, g_array_unref);
  g_clear_pointer (&ids->hovered, g_array_unref);
  g_clear_pointer (&ids->marks, mw_mesh_marks_free);
  g_clear_pointer (&ids->tentative, g_array_unref);
}

static void
fill_ids (MwViewport *self, MwFrame *frame, MwFrameIds *ids)
{
  guint n;
  const MwId *selected = mw_document_get_selection (self->document, &n);
  clear_ids (&ids->selected);
  if (n)
    g_array_append_vals (ids->selected, selected, n);
  g_clear_pointer (&ids->tentative, g_array_unref);
  if (self->clock.tentative)
    ids->tentative = g_array_copy ((GArray *) self->clock.tentative);
  frame->clock.tentative = ids->tentative;
  clear_ids (&ids->hidden);
  mw_viewport_append_hidden (self, ids->hidden);
  clear_ids (&ids->hovered);
  mw_viewport_append_hovered (self, ids->hovered);
  frame->selected = (const MwId *) ids->selected->data;
  frame->n_selected = ids->selected->len;
  frame->hidden = (const MwId *) ids->hidden->data;
  frame->n_hidden = ids->hidden->len;
  frame->hovered = (const MwId *) ids->hovered->data;
  frame->n_hovered = ids->hovered->len;
  mw_viewport_mesh_copy (self->mesh, &ids->marks, &ids->marks_serial);
  frame->marks = ids->marks;
  frame->marks_through = mw_viewport_mesh_is_through (self->mesh);
}

void
mw_viewport_fill_frame (MwViewport *self, MwFrame *frame, MwFrameIds *ids, int width, int height)
{
  mw_frame_init (frame, 0, width, height, model_of (self));
  GdkRGBA text;
  gtk_style_context_get_color (gtk_widget_get_style_context (self->area), &text);
  /* Light text means a dark theme. */
  gboolean dark = text.red + text.green + text.blue > 1.5f;
  float grey = dark ? 0.16f : 0.46f;
  frame->background[0] = frame->background[1] = grey;
  frame->background[2] = grey * 1.06f;
  frame->background[3] = 1;
  const MwViewport *leader = mw_viewport_leading (self);
  const MwCamera now = mw_viewport_camera_now (leader);
  frame->camera = self->leader ? self->camera : now;
  if (self->leader)
    mw_camera_follow (&frame->camera, &now);
  frame->clock = self->clock;
  frame->shading = leader->shading;
  frame->overlays = mw_overlays_button_get (MW_OVERLAYS_BUTTON (leader->overlays)) & ((1u << MW_OVERLAY_COUNT) - 1);
  /* A software renderer takes about twice as long for four samples, which playing would show. */
  frame->samples = self->smooth && !self->software ? 4 : 0;
  frame->team = leader->team;
  MwLightView light;
  mw_light_button_get (MW_LIGHT_BUTTON (leader->light), &light);
  frame->lighting = light.lighting;
  frame->model_lights = light.model_lights;
  memcpy (frame->light_turn, light.turn, sizeof light.turn);
  frame->fog = light.fog;
  mw_viewport_fill_sun ((MwViewport *) leader, &light, frame);
  frame->shadow = self->shadow;
  frame->no_effects = self->no_effects;
  frame->profile = self->profile;
  fill_ids (self, frame, ids);
  mw_viewport_list_inside (self, frame);
  frame->camera_part = mw_viewport_gizmo_get_part (leader->gizmo);
  mw_viewport_gizmo_fill (self->gizmo, &frame->gizmo, gtk_widget_get_scale_factor (self->area));
}

/* Draws the next part of a slow frame. It alternates with the frames of the window, and events are handled in between. */
static gboolean
draw_part (gpointer data)
{
  MwViewport *self = data;
  if (mw_renderer_is_drawing (self->renderer) && !mw_viewport_shot_is_drawn (self)) {
    gtk_gl_area_make_current (GTK_GL_AREA (self->area));
    self->ready = mw_picture_go_on (self->picture, self->renderer, PART_US);
    if (!self->ready)
      return G_SOURCE_CONTINUE;
  }
  self->parts = 0;
  gtk_gl_area_queue_render (GTK_GL_AREA (self->area));
  return G_SOURCE_REMOVE;
}

/* Stops drawing while the area is hidden; the frame is started again when it is mapped. */
static void
unmapped (GtkWidget *area, MwViewport *self)
{
  g_clear_handle_id (&self->parts, g_source_remove);
  self->stale = TRUE;
  if (self->renderer)
    mw_renderer_break_off (self->renderer);
}

static const MwBoneLoad *
bone_load (MwViewport *self)
{
  if (!self->load_known)
    self->load = mw_aspects_of (model_of (self))->bone_load (model_of (self), self->profile);
  self->load_known = TRUE;
  return &self->load;
}

/* How much is drawn, in lines; NULL: that is not wanted, and nothing is left out. Free with g_free(). */
static char *
statistics (MwViewport *self)
{
  const MwRenderCounts counts = mw_renderer_count (self->renderer);
  g_autofree char *left_out = counts.left_out ? mw_ui_count (counts.left_out) : NULL,
                  *line = left_out ? g_strdup_printf (_ ("Models not drawn, because there are too many: %s"), left_out)
                                   : NULL;
  if (!(mw_overlays_button_get (MW_OVERLAYS_BUTTON (mw_viewport_leading (self)->overlays)) & MW_OVERLAYS_STATISTICS))
    return g_steal_pointer (&line);
  g_autofree char *triangles = mw_ui_count (counts.triangles), *vertices = mw_ui_count (counts.vertices),
                  *calls = mw_ui_count (counts.draw_calls), *particles = mw_ui_count (counts.particles),
                  *bones = mw_ui_count (mw_count_points (model_of (self), MW_POINT_BONE));
  const MwBoneLoad *load = bone_load (self);
  g_autofree char *lines = g_strdup_printf (
    _ ("Triangles drawn: %s\nVertices drawn: %s\nDraw calls: %s\nBones: %s\n%s: %u of %u\nParticles: %s"), triangles,
    vertices, calls, bones, gettext (load->label), load->most, load->limit, particles);
  return line ? g_strjoin ("\n", lines, line, NULL) : g_steal_pointer (&lines);
}

/* Updates the labels together with the picture, so that they show the same time. */
static void
show_labels (MwViewport *self, int scale)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (MwLabel));
  if (mw_overlays_button_get (MW_OVERLAYS_BUTTON (mw_viewport_leading (self)->overlays)) & MW_OVERLAYS_NAMES)
    mw_renderer_labels (self->renderer, &self->frame, labels);
  mw_viewport_labels_set (MW_VIEWPORT_LABELS (self->labels), (const MwLabel *) labels->data, labels->len, scale);
  g_autofree char *text = statistics (self);
  mw_viewport_labels_set_text (MW_VIEWPORT_LABELS (self->labels), text);
}

static gboolean
render (GtkGLArea *area, GdkGLContext *context, MwViewport *self)
{
  if (!self->renderer)
    return FALSE;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (area));
  int width = gtk_widget_get_width (GTK_WIDGET (area)) * scale,
      height = gtk_widget_get_height (GTK_WIDGET (area)) * scale;
  if (!self->framed)
    mw_viewport_frame_all (self);
  /* The area's own frame buffer, which is not number 0. */
  guint framebuffer = mw_gl_bound_framebuffer (&self->gl);
  gboolean resized = self->frame.width != width || self->frame.height != height;
  if (!resized && mw_viewport_shot_is_drawn (self)) {
    mw_picture_show (self->picture, framebuffer, width, height);
    return TRUE;
  }
  mw_viewport_shot_put_off (self);
  gboolean drawing = mw_renderer_is_drawing (self->renderer);
  /* GTK may request a picture although nothing has changed here, for example because the theme has changed. */
  if (resized || (!drawing && !self->ready))
    self->stale = TRUE;
  if (self->stale && (resized || !drawing)) {
    self->stale = FALSE;
    mw_viewport_follow_camera (self);
    mw_viewport_fill_frame (self, &self->frame, &self->ids, width, height);
    mw_picture_begin (self->picture, self->renderer, &self->frame);
    mw_viewport_frame_began (self);
    drawing = TRUE;
  }
  /* Complete the frame now if there is no older picture to show, or if an edit aborted the last one: edits that are faster than
   * frames would otherwise abort every frame. */
  gboolean must = resized || self->broken;
  if (drawing && mw_picture_go_on (self->picture, self->renderer, must ? TO_THE_END : AT_ONCE_US)) {
    self->ready = TRUE;
    self->broken = FALSE;
  }
  if (self->ready) {
    show_labels (self, scale);
    mw_viewport_axes_set (MW_VIEWPORT_AXES (self->axes), &self->frame.camera);
    self->frames++;
  }
  self->ready = FALSE;
  mw_picture_show (self->picture, framebuffer, width, height);
  if ((self->stale || mw_renderer_is_drawing (self->renderer)) && !self->parts)
    self->parts = g_idle_add_full (GDK_PRIORITY_REDRAW, draw_part, self, NULL);
  return TRUE;
}

void
mw_viewport_show_note (MwViewport *self)
{
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_viewport_append_hidden_parts (self, hidden);
  g_autoptr (GPtrArray) notes = mw_render_notes (model_of (self), self->splats);
  g_autoptr (GString) text = g_string_new (NULL);
  if (hidden->len)
    g_ptr_array_insert (notes, 0,
                        (gpointer) N_ ("Some parts of this character are hidden; choose them in Textures shown."));
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (text, "%s%s", i ? "\n" : "", gettext (notes->pdata[i]));
  if (self->splats_wrong) {
    g_string_append (text, text->len ? "\n" : "");
    g_string_append_printf (text, _ ("A table of what events do cannot be read: %s"), self->splats_wrong);
  }
  if (self->day_wrong && mw_viewport_is_of_hour (self))
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", self->day_wrong);
  if (self->sky_wrong)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", self->sky_wrong);
  if (self->trouble)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", self->trouble);
  mw_viewport_append_attached_notes (self, text);
  gtk_label_set_text (GTK_LABEL (self->note), text->str);
  gtk_widget_set_visible (self->note, text->len > 0);
}

static gboolean
try_realize (MwViewport *self, GError **error)
{
  GtkGLArea *area = GTK_GL_AREA (self->area);
  gtk_gl_area_make_current (area);
  if (gtk_gl_area_get_error (area)) {
    if (error)
      *error = g_error_copy (gtk_gl_area_get_error (area));
    return FALSE;
  }
  mw_gl_init_epoxy (&self->gl);
  MwPrograms *programs = mw_view_context_programs (gtk_gl_area_get_context (area), &self->gl, error);
  if (programs) {
    self->renderer = mw_renderer_new_with (&self->gl, programs);
    self->picture = mw_picture_new (&self->gl);
    self->software = mw_gl_is_software (&self->gl);
    mw_renderer_set_model (self->renderer, model_of (self), self->lookup ? mw_viewport_load_texture : NULL, self);
    mw_viewport_show_attached (self);
    mw_viewport_load_splats (self);
    mw_renderer_set_surroundings (self->renderer, self->sky);
    mw_shown_textures_emit_all (MW_SHOWN_TEXTURES (self->shown));
    mw_viewport_show_chosen (self);
    mw_viewport_show_note (self);
  }
  return self->renderer != NULL;
}

/* Shows a message instead of the drawing, and disables the controls of the bar. */
static void
show_why (MwViewport *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->why), text);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "why");
  for (GtkWidget *child = gtk_widget_get_first_child (self->bar); child; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_sensitive (child, child == self->info);
}

static void
realized (GtkWidget *area, MwViewport *self)
{
  g_autoptr (GError) error = NULL;
  if (try_realize (self, &error))
    return;
  g_autofree char *text = g_strdup_printf (_ ("The model cannot be drawn here: %s\n\nEverything else works as usual."),
                                           error ? error->message : _ ("OpenGL 3.3 or OpenGL ES 3.0 is needed"));
  show_why (self, text);
}

static GdkGLContext *
create_context (GtkGLArea *area, MwViewport *self)
{
  GError *error = NULL;
  GdkGLContext *context = mw_view_context_get (gtk_widget_get_native (GTK_WIDGET (area)), &error);
  if (!context)
    gtk_gl_area_set_error (area, error);
  g_clear_error (&error);
  return context;
}

static void
unrealized (GtkWidget *area, MwViewport *self)
{
  if (!self->renderer)
    return;
  gtk_gl_area_make_current (GTK_GL_AREA (area));
  mw_viewport_shot_give_up (self);
  g_clear_handle_id (&self->parts, g_source_remove);
  g_clear_pointer (&self->picture, mw_picture_free);
  g_clear_pointer (&self->renderer, mw_renderer_free);
  self->frame = (MwFrame) { 0 };
  self->ready = self->broken = FALSE;
}

void
mw_viewport_take_focus (MwViewport *self)
{
  gtk_widget_grab_focus (self->area);
}

gboolean
mw_viewport_is_drawing (MwViewport *self)
{
  return self->renderer && mw_renderer_is_drawing (self->renderer);
}

guint64
mw_viewport_get_n_frames (MwViewport *self)
{
  return self->frames;
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

static void
document_changed (MwDocument *document, MwChangeSet *set, MwViewport *self)
{
  mw_viewport_forget_pick (self);
  if (set->touches & (MW_TOUCH_STRUCTURE | MW_TOUCH_GEOMETRY))
    self->load_known = FALSE;
  mw_viewport_gizmo_model_changed (self->gizmo, set->touches);
  if (self->renderer) {
    self->broken |= mw_renderer_is_drawing (self->renderer);
    mw_renderer_apply_change (self->renderer, model_of (self), set);
  }
  if (set->touches & (MW_TOUCH_STRUCTURE | MW_TOUCH_MATERIAL))
    mw_viewport_describe (self);
  mw_viewport_show_legend (self);
  mw_viewport_mesh_update (self->mesh);
  if (set->touches & (MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE)) {
    mw_viewport_fill_bar (self);
    self->textures_stale = TRUE;
  }
  if (set->touches & (MW_TOUCH_STRUCTURE | MW_TOUCH_MATERIAL))
    mw_viewport_find_day (self);
  if (mw_viewport_splats_changed (self, set) || (set->touches & (MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE))) {
    mw_viewport_show_note (self);
    mw_viewport_show_sounds (self);
  }
  if (set->touches & (MW_TOUCH_STRUCTURE | MW_TOUCH_TEXTURE | MW_TOUCH_TEXT))
    mw_viewport_find_inner (self);
  mw_viewport_redraw (self);
}

void
mw_viewport_set_clock (MwViewport *self, const MwClock *clock)
{
  const gboolean other = clock->rest != self->clock.rest || clock->sequence != self->clock.sequence;
  /* What was about another moment ends. */
  if (other || clock->time != self->clock.time) {
    mw_viewport_cancel_drag (self);
    mw_viewport_gizmo_discard (self->gizmo);
  }
  const GArray *tentative = self->clock.tentative;
  self->clock = *clock;
  self->clock.tentative = tentative;
  mw_viewport_show_sounds (self);
  if (other)
    mw_viewport_gizmo_update (self->gizmo);
  mw_viewport_redraw (self);
}

void
mw_viewport_set_playing (MwViewport *self, gboolean playing)
{
  mw_viewport_gizmo_set_playing (self->gizmo, playing);
}

void
mw_viewport_set_path (MwViewport *self, const char *path)
{
  mw_viewport_set_file (self, path, NULL);
  if (!self->renderer)
    return;
  gtk_gl_area_make_current (GTK_GL_AREA (self->area));
  mw_renderer_set_model (self->renderer, model_of (self), self->lookup ? mw_viewport_load_texture : NULL, self);
  mw_viewport_show_attached (self);
  mw_viewport_load_splats (self);
  mw_viewport_show_note (self);
  mw_viewport_redraw (self);
}

const MwClock *
mw_viewport_get_clock (MwViewport *self)
{
  return &self->clock;
}

void
mw_viewport_say (MwViewport *self, const char *text)
{
  g_signal_emit_by_name (self, "said", text);
}

const MwMeshMarks *
mw_viewport_get_marks (MwViewport *self)
{
  return mw_viewport_mesh_get (self->mesh);
}

void
mw_viewport_mark_vertices (MwViewport *self, MwId mesh, const guint8 *flags, guint32 n)
{
  mw_viewport_mesh_mark (self->mesh, mesh, flags, n);
}

/* --- View state ----------------------------------------------------------------------------------------------------- */

gboolean
mw_viewport_get_shown (MwViewport *self, MwShownView *view)
{
  *view = (MwShownView) { .clock = self->clock };
  mw_camera_seen (&self->camera, (float) mw_viewport_aspect (self), view->eye, &view->field_of_view);
  memcpy (view->target, self->camera.target, sizeof view->target);
  view->marks = mw_viewport_mesh_get (self->mesh);
  return self->framed;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_viewport_dispose (GObject *object)
{
  MwViewport *self = MW_VIEWPORT (object);
  mw_viewport_remember_pending (self);
  if (self->follower)
    mw_viewport_set_beside (self, NULL);
  g_clear_handle_id (&self->missing_idle, g_source_remove);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  GtkWidget *child;
  mw_viewport_drop_menu (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_box_remove (GTK_BOX (self), child);
  mw_viewport_dispose_textures (self);
  mw_viewport_forget_pick (self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_viewport_parent_class)->dispose (object);
}

static void
mw_viewport_finalize (GObject *object)
{
  mw_frame_ids_clear (&MW_VIEWPORT (object)->ids);
  mw_viewport_finalize_pointer (MW_VIEWPORT (object));
  mw_viewport_gizmo_free (MW_VIEWPORT (object)->gizmo);
  mw_viewport_mesh_free (MW_VIEWPORT (object)->mesh);
  g_clear_pointer (&MW_VIEWPORT (object)->hits, g_array_unref);
  G_OBJECT_CLASS (mw_viewport_parent_class)->finalize (object);
}

static void
mw_viewport_class_init (MwViewportClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_viewport_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_viewport_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "viewport3d");
  g_signal_new ("lookup-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("located", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("files-shown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("types-shown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("undo-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("marked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_STRING);
}

GtkWidget *
mw_viewport_get_stage (MwViewport *self)
{
  return self->views;
}

static void
mw_viewport_init (MwViewport *self)
{
  mw_viewport_init_textures (self);
  self->clock = MW_CLOCK_REST;
  self->glide = 1;
  mw_camera_init (&self->camera);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->area = gtk_gl_area_new ();
  gtk_gl_area_set_has_depth_buffer (GTK_GL_AREA (self->area), TRUE);
  /* Auto-render stays on. Without it, a redraw that GTK itself causes (a new theme) would be empty. */
  gtk_widget_set_focusable (self->area, TRUE);
  gtk_widget_set_hexpand (self->area, TRUE);
  gtk_widget_set_vexpand (self->area, TRUE);
  gtk_widget_set_size_request (self->area, 200, 120);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Viewport"), -1);
  g_signal_connect (self->area, "create-context", G_CALLBACK (create_context), self);
  g_signal_connect (self->area, "realize", G_CALLBACK (realized), self);
  g_signal_connect (self->area, "unrealize", G_CALLBACK (unrealized), self);
  g_signal_connect (self->area, "unmap", G_CALLBACK (unmapped), self);
  g_signal_connect (self->area, "render", G_CALLBACK (render), self);
  g_signal_connect_swapped (self->area, "resize", G_CALLBACK (mw_viewport_redraw), self);
  self->why = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->why), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->why), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (self->why, "dim-label");
  GtkWidget *overlay = gtk_overlay_new ();
  self->labels = mw_viewport_labels_new ();
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->area);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->labels);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->missing);
  /* Beside the missing textures, in a corner where models are seldom seen; a long note becomes higher, not wider. */
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_halign (texts, GTK_ALIGN_END);
  gtk_widget_set_valign (texts, GTK_ALIGN_END);
  gtk_widget_set_margin_start (texts, 190);
  gtk_widget_set_can_target (texts, FALSE);
  self->note = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_justify (GTK_LABEL (self->note), GTK_JUSTIFY_RIGHT);
  gtk_label_set_xalign (GTK_LABEL (self->note), 1);
  gtk_label_set_max_width_chars (GTK_LABEL (self->note), 44);
  gtk_widget_add_css_class (self->note, "osd");
  gtk_widget_add_css_class (self->note, "view-note");
  self->legend = mw_weight_legend_new ();
  gtk_box_append (GTK_BOX (texts), mw_viewport_make_sounds (self));
  gtk_box_append (GTK_BOX (texts), self->note);
  gtk_box_append (GTK_BOX (texts), self->legend);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), texts);
  GtkWidget *corner = mw_viewport_make_corner (self), *strip = mw_tool_strip_new ();
  gtk_widget_add_css_class (strip, "tool-strip");
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), corner);
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), overlay, "view");
  gtk_stack_add_named (GTK_STACK (self->stack), self->why, "why");
  self->bar = mw_viewport_make_bar (self);
  gtk_box_append (GTK_BOX (self), self->bar);
  self->title = gtk_label_new (NULL);
  mw_label_ellipsize (self->title, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (self->title, "view-title");
  gtk_widget_set_visible (self->title, FALSE);
  GtkWidget *view = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (view), self->title);
  gtk_box_append (GTK_BOX (view), self->stack);
  self->views = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_box_set_homogeneous (GTK_BOX (self->views), TRUE);
  gtk_box_append (GTK_BOX (self->views), view);
  gtk_box_append (GTK_BOX (self), self->views);
  mw_viewport_init_pointer (self);
  mw_viewport_init_pick (self);
  mw_viewport_init_menu (self);
  self->mesh = mw_viewport_mesh_new (self, MW_TOOL_STRIP (strip));
  self->gizmo = mw_viewport_gizmo_new (self, GTK_OVERLAY (overlay), MW_TOOL_STRIP (strip));
  mw_tool_strip_add_to (MW_TOOL_STRIP (strip), GTK_OVERLAY (overlay), corner);
  settings_changed (self);
  static const char *const settings[] = { "changed::smooth-edges", "changed::" MW_GROUND_SHADOW,
                                          "changed::" MW_EFFECTS };
  for (guint i = 0; mw_places_settings () && i < G_N_ELEMENTS (settings); i++)
    g_signal_connect_object (mw_places_settings (), settings[i], G_CALLBACK (settings_changed), self,
                             G_CONNECT_SWAPPED);
}

static void
selection_changed (MwViewport *self)
{
  mw_viewport_redraw (self);
  mw_viewport_mesh_update (self->mesh);
  mw_viewport_gizmo_selection_changed (self->gizmo);
  mw_viewport_show_legend (self);
}

GtkWidget *
mw_viewport_new (MwDocument *document, const char *path, MwPlaces *game)
{
  MwViewport *self = g_object_new (MW_TYPE_VIEWPORT, NULL);
  self->document = g_object_ref (document);
  mw_viewport_init_eyes (self);
  mw_viewport_set_file (self, path, game);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect_swapped (document, "selection-changed", G_CALLBACK (selection_changed), self);
  mw_viewport_gizmo_update (self->gizmo);
  mw_viewport_describe (self);
  mw_viewport_fill_bar (self);
  return GTK_WIDGET (self);
}
