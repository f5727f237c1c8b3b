# SPDX-License-Identifier: GPL-3.0-or-later
"""everything.mdx: every record and every track of version 800, and the oddities that real files have.

It shows nothing sensible.  No two numeric fields of a record hold the same value, and none holds its usual one, so that
a reader that swaps two fields or forgets one is found out.  Words with a fixed set of values (modes, types, flags)
walk through that set.  Every track is there, every interpolation with every element type, and below each track the
static field has a value that no key has."""

import struct

from .geometry import clean, turn
from .image import Picture, write_png
from .mdx import (BEZIER, HERMITE, LINEAR, NONE, TRACKS, Attachment, Bone, Camera, Event, Extent, Geoset,
                  GeosetAnimation,
                  Helper, Layer, Light, Material, Model, ModelEmitter, Ribbon, Sequence, Shape, SpriteEmitter, Texture,
                  TextureAnimation, Track)


class Fresh:
    """Numbers that have not been given before."""

    def __init__(self):
        self.count = 0

    def number(self):
        """Up to some hundreds; most have no exact binary form."""
        self.count += 1
        return round(0.137 + self.count * 0.731, 3)

    def share(self):
        """Between 0 and 1, both excluded."""
        self.count += 1
        return round((self.count * 0.6180339887) % 0.98 + 0.01, 5)

    def vector(self):
        return (self.number(), -self.number(), self.number())

    def colour(self):
        return (self.share(), self.share(), self.share())

    def rotation(self):
        self.count += 1
        return clean(turn(self.count * 7.0 % 80 + 3, self.count * 11.0 % 80 + 3, self.count * 5.0 % 80 + 3))

    def whole(self, limit=None):
        """Above 100, or from 0 up to limit."""
        self.count += 1
        return 100 + self.count if limit is None else self.count % limit

    def extent(self):
        low = tuple(-value for value in sorted((self.number(), self.number(), self.number())))
        high = tuple(sorted((self.number(), self.number(), self.number())))
        return Extent(self.number(), low, high)


