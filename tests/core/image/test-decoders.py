#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-decoders.py PROGRAM: what `mwright texture` reads and writes agrees with another decoder, Pillow. Speaks TAP.

Pillow (python3-pil) decodes DDS blocks (signed ones are in core/render/test-block-formats.c) and the JPEG stream of BLP1. Blocks of BLP2 are put into a DDS for it. The headers and
palettes of BLP are read here, from their description."""
import io
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from tap import Tap  # noqa: E402

try:
    from PIL import Image, JpegImagePlugin
except ImportError:
    # The first python3 of the path may be one without Debian's packages.
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    raise

SOURCE = pathlib.Path(os.environ.get("MODELWRIGHT_SOURCE_ROOT", pathlib.Path(__file__).resolve().parents[3]))
CORPUS = pathlib.Path(os.environ.get("MODELWRIGHT_CORPUS") or SOURCE.parent / "shared/corpus") / "blp"
FRACTION = int(os.environ.get("MODELWRIGHT_FRACTION") or 1)  # see work_fraction() in tests/core/corpus.h
BC6H, BC7 = 95, 98
SIDE = 64  # of pictures of random blocks: 256 blocks each


class Files:
    def __init__(self, program, folder):
        self.program, self.folder, self.n = program, folder, 0

    def new(self, extension, data=None):
        self.n += 1
        path = self.folder / ("%d%s" % (self.n, extension))
        if data is not None:
            path.write_bytes(data)
        return path

    def texture(self, *arguments):
        done = subprocess.run([self.program, "texture", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True)
        if done.returncode:
            raise RuntimeError("texture %s: %s" % (" ".join(map(str, arguments)), done.stderr))

    def ours(self, path):
        """The pixels of a file as we decode it: (size, bytes of R, G, B, A)."""
        png = self.new(".png")
        self.texture(path, "-o", png)
        with Image.open(png) as image:
            return image.size, image.convert("RGBA").tobytes()


# --- Other readers ----------------------------------------------------------------------------------------------------

def dds(code, width, height, blocks):
    """A DDS of blocks: `code` is four letters or a DXGI number."""
    letters, extra = (code.encode(), b"") if isinstance(code, str) else (b"DX10", struct.pack("<5I", code, 3, 0, 1, 0))
    head = struct.pack("<7I44x2I4s20x5I", 124, 0x1007, height, width, len(blocks), 0, 0, 32, 4, letters, 0x1000, 0, 0, 0, 0)
    return b"DDS " + head + extra + blocks


def through_pillow(data, mode="RGBA"):
    with Image.open(io.BytesIO(data)) as image:
        return image.size, image.convert(mode).tobytes()


def alpha_of(data, bits, i):
    if bits == 8:
        return data[i]
    if bits == 4:
        return (data[i // 2] >> i % 2 * 4 & 15) * 17
    return 255 * (data[i // 8] >> i % 8 & 1) if bits == 1 else 255


def of_palette(palette, data, bits, width, height):
    pixels = bytearray()
    for i in range(width * height):
        b, g, r = palette[data[i] * 4:data[i] * 4 + 3]
        pixels += bytes((r, g, b, alpha_of(data[width * height:], bits, i)))
    return (width, height), bytes(pixels)


def of_jpeg(data, opaque):
    image = JpegImagePlugin.JpegImageFile(io.BytesIO(data))
    name, extents, offset, _ = image.tile[0]
    image.tile = [(name, extents, offset, ("CMYK", "CMYK"))]  # as stored, neither inverted nor converted
    raw = image.tobytes()
    pixels = bytearray()
    for i in range(0, len(raw), 4):
        pixels += bytes((raw[i + 2], raw[i + 1], raw[i], 255 if opaque else raw[i + 3]))
    return image.size, bytes(pixels)


def theirs(data, level=0):
    """The pixels of a level of a BLP, or of a DDS."""
    if data[:4] == b"DDS ":
        return through_pillow(data)
    if data[:4] == b"BLP1":
        content, bits, width, height = struct.unpack_from("<4I", data, 4)
        offset, = struct.unpack_from("<I", data, 0x1C + 4 * level)
        size, = struct.unpack_from("<I", data, 0x5C + 4 * level)
        width, height = max(1, width >> level), max(1, height >> level)
        if content != 1:
            shared, = struct.unpack_from("<I", data, 0x9C)
            return of_jpeg(data[0xA0:0xA0 + shared] + data[offset:offset + size], bits == 0)
        return of_palette(data[0x9C:0x9C + 1024], data[offset:offset + size], bits, width, height)
    kind, encoding, bits, preferred, _, width, height = struct.unpack_from("<I4B2I", data, 4)
    offset, = struct.unpack_from("<I", data, 0x14 + 4 * level)
    size, = struct.unpack_from("<I", data, 0x54 + 4 * level)
    width, height = max(1, width >> level), max(1, height >> level)
    if encoding == 1:
        return of_palette(data[0x94:0x94 + 1024], data[offset:offset + size], bits, width, height)
    code = "DXT1" if bits <= 1 else "DXT5" if preferred == 7 else "DXT3"
    (width, height), pixels = through_pillow(dds(code, width, height, data[offset:offset + size]))
    if bits == 0:
        pixels = b"".join(pixels[i:i + 3] + b"\xff" for i in range(0, len(pixels), 4))
    return (width, height), pixels


def difference(a, b, channels=(0, 1, 2, 3)):
    """The largest and the mean difference of two pictures."""
    if a[0] != b[0]:
        return 999, 999.0
    apart = [abs(x - y) for c in channels for x, y in zip(a[1][c::4], b[1][c::4])]
    return max(apart), sum(apart) / len(apart)


# --- Reading ----------------------------------------------------------------------------------------------------------

def random_blocks(chance, numbers, make):
    return b"".join(make(chance, numbers[i % len(numbers)]) for i in range((SIDE // 4) ** 2))


def bc7_block(chance, mode):
    """A random block of a mode, of which there are 0 to 7."""
    value = chance.getrandbits(128)
    value = value >> (mode + 1) << (mode + 1) | 1 << mode
    return value.to_bytes(16, "little")


def bc6h_block(chance, number):
    bits = 2 if number < 2 else 5
    return (chance.getrandbits(128) >> bits << bits | number).to_bytes(16, "little")


def as_srgb(byte):
    linear = byte / 255
    return 255 * (12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055)


def read_blocks(tap, files, chance):
    for mode in range(8):
        data = dds(BC7, SIDE, SIDE, random_blocks(chance, [mode], bc7_block))
        most, _ = difference(files.ours(files.new(".dds", data)), through_pillow(data))
        tap.check(most == 0, "random blocks of BC7, mode %d, have the pixels that Pillow reads" % mode, "off by %d" % most)
    wrong = []
    for number in (0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15):
        data = dds(BC6H, SIDE, SIDE, random_blocks(chance, [number], bc6h_block))
        ours, other = files.ours(files.new(".dds", data)), through_pillow(data, "RGB")
        # Pillow has linear light in steps of 1/255, cut to 0 to 1. In shadows one step is up to 13 of sRGB.
        low, high = ([as_srgb(max(0, min(255, x + k))) for x in range(256)] for k in (-1, 1))
        bad = sum(not low[y] - 1 <= x <= high[y] + 1 for c in range(3) for x, y in zip(ours[1][c::4], other[1][c::3]))
        if bad:
            wrong.append("mode %d: %d values" % (number, bad))
    tap.check(not wrong, "random blocks of BC6H, all modes, have the pixels that Pillow reads", *wrong)
    for code, size, channels in (("DXT1", 8, (0, 1, 2, 3)), ("DXT3", 16, (0, 1, 2, 3)), ("DXT5", 16, (0, 1, 2, 3)),
                                 ("ATI1", 8, (0,)), ("ATI2", 16, (0, 1))):
        data = dds(code, SIDE, SIDE, b"".join(chance.randbytes(size) for _ in range((SIDE // 4) ** 2)))
        most, _ = difference(files.ours(files.new(".dds", data)), through_pillow(data), channels)
        tap.check(most <= 1, "random blocks of %s have the pixels that Pillow reads, within 1" % code, "off by %d" % most)


def read_tga(tap, files, chance):
    wrong = []
    for mode, rle, origin in ((m, r, o) for m in ("L", "LA", "P", "RGB", "RGBA") for r in (False, True) for o in (-1, 1)):
        bands = {"L": 1, "LA": 2, "P": 1, "RGB": 3, "RGBA": 4}[mode]
        image = Image.frombytes(mode, (13, 7), bytes(chance.choice((0, 3, 250, 77)) for _ in range(13 * 7 * bands)))
        if mode == "P":
            image.putpalette(chance.randbytes(768))
        path = files.new(".tga")
        image.save(path, compression="tga_rle" if rle else None, orientation=origin)
        most, _ = difference(files.ours(path), (image.size, image.convert("RGBA").tobytes()))
        if most:
            wrong.append("%s, %s, origin %d: off by %d" % (mode, "runs" if rle else "plain", origin, most))
    tap.check(not wrong, "TGA files that Pillow writes have its pixels", *wrong)


def read_corpus(tap, files, chance):
    paths = sorted(p for p in CORPUS.iterdir() if p.suffix.lower() in (".blp", ".dds")) if CORPUS.is_dir() else []
    claim = "textures of the corpus have the pixels that Pillow reads, within 1, of JPEG within 2"
    if not paths:
        tap.skip(claim, "no corpus")
        return
    if FRACTION > 1:
        paths = chance.sample(paths, len(paths) // FRACTION)
    wrong = []
    for path in paths:
        data = path.read_bytes()
        channels = (0, 1) if data[0x54:0x58] == b"ATI2" else (0, 1, 2, 3)
        ours, other = files.ours(path), theirs(data)
        if len(other[1]) != len(ours[1]):
            wrong.append("%s: other sizes" % path.name)
            continue
        most, _ = difference(ours, other, channels)
        if most > (2 if data[:8] == b"BLP1\0\0\0\0" else 1):
            wrong.append("%s: off by %d" % (path.name, most))
    print("# %d files" % len(paths))
    tap.check(not wrong, claim, *wrong)


# --- Writing ----------------------------------------------------------------------------------------------------------

# The kinds with the largest mean difference from the picture that they are made from; of R, G, B, of alpha. Pillow does not read
# blp2-bgra.
WRITTEN = {
    "blp1-jpeg": (2.5, 2.5), "blp1-palette": (6, 0), "blp2-palette": (6, 0), "blp2-dxt1": (4, 0), "blp2-dxt3": (4, 5), "blp2-dxt5": (4, 2),
    "dds-dxt1": (4, 0), "dds-dxt3": (4, 5), "dds-dxt5": (4, 2), "dds-rgba": (0, 0), "tga": (0, 0), "tga-rle": (0, 0), "png": (0, 0),
}


def picture(alpha):
    """A soft picture of 64 x 32 with some detail, with smooth alpha, or with alpha 0 and 255 only, or none."""
    pixels = bytearray()
    for y in range(32):
        for x in range(64):
            a = {"none": 255, "smooth": (x * 4 + y) % 256, "hard": 255 * (x > y)}[alpha]
            pixels += bytes(((x * 4) % 256, (y * 7 + x) % 256, 128 + (x * y // 8) % 64, a))
    return Image.frombytes("RGBA", (64, 32), bytes(pixels))


def write_kinds(tap, files):
    for alpha in ("none", "smooth", "hard"):
        image = picture(alpha)
        source = files.new(".png")
        image.save(source)
        wrong = []
        for kind, (colour, clear) in WRITTEN.items():
            if alpha == "smooth" and kind.endswith("dxt1"):
                continue
            path = files.new("." + kind.split("-")[0].rstrip("12"))
            files.texture(source, "-o", path, "--kind", kind)
            data = path.read_bytes()
            other = theirs(data) if data[:3] in (b"BLP", b"DDS") else through_pillow(data)
            expected = (image.size, image.tobytes())
            if kind.endswith("dxt1") and alpha == "hard":  # the colour of transparent pixels is not kept
                seen = bytes(v for i in range(0, len(other[1]), 4) if other[1][i + 3] for v in other[1][i:i + 4])
                wanted = bytes(v for i in range(0, len(other[1]), 4) if other[1][i + 3] for v in expected[1][i:i + 4])
                means = difference((0, seen), (0, wanted), (0, 1, 2))[1], difference(other, expected, (3,))[1]
            else:
                means = difference(other, expected, (0, 1, 2))[1], difference(other, expected, (3,))[1]
            print("# %s, alpha %s: colour %.2f, alpha %.2f" % (kind, alpha, *means))
            if means[0] > colour or means[1] > clear:
                wrong.append("%s: colour %.2f, alpha %.2f" % (kind, *means))
            if files.ours(path) != other and difference(files.ours(path), other)[0] > 2:
                wrong.append("%s: we read it in another way" % kind)
        tap.check(not wrong, "Pillow reads what is written, alpha %s, with the stated error" % alpha, *wrong)


def write_levels(tap, files):
    source = files.new(".png")
    picture("smooth").save(source)
    wrong = []
    for kind in ("blp1-jpeg", "blp1-palette", "blp2-palette", "blp2-dxt3", "blp2-dxt5"):
        path = files.new(".blp")
        files.texture(source, "-o", path, "--kind", kind)
        data = path.read_bytes()
        for level in range(7):
            size, pixels = theirs(data, level)
            sides = max(1, 64 >> level), max(1, 32 >> level)
            # One band after the other, because Pillow weights the colours of a whole picture by alpha.
            box = Image.merge("RGBA", [b.resize(sides, Image.Resampling.BOX) for b in picture("smooth").split()])
            apart = difference((size, pixels), (box.size, box.tobytes()))[1]
            # Blocks of 16 pixels cannot follow small levels, where neighbours differ most.
            if size != box.size or apart > (16 if "dxt" in kind else 5):
                wrong.append("%s, level %d: %s, off by %.1f" % (kind, level, size, apart))
        # A shared stream of tables is what the game expects of JPEG: every level begins after it with its own size.
        if kind == "blp1-jpeg":
            shared, = struct.unpack_from("<I", data, 0x9C)
            starts = struct.unpack_from("<7I", data, 0x1C)
            if data[0xA0:0xA2] != b"\xff\xd8" or shared > 624 or any(data[s:s + 2] != b"\xff\xc0" for s in starts):
                wrong.append("the levels of JPEG do not share their tables")
    tap.check(not wrong, "mip levels are there down to 1 x 1, each the mean of the one above", *wrong)


def main(program):
    tap = Tap()
    seed = int(os.environ.get("MODELWRIGHT_SEED") or 3)
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        files = Files(program, pathlib.Path(folder))
        read_blocks(tap, files, chance)
        read_tga(tap, files, chance)
        read_corpus(tap, files, chance)
        write_kinds(tap, files)
        write_levels(tap, files)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
