/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ./dev fuzz mdl SECONDS. To build it by hand, see mdx-fuzz.c. */
#include "core/io/mdl/mdl.h"
#include "core/io/registry.h"
#include "tests/core/io/bytes.h"
#include "tests/core/io/salvaged.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

/* Whether the side channel left out notes because of its size limit. The limit depends on the size of the binary
 * file, which may shrink without those notes, so the next text may leave out more. */
static gboolean
found_no_room (const MwReport *report)
{
  static const char says[] = "the side channel has no room";
  for (guint i = 0; i < report->remarks->len; i++)
    if (g_str_has_prefix (g_array_index (report->remarks, MwRemark, i).text, says))
      return TRUE;
  for (guint i = 0; i < report->losses->len; i++)
    if (g_str_has_prefix (g_array_index (report->losses, MwLoss, i).why, says))
      return TRUE;
  return FALSE;
}

/* Reading must give an error with a line, after which the text can be salvaged or is refused (salvaged.h), or a model that text can express: written and read again it is equal, and
 * writing that gives the same text. The same must hold after its notes are dropped. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwReport) kept = mw_report_new ();
  MwMdlx *model = mw_mdl_read_text (data, size, kept, &error);
  if (!model) {
    if (mw_error_line (error) == 0 && error->code != MW_ERROR_UNSUPPORTED)
      g_error ("an error without a line: %s", error->message);
    g_autoptr (GBytes) input = g_bytes_new_static (data, size);
    g_autoptr (MwFileSet) set = mw_file_set_of_bytes (input);
    salvage_check (set, "what was refused");
    return 0;
  }
  if (kept->n[MW_REMARK_ERROR])
    g_error ("a model in spite of an error");
  const MwFormat binary = mw_mdlx_format (model), format = { binary.family, binary.version, TRUE };
  MwModel *copy = mw_model_copy (&model->model, TRUE);
  mw_model_poison_and_free (&model->model);
  for (guint round = 0; round < 2; round++) {
    g_autoptr (MwReport) report = mw_report_new (), second = mw_report_new ();
    g_autoptr (GBytes) text = io_write_bytes (copy, format, NULL, report, &error);
    if (!text)
      g_error ("read but not written: %s", error->message);
    if (!io_prove_reported (copy, format, text, report, &error))
      g_error ("%s", error->message);
    MwFormat found;
    gsize length;
    const uint8_t *bytes = g_bytes_get_data (text, &length);
    MwModel *again = io_read_bytes (bytes, length, &found, second, &error);
    if (!again || second->n[MW_REMARK_UNKNOWN] || second->n[MW_REMARK_COMMENT])
      g_error ("what was written is not read whole");
    g_autoptr (GBytes) twice = io_write_bytes (again, format, NULL, NULL, &error);
    if (!twice || (!found_no_room (report) && !g_bytes_equal (text, twice)))
      g_error ("the second text is another one");
    /* The other spelling must give an equal model. */
    const MwIoOptions engine = { .spelling = MW_MDL_ENGINE };
    g_autoptr (GBytes) spelled = io_write_as (again, format, &engine, &error);
    MwModel *other = io_read_bytes (g_bytes_get_data (spelled, NULL), g_bytes_get_size (spelled), &found, NULL, &error);
    if (!other || !mw_model_equal (again, other, format, NULL))
      g_error ("the two spellings differ");
    mw_model_free (other);
    /* Later versions have limits that text does not have: 255 in a skin weight, two UV sets. */
    g_autoptr (GBytes) mdx = io_write_bytes (again, binary, NULL, NULL, &error);
    if (!mdx && (format.version == 800 || !g_error_matches (error, MW_ERROR, MW_ERROR_NOT_WRITABLE)))
      g_error ("not written as a binary file: %s", error->message);
    g_clear_error (&error);
    mw_model_free (again);
    mw_record_foreach (&copy->record, drop_notes, NULL);
  }
  mw_model_free (copy);
  return 0;
}
