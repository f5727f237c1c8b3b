#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-webp.py PROGRAM: the WebP files of `mwright render` are read by Pillow, and show the same as its PNG files. Speaks TAP."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from tap import Tap  # noqa: E402

try:
    from PIL import Image
except ImportError:
    # The first python3 of the path may be one without Debian's packages.
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    raise

SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[3]))
MODEL = SOURCE / "data/samples/figure.mdx"
SIZE = 64, 48


class Renders:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def run(self, target, *options):
        done = subprocess.run([self.program, "render", str(MODEL), "-o", target, "--size", "%dx%d" % SIZE, *options],
                              cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def pictures(self, name):
        """The pictures of a file, R, G, B, A each, with the ms for which each is shown, and how often they repeat."""
        with Image.open(self.folder / name) as image:
            pictures, times = [], []
            for i in range(getattr(image, "n_frames", 1)):
                image.seek(i)
                image.load()
                times.append(image.info.get("duration"))
                pictures.append((image.size, image.convert("RGBA").tobytes()))
            return pictures, times, image.info.get("loop")


def animation(tap, renders, claim, options, n, times):
    """An animation has the pictures that are PNG files without it."""
    png, webp = renders.run("a.png", "-f", *options), renders.run("a.webp", "-f", *options)
    pictures, shown, loop = renders.pictures("a.webp")
    wanted = [renders.pictures("a-%d.png" % (i + 1))[0][0] for i in range(n)]
    tap.check(png[0] == 0 and webp[0] == 0 and webp[1].endswith("-> a.webp\n") and webp[1].count("\n") == 1, claim, png, webp)
    tap.check(pictures == wanted, claim + ": each picture is that of the PNG file",
              "%d pictures; as wanted: %s" % (len(pictures), [a == b for a, b in zip(pictures, wanted)]))
    tap.check(shown == times and loop == 0, claim + ": their times", shown, loop)
    return pictures


def main(program):
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        renders = Renders(program, pathlib.Path(folder))
        # A turn takes four seconds.
        pictures = animation(tap, renders, "a turntable", ["--turntable", "3", "--background", "transparent"], 3,
                             [1333, 1334, 1333])
        tap.check(all(min(p[3::4]) == 0 and max(p[3::4]) == 255 for _, p in pictures), "it is transparent")
        # Walk loops, for one second; Attack does not, for 900 ms, and its last picture is that of its end.
        animation(tap, renders, "a sequence that loops", ["--sequence", "Walk", "--frames", "4"], 4, [250] * 4)
        animation(tap, renders, "a sequence that ends", ["--sequence", "Attack", "--frames", "4"], 4, [300] * 4)
        animation(tap, renders, "a sequence that ends, in given seconds",
                  ["--sequence", "Attack", "--frames", "4", "--seconds", "1.5"], 4, [500] * 4)
        still, sheet = renders.run("one.webp"), renders.run("sheet.WEBP", "--turntable", "4", "--sheet")
        renders.run("one.png")
        tap.check(still[0] == 0 and renders.pictures("one.webp")[0] == renders.pictures("one.png")[0], "a still picture", still)
        tap.check(sheet[0] == 0 and [p[0] for p in renders.pictures("sheet.WEBP")[0]] == [(128, 96)], "a sheet", sheet)
        again = renders.run("one.webp")
        tap.check(again[0] != 0 and "exists" in again[2], "a file that exists is not replaced", again)
        long = renders.run("long.webp", "--size", "16384x1")
        tap.check(long[0] != 0 and "each side must be at most 16383" in long[2], "a side that is too long is refused", long)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
