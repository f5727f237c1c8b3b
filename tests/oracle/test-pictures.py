#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-pictures.py MWRIGHT: draws models of the corpus with `mwright render` and with mdx-m3-viewer, in a headless Chromium, from the same
camera at the same time, and compares the pictures: how far the shapes overlap, and how much the colours differ on average.

The images of the models are made here, from their names. Effects are deleted and layers made unshaded, because the two simulate and
light them by different rules. What else differs is in DIFFERENT, with the evidence for who is right.

Prints TAP. Skips without Chromium, node, npm, the corpus, or OpenGL without a screen. A few of the models are drawn if
MODELWRIGHT_FRACTION is above 1."""

import http.server
import json
import math
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import zlib

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import npm  # noqa: E402

sys.path.insert(0, str(HERE.parent / "tools"))
from tap import Tap  # noqa: E402

SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", HERE.parents[1]))
BUILD = pathlib.Path(os.environ.get("MODELWRIGHT_BUILD_ROOT", SOURCE / "build"))
CORPUS = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or SOURCE.parent / "shared/corpus")
FRACTION = int(os.environ.get("MODELWRIGHT_FRACTION") or 1)
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
SIDE = 192
SECONDS = 90
OVERLAP, COLOUR = 0.98, 6
SHAPE = 64  # a pixel that is more opaque belongs to the shape: we smooth edges that alpha cuts, mdx-m3-viewer does not

# Models of mdx800; the first few cover team colour, all filter modes, billboards, and several layers of a material.
MODELS = ("AzerothWarsLR__Spearman_Lordaeron_Medium_Alter", "mashlol__VoidWalker", "dbz-tribute-reforged__Ubershield_Marine",
          "Retera__PackHorse", "dbz-tribute-reforged__DBBull", "pqhuy98__OrcMale", "stijnherfst__Villager_Man",
          "stijnherfst__layer_dynamic_alpha", "slark091__vrykul_worker", "voces__Pumpkin", "Persik3D__Black_Knight",
          "mashlol__Runic_Rocket", "AyrtonAlbuquerque__Disarm", "iluminate__Suomi-konepistooli02")
# Name of the model -> (least overlap, most difference of colour, why they differ)
LAYERS = "mdx-m3-viewer sorts the translucent layers of a material by filter mode, we draw them in their order (rendering.md 3.1: draw order)"
DIFFERENT = {
    "mashlol__Runic_Rocket": (0.98, 60, LAYERS),
    "AyrtonAlbuquerque__Disarm": (0.98, 60, LAYERS),
    # With the keys made unit quaternions the overlap is 99.8 % and the colours differ by 0.7.
    "iluminate__Suomi-konepistooli02": (0.6, 60, "its rotation keys are no unit quaternions, and mdx-m3-viewer scales the model by them"),
}

EFFECTS = ("particle_emitters[*]", "particle_emitters2[*]", "ribbon_emitters[*]")


# --- Images -------------------------------------------------------------------------------------------------------------


def png(width, height, rgba):
    """The bytes of a PNG file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + rgba[y * width * 4:(y + 1) * width * 4] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def pixels_of(data):
    """The RGBA bytes of a PNG file with 8 bits of red, green, blue and alpha."""
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    raw, row, out = zlib.decompress(packed), width * 4, bytearray()
    before = bytearray(row)
    for y in range(height):
        kind, line = raw[y * (row + 1)], bytearray(raw[y * (row + 1) + 1:(y + 1) * (row + 1)])
        for x in range(row):
            left, up, corner = (line[x - 4] if x >= 4 else 0), before[x], (before[x - 4] if x >= 4 else 0)
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                p = left + up - corner
                guess = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            else:
                guess = 0
            line[x] = (line[x] + guess) & 255
        out += line
        before = line
    return bytes(out)


def glow():
    """The team glow that we draw without a game (rendering.md 3.2)."""
    side, out = 64, bytearray()
    for y in range(side):
        for x in range(side):
            far = math.hypot((x + 0.5) / side - 0.5, (y + 0.5) / side - 0.5)
            light = math.sin(min(max(1 - 2.8 * far, 0), 1))
            out += bytes((int(255 * light + 0.5), int(3 * light + 0.5), int(3 * light + 0.5), 255))
    return png(side, side, bytes(out))


