# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a large M2 264 in three files that is cheap to draw: a triangle on two bones. The keys for Stand are in the model, those for
Walk in a separate file. Deleting the second bone changes all three files."""
import array
import pathlib
import struct

KEY = 4 + 12  # time and value
HEADER, BONE = 0x130, 0x58
IN_MODEL = 0x20
# The part of each file's name after the stem, and for each file an edit that keeps its size.
PARTS = (".m2", "00.skin", "0004-00.anim")
EDITS = ("bounds.radius=77.5", "skins[0].submeshes[0].center={1, 2, 3}",
         "bones[0].translation.track.lanes[1].keys[0].value={9, 8, 7}")
STEP = "delete bones[1]"  # changes all three files


def keys(number):
    """Times and values, the same on every run."""
    step = array.array("f", (((i * 37) % 1001) / 16 - 30 for i in range(4096 * 3)))
    return array.array("I", range(number)).tobytes(), (step * (number // 4096 + 1)).tobytes()[:12 * number]


class File:
    """A file of arrays, each aligned to 16 bytes."""

    def __init__(self, head):
        self.data = bytearray(head)

    def put(self, content):
        self.data += bytes(-len(self.data) % 16)
        at = len(self.data)
        self.data += content
        return at

    def pair(self, at, count, content):
        struct.pack_into("<II", self.data, at, count, self.put(content))

    def write(self, path):
        self.data += bytes(-len(self.data) % 16)
        path.write_bytes(self.data)


def sequence(number, duration, flags, own):
    return struct.pack("<HHIfIhHIII7fhH", number, 0, duration, 0, flags, 0x7FFF, 0, 0, 0, 150, -1, -1, 0, 1, 1, 2, 2, -1, own)


def make(path, megabytes=20):
    """Writes the model to `path` (NAME.m2), and its companions beside it. The model and the .anim file each have half of the bytes.
    Returns the paths of all files, the model's first."""
    path = pathlib.Path(path)
    number = megabytes * 1000 * 1000 // 2 // KEY
    outside = File(b"")
    model = File(HEADER)
    model.data[:8] = b"MD20" + struct.pack("<I", 264)
    model.pair(0x08, 6, b"Large\0")
    model.pair(0x1C, 2, sequence(0, number - 1, IN_MODEL, 0) + sequence(4, number - 1, 0, 1))
    bones = model.put(bytes(2 * BONE))
    struct.pack_into("<II", model.data, 0x2C, 2, bones)
    for i, n in enumerate((number, 2)):
        bone = bones + i * BONE
        struct.pack_into("<iIhH", model.data, bone, -1, 0x200, i - 1, 0)
        for track in (0x10, 0x24, 0x38):
            struct.pack_into("<Hh", model.data, bone + track, 1 if track == 0x10 else 0, -1)
        for at, content in zip((bone + 0x14, bone + 0x1C), keys(n)):
            outer = model.put(bytes(16))
            struct.pack_into("<II", model.data, at, 2, outer)
            struct.pack_into("<IIII", model.data, outer, n, model.put(content), n, outside.put(content))
    corners = ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 1))
    model.pair(0x3C, 3, b"".join(struct.pack("<3f4B4B3f4f", x, y, z, 255, 0, 0, 0, bone, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)
                                 for x, y, z, bone in corners))
    struct.pack_into("<I", model.data, 0x44, 1)
    model.pair(0x78, 2, struct.pack("<2H", 0, 1))
    struct.pack_into("<7f", model.data, 0xA0, -1, -1, 0, 1, 1, 2, 2)
    skin = File(b"SKIN" + bytes(44))
    skin.pair(0x04, 3, struct.pack("<3H", 0, 1, 2))
    skin.pair(0x0C, 3, struct.pack("<3H", 0, 1, 2))
    skin.pair(0x14, 3, bytes(8) + b"\1\0\0\0")
    skin.pair(0x1C, 1, struct.pack("<10H7f", 0, 0, 0, 3, 0, 3, 2, 0, 1, 0, 0.25, 0.25, 0, 0.25, 0.25, 0, 1))
    struct.pack_into("<I", skin.data, 0x2C, 64)
    files = [path.with_name(path.stem + part) for part in PARTS]
    for file, target in zip((model, skin, outside), files):
        file.write(target)
    return files
