# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a large MDX 800 that is cheap to draw: one sequence and a few bones with very many keys."""
import array
import struct

BONES = 8
KEY = 4 + 3 * 12  # time, value, two tangents
NO_CURVE_END = -1


def chunk(tag, payload):
    return tag + struct.pack("<I", len(payload)) + payload


def text(value, size):
    return value.encode().ljust(size, b"\0")


def translation(keys, phase):
    """A KGTR track with Hermite interpolation, the same on every run."""
    lanes = array.array("I", bytes(keys * KEY))
    bits = array.array("f", bytes(4 * 4096))
    for i in range(4096):
        bits[i] = ((i * 37 + phase) % 1001) / 16 - 30
    pattern = array.array("I")
    pattern.frombytes(bits.tobytes())
    for lane in range(10):
        step = array.array("I", (pattern[(i * 3 + lane) & 4095] for i in range(4096)))
        whole = step * (keys // 4096 + 1)
        lanes[lane::10] = whole[:keys]
    lanes[0::10] = array.array("I", range(keys))
    return struct.pack("<4sIIi", b"KGTR", keys, 2, NO_CURVE_END) + lanes.tobytes()


def bone(number, keys):
    tracks = translation(keys, number * 11)
    node = struct.pack("<I", 96 + len(tracks)) + text("Bone_%d" % number, 80) + struct.pack("<iiI", number, -1, 0x100)
    return node + tracks + struct.pack("<ii", -1, -1)


def make(path, megabytes=20):
    """Writes the file and returns its bytes."""
    keys = megabytes * 1000 * 1000 // (BONES * KEY)
    extent = struct.pack("<7f", 50, -30, -30, 0, 30, 30, 60)
    data = b"MDLX" + chunk(b"VERS", struct.pack("<I", 800))
    data += chunk(b"MODL", text("Large", 80) + bytes(260) + extent + struct.pack("<I", 150))
    data += chunk(b"SEQS", text("Stand", 80) + struct.pack("<iifIfI", 0, keys - 1, 0, 0, 0, 0) + extent)
    data += chunk(b"BONE", b"".join(bone(i, keys) for i in range(BONES)))
    data += chunk(b"PIVT", bytes(12 * BONES))
    with open(path, "wb") as file:
        file.write(data)
    return data
