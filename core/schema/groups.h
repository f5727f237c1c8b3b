/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The sections of a record, by what people use its fields for (the order of the fields in the tables follows the files). */

/* A group as it is written in the table of a record. */
struct _MwGroup {
  const char *label; /* marked for translation; unique among the groups of a record */
  /* Path names separated by blanks, in the order shown; "" for none. The track of a value that can be animated belongs
   * to the value and is not named. */
  const char *fields;
  /* The path name of a list of the model. Its records that refer to this one are shown in this section as well; or NULL. */
  const char *users;
  const char *users_add; /* the id of the operation that gives this record such a record */
  /* The path name of a field: the section also shows which bones move the vertices of the mesh, and is found by what finds this field; or
   * NULL. */
  const char *bones;
  gboolean folded; /* closed until the user opens it; such groups come last */
};

/* A group with those of the bases: the first group of the base comes first, then the record's own, then the others of the
 * base. Groups with the same label are one. */
typedef struct {
  const MwGroup *group;
  GPtrArray *fields; /* const MwField, in the order shown; tracks only where there is no value without keys */
} MwSection;

/* The sections of a schema, an array of MwSection *. Records that hold keys have one section with all their fields. Made
 * once and never freed; for the main thread. Ends the program if a table names a field that does not exist. */
const GPtrArray *mw_schema_sections (const MwSchema *schema);
