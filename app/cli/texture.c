/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/base/file-set.h"
#include "core/base/number.h"
#include "core/image/write.h"
#include "core/vfs/places.h"

#include <string.h>

/* Says what image files are, and writes them as other kinds. */

/* Larger files are not textures of a game. */
#define MOST_BYTES ((gsize) 256 * 1024 * 1024)

typedef struct {
  MwCli *cli;
  const char *folder; /* of --out-dir, or NULL */
  MwImageWriting writing;
} Textures;

/* --- What a file is ------------------------------------------------------------------------------------------------- */

static void
print_json (MwCli *cli, const char *file, const MwImage *image, gsize size, const char *output)
{
  g_autoptr (MwJson) json = mw_json_new ();
  mw_json_string (json, "kind", image->format_name);
  mw_json_uint (json, "width", image->width);
  mw_json_uint (json, "height", image->height);
  mw_json_uint (json, "alpha_bits", image->alpha_bits);
  mw_json_bool (json, "transparent", image->has_alpha);
  mw_json_uint (json, "levels", mw_image_n_levels (image));
  if (image->levels_fault)
    mw_json_string (json, "levels_fault", image->levels_fault);
  if (image->part)
    mw_json_string (json, "part", image->part);
  if (image->n_cut) {
    mw_json_uint (json, "cut_pixels", image->n_cut);
    mw_json_float (json, "brightest", image->brightest);
  }
  mw_json_uint (json, "bytes", size);
  if (output)
    mw_json_string (json, "output", output);
  mw_cli_object (cli, file, TRUE, json);
}

/* What is lost of an image with more light than 1. Free with g_free(). */
static char *
describe_cut (const MwImage *image)
{
  char brightest[MW_FLOAT_TEXT_MAX];
  mw_float_to_text (image->brightest, brightest);
  return g_strdup_printf ("light above 1 is cut in %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                          " pixels; the brightest has %s",
                          image->n_cut, (guint64) image->width * image->height, brightest);
}

static void
print_text (MwCli *cli, const char *file, const MwImage *image, gsize size)
{
  g_autofree char *alpha = image->alpha_bits ? g_strdup_printf ("%u bit%s of alpha%s", image->alpha_bits,
                                                                image->alpha_bits == 1 ? "" : "s",
                                                                image->has_alpha ? "" : " (all opaque)")
                                             : g_strdup ("no alpha");
  guint levels = mw_image_n_levels (image);
  mw_cli_print (cli, "%s: %s, %u x %u, %s, %u mip level%s, %" G_GSIZE_FORMAT " bytes\n", file, image->format_name,
                image->width, image->height, alpha, levels, levels == 1 ? "" : "s", size);
  g_autofree char *cut = image->n_cut ? describe_cut (image) : NULL;
  if (image->part)
    mw_cli_print (cli, "  only %s is read\n", image->part);
  if (cut)
    mw_cli_print (cli, "  %s\n", cut);
  if (image->levels_fault)
    mw_cli_print (cli, "  %s; it and the smaller ones are made from the level above\n", image->levels_fault);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* The path of the output of `file`. Free with g_free(). */
static char *
output_of (const Textures *self, const char *file, const char *output)
{
  if (!self->folder)
    return g_strdup (output);
  /* "ARCHIVE:units\human\a.blp" becomes a.EXT. */
  const char *name = file;
  for (const char *at = file; *at; at++)
    if (strchr ("/\\:", *at) && at[1])
      name = at + 1;
  const char *dot = strrchr (name, '.');
  g_autofree char *stem = dot && dot != name ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);
  g_autofree char *base = g_strconcat (stem, mw_image_kind_extension (self->writing.kind), NULL);
  return g_build_filename (self->folder, base, NULL);
}

