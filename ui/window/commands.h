/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* What the window can do besides operations, for the command palette: its actions, and the keys of the viewport. */

typedef struct {
  const char *id;    /* what the settings remember: the action with its group, "win.save", or "viewport.f" for a key */
  const char *label; /* marked for translation */
  const char *aliases; /* other words that people search for, separated by blanks; or NULL */
  const char *key;     /* the key of the viewport that does it, as GTK spells it; NULL: it is an action */
  const char *target;  /* the parameter of the action, or NULL */
  enum {
    MW_NEEDS_NOTHING,
    MW_NEEDS_MODEL,
    MW_NEEDS_UNDO,
    MW_NEEDS_REDO,
    MW_NEEDS_NODE,    /* one node is selected */
    MW_NEEDS_ATTACHED /* and a model is attached to it */
  } needs;
} MwCommand;

/* All of them, in the order in which they are shown. */
const MwCommand *mw_commands (guint *n);
/* The key that does it, as users read it: "Ctrl+S"; NULL if there is none. Free with g_free(). */
char *mw_command_get_key (const MwCommand *self, MwWindow *window);
/* Why it cannot be done now; NULL: it can. The text is translated, and not to be freed. */
const char *mw_command_get_reason (const MwCommand *self, MwWindow *window);
void mw_command_run (const MwCommand *self, MwWindow *window);
