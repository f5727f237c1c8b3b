# SPDX-License-Identifier: GPL-3.0-or-later
"""The knight's skeleton and how he moves: stances at times, made into rotation and translation tracks.

Angles are those of geometry.turn: positive pitch swings forward what hangs down (arms, legs) and leans back what
stands up (spine, head)."""

import math

from .geometry import IDENTITY, add, clean, dot, qexp, qinv, qlog, qmul, qunit, times, turn
from .mdx import HERMITE, LINEAR, Bone, Helper, Sequence, Track
from .pose import REST, Pose, at_time

# name: (parent, pivot).  `root` is a helper and carries the whole figure.
BONES = {
    "pelvis": ("root", (0.0, 0.0, 44.0)),
    "spine": ("pelvis", (0.0, 0.0, 47.5)),
    "chest": ("spine", (-0.5, 0.0, 55.0)),
    "head": ("chest", (0.0, 0.0, 71.5)),
    "arm_up_L": ("chest", (0.0, 14.0, 66.0)),
    "arm_lo_L": ("arm_up_L", (-0.8, 17.8, 53.2)),
    "hand_L": ("arm_lo_L", (1.2, 19.8, 41.6)),
    "shield": ("arm_lo_L", (1.0, 22.0, 48.0)),
    "arm_up_R": ("chest", (0.0, -14.0, 66.0)),
    "arm_lo_R": ("arm_up_R", (-0.8, -17.8, 53.2)),
    "hand_R": ("arm_lo_R", (1.2, -19.8, 41.6)),
    "sword": ("hand_R", (1.4, -20.0, 37.8)),
    "leg_up_L": ("pelvis", (0.0, 6.0, 42.0)),
    "leg_lo_L": ("leg_up_L", (0.8, 6.9, 23.5)),
    "foot_L": ("leg_lo_L", (-0.2, 7.1, 6.0)),
    "leg_up_R": ("pelvis", (0.0, -6.0, 42.0)),
    "leg_lo_R": ("leg_up_R", (0.8, -6.9, 23.5)),
    "foot_R": ("leg_lo_R", (-0.2, -7.1, 6.0)),
    "cape_1": ("chest", (-7.5, 0.0, 67.0)),
    "cape_2": ("cape_1", (-12.0, 0.0, 42.0)),
    "trail": (None, (0.0, 0.0, 40.0)),
}

# Limbs and cloth run smoothly through their keys; the rest goes straight from key to key.
SMOOTH = ("leg_up_L", "leg_lo_L", "foot_L", "leg_up_R", "leg_lo_R", "foot_R", "arm_up_L", "arm_lo_L", "arm_up_R",
          "arm_lo_R", "cape_1", "cape_2")

# When the sword cuts, in ms after the start of the attack.
TRAIL_TIMES = (330, 470)


class Rig:
    def __init__(self):
        self.helpers = {"root": Helper("Root", (0.0, 0.0, 0.0))}
        self.bones = {}
        for name, (parent, pivot) in BONES.items():
            above = self.helpers.get(parent) or self.bones.get(parent)
            self.bones[name] = Bone("Bone_" + name, pivot, above)
        self.nodes = list(self.bones.values()) + list(self.helpers.values())
        self.by_name = {**self.bones, **self.helpers}
        self.name_of = {node: name for name, node in self.by_name.items()}


