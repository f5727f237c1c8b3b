/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The choice of keys in the preferences: Modelwright's own, or those that users of Blender know.
 *
 * All tables of the program state Modelwright's keys. Where the other keys differ is said here alone: a key that is pressed is turned into
 * Modelwright's key for the same thing, and what is shown of a key is turned the other way round. Keys are spelled as GTK reads them. */

typedef enum { MW_KEYS_MODELWRIGHT, MW_KEYS_BLENDER } MwKeyScheme;
/* Where a key is pressed. */
typedef enum { MW_KEYS_IN_VIEW, MW_KEYS_IN_SHEET } MwKeyPlace;

/* What is chosen. Without settings: Modelwright's. */
MwKeyScheme mw_key_scheme_get (void);
/* Calls `changed` with `object`, a GObject, now and whenever another scheme is chosen. */
void mw_key_scheme_follow (gpointer object, void (*changed) (gpointer object));

/* The keys that do what Modelwright's key `key` does, separated by blanks. "": none does. */
const char *mw_key_scheme_keys (MwKeyPlace place, const char *key);
/* The first of those in the view, or NULL. Free with g_free(). */
char *mw_key_scheme_first (const char *key);
/* `text` with that key in parentheses, if there is one: "Front (1)". Free with g_free(). */
char *mw_key_scheme_tip (const char *text, const char *key);
/* Gives a widget this tip, and keeps it right; `text` is translated and static. If `named`, the tip is also its accessible label. */
void mw_key_scheme_set_tip (GtkWidget *widget, const char *text, const char *key, gboolean named);

/* Whether a key that was pressed, with Ctrl, Shift and Alt as in `state`, is the one that is spelled. */
gboolean mw_key_is (const char *spelled, guint keyval, GdkModifierType state);
/* Turns a key that was pressed into Modelwright's key for the same. FALSE: it has no use in the chosen scheme. */
gboolean mw_key_scheme_translate (MwKeyPlace place, guint *keyval, GdkModifierType *state);

/* What a key of the view does in Blender's scheme that no key does in Modelwright's. */
typedef struct {
  const char *key, *title; /* the title is marked for translation */
  const char *action;      /* NULL: the view itself does it */
  const char *target;      /* the parameter of the action, or NULL */
} MwKeyMore;
/* All of them; none in Modelwright's scheme. */
const MwKeyMore *mw_key_scheme_more (guint *n);
/* What a key that was pressed does of these; NULL: nothing. */
const MwKeyMore *mw_key_scheme_find_more (guint keyval, GdkModifierType state);
