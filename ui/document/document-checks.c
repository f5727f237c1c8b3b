/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-page-private.h"
#include "ui/document/findings.h"
#include "ui/document/named-files.h"
#include "ui/viewport/viewport.h"

/* What the checker needs to know of a page: where its view looks for files, and what was chosen for the model's file. */

static MwLookup *
make_lookup (gpointer viewport)
{
  return mw_viewport_make_lookup (viewport);
}

static GPtrArray *
list_files (gpointer viewport)
{
  return mw_viewport_list_files (viewport);
}

static void
client_changed (MwFindings *findings, MwDocumentPage *self)
{
  const MwTargetClient *client = mw_findings_get_client (self->document);
  mw_viewport_set_client (MW_VIEWPORT (self->viewport), client ? client->id : NULL);
}

/* Checks for the client that was chosen when the file was open the last time, unless the file has become a model of another family. */
static void
recall_client (MwDocumentPage *self, MwFindings *findings)
{
  MwTargetClient client;
  const char *id = mw_viewport_get_client (MW_VIEWPORT (self->viewport));
  if (id && mw_target_client (id, &client) && client.family == mw_document_get_format (self->document).family)
    mw_findings_set_client (findings, &client);
}

void
mw_document_page_build_checks (MwDocumentPage *self)
{
  MwFindings *findings = mw_findings_of (self->document);
  mw_findings_set_files (findings, G_OBJECT (self->viewport), make_lookup);
  g_signal_connect_object (self->viewport, "lookup-changed", G_CALLBACK (mw_findings_look_again), findings,
                           G_CONNECT_SWAPPED);
  self->named = mw_named_files_new (G_OBJECT (self->viewport), list_files);
  g_signal_connect_object (self->viewport, "lookup-changed", G_CALLBACK (mw_named_files_begin), self->named,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->viewport, "files-shown", G_CALLBACK (mw_named_files_look), self->named,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->named, "changed", G_CALLBACK (mw_document_page_look_for_images), self,
                           G_CONNECT_SWAPPED);
  recall_client (self, findings);
  g_signal_connect_object (findings, "client-changed", G_CALLBACK (client_changed), self, 0);
}

MwNamedFiles *
mw_document_page_get_named_files (MwDocumentPage *self)
{
  return self->named;
}