class Stance:
    """Local rotations by bone and the place of the root, at one time."""

    def __init__(self, time):
        self.time = time
        self.rotation = {}
        self.root = (0.0, 0.0, 0.0)

    def set(self, name, **angles):
        self.rotation[name] = turn(**angles)
        return self

    def both(self, name, pitch=0.0, out=0.0, yaw=0.0):
        """The same on both sides; out swings away from the body, yaw turns inwards."""
        self.set(name + "_L", pitch=pitch, roll=out, yaw=-yaw)
        self.set(name + "_R", pitch=pitch, roll=-out, yaw=yaw)
        return self

    def world(self, name):
        parent = BONES[name][0] if name in BONES else None
        local = self.rotation.get(name, IDENTITY)
        return qmul(self.world(parent), local) if parent else local

    def aim(self, name, rotation):
        """Sets the local rotation so that the bone is turned like this in the world."""
        self.rotation[name] = qmul(qinv(self.world(BONES[name][0])), rotation)
        return self

    def pose(self, rig):
        def local(node):
            name = rig.name_of[node]
            return (self.root if name == "root" else REST[0], self.rotation.get(name, IDENTITY), REST[2])
        return Pose(rig.nodes, local)

    def ground(self, rig, geosets, height=0.0):
        """Moves the root up or down until the lowest vertex of the geosets is at that height."""
        self.root = (self.root[0], self.root[1], 0.0)
        pose = self.pose(rig)
        lowest = min(p[2] for geoset in geosets for p in pose.vertices(geoset))
        self.root = (self.root[0], self.root[1], height - lowest)
        return self

    def hold(self, rig, name, x):
        """Moves the root forward or back until the pivot of a bone is at this x."""
        self.root = (0.0, self.root[1], self.root[2])
        pivot = self.pose(rig).known[rig.bones[name]][1]
        self.root = (x - pivot[0], self.root[1], self.root[2])
        return self


def guard(time, breath=0.0, sway=0.0):
    """On guard: left foot ahead, shield before the body, sword up.  breath and sway run from -1 to 1."""
    s = Stance(time)
    s.set("pelvis", yaw=-14, pitch=-2)
    s.set("spine", pitch=-1 + 0.6 * breath)
    s.set("chest", pitch=-2 + 2.2 * breath, yaw=4 + 1.5 * sway)
    s.aim("head", turn(pitch=-2 + 1.0 * breath, yaw=2 + 5 * sway))
    s.set("leg_up_L", pitch=18, roll=7, yaw=10)
    s.set("leg_lo_L", pitch=-17)
    s.set("leg_up_R", pitch=-9, roll=-9, yaw=-10)
    s.set("leg_lo_R", pitch=-16)
    s.aim("foot_L", turn(yaw=2))
    s.aim("foot_R", turn(yaw=-30))
    s.set("arm_up_L", pitch=10 + 2 * breath, roll=16)
    s.set("arm_lo_L", pitch=72, yaw=-34)
    s.aim("shield", turn(yaw=-52, pitch=-3 - 2 * breath, roll=-4))
    s.set("arm_up_R", pitch=-14 - 2.5 * breath, roll=-22 - 2 * breath)
    s.set("arm_lo_R", pitch=70, yaw=6)
    s.set("hand_R", pitch=4)
    s.aim("sword", turn(pitch=52 + 3 * breath, yaw=10))
    s.set("cape_1", pitch=2 - 1.5 * breath)
    s.set("cape_2", pitch=-3 - 2 * breath, roll=1.5 * sway)
    return s


def stand(rig, geosets):
    body = geosets[:1]
    shapes = ((0, -1.0, 0.0), (500, 0.1, 0.8), (1000, 1.0, 0.2), (1500, 0.1, -0.8), (2000, -1.0, 0.0))
    return [guard(time, breath, sway).ground(rig, body) for time, breath, sway in shapes]


# Each leg through a cycle of eight: thigh forward, knee bent, foot against the ground (toes up).
STRIDE = [(31, 5, 14), (24, 15, 0), (6, 9, 0), (-15, 7, -4), (-27, 24, -34), (-9, 60, -52), (21, 62, -12), (36, 24, 8)]


def cosine(turns):
    return math.cos(turns * 2 * math.pi)