static gboolean
put_output (const Textures *self, const char *target, GBytes *bytes, GError **error)
{
  if (strcmp (target, "-") == 0) {
    mw_cli_write (self->cli, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    return TRUE;
  }
  return (!self->folder || mw_file_make_folder_of (target, error))
         && mw_file_save (target, bytes, self->cli->force ? MW_SAVE_OVERWRITE : 0, error);
}

static void
do_one (const Textures *self, const char *file, const char *target)
{
  MwCli *cli = self->cli;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = strcmp (file, "-") == 0 ? mw_cli_bytes (file, &error)
                                                     : mw_places_read_address (file, MOST_BYTES, &error);
  gsize size = 0;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  g_autoptr (MwImage) image = bytes ? mw_image_decode_with_levels (data, size, &error) : NULL;
  if (!image) {
    mw_cli_fail (cli, file, error, MW_EXIT_INPUT);
    return;
  }
  if (target) {
    g_autoptr (GBytes) written = mw_image_write (image, &self->writing, &error);
    if (!written || !put_output (self, target, written, &error)) {
      mw_cli_fail_output (cli, file, target, error, MW_EXIT_OUTPUT);
      return;
    }
    if (image->levels_fault && !self->writing.no_levels)
      mw_cli_say (cli, "%s: %s; it and the smaller ones were made from the level above", file, image->levels_fault);
    if (image->part)
      mw_cli_say (cli, "%s: only %s was written", file, image->part);
    g_autofree char *cut = image->n_cut ? describe_cut (image) : NULL;
    if (cut)
      mw_cli_say (cli, "%s: %s", file, cut);
  }
  if (cli->json)
    print_json (cli, file, image, size, target);
  else if (!target)
    print_text (cli, file, image, size);
  else if (!cli->quiet && strcmp (target, "-") != 0)
    mw_cli_print (cli, "%s -> %s (%s)\n", file, target, mw_image_kind_name (self->writing.kind));
}

/* --- The command line ----------------------------------------------------------------------------------------------- */

/* A whole number from `least` to `most`. FALSE: reported. */
static gboolean
read_number (MwCli *cli, const char *option, guint least, guint most, guint *value)
{
  const char *text = mw_cli_option (cli, option);
  guint64 number;
  if (!text)
    return TRUE;
  if (!g_ascii_string_to_unsigned (text, 10, least, most, &number, NULL)) {
    mw_cli_usage (cli, "--%s takes a number from %u to %u, not \"%s\"", option, least, most, text);
    return FALSE;
  }
  *value = (guint) number;
  return TRUE;
}

static void
refuse_kind (MwCli *cli, const char *word)
{
  guint n;
  const MwImageKind *const *kinds = mw_image_kinds (&n);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (words, (gpointer) mw_image_kind_name (kinds[i]));
  g_ptr_array_add (words, NULL);
  g_autofree char *nearest = mw_cli_nearest (word, (const char *const *) words->pdata);
  mw_cli_usage (cli, "there is no kind \"%s\"%s (mwright texture --help lists them)", word, nearest);
}

/* The kind of the file that the output replaces, or NULL: there is none, or it cannot be written. */
static const MwImageKind *
kind_of_replaced (MwCli *cli, const char *output)
{
  g_autoptr (GBytes) bytes = cli->force && strcmp (output, "-") != 0 ? mw_places_read_address (output, MOST_BYTES, NULL)
                                                                     : NULL;
  gsize size = 0;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  g_autoptr (MwImage) image = bytes ? mw_image_decode (data, size, NULL) : NULL;
  return image ? mw_image_kind_of (image, output) : NULL;
}

/* Fills in the kind. FALSE: there is none, which is reported. */
static gboolean
choose_kind (Textures *self, const char *output)
{
  const char *word = mw_cli_option (self->cli, "kind");
  if (word) {
    self->writing.kind = mw_image_kind_named (word);
    if (!self->writing.kind)
      refuse_kind (self->cli, word);
  } else if (self->folder) {
    mw_cli_usage (self->cli, "--out-dir needs --kind (mwright texture --help lists them)");
  } else {
    self->writing.kind = kind_of_replaced (self->cli, output);
    if (!self->writing.kind)
      self->writing.kind = mw_image_kind_for_file (output);
    if (!self->writing.kind)
      mw_cli_usage (self->cli, "\"%s\" does not end in .blp, .dds, .tga or .png; --kind says what to write", output);
  }
  return self->writing.kind != NULL;
}

/* FALSE: a wrong command line, which is reported. */
static gboolean
read_options (Textures *self, const char *output)
{
  MwCli *cli = self->cli;
  static const char *const of_output[] = { "kind", "quality", "alpha-bits", "no-mips", "any-size" };
  guint alpha = 0;
  for (guint i = 0; !output && !self->folder && i < G_N_ELEMENTS (of_output); i++)
    if (mw_cli_has (cli, of_output[i])) {
      mw_cli_usage (cli, "--%s needs -o FILE or --out-dir DIR", of_output[i]);
      return FALSE;
    }
  if (output && self->folder) {
    mw_cli_usage (cli, "texture takes one of -o FILE and --out-dir DIR");
    return FALSE;
  }
  if (output && cli->args->len > 1) {
    mw_cli_usage (cli, "-o is for one file, and %u are given; --out-dir DIR takes them all", cli->args->len);
    return FALSE;
  }
  if (!read_number (cli, "quality", 1, 100, &self->writing.quality) || !read_number (cli, "alpha-bits", 0, 8, &alpha))
    return FALSE;
  self->writing.alpha_bits = mw_cli_has (cli, "alpha-bits") ? (int) alpha : -1;
  self->writing.no_levels = mw_cli_has (cli, "no-mips");
  self->writing.any_size = mw_cli_has (cli, "any-size");
  return (!output && !self->folder) || choose_kind (self, output);
}

static void
run (MwCli *cli)
{
  const char *output = mw_cli_option (cli, "output");
  Textures self = { .cli = cli, .folder = mw_cli_option (cli, "out-dir") };
  if (!read_options (&self, output))
    return;
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; (output || self.folder) && i < cli->args->len; i++)
    g_ptr_array_add (targets, output_of (&self, cli->args->pdata[i], output));
  if (self.folder && !mw_cli_outputs_differ (cli, cli->args, targets))
    return;
  for (guint i = 0; i < cli->args->len; i++) {
    mw_cli_progress (cli, i, cli->args->len, cli->args->pdata[i]);
    do_one (&self, cli->args->pdata[i], targets->len ? targets->pdata[i] : NULL);
  }
  mw_cli_progress (cli, cli->args->len, cli->args->len, NULL);
}

