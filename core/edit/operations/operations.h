/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* One operation, many doors (architecture.md, idea 5): menus, context menus, the command palette, dialogs, `mwright do` and scripts are
 * all made from this table. How to add one: write its two functions in the file of its domain, name it in the table there;
 * a new file adds its table to mw_operations_list(). */
typedef struct _MwOperation MwOperation;
struct _MwOperation {
  const char *id;      /* "delete": as typed, never translated */
  const char *label;   /* for people, marked for translation */
  const char *doc;     /* a sentence or two, marked for translation */
  const char *aliases; /* other words people know it by, blank-separated, for search; or NULL */
  uint8_t families;    /* MwFamily mask: the models that have anything to do it to; 0: all */
  /* The parameters: a schema whose record is given to run(). Fields without a value given keep their defaults.
   * NULL: there are none. */
  const MwSchema *params;
  const char *const *required; /* names of the parameters that must be given, NULL-terminated; or NULL */
  gboolean whole_model;        /* it is about the model: records do not matter and none need be given */
  gboolean of_keys;            /* it is about keys: offered where those are edited, not in menus of elements */
  /* Whether it can be done to these records; the error says why not. Does not change anything. */
  gboolean (*applies) (MwDocument *document, const MwId *ids, guint n, GError **error);
  /* Does it, inside an open transaction. */
  gboolean (*run) (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error);
};

/* All operations, in the order of menus; NULL-terminated. */
const MwOperation *const *mw_operations_list (void);
const MwOperation *mw_operation_find (const char *id);

/* Whether it can be done to these records (no records: only what is about the whole model can). */
gboolean mw_operation_applies (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n,
                               GError **error);
/* A fresh record of its parameters, or NULL when it has none. Free with mw_record_free(). */
MwRecord *mw_operation_params_new (const MwOperation *operation);
/* Sets a parameter from text, as mw_value_parse() takes it. */
gboolean mw_operation_param_set (const MwOperation *operation, MwDocument *document, MwRecord *params, const char *name,
                                 const char *text, gsize length, GError **error);
/* Does it as one transaction with the operation's label; FALSE: nothing has changed. `params` may be NULL when none is
 * required. What it made or moved is selected. */
gboolean mw_operation_run (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n,
                           const MwRecord *params, GError **error);

/* For the functions of operations: sets MW_ERROR_REFUSED at the path of a record (NULL: at no place). Returns FALSE. */
gboolean mw_operation_refuse (const MwRecord *record, GError **error, const char *reason);

/* The tables of the domains. */
extern const MwOperation mw_operation_delete, mw_operation_duplicate, mw_operation_rename, mw_operation_move_up,
  mw_operation_move_down, mw_operation_reparent, mw_operation_surface_texture, mw_operation_surface_blend,
  mw_operation_surface_delete, mw_operation_key_add, mw_operation_key_remove, mw_operation_replace_uses,
  mw_operation_key_remove_all, mw_operation_rebuild_layout;