def make():
    fresh = Fresh()
    turns = {"f": 0, "3f": 0, "4f": 0, "I": 0}
    textures = 8

    def track(tag, times=(120, 480, 910), interpolation=None, global_sequence=-1, static=None):
        """The next interpolation in turn for the element type of the tag, unless one is named; `static` is the value
        of an integer field below the track, which the keys then avoid."""
        element = TRACKS[tag]
        if interpolation is None:
            interpolation = (LINEAR, HERMITE, BEZIER, NONE)[turns[element] % 4]
            turns[element] += 1

        def value():
            if element == "I":
                return (static + 1 + fresh.whole(textures - 1)) % textures
            if element == "4f":
                return fresh.rotation()
            if element == "3f":
                return fresh.colour() if tag in ("KGAC", "KLAC", "KLBC", "KRCO") else fresh.vector()
            return fresh.share() if tag in ("KMTA", "KGAO", "KRAL") else fresh.number()

        keys = [(time, value(), value(), value()) if interpolation >= HERMITE else (time, value()) for time in times]
        return Track(tag, interpolation, keys, global_sequence)

    def switch(tag, *times):
        """A visibility: steps between 0 and 1."""
        return Track(tag, NONE, [(time, float(k % 2)) for k, time in enumerate(times)])

    # After the NUL of the animation file comes a signature, as an optimiser leaves it in real files.
    model = Model("Everything", b"everything.ani\0".ljust(252, b"\0") + b"PDR" + b"\x01\x02\xfe\xff", fresh.extent(),
                  151)
    model.sequences = [
        Sequence("Stand First", 100, 1100, fresh.number(), 0, fresh.number(), 17, fresh.extent()),
        Sequence("Walk", 1300, 2300, fresh.number(), 1, fresh.number(), 18, fresh.extent()),
        # Bit 1 of the flags has no name.
        Sequence("Death", 2500, 3500, fresh.number(), 3, fresh.number(), 19, fresh.extent()),
    ]
    model.global_sequences = [1234, 0, 5678]

    # Each filter mode, each shading bit, each kind of integer track; 99 is no texture.
    model.materials = [
        Material([
            Layer(1, 0, 0x01, 0, 1, fresh.share(), [track("KMTF", static=1), track("KMTA")]),
            Layer(2, 1, 0x02, 1, 0, fresh.share(), [track("KMTA"), track("KMTF", static=2)]),
            Layer(3, 2, 0x04, -1, 1, fresh.share(), [track("KMTF", static=3, global_sequence=0)]),
            Layer(4, 3, 0x08, 1, 0, fresh.share(), [track("KMTF", static=4, times=(0, 300))]),
        ], 3, 0x01),
        Material([
            Layer(5, 4, 0x10, 0, 1, fresh.share(), [track("KMTA", interpolation=HERMITE)]),
            Layer(99, 5, 0x20, -1, 0, fresh.share()),
            Layer(6, 6, 0x40, 0, 1, fresh.share(), [track("KMTA", interpolation=NONE, global_sequence=2)]),
        ], -4, 0x10),
        Material([Layer(7, 2, 0x80, 1, 0, fresh.share()), Layer(0, 1, 0x8000_00FF, -1, 1, fresh.share())], 5, 0x4020),
    ]
    model.textures = [Texture("everything.png", 0, 1), Texture("", 1, 2), Texture("", 2, 3), Texture("", 11, 0),
                      Texture("", 21, 1), Texture("", 31, 2), Texture("Textures\\NotHere.blp", 0, 3),
                      # Bytes after the NUL, and a flag bit without a name.
                      Texture(b"Textures/Other.tga\0left over", 0, 8)]
    model.texture_animations = [
        TextureAnimation([track("KTAT"), track("KTAR", interpolation=HERMITE), track("KTAS")]),
        TextureAnimation([track("KTAS", interpolation=NONE), track("KTAT", global_sequence=0)]),
    ]

    # Every inherit flag, every billboard flag, and bits without a name.
    root = Bone("Bone Root", fresh.vector(), None, 0x0, [track("KGTR"), track("KGRT"), track("KGSC")], geoset=0,
                geoset_animation=1)
    arm = Bone("Bone Arm", fresh.vector(), root, 0x1, [track("KGRT"), track("KGTR", global_sequence=2)], geoset=1,
               geoset_animation=0)
    tip = Bone("Bone Tip", fresh.vector(), arm, 0x2 | 0x8, [track("KGRT"), track("KGSC")])
    model.bones = [root, arm, tip]
    # Keys before 0, out of order, twice at one time; a zero with a sign.
    arm.tracks.append(Track("KGSC", LINEAR, [(-33, (1.5, 1.25, 0.75)), (700, (-0.0, 1.0, 2.0)), (400, (0.5, 2.5, 1.0)),
                                             (400, (0.625, 2.125, 1.375))]))

    model.lights = [
        Light("Light Omni", fresh.vector(), root, 0x10, [track("KGRT")],
              [track("KLAS"), track("KLAE"), track("KLAC"), track("KLAI"), track("KLBC"), track("KLBI"),
               switch("KLAV", 150, 600, 1000)],
              0, fresh.number(), fresh.number(), fresh.colour(), fresh.number(), fresh.colour(), fresh.number()),
        Light("Light Directional", fresh.vector(), None, 0x20, [], [track("KLAI")],
              1, fresh.number(), fresh.number(), fresh.colour(), fresh.number(), fresh.colour(), fresh.number()),
        Light("Light Ambient", fresh.vector(), arm, 0x40, [], [],
              2, fresh.number(), fresh.number(), fresh.colour(), fresh.number(), fresh.colour(), fresh.number()),
    ]
    helper = Helper("Helper", fresh.vector(), root, 0x4 | 0x80, [track("KGTR")])
    # A helper that says it is a bone, as hundreds of real ones do; and one whose name has bytes after the NUL.
    model.helpers = [helper, Helper("Helper Says Bone", fresh.vector(), helper, 0x100),
                     Helper(b"Helper Tail\0rest of a longer name", fresh.vector(), tip, 0x4000_0000)]
    model.attachments = [
        Attachment("Hand Right Ref", fresh.vector(), arm, 0x8, [track("KGSC")], [switch("KATV", 200, 800)], "", 11),
        Attachment("Overhead Ref", fresh.vector(), root, 0x0, [], [], "Abilities\\Spells\\Thing.mdl", 7),
    ]
    model.model_emitters = [
        ModelEmitter("Emitter Models", fresh.vector(), helper, 0x8000, [track("KGRT")],
                     [track("KPEE"), track("KPEG"), track("KPLN"), track("KPLT"), track("KPEL"), track("KPES"),
                      switch("KPEV", 110, 510)],
                     fresh.number(), fresh.number(), fresh.number(), fresh.number(), "Objects\\Rock.mdl",
                     fresh.number(),
                     fresh.number()),
        ModelEmitter("Emitter Pictures", fresh.vector(), None, 0x10000, [], [],
                     fresh.number(), fresh.number(), fresh.number(), fresh.number(), b"Textures\\Puff.tga\0old",
                     fresh.number(), fresh.number()),
    ]

    def sprites(name, parent, flags, filter_mode, head_or_tail, texture, tracks, own_tracks, replaceable):
        whole = [fresh.whole() for _ in range(12)]
        return SpriteEmitter(
            name, fresh.vector(), parent, flags, tracks, own_tracks,
            fresh.number(), fresh.share(), fresh.number(), fresh.number(), fresh.number(), fresh.number(),
            fresh.number(),
            fresh.number(), filter_mode, 3 + filter_mode, 11 + filter_mode, head_or_tail, fresh.number(), fresh.share(),
            (fresh.colour(), fresh.colour(), fresh.colour()),
            (201 + filter_mode, 152 + filter_mode, 53 + filter_mode), (fresh.number(), fresh.number(), fresh.number()),
            whole[0:3], whole[3:6], whole[6:9], whole[9:12], texture, 1 + filter_mode % 2, 21 + filter_mode,
            replaceable)

    model.sprite_emitters = [
        sprites("Sprites Blend", root, 0x8000 | 0x20000, 0, 0, 0, [track("KGTR")],
                [track("KP2S"), track("KP2R"), track("KP2L"), track("KP2G"), track("KP2E"),
                 track("KP2V", (90, 190), NONE),
                 track("KP2N"), track("KP2W")], 1),
        sprites("Sprites Additive", arm, 0x10000 | 0x80000, 1, 1, 6, [], [switch("KP2V", 130, 730), track("KP2E")], 0),
        sprites("Sprites Modulate", None, 0x40000 | 0x100000, 2, 2, 7, [], [], 2),
        sprites("Sprites Modulate2x", tip, 0x2, 3, 0, 0, [], [], 0),
        sprites("Sprites AlphaKey", tip, 0x4, 4, 1, 6, [], [], 0),
    ]
    model.ribbons = [
        Ribbon("Ribbon", fresh.vector(), arm, 0x0, [track("KGTR")],
               [switch("KRVS", 140, 640, 940), track("KRHA"), track("KRHB"), track("KRAL"), track("KRCO"),
                track("KRTX", static=5)],
               fresh.number(), fresh.number(), fresh.share(), fresh.colour(), fresh.number(), 5, 31, 2, 4, 2,
               fresh.number()),
    ]
    model.cameras = [
        Camera("Camera Portrait", fresh.vector(), fresh.vector(), fresh.share(), 987.5, 4.375,
               [track("KCTR"), track("KCRL"), track("KTTR"), switch("KCVS", 170, 570)]),
        Camera("Camera Still", fresh.vector(), fresh.vector(), fresh.share(), 1234.5, 6.625),
    ]
    model.events = [Event("SNDxAGB2", fresh.vector(), root, 0x0, [track("KGRT")], [], [320, 1420, 2620]),
                    Event("FPTxFBL1", fresh.vector(), tip, 0x1, [], [], [60, 460], 0),
                    Event("SPLxHBL1", fresh.vector(), None, 0x0)]

    def numbers(count):
        return tuple(fresh.number() for _ in range(count))

    model.shapes = [Shape("Shape Box", fresh.vector(), root, 0x0, [track("KGTR")], [], 0, numbers(6)),
                    Shape("Shape Plane", fresh.vector(), None, 0x0, [], [], 1, numbers(6)),
                    Shape("Shape Sphere", fresh.vector(), arm, 0x2, [], [], 2, numbers(4)),
                    Shape("Shape Cylinder", fresh.vector(), helper, 0x0, [], [], 3, numbers(7))]

    def mesh(count, vertex_groups, groups, primitives, sets, sequence_extents, material, selection_group,
             selection_flags):
        return Geoset([fresh.vector() for _ in range(count)],
                      [clean(n[:3]) for n in (fresh.rotation() for _ in range(count))],
                      vertex_groups, groups, primitives,
                      [[(fresh.share(), fresh.number()) for _ in range(count)] for _ in range(sets)],
                      material, selection_group, selection_flags, fresh.extent(),
                      [fresh.extent() for _ in range(sequence_extents)])

    model.geosets = [
        # Two texture coordinate sets, two runs of triangles, groups of one, two and three matrices.
        mesh(6, [0, 1, 2, 3, 2, 1], [[root], [root, arm], [root, arm, tip], [helper]],
             [(4, [0, 1, 2, 2, 1, 3]), (4, [3, 4, 5])], 2, 3, 1, 7, 4),
        # Other primitives than triangles; as many extents as nobody asked for; a bit without a name.
        mesh(5, [1, 0, 1, 0, 1], [[tip], [arm, tip]],
             [(7, [0, 1, 2, 3]), (4, [0, 2, 4]), (5, [0, 1, 2, 3, 4]), (1, [3, 4])], 2, 4, 0, 9, 0x12),
        mesh(3, [0, 0, 0], [[root]], [(4, [2, 1, 0])], 2, 0, 2, 3, 0),
    ]
    model.geoset_animations = [
        GeosetAnimation(1, fresh.share(), 0x1A, fresh.colour(), [track("KGAO"), track("KGAC")]),
        GeosetAnimation(0, fresh.share(), 0x1, fresh.colour(), [track("KGAC", interpolation=HERMITE), track("KGAO")]),
        GeosetAnimation(2, fresh.share(), 0x3, fresh.colour(), [track("KGAO", global_sequence=2)]),
    ]
    model.before = [("INFO", b"Made by make.py: a chunk of text before the version.")]
    model.behind = [("MDVI", bytes(range(0xF0, 0x100)) + struct.pack("<3H", 1, 2, 3))]
    return [("everything.mdx", model.write()), ("everything.png", write_png(paint_marker()))]


def paint_marker():
    """A checker with a different colour at each corner, so that a flipped picture is seen; half of it translucent."""
    picture = Picture(32, 32)

    def shader(s, t):
        square = 0.75 + 0.25 * ((int(s * 8) + int(t * 8)) % 2)
        return (square * (1 - s), square * t, square * s, 1.0 if s + t < 1.0 else 0.5)

    picture.paint((0, 0, 32, 32), shader)
    return picture