def walk(rig, geosets):
    out = []
    for k in range(9):
        s = Stance(k * 125)
        phase = k / 8.0

        def wave(shift, at=phase):
            return cosine(at + shift)

        s.set("pelvis", yaw=-9 * wave(0), roll=3.5 * wave(0.25), pitch=-4)
        s.set("spine", yaw=5 * wave(0), pitch=-2)
        s.set("chest", yaw=13 * wave(0), pitch=-4 + 1.2 * cosine(2 * phase), roll=-2.5 * wave(0.25))
        s.aim("head", turn(pitch=-3 + 1.0 * cosine(2 * phase + 0.2), yaw=3 * wave(0)))
        for side, shift, sign in (("L", 0, 1), ("R", 4, -1)):
            thigh, knee, foot = STRIDE[(k + shift) % 8]
            s.aim("leg_up_" + side, turn(pitch=thigh, roll=sign * 3, yaw=sign * 4))
            s.set("leg_lo_" + side, pitch=-knee)
            s.aim("foot_" + side, turn(pitch=foot, yaw=sign * 6))
        # The arm swings against the leg of its side; shield and sword make them heavy.
        swing_left, swing_right = wave(0.5), wave(0.0)
        s.set("arm_up_L", pitch=6 + 15 * swing_left, roll=15)
        s.set("arm_lo_L", pitch=58 + 8 * cosine(phase + 0.55), yaw=-22)
        s.aim("shield", turn(yaw=-36 + 8 * swing_left, pitch=-4 + 4 * swing_left, roll=-3))
        s.set("arm_up_R", pitch=-4 + 26 * swing_right, roll=-17)
        s.set("arm_lo_R", pitch=34 + 16 * cosine(phase + 0.06), yaw=6)
        s.set("hand_R", pitch=3)
        s.aim("sword", turn(pitch=34 + 12 * cosine(phase - 0.08), yaw=6))
        s.set("cape_1", pitch=-13 + 3 * cosine(2 * phase + 0.15), roll=3 * wave(0.2))
        s.set("cape_2", pitch=-14 + 6 * cosine(2 * phase - 0.1), roll=5 * wave(0.1))
        s.ground(rig, geosets[:1])
        out.append(s)
    # The ground holds the feet, yet a body has weight: it rises less than stiff legs would lift it.
    mean = sum(s.root[2] for s in out[:8]) / 8
    for s in out:
        s.root = (0.0, 0.0, mean + (s.root[2] - mean) * 0.85)
    return out


