/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/places.h"
#include "ui/help/mw-help-resources.h"
#include "ui/mw-ui-resources.h"

#include <gtk/gtk.h>

static char *
program_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  return program ? g_path_get_dirname (program) : NULL;
}

/* The build folder that contains the program, or NULL. Tests are one level deeper than the programs. */
static char *
build_folder (void)
{
  char *folder = program_folder ();
  for (guint level = 0; folder && level < 2; level++) {
    g_autofree char *mark = g_build_filename (folder, "data", "source-root", NULL);
    if (g_file_test (mark, G_FILE_TEST_IS_REGULAR))
      return folder;
    g_autofree char *below = folder;
    folder = g_path_get_dirname (below);
  }
  g_free (folder);
  return NULL;
}

void
mw_places_register_resources (void)
{
  static gboolean registered, styled;
  GdkDisplay *display = gdk_display_get_default ();
  if (!registered) {
    mw_ui_register_resource ();
    mw_help_register_resource ();
  }
  registered = TRUE;
  if (styled || !display)
    return;
  styled = TRUE;
  GtkCssProvider *style = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (style, "/org/modelwright/Modelwright/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (style);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display), "/org/modelwright/Modelwright/icons");
}

char *
mw_places_samples (void)
{
  g_autofree char *build = build_folder ();
  if (build) {
    g_autofree char *mark = g_build_filename (build, "data", "source-root", NULL), *root = NULL;
    if (g_file_get_contents (mark, &root, NULL, NULL))
      return g_build_filename (g_strchomp (root), "data", "samples", NULL);
  }
  g_autofree char *folder = program_folder ();
  char *installed = folder ? g_build_filename (folder, "..", "share", "modelwright", "samples", NULL) : NULL;
  if (installed && g_file_test (installed, G_FILE_TEST_IS_DIR))
    return installed;
  g_free (installed);
  return NULL;
}

char *
mw_places_translations (void)
{
  g_autofree char *build = build_folder (), *folder = build ? NULL : program_folder ();
  return build ? g_build_filename (build, "po", NULL)
               : g_build_filename (folder ? folder : ".", "..", "share", "locale", NULL);
}

GSettings *
mw_places_settings (void)
{
  static GSettings *settings;
  static gboolean looked;
  if (looked)
    return settings;
  looked = TRUE;
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchemaSource) built = NULL;
  g_autofree char *build = build_folder ();
  if (build) {
    g_autofree char *folder = g_build_filename (build, "data", NULL);
    built = g_settings_schema_source_new_from_directory (folder, source, FALSE, NULL);
  }
  if (built)
    source = built;
  g_autoptr (GSettingsSchema)
    schema = source ? g_settings_schema_source_lookup (source, "org.modelwright.Modelwright", TRUE) : NULL;
  if (schema)
    settings = g_settings_new_full (schema, NULL, NULL);
  return settings;
}
