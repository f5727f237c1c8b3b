/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/* Rules for any model. See core/check/list.h. */

MW_RULE (REFERENCE_DANGLING, "reference-dangling", ERROR,
  N_ ("A reference points to a record that does not exist."),
  NULL, NULL)

MW_RULE (NUMBER_NOT_FINITE, "number-not-finite", SEVERE,
  N_ ("A number is infinite or not a number."),
  NULL, NULL)

MW_RULE (ENUM_UNNAMED, "enum-unnamed", WARNING,
  N_ ("A field has a value that has no meaning in this format."),
  NULL, NULL)

MW_RULE (TEXT_FULL, "text-full", WARNING,
  N_ ("A text fills its whole buffer and leaves no room for the NUL at its end."),
  NULL, NULL)

MW_RULE (FILE_CUT, "file-cut", WARNING,
  N_ ("The file ends with a few bytes that are not a chunk, as if it had been cut short."),
  NULL, NULL)

MW_RULE (TRACK_LENGTHS, "track-lengths", ERROR,
  N_ ("A track has a different number of values or tangents than times."),
  NULL, NULL)

MW_RULE (TRACK_UNSORTED, "track-unsorted", SEVERE,
  N_ ("The keys of a track are not in order of time."),
  NULL, NULL)

MW_RULE (TRACK_NEGATIVE, "track-negative", WARNING,
  N_ ("A key is before time 0."),
  NULL, NULL)

MW_RULE (TRACK_BEYOND_LOOP, "track-beyond-loop", UNUSED,
  N_ ("A key is after the end of its global sequence, so it is never reached."),
  NULL, NULL)

MW_RULE (EVENT_BEYOND_LOOP, "event-beyond-loop", WARNING,
  N_ ("An event is after the end of its global sequence, so it never happens."),
  NULL, NULL)
