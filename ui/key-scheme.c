/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/key-scheme.h"
#include "ui/i18n.h"
#include "ui/places.h"

#include <string.h>

#define SETTING "keys"

/* Modelwright's keys, and what does the same in Blender's scheme: the first is shown, and none of them: no key does it. A key that is
 * not listed is the same in both. */
static const struct {
  MwKeyPlace place;
  const char *own, *blender;
} rows[] = {
  { MW_KEYS_IN_VIEW, "q", "w" },
  { MW_KEYS_IN_VIEW, "w", "" },
  { MW_KEYS_IN_VIEW, "e", "" },
  { MW_KEYS_IN_VIEW, "r", "" },
  { MW_KEYS_IN_VIEW, "f", "f KP_Decimal" },
  { MW_KEYS_IN_VIEW, "1", "KP_1" },
  { MW_KEYS_IN_VIEW, "3", "KP_3" },
  { MW_KEYS_IN_VIEW, "7", "KP_7" },
  { MW_KEYS_IN_VIEW, "<Control>1", "<Control>KP_1" },
  { MW_KEYS_IN_VIEW, "<Control>3", "<Control>KP_3" },
  { MW_KEYS_IN_VIEW, "<Control>7", "<Control>KP_7" },
  { MW_KEYS_IN_VIEW, "5", "KP_5" },
  { MW_KEYS_IN_VIEW, "0", "KP_0" },
  { MW_KEYS_IN_VIEW, "v", "v 1" },
  { MW_KEYS_IN_VIEW, "t", "t 3" },
  { MW_KEYS_IN_VIEW, "<Control>h", "<Alt>h <Control>h" },
  { MW_KEYS_IN_VIEW, "x", "<Alt>z" },
  { MW_KEYS_IN_VIEW, "Delete", "Delete x" },
  { MW_KEYS_IN_VIEW, "<Control>a", "<Control>a a" },
  { MW_KEYS_IN_VIEW, "<Control><Shift>a", "<Control><Shift>a <Alt>a" },
  { MW_KEYS_IN_SHEET, "Delete", "Delete x" },
  { MW_KEYS_IN_SHEET, "<Control>a", "<Control>a a" },
  { MW_KEYS_IN_SHEET, "<Control><Shift>a", "<Control><Shift>a <Alt>a" },
};

static const MwKeyMore more[] = {
  { "g", N_ ("Move with the pointer; a click applies it"), NULL, NULL },
  { "r", N_ ("Rotate with the pointer"), NULL, NULL },
  { "s", N_ ("Scale with the pointer"), NULL, NULL },
  { "x", N_ ("Delete what is selected"), "win.operation", "delete" },
  { "<Shift>d", N_ ("Duplicate what is selected"), "win.operation", "duplicate" },
  { "n", N_ ("Inspector"), "win.panel-right", NULL },
};

MwKeyScheme
mw_key_scheme_get (void)
{
  if (!mw_places_settings ())
    return MW_KEYS_MODELWRIGHT;
  g_autofree char *word = g_settings_get_string (mw_places_settings (), SETTING);
  return strcmp (word, "blender") == 0 ? MW_KEYS_BLENDER : MW_KEYS_MODELWRIGHT;
}

void
mw_key_scheme_follow (gpointer object, void (*changed) (gpointer object))
{
  changed (object);
  if (mw_places_settings ())
    g_signal_connect_object (mw_places_settings (), "changed::" SETTING, G_CALLBACK (changed), object,
                             G_CONNECT_SWAPPED);
}

/* --- What is shown -------------------------------------------------------------------------------------------------- */

const char *
mw_key_scheme_keys (MwKeyPlace place, const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows) && mw_key_scheme_get () == MW_KEYS_BLENDER; i++)
    if (rows[i].place == place && strcmp (rows[i].own, key) == 0)
      return rows[i].blender;
  return key;
}

char *
mw_key_scheme_first (const char *key)
{
  const char *keys = mw_key_scheme_keys (MW_KEYS_IN_VIEW, key);
  return *keys ? g_strndup (keys, strcspn (keys, " ")) : NULL;
}

char *
mw_key_scheme_tip (const char *text, const char *key)
{
  g_autofree char *spelled = mw_key_scheme_first (key);
  guint keyval;
  GdkModifierType modifiers;
  if (!spelled || !gtk_accelerator_parse (spelled, &keyval, &modifiers))
    return g_strdup (text);
  g_autofree char *shown = gtk_accelerator_get_label (keyval, modifiers);
  return g_strdup_printf ("%s (%s)", text, shown);
}

typedef struct {
  const char *text, *key;
  gboolean named;
} Tip;

#define TIP "mw-key-tip"

static void
show_tip (gpointer widget)
{
  const Tip *tip = g_object_get_data (widget, TIP);
  g_autofree char *text = mw_key_scheme_tip (tip->text, tip->key);
  gtk_widget_set_tooltip_text (widget, text);
  if (tip->named)
    gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void
mw_key_scheme_set_tip (GtkWidget *widget, const char *text, const char *key, gboolean named)
{
  Tip *tip = g_new (Tip, 1);
  *tip = (Tip) { text, key, named };
  g_object_set_data_full (G_OBJECT (widget), TIP, tip, g_free);
  mw_key_scheme_follow (widget, show_tip);
}

/* --- What is pressed ------------------------------------------------------------------------------------------------ */

enum { MODIFIERS = GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK };

gboolean
mw_key_is (const char *spelled, guint keyval, GdkModifierType state)
{
  guint key;
  GdkModifierType modifiers;
  return gtk_accelerator_parse (spelled, &key, &modifiers) && key == gdk_keyval_to_lower (keyval)
         && modifiers == (state & MODIFIERS);
}

static gboolean
is_one_of (const char *spelled, guint keyval, GdkModifierType state)
{
  g_auto (GStrv) keys = g_strsplit (spelled, " ", -1);
  for (guint i = 0; keys[i]; i++)
    if (mw_key_is (keys[i], keyval, state))
      return TRUE;
  return FALSE;
}

gboolean
mw_key_scheme_translate (MwKeyPlace place, guint *keyval, GdkModifierType *state)
{
  gboolean taken = FALSE;
  guint key;
  GdkModifierType modifiers;
  for (guint i = 0; i < G_N_ELEMENTS (rows) && mw_key_scheme_get () == MW_KEYS_BLENDER; i++) {
    if (rows[i].place != place)
      continue;
    if (is_one_of (rows[i].blender, *keyval, *state) && gtk_accelerator_parse (rows[i].own, &key, &modifiers)) {
      *keyval = key;
      *state = (*state & ~(GdkModifierType) MODIFIERS) | modifiers;
      return TRUE;
    }
    taken = taken || mw_key_is (rows[i].own, *keyval, *state);
  }
  return !taken;
}

const MwKeyMore *
mw_key_scheme_more (guint *n)
{
  *n = mw_key_scheme_get () == MW_KEYS_BLENDER ? G_N_ELEMENTS (more) : 0;
  return more;
}

const MwKeyMore *
mw_key_scheme_find_more (guint keyval, GdkModifierType state)
{
  guint n;
  mw_key_scheme_more (&n);
  for (guint i = 0; i < n; i++)
    if (mw_key_is (more[i].key, keyval, state))
      return &more[i];
  return NULL;
}
