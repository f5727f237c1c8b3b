#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `mwright check` with the sanity test of mdx-m3-viewer (sanity.js), over all real MDX and MDL of Warcraft III that both read: its
errors and severes, and what the same rules of ours find. A finding is a rule and a record. Where the two differ, DIFFERENCES says why,
and how often; LEVELS says where they take the same fault for more or less grave.

Prints TAP; the exit code is 0 if every line is ok. Skips without node, npm or the corpus."""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
import npm  # noqa: E402

sys.path.insert(0, str(HERE.parent / "tools"))
from tap import Tap  # noqa: E402

FOLDERS = ("mdx800", "mdx1000", "mdx1100", "mdl", "odd")

# Their messages of the levels error and severe: pattern, our rule.
RULES = [
    ("error", "Version 900 is not supported", "wc3-version"),
    ("error", "Corrupted path", "wc3-texture-format"),
    ("error", "Corrupted face effect path", "wc3-face-effect"),
    ("error", "Invalid path", "wc3-model-path"),
    ("error", "Unknown replaceable ID|Invalid replaceable ID", "enum-unnamed"),
    ("error", "Invalid (texture|texture animation|material|geoset|geoset animation|global sequence|parent) -?\\d+", "reference-dangling"),
    ("error", "which does not exist$", "reference-dangling"),
    ("error", "Same object and parent", "node-cycle"),
    ("error", "Zero tracks", "event-no-track"),
    ("severe", "Missing \"(Stand|Death)\" sequence", "wc3-sequence-missing"),
    ("severe", "This sequence starts (at the same frame as|before) sequence", "wc3-sequence-overlap"),
    ("severe", "Too many vertices in one geoset", "wc3-geoset-large"),
    ("severe", "with a 0 alpha", "wc3-bone-hidden"),
    ("severe", "XY Quad emitters", "wc3-particle-quad"),
    ("severe", "Expected time middle", "wc3-particle-time"),
    ("severe", "Using squirt", "wc3-particle-squirt"),
    ("severe", "No animation visibility guide", "wc3-popcorn-guide"),
    ("severe", "which is not a bone", "wc3-group-bone"),
    ("severe", "weights are not normalized", "wc3-skin-weights"),
    ("severe", "Not attached to anything|Attached to vertex group", "geoset-group-index"),
    ("severe", "is lower than the track before it", "track-unsorted"),
    ("severe", "Missing opening track", "wc3-track-opening"),
]

# Where the level is another one: rule -> (theirs, ours, why).
LEVELS = {
    "wc3-particle-squirt": ("severe", "warning", "one burst when the emitter is made may be what is meant (rendering.md 4.1)"),
    "wc3-sequence-missing": ("severe", "warning", "doodads, missiles and portraits are complete without Stand or Death"),
    "wc3-sequence-overlap": ("severe", "warning", "real files that were released have it, and it is not known what the game does in each case"),
    "wc3-track-opening": ("severe", "warning", "the value is a blend of the last and the first key and does not run away, as it does in "
                          "the viewer (rendering.md 1.4)"),
}

# Where one of them finds something and the other does not: (rule, who finds it, pattern of "FILE PLACE MESSAGE", how often, why).
DIFFERENCES = [
    ("node-cycle", "ours", "nodes_v800.mdl bones", 1, "theirs looks only for a node that is its own parent, not for longer cycles"),
    ("node-cycle", "theirs", "emitter_no_objectid_v800.mdl", 1, "the text gives the node no object id, so their reader takes -1, which is "
     "also no parent"),
    ("wc3-track-opening", "ours", " attachments\\[", 1, "theirs does not look at tracks of attachments"),
]


def corpus_folder():
    given = os.environ.get("MODELWRIGHT_CORPUS")
    root = os.environ.get("MODELWRIGHT_SOURCE_ROOT", HERE.parents[1])
    folder = pathlib.Path(given) if given else pathlib.Path(root).parent / "shared" / "corpus"
    return folder if folder.is_dir() else None


def rule_of(finding):
    """Our rule for a finding of theirs. Levels below are not compared."""
    for level, pattern, rule in RULES:
        if finding["level"] == level and re.search(pattern, finding["message"]):
            return rule
    return None


def record_of(path):
    """The top-level record or layer of a path."""
    found = re.match(r"\w+\[\d+\](\.layers\[\d+\])?", path)
    return found.group(0) if found else ""


def ours_of(mwright, file):
    """{(rule, record): message}, {rule: level}; None if we refuse the file."""
    done = subprocess.run([mwright, "check", "--json", file], capture_output=True, stdin=subprocess.DEVNULL)
    answer = json.loads(done.stdout)
    if "findings" not in answer:
        return None, {}
    return ({(finding["rule"], record_of(finding["path"])): finding["message"] for finding in answer["findings"]},
            {finding["rule"]: finding["severity"] for finding in answer["findings"]})


def main():
    tap = Tap()
    corpus = corpus_folder()
    if not corpus:
        print("1..0 # SKIP no corpus of real files (MODELWRIGHT_CORPUS)")
        return 0
    try:
        modules = npm.install(os.environ.get("MODELWRIGHT_BUILD_ROOT", "build"))
    except npm.Missing as why:
        print("1..0 # SKIP %s" % why)
        return 0
    files = [str(file) for folder in FOLDERS for file in sorted((corpus / folder).glob("*.md[lx]"))]
    answers = subprocess.run(["node", str(HERE / "sanity.js")], input="\n".join(files), capture_output=True, text=True, check=True,
                             env=dict(os.environ, NODE_PATH=str(modules))).stdout
    compared = {rule for _, _, rule in RULES}
    theirs_levels, ours_levels, unknown, unexplained = {}, {}, [], []
    counts = collections.Counter()
    read = agreed = 0
    for answer in map(json.loads, answers.splitlines()):
        ours, levels = ours_of(sys.argv[1], answer["file"])
        if "refused" in answer or ours is None:
            continue
        read += 1
        ours_levels.update(levels)
        theirs = {}
        for finding in answer["findings"]:
            rule = rule_of(finding)
            if rule:
                theirs[rule, finding["place"]] = finding["message"]
                theirs_levels[rule] = finding["level"]
            elif finding["level"] in ("error", "severe"):
                unknown.append("%s: %s" % (answer["file"], finding["message"]))
        ours = {key: message for key, message in ours.items() if key[0] in compared}
        agreed += len(ours.keys() & theirs.keys())
        for who, found, other in (("theirs", theirs, ours), ("ours", ours, theirs)):
            for key in found.keys() - other.keys():
                text = "%s %s %s" % (pathlib.Path(answer["file"]).name, key[1], found[key])
                for i, (rule, finder, pattern, _, _) in enumerate(DIFFERENCES):
                    if rule == key[0] and finder == who and re.search(pattern, text):
                        counts[i] += 1
                        break
                else:
                    unexplained.append("%s, only %s: %s" % (key[0], who, text))
    tap.check(read >= 100, "more than a hundred files are read by both", read)
    tap.check(agreed >= 100, "they agree on more than a hundred findings", agreed)
    tap.check(not unknown, "each of their errors and severes has a rule of ours", *unknown)
    tap.check(not unexplained, "each difference is explained", *sorted(unexplained))
    for i, (rule, finder, pattern, n, why) in enumerate(DIFFERENCES):
        tap.check(counts[i] == n, "%s, only %s, %d times: %s" % (rule, finder, n, why), "found %d times: %s" % (counts[i], pattern))
    for rule in sorted(theirs_levels.keys() & ours_levels.keys()):
        theirs, ours = theirs_levels[rule], ours_levels[rule]
        expected = LEVELS.get(rule, (theirs, theirs, ""))
        tap.check(expected[:2] == (theirs, ours), "%s is %s, and %s there%s" % (rule, ours, theirs, expected[2] and ": " + expected[2]),
                  "expected %s, and %s there" % (expected[1], expected[0]))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
