# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures and the file formats in which the samples store them: BLP1 and BLP2 with a palette, DDS, TGA, PNG.

A picture is a `Picture`: rows from the top, each pixel (red, green, blue, alpha) from 0 to 255."""

import struct
import zlib


class Picture:
    def __init__(self, width, height, fill=(0, 0, 0, 255)):
        self.width = width
        self.height = height
        self.pixels = [fill] * (width * height)

    def set(self, x, y, rgba):
        self.pixels[y * self.width + x] = tuple(max(0, min(255, int(v + 0.5))) for v in rgba)

    def paint(self, box, shader):
        """Fills box (x0, y0, x1, y1) with shader (s, t), s and t from 0 to 1 over the box, y down;
        the shader gives numbers from 0 to 1."""
        x0, y0, x1, y1 = box
        for y in range(y0, y1):
            for x in range(x0, x1):
                rgba = shader((x + 0.5 - x0) / (x1 - x0), (y + 0.5 - y0) / (y1 - y0))
                self.set(x, y, [v * 255.0 for v in rgba])

    def half(self):
        """The next smaller mip level."""
        small = Picture(max(1, self.width // 2), max(1, self.height // 2))
        for y in range(small.height):
            for x in range(small.width):
                four = [self.pixels[min(2 * y + dy, self.height - 1) * self.width + min(2 * x + dx, self.width - 1)]
                        for dy in (0, 1) for dx in (0, 1)]
                small.pixels[y * small.width + x] = tuple((sum(p[c] for p in four) + 2) // 4 for c in range(4))
        return small


def make_palette(pixels, size):
    """Median cut: the box with the widest spread is halved until there are `size` boxes."""
    counts = {}
    for r, g, b, _ in pixels:
        counts[(r, g, b)] = counts.get((r, g, b), 0) + 1
    boxes = [sorted(counts)]

    def spread(box):
        """(weighted spread, channel) of a box"""
        best = (0, 0)
        for channel in range(3):
            values = [colour[channel] for colour in box]
            best = max(best, (max(values) - min(values), channel))
        return best

    spreads = [spread(boxes[0])]
    while len(boxes) < size:
        # Many pixels matter more than a wide but rare colour range.
        scores = [s[0] * sum(counts[c] for c in box) ** 0.35 for box, s in zip(boxes, spreads)]
        worst = max(range(len(boxes)), key=lambda i: scores[i])
        if spreads[worst][0] == 0:
            break
        channel = spreads[worst][1]
        box = sorted(boxes[worst], key=lambda c: (c[channel], c))
        weight, half, cut = 0, sum(counts[c] for c in box) / 2, 1
        for i, colour in enumerate(box):
            weight += counts[colour]
            if weight >= half:
                cut = min(max(i, 1), len(box) - 1)
                break
        boxes[worst:worst + 1] = [box[:cut], box[cut:]]
        spreads[worst:worst + 1] = [spread(box[:cut]), spread(box[cut:])]
    palette = []
    for box in boxes:
        total = sum(counts[c] for c in box)
        palette.append(tuple((2 * sum(c[k] * counts[c] for c in box) + total) // (2 * total) for k in range(3)))
    return palette + [(0, 0, 0)] * (size - len(palette))


def write_blp(picture, alpha_bits=8, version=1):
    """One palette of 256 colours for all mip levels, alpha beside it (8 bits or none): BLP1 of Warcraft III, or BLP2 of
    World of Warcraft."""
    palette = make_palette(picture.pixels, 256)
    nearest = {}

    def index_of(pixel):
        colour = pixel[:3]
        if colour not in nearest:
            r, g, b = colour
            nearest[colour] = min(range(256), key=lambda i: ((palette[i][0] - r) ** 2 + (palette[i][1] - g) ** 2
                                                             + (palette[i][2] - b) ** 2))
        return nearest[colour]

    levels = []
    level = picture
    while True:
        data = bytes(index_of(p) for p in level.pixels)
        if alpha_bits == 8:
            data += bytes(p[3] for p in level.pixels)
        levels.append(data)
        if level.width == 1 and level.height == 1:
            break
        level = level.half()

    offset = (0x9C if version == 1 else 0x94) + 1024
    offsets, sizes = [0] * 16, [0] * 16
    for i, data in enumerate(levels):
        offsets[i], sizes[i] = offset, len(data)
        offset += len(data)
    if version == 1:
        words = (1, alpha_bits, picture.width, picture.height, 5 if alpha_bits == 0 else 3, 1)
        header = b"BLP1" + struct.pack("<6I", *words)
    else:
        header = b"BLP2" + struct.pack("<I4B2I", 1, 1, alpha_bits, 8, 1, picture.width, picture.height)
    header += struct.pack("<16I", *offsets) + struct.pack("<16I", *sizes)
    # The fourth byte of a palette entry means nothing.
    header += b"".join(struct.pack("<4B", b, g, r, 255) for r, g, b in palette)
    return header + b"".join(levels)


def write_tga(picture, packed=True):
    """32-bit TGA, stored from the top row; packed: type 10 (run lengths), else type 2."""
    header = struct.pack("<3B2HB4H2B", 0, 0, 10 if packed else 2, 0, 0, 0, 0, 0,
                         picture.width, picture.height, 32, 0x28)
    rows = []
    for y in range(picture.height):
        row = [struct.pack("<4B", b, g, r, a)
               for r, g, b, a in picture.pixels[y * picture.width:(y + 1) * picture.width]]
        rows.append(pack_row(row) if packed else b"".join(row))
    return header + b"".join(rows)


def pack_row(row):
    """Packets never cross rows.  A run counts from two equal pixels on."""
    out = bytearray()
    i = 0
    while i < len(row):
        run = 1
        while i + run < len(row) and run < 128 and row[i + run] == row[i]:
            run += 1
        if run > 1:
            out.append(0x80 | (run - 1))
            out += row[i]
            i += run
            continue
        first = i
        while i < len(row) and i - first < 128 and (i + 1 == len(row) or row[i + 1] != row[i]):
            i += 1
        out.append(i - first - 1)
        out += b"".join(row[first:i])
    return bytes(out)


def write_png(picture):
    """RGBA, 8 bits a channel.  The data is stored, not squeezed: what zlib squeezes differs between its versions."""
    raw = bytearray()
    for y in range(picture.height):
        raw.append(0)
        for pixel in picture.pixels[y * picture.width:(y + 1) * picture.width]:
            raw += bytes(pixel)
    data = bytearray(b"\x78\x01")
    for first in range(0, len(raw), 65535):
        block = raw[first:first + 65535]
        data += struct.pack("<BHH", first + 65535 >= len(raw), len(block), 0xFFFF ^ len(block)) + block
    data += struct.pack(">I", zlib.adler32(raw))

    def part(tag, payload):
        return struct.pack(">I", len(payload)) + tag + payload + struct.pack(">I", zlib.crc32(tag + payload))

    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">2I5B", picture.width, picture.height, 8, 6, 0, 0, 0))
            + part(b"IDAT", bytes(data)) + part(b"IEND", b""))


def write_dds(picture):
    """ATI2, two channels: red, then green, as normal maps of Reforged are stored; one level."""
    out = [b"DDS ", struct.pack("<7I", 124, 0x1007, picture.height, picture.width, 0, 0, 1), bytes(44),
           struct.pack("<2I4s5I", 32, 4, b"ATI2", 0, 0, 0, 0, 0), struct.pack("<5I", 0x1000, 0, 0, 0, 0)]
    for y in range(0, picture.height, 4):
        for x in range(0, picture.width, 4):
            for channel in (0, 1):
                out.append(block([picture.pixels[(y + j) * picture.width + x + i][channel]
                                  for j in range(4) for i in range(4)]))
    return b"".join(out)


def block(values):
    """Sixteen values as the largest, the smallest, and for each the nearest of the eight steps between them."""
    high, low = max(values), min(values)
    steps = [high, low] + [(high * (7 - k) + low * k) / 7 for k in range(1, 7)] if high > low else [high]
    bits = 0
    for at, value in enumerate(values):
        bits |= min(range(len(steps)), key=lambda k: abs(steps[k] - value)) << 3 * at
    return bytes((high, low)) + bits.to_bytes(6, "little")