def attack(rig, geosets):
    body = geosets[:1]
    first = guard(0, -1.0)

    lift = guard(100)
    lift.set("pelvis", yaw=-22).set("chest", yaw=-8, pitch=4, roll=2)
    lift.aim("head", turn(yaw=2, pitch=-2))
    lift.set("arm_up_R", pitch=46, roll=-42, yaw=-10).set("arm_lo_R", pitch=84, yaw=8)
    lift.aim("sword", turn(pitch=96, yaw=-4))
    lift.set("arm_up_L", pitch=20, roll=17).set("arm_lo_L", pitch=66, yaw=-32)
    lift.aim("shield", turn(yaw=-46, pitch=0))

    raised = guard(190)
    raised.set("pelvis", yaw=-28, pitch=2).set("spine", yaw=-8, pitch=2).set("chest", yaw=-20, pitch=8, roll=4)
    raised.aim("head", turn(yaw=2, pitch=-3))
    raised.set("leg_up_L", pitch=14, roll=6, yaw=20).set("leg_lo_L", pitch=-14)
    raised.set("leg_up_R", pitch=-14, roll=-8).set("leg_lo_R", pitch=-24)
    raised.set("arm_up_R", pitch=118, roll=-34, yaw=-20).set("arm_lo_R", pitch=74, yaw=10)
    raised.aim("sword", turn(pitch=128, yaw=-12))
    raised.set("arm_up_L", pitch=30, roll=18).set("arm_lo_L", pitch=60, yaw=-30)
    raised.aim("shield", turn(yaw=-38, pitch=4))

    top = guard(330)
    top.set("pelvis", yaw=-18, pitch=-2).set("spine", yaw=-2, pitch=-2).set("chest", yaw=-12, pitch=0, roll=2)
    top.aim("head", turn(yaw=0, pitch=-5))
    top.set("leg_up_L", pitch=34, roll=6, yaw=14).set("leg_lo_L", pitch=-34)
    top.set("leg_up_R", pitch=-22, roll=-8).set("leg_lo_R", pitch=-16)
    top.set("arm_up_R", pitch=132, roll=-22, yaw=-6).set("arm_lo_R", pitch=50, yaw=8)
    top.aim("sword", turn(pitch=118, yaw=-8))
    top.set("arm_up_L", pitch=12, roll=24).set("arm_lo_L", pitch=62, yaw=-24)
    top.aim("shield", turn(yaw=-30, pitch=0))

    middle = guard(400)
    middle.set("pelvis", yaw=4, pitch=-8).set("spine", yaw=6, pitch=-6).set("chest", yaw=12, pitch=-8, roll=-3)
    middle.aim("head", turn(yaw=2, pitch=-8))
    middle.set("leg_up_L", pitch=40, roll=5).set("leg_lo_L", pitch=-38)
    middle.set("leg_up_R", pitch=-26, roll=-8).set("leg_lo_R", pitch=-12)
    middle.set("arm_up_R", pitch=86, roll=-6, yaw=14).set("arm_lo_R", pitch=18, yaw=8)
    middle.aim("sword", turn(pitch=32, yaw=10))
    middle.set("arm_up_L", pitch=-8, roll=28).set("arm_lo_L", pitch=64, yaw=-14)
    middle.aim("shield", turn(yaw=-18, pitch=-4))

    low = guard(470)
    low.set("pelvis", yaw=14, pitch=-12).set("spine", yaw=8, pitch=-10).set("chest", yaw=20, pitch=-12, roll=-6)
    low.aim("head", turn(yaw=2, pitch=-10))
    low.set("leg_up_L", pitch=44, roll=4).set("leg_lo_L", pitch=-42)
    low.set("leg_up_R", pitch=-28, roll=-8).set("leg_lo_R", pitch=-10)
    low.set("arm_up_R", pitch=62, roll=8, yaw=26).set("arm_lo_R", pitch=8, yaw=8)
    low.aim("sword", turn(pitch=-34, yaw=30))
    low.set("arm_up_L", pitch=-16, roll=30).set("arm_lo_L", pitch=62, yaw=-8)
    low.aim("shield", turn(yaw=-10, pitch=-6))

    rest = guard(620)
    rest.set("pelvis", yaw=10, pitch=-10).set("spine", yaw=6, pitch=-8).set("chest", yaw=18, pitch=-10, roll=-5)
    rest.aim("head", turn(yaw=2, pitch=-8))
    rest.set("leg_up_L", pitch=40, roll=5).set("leg_lo_L", pitch=-38)
    rest.set("leg_up_R", pitch=-24, roll=-8).set("leg_lo_R", pitch=-14)
    rest.set("arm_up_R", pitch=50, roll=10, yaw=30).set("arm_lo_R", pitch=14, yaw=10)
    rest.aim("sword", turn(pitch=-42, yaw=44))
    rest.set("arm_up_L", pitch=-12, roll=28).set("arm_lo_L", pitch=64, yaw=-12)
    rest.aim("shield", turn(yaw=-16, pitch=-5))

    for s in (lift, raised, top, middle, low, rest):
        s.aim("foot_L", turn(yaw=4))
        s.aim("foot_R", turn(yaw=-32, pitch=0))
    for s in (top, middle, low, rest):
        s.aim("foot_R", turn(yaw=-26, pitch=-14))
        s.set("cape_1", pitch=8).set("cape_2", pitch=-10)
    raised.set("cape_1", pitch=-6).set("cape_2", pitch=-8)
    stances = [first, lift, raised, top, middle, low, rest, guard(900, -1.0)]
    planted = first.pose(rig).known[rig.bones["foot_R"]][1][0]
    for s in stances:
        # The rear foot stays where it is, so the lunge carries the body forward.
        s.hold(rig, "foot_R", planted)
        s.ground(rig, body)
    shift = stances[0].root[0]
    for s in stances:
        s.root = (s.root[0] - shift, s.root[1], s.root[2])
    return stances