def texture(path):
    """The image for a path: smooth, without seams, another one for each name, with soft holes in its alpha."""
    if re.search(r"TeamColor\d\d", path, re.I):
        return png(4, 4, bytes((255, 3, 3, 255)) * 16)
    if re.search(r"TeamGlow\d\d", path, re.I):
        return glow()
    seed = zlib.crc32(re.sub(r"\.\w+$", "", path.lower().replace("/", "\\")).encode())
    phase = [(seed >> 8 * k & 255) / 255 * 2 * math.pi for k in range(4)]
    side, out = 64, bytearray()
    for y in range(side):
        for x in range(side):
            u, v = 2 * math.pi * x / side, 2 * math.pi * y / side
            waves = (math.cos(u + phase[0]), math.cos(v + phase[1]), math.cos(u + v + phase[2]))
            out += bytes(int(140 + 90 * wave) for wave in waves)
            out.append(int(min(max(190 + 160 * math.cos(u + phase[3]) * math.cos(v + phase[0]), 0), 255)))
    return png(side, side, bytes(out))


# --- Our side -----------------------------------------------------------------------------------------------------------


class Ours:
    """Models that both sides draw, and our pictures of them."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def run(self, *words):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, errors="replace")
        if done.returncode:
            raise RuntimeError(done.stderr.strip() or "exit code %d" % done.returncode)
        return done.stdout

    def prepare(self, name):
        """Copies the model without effects and light, and makes its images beside it."""
        model = self.folder / (name + ".mdx")
        shutil.copy(CORPUS / "mdx800" / (name + ".mdx"), model)
        for path in EFFECTS:
            if self.run("ls", model, path.split("[")[0]).strip():
                self.run("do", "-e", "delete " + path, model, "-i")
        self.run("set", model, "materials[*].layers[*].flags.unshaded=1", "-i")
        for line in self.run("get", model, "textures[*].path").splitlines():
            path = line.split(" = ", 1)[1][1:-1]
            if path:
                target = self.folder / re.sub(r"\.\w+$", "", path.lower().replace("\\", "/"))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.with_name(target.name + ".png").write_bytes(texture(path))
        return model

    def draw(self, name):
        """Returns what the other side has to draw, and our pixels."""
        model, picture = self.prepare(name), self.folder / (name + ".ours.png")
        words = ["--size", "%dx%d" % (SIDE, SIDE), "--light", "plain", "--background", "transparent", "--no-game-data", "--json", "-f", "-o", picture]
        drawn = json.loads(self.run("render", model, *words))
        job = {"name": name, "width": SIDE, "height": SIDE, "camera": drawn["camera"], "sequence": -1, "time": 0}
        if "sequence" in drawn:
            sequences = self.run("get", model, "sequences[*].name").splitlines()
            titles = [line.split(" = ", 1)[1][1:-1] for line in sequences]
            job["sequence"] = titles.index(drawn["sequence"])
            interval = self.run("get", model, "sequences[%d].interval" % job["sequence"]).splitlines()
            first, last = (int(line.split(" = ")[1]) for line in interval)
            job["time"] = (last - first) // 3
            words += ["--sequence", drawn["sequence"], "--time", job["time"]]
            drawn = json.loads(self.run("render", model, *words))
            job["camera"] = drawn["camera"]
        if drawn["missing_textures"]:
            raise RuntimeError("textures are missing: %s" % drawn["missing_textures"])
        return job, pixels_of(picture.read_bytes())


# --- The other side -----------------------------------------------------------------------------------------------------


class Other:
    """mdx-m3-viewer in a browser, which a small server gives the models and which posts its pictures."""

    def __init__(self, library, folder, jobs):
        self.jobs = list(jobs)
        self.pictures, self.errors = {}, {}
        self.done = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, data, kind="application/octet-stream"):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self):
                path, _, query = self.path.partition("?")
                query = urllib.parse.unquote(query)
                if path == "/":
                    self.answer((HERE / "pictures.html").read_bytes(), "text/html")
                elif path == "/viewer.min.js":
                    self.answer(library.read_bytes(), "text/javascript")
                elif path == "/job":
                    job = outer.jobs.pop(0) if outer.jobs else None
                    self.answer(json.dumps(job).encode(), "application/json")
                    if not job:
                        outer.done.set()
                elif path == "/model":
                    self.answer((folder / (query + ".mdx")).read_bytes())
                elif path == "/texture":
                    self.answer(texture(query), "image/png")
                else:
                    self.send_error(404)

            def do_POST(self):
                path, _, query = self.path.partition("?")
                data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if path == "/picture":
                    outer.pictures[urllib.parse.unquote(query)] = data
                elif path == "/error":
                    outer.errors.setdefault(urllib.parse.unquote(query), []).append(data.decode(errors="replace"))
                self.answer(b"")

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def run(self, browser, profile):
        command = [browser, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run", "--use-gl=angle",
                   "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--user-data-dir=%s" % profile,
                   "--remote-debugging-port=0", "http://127.0.0.1:%d/" % self.server.server_address[1]]
        with open(profile / "log", "wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                       env={**os.environ, "HOME": str(profile)}, start_new_session=True)
            try:
                finished = self.done.wait(SECONDS)
            finally:
                # Debian's browser is a script that waits for the program, which would go on without it.
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                self.server.shutdown()
        return finished, (profile / "log").read_text(errors="replace")

    def picture(self, name):
        """The picture as ours is: the highest row first, transparent where nothing is drawn."""
        black, white = self.pictures[name + "/0"], self.pictures[name + "/1"]
        out = bytearray()
        for y in reversed(range(SIDE)):
            for at in range(y * SIDE * 4, (y + 1) * SIDE * 4, 4):
                alpha = max(255 - (white[at + k] - black[at + k]) for k in range(3))
                alpha = min(max(alpha, 0), 255)
                for k in range(3):
                    out.append(min((black[at + k] * 255 + alpha // 2) // alpha, 255) if alpha else 0)
                out.append(alpha)
        return bytes(out)


# --- Comparing ----------------------------------------------------------------------------------------------------------


def compare(ours, other):
    """Returns how much of both shapes together is in both, and by how much a channel differs on average there, on black."""
    both = either = seen = total = 0
    for at in range(0, len(ours), 4):
        a, b = ours[at + 3], other[at + 3]
        if a > SHAPE or b > SHAPE:
            either += 1
            both += a > SHAPE and b > SHAPE
        if a or b:
            seen += 1
            total += sum(abs(ours[at + k] * a // 255 - other[at + k] * b // 255) for k in range(3)) / 3
    return both / max(either, 1), total / max(seen, 1)


def main():
    tap = Tap()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not (CORPUS / "mdx800").is_dir():
        tap.skip("pictures beside mdx-m3-viewer", "there is no corpus at %s" % CORPUS)
        return tap.end()
    if not browser:
        tap.skip("pictures beside mdx-m3-viewer", "no Chromium here; mdx-m3-viewer from npm needs its WebGL")
        return tap.end()
    try:
        library = npm.install(BUILD) / "mdx-m3-viewer/dist/umd/viewer.min.js"
    except npm.Missing as why:
        tap.skip("pictures beside mdx-m3-viewer", str(why))
        return tap.end()
    names = MODELS if FRACTION == 1 else MODELS[:3]
    with tempfile.TemporaryDirectory(prefix="modelwright-pictures-") as name:
        folder = pathlib.Path(name)
        ours, jobs, pictures = Ours(sys.argv[1], folder), [], {}
        for model in names:
            job, pictures[model] = ours.draw(model)
            jobs.append(job)
        profile = folder / "profile"
        profile.mkdir()
        other = Other(library, folder, jobs)
        finished, log = other.run(browser, profile)
        tap.check(finished, "the browser draws all models within %d s" % SECONDS, log[-2000:])
        keep = os.environ.get("MODELWRIGHT_PICTURES")
        for model in names:
            if model + "/1" not in other.pictures:
                tap.check(False, model, "; ".join(other.errors.get(model, ["no picture"])))
                continue
            theirs = other.picture(model)
            if keep:
                pathlib.Path(keep, model + ".ours.png").write_bytes(png(SIDE, SIDE, pictures[model]))
                pathlib.Path(keep, model + ".theirs.png").write_bytes(png(SIDE, SIDE, theirs))
            overlap, colour = compare(pictures[model], theirs)
            least, most, why = DIFFERENT.get(model, (OVERLAP, COLOUR, ""))
            print("# %s: %.1f %% overlap, colours differ by %.1f%s" % (model, 100 * overlap, colour, why and "; " + why))
            tap.check(overlap >= least and colour < most, model, "%.4f, %.2f" % (overlap, colour))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
