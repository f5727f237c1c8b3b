# SPDX-License-Identifier: GPL-3.0-or-later
"""HD materials of Reforged, for models of version 1000 and 1100."""

from dataclasses import dataclass, field

from .mdx import FILTER_NONE, f32, i32, sized, text, u32, write_tracks


@dataclass
class HdLayer:
    """An HD material's numbers, and its six textures: diffuse, normal, ORM, emissive, team colour, environment."""
    textures: list
    filter_mode: int = FILTER_NONE
    shading: int = 0
    gain: float = 1.0
    fresnel_colour: tuple = (1.0, 1.0, 1.0)
    fresnel_opacity: float = 0.0
    fresnel_team_colour: float = 0.0
    tracks: list = field(default_factory=list)

    def write(self, version):
        """From 1100 on one layer with six textures; at 1000 six layers, of which the first has the tracks."""
        numbers = f32(1.0, self.gain, *self.fresnel_colour, self.fresnel_opacity, self.fresnel_team_colour)
        tracks = write_tracks(self.tracks, ("KMTE", "KFCA"))
        head = u32(self.filter_mode, self.shading)
        if version < 1100:
            return u32(len(self.textures)) + b"".join(
                sized(head + i32(texture, -1) + u32(0) + numbers + (b"" if slot else tracks))
                for slot, texture in enumerate(self.textures))
        slots = b"".join(i32(texture) + u32(slot) for slot, texture in enumerate(self.textures))
        return u32(1) + sized(head + i32(0, -1) + u32(0) + numbers + u32(1, len(self.textures)) + slots + tracks)


@dataclass
class HdMaterial:
    layer: HdLayer
    priority_plane: int = 0
    flags: int = 0

    def write(self, version):
        shader = b"" if version >= 1100 else text("Shader_HD_DefaultUnit", 80)
        return sized(i32(self.priority_plane) + u32(self.flags) + shader + b"LAYS" + self.layer.write(version))