def death(rig, geosets):
    body = geosets[:1]
    first = guard(0, -1.0).ground(rig, body)

    hit = guard(130)
    hit.set("pelvis", yaw=-8, pitch=6).set("spine", pitch=8).set("chest", pitch=14, yaw=-10)
    hit.set("head", pitch=18)
    hit.set("arm_up_L", pitch=34, roll=38).set("arm_lo_L", pitch=50, yaw=-20)
    hit.aim("shield", turn(yaw=-20, pitch=20, roll=10))
    hit.set("arm_up_R", pitch=20, roll=-46).set("arm_lo_R", pitch=46)
    hit.aim("sword", turn(pitch=70, yaw=-30))
    hit.set("leg_up_L", pitch=24, roll=7).set("leg_lo_L", pitch=-30)
    hit.set("leg_up_R", pitch=0, roll=-8).set("leg_lo_R", pitch=-34)
    hit.aim("foot_L", turn(yaw=2)).aim("foot_R", turn(yaw=-26))
    hit.hold(rig, "foot_L", 9.0).ground(rig, body)

    def kneel(time, lean, droop):
        s = Stance(time)
        s.set("pelvis", pitch=lean).set("spine", pitch=lean * 0.4 - 2).set("chest", pitch=lean * 0.5 - 4, yaw=-4)
        s.set("head", pitch=-16 - droop)
        # Shins along the ground, thighs nearly upright: the knee turns by what is missing.
        s.aim("leg_up_L", turn(pitch=14, roll=8)).aim("leg_lo_L", turn(pitch=-84, roll=4)).aim("foot_L",
                                                                                               turn(pitch=-72))
        s.aim("leg_up_R", turn(pitch=8, roll=-8)).aim("leg_lo_R", turn(pitch=-84, roll=-4)).aim("foot_R",
                                                                                                turn(pitch=-72))
        s.set("arm_up_L", pitch=10, roll=20).set("arm_lo_L", pitch=26, yaw=-10)
        s.aim("shield", turn(yaw=-12, pitch=-4, roll=18))
        s.set("arm_up_R", pitch=4, roll=-22).set("arm_lo_R", pitch=24)
        s.aim("sword", turn(pitch=-16, yaw=-24))
        s.set("cape_1", pitch=-lean * 0.4).set("cape_2", pitch=-14)
        return s.hold(rig, "leg_lo_L", 6.0).ground(rig, body)

    buckle = kneel(430, 4, -6)
    slump = kneel(720, -12, 16)

    def fallen(time, angle, settle):
        """The whole body has tipped over the knees by this angle."""
        s = Stance(time)
        s.set("pelvis", pitch=-angle, roll=4 * settle).set("spine", pitch=-2 + 4 * settle).set("chest",
                                                                                               pitch=2 * settle)
        s.set("head", pitch=14 * settle - 4, yaw=34 * settle)
        s.aim("leg_up_L", turn(pitch=-angle + 4, roll=6)).set("leg_lo_L", pitch=-16 + 8 * settle)
        s.aim("leg_up_R", turn(pitch=-angle + 4, roll=-10)).set("leg_lo_R", pitch=-26 + 4 * settle)
        s.set("foot_L", pitch=-46).set("foot_R", pitch=-46)
        # Arms are thrown out to the sides, shield and sword lie flat.
        s.set("arm_up_L", pitch=38, roll=70).set("arm_lo_L", pitch=6, roll=16)
        s.aim("shield", qmul(turn(yaw=-24), turn(roll=78 + 10 * settle)))
        s.set("arm_up_R", pitch=50, roll=-74).set("arm_lo_R", pitch=12, roll=-20)
        s.aim("sword", qmul(turn(yaw=-34, pitch=-4 * (1 - settle)), turn(roll=84)))
        s.set("cape_1", pitch=2).set("cape_2", pitch=4 * settle)
        return s

    tip = fallen(960, 62, 0.0).hold(rig, "leg_lo_L", 7.0).ground(rig, body)
    down = fallen(1140, 90, 0.8).hold(rig, "leg_lo_L", 7.0).ground(rig, body)
    bounce = fallen(1240, 87, 0.9).hold(rig, "leg_lo_L", 7.0).ground(rig, body, 0.8)
    still = fallen(1340, 90, 1.0).hold(rig, "leg_lo_L", 7.0).ground(rig, body)
    end = fallen(1500, 90, 1.0).hold(rig, "leg_lo_L", 7.0).ground(rig, body)
    return [first, hit, buckle, slump, tip, down, bounce, still, end]


