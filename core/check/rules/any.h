/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for any model. See core/check/list.h. */
#undef MW_RULE_FAMILIES
#define MW_RULE_FAMILIES G_MAXUINT

MW_RULE (TARGET_VERSION, "target-version", ERROR,
  N_ ("The target does not read this version of the format."),
  N_ ("A client reads records with the layout of its own version, so it misreads those of another or refuses the file."),
  "m2.md 14; mdlx.md 1.2")

MW_RULE (REFERENCE_DANGLING, "reference-dangling", ERROR,
  N_ ("A reference points to a record that does not exist."),
  N_ ("The 3.3.5 client of World of Warcraft crashes or draws something else; of Warcraft III it is not known."),
  "m2.md 14; mdx-m3-viewer sanity test")

MW_RULE (NUMBER_NOT_FINITE, "number-not-finite", SEVERE,
  N_ ("A number is infinite or not a number."),
  N_ ("What is computed from it, such as a place or a colour, is not a number either. What games draw then is not known."),
  "IEEE 754")

MW_RULE (ENUM_UNNAMED, "enum-unnamed", WARNING,
  N_ ("A field has a value that has no meaning in this format."),
  N_ ("What games do with such a number is not known. Editors show it as unknown or replace it."),
  "mdx-m3-viewer sanity test")

MW_RULE (TEXT_FULL, "text-full", WARNING,
  N_ ("A text fills its whole buffer and leaves no room for the NUL at its end."),
  N_ ("What games do is not known. A program that looks for the NUL at the end reads on into the next field."),
  "mdlx.md 14")

MW_RULE (FILE_CUT, "file-cut", WARNING,
  N_ ("The file ends with a few bytes that are not a chunk, as if it had been cut short."),
  N_ ("What games do with such bytes is not known. If the file was cut, what followed is lost."),
  "mdlx.md 1")

MW_RULE (SEQUENCES_NONE, "sequences-none", WARNING,
  N_ ("The model has no sequence."),
  N_ ("What games do is not known. There is nothing to play, so viewers show the rest pose."),
  "rendering.md 1.4; HiveWE validator")

MW_RULE (SEQUENCE_BACKWARDS, "sequence-backwards", WARNING,
  N_ ("A sequence ends before it starts."),
  N_ ("No key lies within the sequence, so that everything has its default value while it plays."),
  "rendering.md 1.4; HiveWE validator")

MW_RULE (GLOBAL_SEQUENCE_EMPTY, "global-sequence-empty", WARNING,
  N_ ("A global sequence has no duration."),
  N_ ("Its tracks stay at time 0."),
  "rendering.md 1.3")

MW_RULE (TRACK_LENGTHS, "track-lengths", ERROR,
  N_ ("A track has a different number of values or tangents than times."),
  N_ ("What games do is not known. A program that trusts the number of times reads something else as values."),
  "m2.md 4.1 and 4.2")

MW_RULE (TRACK_UNSORTED, "track-unsorted", SEVERE,
  N_ ("The keys of a track are not in order of time."),
  N_ ("What games do is not known. A search that expects keys in order of time skips some, so the animation jumps."),
  "rendering.md 1.4; mdx-m3-viewer sanity test")

MW_RULE (TRACK_NEGATIVE, "track-negative", WARNING,
  N_ ("A key is before time 0."),
  N_ ("In Warcraft III no sequence reaches the key. The 3.3.5 client of World of Warcraft takes its time for a very late one."),
  "rendering.md 1.4; m2.md 4.2")

MW_RULE (TRACK_BEYOND_LOOP, "track-beyond-loop", UNUSED,
  N_ ("A key is after the end of its global sequence, so it is never reached."),
  N_ ("The key is never reached, so it only makes the file larger."),
  "rendering.md 1.3 and 1.4; mdx-m3-viewer sanity test")

MW_RULE (EVENT_BEYOND_LOOP, "event-beyond-loop", WARNING,
  N_ ("An event is after the end of its global sequence, so it never happens."),
  N_ ("The sound, footprint or other event never happens."),
  "rendering.md 1.3 and 4.3")

MW_RULE (BOUNDS_LEFT, "bounds-left", WARNING,
  N_ ("While a sequence plays, the mesh gets far outside the bounds of the sequence and of the model."),
  N_ ("World of Warcraft leaves out what is outside the view by the bounds, so the model may vanish at the edge of the screen. What "
      "Warcraft III does is not known."),
  "m2.md 14")