static void
more_help (MwCli *cli)
{
  guint n;
  const MwImageKind *const *kinds = mw_image_kinds (&n);
  mw_cli_print (
    cli,
    "\nkinds; without --kind, that of the file which -f replaces, else the first with the extension of -o FILE:\n");
  for (guint i = 0; i < n; i++)
    mw_cli_print (cli, "  %-14s%s\n", mw_image_kind_name (kinds[i]), mw_image_kind_summary (kinds[i]));
}

static const MwCliOption options[] = {
  { 'o', "output", "FILE", "write the one file that is named as this; - is standard output" },
  { 0, "out-dir", "DIR", "write all files into this folder, under their own names with the extension of --kind" },
  { 0, "kind", "KIND", "what to write, see below" },
  { 0, "quality", "N", "of JPEG, 1 to 100; otherwise 90" },
  { 0, "alpha-bits", "N",
    "0, 1, 4 or 8, as the kind allows; otherwise the most if a pixel is not opaque, else the fewest" },
  { 0, "no-mips", NULL, "write no mip levels; otherwise those of the file are kept, and those that it lacks are made" },
  { 0, "any-size", NULL, "write a BLP or DDS although its games do not take its size" },
};

const MwCliVerb mw_verb_texture = {
  .name = "texture",
  .arguments = "FILE...",
  .summary = "say what an image file is, or write it as BLP, DDS, TGA or PNG",
  .about =
    "Without -o and --out-dir, prints the kind of each file, its size in pixels, what it keeps of alpha, how many mip\n"
    "levels can be used, and its size in bytes. FILE can be ARCHIVE:NAME.\n"
    "Pixels have 8 bits: light above 1 (BC6H, half floats) is cut to 1, and converted to sRGB; how many pixels lose light\n"
    "is said. Of a cube map, an array or a volume only the first picture is read.\n"
    "The games take BLP and compressed DDS only if both sides are powers of two; other pictures are refused.\n"
    "Files that exist are only overwritten with -f.\n",
  .examples = "texture Footman.blp\ntexture Footman.blp -o Footman.png\ntexture Footman.png -o Footman.blp -f\n"
              "texture skin.png -o skin.blp --kind=blp2-dxt5\ntexture *.blp --out-dir png --kind=png",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .least = 1,
  .writes = TRUE,
  .run = run,
  .more_help = more_help,
};