def smooth_tangents(values, loops):
    """For each rotation the inner control point of a spline through its neighbours (Shoemake's squad)."""
    out = []
    last = len(values) - 1
    for i, q in enumerate(values):
        before = values[i - 1] if i else (values[last - 1] if loops else q)
        after = values[i + 1] if i < last else (values[1] if loops else q)
        bend = (0.0, 0.0, 0.0)
        for neighbour in (before, after):
            if dot(neighbour, q) < 0:
                neighbour = times(neighbour, -1.0)
            bend = add(bend, qlog(qmul(qinv(q), neighbour)))
        out.append(qmul(q, qexp(times(bend, -0.25))))
    return out


def animate(rig, geosets):
    """Fills the tracks of the rig and gives the sequences."""
    sequences = [Sequence("Stand", 333, 2333), Sequence("Walk", 2667, 3667, move_speed=270.0),
                 Sequence("Attack", 4000, 4900, flags=1), Sequence("Death", 5333, 6833, flags=1)]
    stances = [make(rig, geosets) for make in (stand, walk, attack, death)]
    for name, bone in rig.bones.items():
        keys = []
        for sequence, run in zip(sequences, stances):
            values = []
            for s in run:
                q = qunit(s.rotation.get(name, IDENTITY))
                if values and dot(q, values[-1]) < 0:
                    q = times(q, -1.0)
                values.append(q)
            tangents = smooth_tangents(values, not sequence.flags)
            rows = [(sequence.start + s.time, clean(q), clean(t), clean(t)) if name in SMOOTH
                    else (sequence.start + s.time, clean(q)) for s, q, t in zip(run, values, tangents)]
            if all(row[1] == rows[0][1] for row in rows):
                rows = [rows[0], rows[-1]]
            keys += rows
        if any(row[1] != IDENTITY for row in keys):
            bone.tracks.append(Track("KGRT", HERMITE if name in SMOOTH else LINEAR, keys))
    keys = []
    for sequence, run in zip(sequences, stances):
        rows = [(sequence.start + s.time, s.root) for s in run]
        keys += land(rig, geosets[0], sequence, rows, 60) if sequence.name == "Death" else rows
    rig.helpers["root"].tracks.append(Track("KGTR", LINEAR, [(time, clean(place, 4)) for time, place in keys]))
    return sequences


def land(rig, geoset, sequence, keys, step):
    """More keys for the root: between two stances the limbs turn on circles, so a straight line of the root would
    push the body through the ground."""
    out = [keys[0]]
    for (t0, p0), (t1, p1) in zip(keys, keys[1:]):
        count = max(1, (t1 - t0) // step)
        for k in range(1, count):
            time = t0 + (t1 - t0) * k // count
            local = at_time(time, sequence)
            x = p0[0] + (p1[0] - p0[0]) * (time - t0) / (t1 - t0)
            pose = Pose(rig.nodes, lambda node: (((x, 0.0, 0.0),) + REST[1:] if node is rig.helpers["root"]
                                                 else local(node)))
            out.append((time, (x, 0.0, -min(p[2] for p in pose.vertices(geoset)))))
        out.append((t1, p1))
    return out
