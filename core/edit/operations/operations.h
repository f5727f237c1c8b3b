/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "core/pose/mesh-marks.h"

/* Operations (architecture.md, idea 5). An MwOperation states everything about one operation: menus, keyboard
 * shortcuts, forms, undo steps, `mwright do`, its help, and scripts are all generated from it.
 *
 * To add one: write its MwOperation in a file of this folder, and name both in list.h. */

/* What an operation works on. */
typedef enum {
  MW_SUBJECT_ELEMENTS, /* records of any kind */
  MW_SUBJECT_SURFACES, /* surfaces of an M2 model; each is given by any of its batches */
  MW_SUBJECT_KEYS,     /* tracks, and lanes of M2 tracks */
  MW_SUBJECT_MODEL     /* the model as a whole: no record need be given */
} MwSubject;

/* What users think of it as being about: the group in menus, in the command palette and in `mwright do --list`. */
typedef enum {
  MW_DOMAIN_ELEMENTS, /* elements of any kind */
  MW_DOMAIN_SEQUENCES,
  MW_DOMAIN_MATERIALS, /* materials, layers, surfaces */
  MW_DOMAIN_TEXTURES,
  MW_DOMAIN_NODES, /* bones, helpers, attachments and all else that has a place in the skeleton */
  MW_DOMAIN_GEOSETS,
  MW_DOMAIN_TRACKS,
  MW_DOMAIN_EFFECTS, /* cameras, lights, emitters, bounds */
  MW_DOMAIN_MODEL,
  MW_N_DOMAINS
} MwDomain;

/* Which menu offers it. Its position in the menu is its position in list.h. */
typedef enum {
  MW_MENU_OUTLINE, /* the menu of the outline's rows */
  MW_MENU_ADD,     /* the Add menu */
  MW_MENU_NONE     /* none: another part of the window offers it */
} MwMenu;

/* How the window asks for the parameters. */
typedef enum {
  MW_ASK_FORM,     /* a form with a row for each parameter */
  MW_ASK_IN_PLACE, /* one entry at the element; what was typed counts when the entry is left, too */
  MW_ASK_NOT       /* it runs with the defaults at once */
} MwAsk;

/* What a window shows of the model. */
typedef struct {
  float eye[3], target[3]; /* model space */
  float field_of_view;     /* across the diagonal of the picture, in radians */
  MwClock clock;
  const MwMeshMarks *marks; /* the vertices or faces that are marked; NULL: none */
} MwShownView;

typedef struct _MwOperation MwOperation;
struct _MwOperation {
  const char *id;    /* "delete": what scripts and `mwright do` call it; never translated */
  const char *label; /* "Delete", marked for translation */
  const char *step;  /* what its step is called: "Delete %s", marked for translation; NULL: the label and the subject */
  const char *doc;   /* a sentence or two, marked for translation */
  const char *aliases;     /* other words that people search for, separated by blanks; or NULL */
  const char *accelerator; /* "<Control>d", as GTK spells it; or NULL. Operations of different subjects may share one */
  MwDomain domain;
  MwSubject subject;
  MwMenu menu;
  MwAsk ask;        /* with parameters only */
  uint8_t families; /* MwFamily mask: the models it can be applied to; 0: all */
  /* The parameters: the schema of the record that run() gets. Their fields are numbers, references into a list of
   * the model, texts and arrays. A parameter that is not given has its default. NULL: there are none. */
  const MwSchema *params;
  const char *const *required; /* names of the parameters that must be given, NULL-terminated; or NULL */
  /* Sets the initial values of a form from the present values of the records, to which the operation can be applied. NULL: the defaults. */
  void (*preset) (MwDocument *document, const MwId *ids, guint n, MwRecord *params);
  /* Sets the parameters for these records that a window takes from what it shows. NULL: there are none. With MW_ASK_NOT they must include those that are
   * required; without a view the window asks. */
  void (*from_view) (MwDocument *document, const MwId *ids, guint n, const MwShownView *view, MwRecord *params);
  /* Whether the operation can be applied to these records; the error says why not. Changes nothing.
   * NULL: always, in the families above. */
  gboolean (*applies) (MwDocument *document, const MwId *ids, guint n, GError **error);
  /* Performs the operation inside an open transaction. On FALSE and an error the caller cancels the transaction. */
  gboolean (*run) (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error);
};

#define MW_OPERATION(name, file) extern const MwOperation mw_operation_##name;
#include "core/edit/operations/list.h"
#undef MW_OPERATION

/* All operations in the order of list.h, NULL-terminated. */
const MwOperation *const *mw_operations_list (void);
/* The operation with this id, or NULL. */
const MwOperation *mw_operation_find (const char *id);
/* The operation that has the same accelerator as this one but works on `subject`; NULL if there is none. */
const MwOperation *mw_operation_for_subject (const MwOperation *operation, MwSubject subject);

/* What a domain is called: "sequences" in scripts and --list (never translated), and "Sequences" marked for translation. */
const char *mw_domain_id (MwDomain domain);
const char *mw_domain_label (MwDomain domain);
/* What its operations are about: a sentence, marked for translation. */
const char *mw_domain_doc (MwDomain domain);

/* Whether the window asks for parameters before it runs. */
gboolean mw_operation_asks (const MwOperation *operation);

/* Whether the operation can be applied to these records. Without records, only operations on the model can. */
gboolean mw_operation_applies (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n,
                               GError **error);
/* Runs the operation as one transaction with its label. FALSE and an error: nothing has changed. `params` may be
 * NULL when none is required. Records that it created or moved are selected afterwards. Inside an open transaction
 * it joins that one, so that a dialog can show a preview: begin, run, update; rewind, run, update; commit or cancel. */
gboolean mw_operation_run (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n,
                           const MwRecord *params, GError **error);

/* --- Parameters --- */

/* A new record of the parameters with their defaults, or NULL if there are none. Free with mw_record_free(). */
MwRecord *mw_operation_params_new (const MwOperation *operation);
/* The same, with the initial values of a form for these records; the defaults where the operation cannot be applied to them. */
MwRecord *mw_operation_params_for (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n);
/* Whether a parameter must be given. */
gboolean mw_operation_requires (const MwOperation *operation, const char *name);
/* Sets a parameter from text, as mw_value_parse() reads it. */
gboolean mw_operation_param_set (const MwOperation *operation, MwDocument *document, MwRecord *params, const char *name,
                                 const char *text, gsize length, GError **error);
/* Sets a target in the record of parameters: a parameter, one component or bit of it, or an element of an array. */
gboolean mw_operation_param_set_target (MwDocument *document, const MwTarget *target, const char *text, gsize length,
                                        GError **error);

/* The parameters as a line of a script has them, "factor=2 length=400": those that are required, and those that are not the default.
 * "" without parameters. Free with g_free(). */
char *mw_operation_params_print (const MwOperation *operation, MwDocument *document, const MwRecord *params);

/* --- For the functions of operations --- */

/* Sets MW_ERROR_REFUSED with the path of a record (NULL: without a path). Returns FALSE. */
gboolean mw_operation_refuse (const MwRecord *record, GError **error, const char *reason);

/* A record and its place in its list when it was looked up. */
typedef struct {
  const MwRecord *record;
  uint32_t index;
} MwPlace;
/* For g_array_sort(): groups them by list, each in list order. */
int mw_place_compare (gconstpointer a, gconstpointer b);
/* Sets MW_ERROR_NOTHING: the records are what the operation works on, but it would change nothing. `reason` says so
 * ("nothing to merge: all textures differ"). Scripts on many models continue after it. Returns FALSE. */
gboolean mw_operation_nothing (GError **error, const char *reason);
