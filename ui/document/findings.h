/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"
#include "core/edit/document.h"
#include "core/vfs/lookup.h"

/* What the checker finds in a document, computed by a worker from a copy whenever the document was not changed for a moment. The worker looks only
 * at what edits have changed (core/check/live.h), and at what compares records with each other. Until then the former findings stay. What nothing refers to (MW_SEVERITY_UNUSED) is no finding here.
 *
 * Files that the model names are checked if mw_findings_set_files() was called (core/check/files.h). Another worker looks for each name once. Its
 * findings come later than those of the model, which never wait for a disk or an archive.
 *
 * Signals: "changed", and "client-changed" for another client. */
#define MW_TYPE_FINDINGS (mw_findings_get_type ())
G_DECLARE_FINAL_TYPE (MwFindings, mw_findings, MW, FINDINGS, GObject)

/* Those of a document, to which they belong. The first call begins the first check. */
MwFindings *mw_findings_of (MwDocument *document);
/* The worst severity of what is wrong with an element itself, its tracks included; `below`: or with the elements in it. FALSE: nothing is. */
gboolean mw_findings_get_worst (MwFindings *self, MwId id, gboolean below, MwSeverity *worst);
/* How many elements have findings. */
guint mw_findings_count (MwFindings *self);
/* All findings, also of what nothing refers to, as MwProblem (ui/problems/problem.h): the most severe first, else in the order of the
 * model. Valid until the next "changed". */
GPtrArray *mw_findings_get_problems (MwFindings *self);
/* The findings of an element itself, one a line, at most `most` of them and then how many more there are; NULL: none. Free with g_free(). */
char *mw_findings_describe (MwFindings *self, MwId id, guint most);
/* What the document is checked for: a client, or whatever reads its version (NULL). Setting it begins
 * a check of the whole model at once. */
void mw_findings_set_client (MwFindings *self, const MwTargetClient *client);
/* NULL also if nobody asked for the findings of the document yet. */
const MwTargetClient *mw_findings_get_client (MwDocument *document);
/* Whether the findings are those of the document as it is now, for its client. Those of files may still be missing. */
gboolean mw_findings_are_current (MwFindings *self);
/* The same, and all files were looked for, in the places of now. */
gboolean mw_findings_are_complete (MwFindings *self);

/* From now on files are checked too. `make` returns a new lookup for the worker, or NULL: there is none. It is called with `owner` in the
 * main thread, as long as that exists. */
void mw_findings_set_files (MwFindings *self, GObject *owner, MwLookup *(*make) (gpointer owner));
/* `make` gives another lookup now, or files have changed: they are looked for again. The former findings about files stay until then. */
void mw_findings_look_again (MwFindings *self);
