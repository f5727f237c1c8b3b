# SPDX-License-Identifier: GPL-3.0-or-later
"""What mwright get calls the values that tables.py names by the reference.

Below, of each kind of record: its names here and there, a line for each field; "=" joins names that differ by more than
their spelling (camelCase here, snake_case there). x, y, z, w and r, g, b are elements 0 to 3 there.
"""
import re

# Records: a pattern of paths here, the path there, the kind of record (a table below).
RECORDS = [(re.compile(pattern), there, kind) for pattern, there, kind in (
    (r"VERS$", "version", "one"),
    (r"MODL\.", "", "MODL"),
    (r"SEQS\[(\d+)\]\.", r"sequences[\1].", "SEQS"),
    (r"GLBS\[(\d+)\]$", r"global_sequences[\1].duration", "one"),
    (r"TEXS\[(\d+)\]\.", r"textures[\1].", "TEXS"),
    (r"MTLS\[(\d+)\]\.layers\[(\d+)\]\.textures\[(\d+)\]\.", r"materials[\1].layers[\2].textures[\3].", "texture"),
    (r"MTLS\[(\d+)\]\.layers\[(\d+)\]\.", r"materials[\1].layers[\2].", "layer"),
    (r"MTLS\[(\d+)\]\.", r"materials[\1].", "MTLS"),
    (r"MTLS\.unused$", "materials_word", "one"),
    (r"TXAN\[(\d+)\]\.", r"texture_animations[\1].", "TXAN"),
    (r"GEOS\[(\d+)\]\.extents\[(\d+)\]\.", r"geosets[\1].extents[\2].bounds.", "extent"),
    (r"GEOS\[(\d+)\]\.(?:UVBS|UVAS)\[(\d+)\](?=\[)", r"geosets[\1].uv_sets[\2].uvs", "one"),
    (r"GEOS\[(\d+)\]\.(?:SKIN|batch\.vertices)\[(\d+)\]\.bone(?=\[)", r"geosets[\1].skin.bones[\2]", "one"),
    (r"GEOS\[(\d+)\]\.(?:SKIN|batch\.vertices)\[(\d+)\]\.weight(?=\[)", r"geosets[\1].skin.weights[\2]", "one"),
    (r"GEOS\[(\d+)\]\.batch\.vertices\[(\d+)\]\.uv\[(\d+)\](?=\.)", r"geosets[\1].uv_sets[\3].uvs[\2]", "one"),
    (r"GEOS\[(\d+)\]\.batch\.vertices\[(\d+)\]\.position", r"geosets[\1].vertices[\2]", "one"),
    (r"GEOS\[(\d+)\]\.batch\.vertices\[(\d+)\]\.normal", r"geosets[\1].normals[\2]", "one"),
    (r"GEOS\[(\d+)\]\.batch\.indices(?=\[)", r"geosets[\1].faces", "one"),
    (r"GEOS\[(\d+)\]\.", r"geosets[\1].", "GEOS"),
    (r"GEOA\[(\d+)\]\.", r"geoset_animations[\1].", "GEOA"),
    (r"BONE\[(\d+)\]\.", r"bones[\1].", "BONE"),
    (r"LITE\[(\d+)\]\.", r"lights[\1].", "LITE"),
    (r"HELP\[(\d+)\]\.", r"helpers[\1].", "HELP"),
    (r"ATCH\[(\d+)\]\.", r"attachments[\1].", "ATCH"),
    (r"PREM\[(\d+)\]\.", r"particle_emitters[\1].", "PREM"),
    (r"PRE2\[(\d+)\]\.", r"particle_emitters2[\1].", "PRE2"),
    (r"CORN\[(\d+)\]\.", r"popcorn_emitters[\1].", "CORN"),
    (r"RIBB\[(\d+)\]\.", r"ribbon_emitters[\1].", "RIBB"),
    (r"CAMS\[(\d+)\]\.", r"cameras[\1].", "CAMS"),
    (r"EVTS\[(\d+)\]\.", r"event_objects[\1].", "EVTS"),
    (r"CLID\[(\d+)\]\.", r"collision_shapes[\1].", "CLID"),
    (r"HTST\[(\d+)\]\.", r"collision_shapes[\1].", "HTST"),
    (r"CLID\.VRTX(?=\[)", "collision.vertices", "one"),
    (r"CLID\.TRI(?=\[)", "collision.triangles", "one"),
    (r"CLID\.NRMS(?=\[)", "collision.normals", "one"),
    (r"FAFX\[(\d+)\]\.", r"face_effects[\1].", "FAFX"),
)]
# The chunks whose items are nodes, in no order; what their lists are called there.
NODE_LISTS = {kind: there[:there.index("[")] for _, there, kind in RECORDS
              if kind in "BONE LITE HELP ATCH PREM PRE2 CORN RIBB EVTS CLID HTST".split()}

EXTENT = "extent.radius=bounds.radius extent.minimum=bounds.min extent.maximum=bounds.max"
NODE = """node.name=name node.parentId=parent node.flags=flags
    KGTR=translation KGRT=rotation KGSC=scaling"""
FIELDS_WC3 = {
    "one": "",
    "extent": "radius minimum=min maximum=max",
    "MODL": "name animationFile blendTime " + EXTENT,
    "SEQS": "name start=interval.start end=interval.end moveSpeed flags rarity syncPoint " + EXTENT,
    "TEXS": "replaceableId path flags",
    "MTLS": "priorityPlane flags shader",
    "layer": """filterMode flags textureId=texture textureAnimationId=texture_animation coordId alpha emissiveGain
        fresnelColor fresnelOpacity fresnelTeamColor shaderType=shader KMTF=texture KMTA=alpha KMTE=emissive_gain KFC3=fresnel_color
        KFCA=fresnel_opacity KFTC=fresnel_team_color""",
    "texture": "textureId=texture slot KMTF=texture",
    "TXAN": "KTAT=translation KTAR=rotation KTAS=scaling",
    "GEOS": """VRTX=vertices NRMS=normals PTYP=primitive_types PCNT=primitive_sizes PVTX=faces GNDX=vertex_groups
        MTGC=group_sizes MATS=group_members materialId=material selectionGroup selectionFlags
        lod=level_of_detail lodName=level_of_detail_name TANG=tangents """ + EXTENT,
    "GEOA": "alpha flags colour=color geosetId=geoset KGAO=alpha KGAC=color",
    "BONE": NODE + " geosetId=geoset geosetAnimId=geoset_animation",
    "LITE": NODE + """ type attenuationStart attenuationEnd colour=color intensity ambientColour=amb_color
        ambientIntensity=amb_intensity KLAS=attenuation_start KLAE=attenuation_end KLAC=color KLAI=intensity
        KLBC=amb_color KLBI=amb_intensity KLAV=visibility shadowIntensity shadowCasting shadowCastingStart shadowCastingEnd
        quadraticFalloff linearFalloff damping KLSS=shadow_casting_start KLSE=shadow_casting_end KLQF=quadratic_falloff
        KLLF=linear_falloff KLDA=damping""",
    "HELP": NODE,
    "ATCH": NODE + " path attachmentId KATV=visibility",
    "PREM": NODE + """ emissionRate gravity longitude latitude path lifeSpan initVelocity KPEE=emission_rate KPEG=gravity
        KPLN=longitude KPLT=latitude KPEL=life_span KPES=init_velocity KPEV=visibility""",
    "PRE2": NODE + """ speed variation latitude gravity lifeSpan emissionRate sizeA=length sizeB=width filterMode rows columns
        headTail=head_or_tail tailLength time segments[0].colour=segment_color.start segments[1].colour=segment_color.middle
        segments[2].colour=segment_color.end segments[0].alpha=segment_alpha[0] segments[1].alpha=segment_alpha[1]
        segments[2].alpha=segment_alpha[2] scaling=segment_scaling
        headLife.start=head_life[0] headLife.end=head_life[1] headLife.repeat=head_life[2]
        headDecay.start=head_decay[0] headDecay.end=head_decay[1] headDecay.repeat=head_decay[2]
        tailLife.start=tail_life[0] tailLife.end=tail_life[1] tailLife.repeat=tail_life[2]
        tailDecay.start=tail_decay[0] tailDecay.end=tail_decay[1] tailDecay.repeat=tail_decay[2]
        textureId=texture squirt priorityPlane replaceableId
        KP2S=speed KP2R=variation KP2L=latitude KP2G=gravity KP2E=emission_rate KP2W=width KP2N=length KP2V=visibility""",
    "CORN": NODE + """ lifeSpan emissionRate speed colour=color alpha replaceableId path animVisibilityGuide KPPA=alpha
        KPPC=color KPPE=emission_rate KPPL=life_span KPPS=speed KPPV=visibility""",
    "RIBB": NODE + """ heightAbove heightBelow alpha colour=color lifeSpan textureSlot emissionRate rows columns
        materialId=material gravity KRHA=height_above KRHB=height_below KRAL=alpha KRCO=color KRTX=texture_slot
        KRVS=visibility""",
    "CAMS": """name variant position fov=field_of_view far=far_clip near=near_clip extra target=target.position
        KCTR=translation KCRL=rotation KTTR=target.translation KCVS=visibility
        IDUF=focus_distance ELAF=focal_length PTSF=f_stop""",
    "EVTS": NODE + " KEVT=",
    "CLID": NODE + """ type minimum=vertices.first maximum=vertices.second base=vertices.first centre=vertices.first
        radius=bounds_radius height length width""",
    "FAFX": "target=name path",
}
# Where a version or family differs: these fields more, or otherwise.
MORE_1100 = {"layer": "textureId=texture_word"}
MORE_WOW = {
    "MODL": "flags",
    "SEQS": "frequency replayMin replayMax blendTime",
    "GEOS": "BIDX=bone_indices BWGT=bone_weights centre=center radius=bounds.radius geosetIndex flags=selection_flags",
    "LITE": "KVIS=visibility",
    "ATCH": "byte=unknown_byte KVIS=visibility",
    "PREM": "KVIS=visibility",
    "PRE2": """emitterType longitude zSource length width middleTime=time
        segments[0].scale=segment_scaling[0] segments[1].scale=segment_scaling[1] segments[2].scale=segment_scaling[2]
        life.start=head_life[0] life.end=head_life[1] life.repeat=head_life[2]
        decay.start=head_decay[0] decay.end=head_decay[1] decay.repeat=head_decay[2]
        blendMode=filter_mode geometryModel recursionModel twinkleFps twinkleOnOff twinkleMin twinkleMax
        ivelScale=inherit_velocity tumbleXMin=tumble_x[0] tumbleXMax=tumble_x[1] tumbleYMin=tumble_y[0]
        tumbleYMax=tumble_y[1] tumbleZMin=tumble_z[0] tumbleZMax=tumble_z[1] drag spin wind windTime
        followSpeed1 followScale1 followSpeed2 followScale2 spline squirts=squirt
        KVIS=visibility KPLN=longitude KLIF=life_span KP2Z=z_source""",
    "RIBB": "KVIS=visibility",
    "CAMS": "KVIS=visibility",
    "HTST": FIELDS_WC3["CLID"],
}

# Words there for numbers here, by kind of record and field.
WORDS = {(kind, field): {word: at for at, word in enumerate(words.split()) if word != "-"} for kind, field, words in (
    ("track", "interpolation", "DontInterp Linear Hermite Bezier"),
    ("layer", "filterMode", "None Transparent Blend Additive AddAlpha Modulate Modulate2x"),
    ("PRE2", "filterMode", "Blend Additive Modulate Modulate2x AlphaKey"),
    ("PRE2", "headTail", "Head Tail Both"),
    ("LITE", "type", "Omnidirectional Directional Ambient"),
    ("CLID", "type", "Box Plane Sphere Cylinder"),
    ("HTST", "type", "Box Cylinder Sphere Plane"),
    ("PRE2", "emitterType", "Base Plane Sphere Spline"),
    ("PRE2", "blendMode", "Blend Additive Modulate Modulate2x AlphaKey"),
    ("texture", "slot", "Diffuse Normal ORM Emissive TeamColor Environment"),
    ("layer", "shaderType", "Shader_SD_Legacy Shader_HD_DefaultUnit SDOnHD" + " -" * 21 + " HDCrystal"),
    ("CORN", "replaceableId", "None TeamColor TeamGlow"),
    ("TEXS", "replaceableId", "None TeamColor TeamGlow" + " -" * 28 + " LordaeronTree"),
    ("PRE2", "replaceableId", "None TeamColor TeamGlow" + " -" * 28 + " LordaeronTree"),
)}

# What the alpha of World of Warcraft calls otherwise (names.md 3 and 4).
TEXTURE_TYPES = """file skin object_skin weapon_blade weapon_handle environment hair facial_hair skin_extra ui_skin
    tauren_mane monster_skin_1 monster_skin_2 monster_skin_3 item_icon"""
WORDS_WOW = {(kind, field): {word: at for at, word in enumerate(words.split())} for kind, field, words in (
    ("TEXS", "replaceableId", TEXTURE_TYPES),
    ("PRE2", "replaceableId", TEXTURE_TYPES),
    ("GEOS", "selectionGroup", "body " + " ".join("hair_%02d" % at for at in range(1, 100))
     + " " + " ".join("beard_%02d" % at for at in range(100)) + " -" * 1200
     + " " + " ".join("loincloth_%02d" % at for at in range(100))),
    ("ATCH", "attachmentId", """Shield HandRight HandLeft ElbowRight ElbowLeft ShoulderRight ShoulderLeft KneeRight KneeLeft
        HipRight HipLeft Helm Back ShoulderFlapRight ShoulderFlapLeft TorsoBloodFront TorsoBloodBack Breath PlayerName
        UnitEffectBase UnitEffectHead UnitEffectSpellLeftHand UnitEffectSpellRightHand UnitEffectSpecial1 UnitEffectSpecial2
        UnitEffectSpecial3 SheathMainHand SheathOffHand SheathShield PlayerNameMounted LargeWeaponLeft LargeWeaponRight
        HipWeaponLeft HipWeaponRight TorsoSpell HandArrow"""),
)}


def words(kind, field, family):
    return WORDS_WOW.get((kind, field)) if family == "wow" and (kind, field) in WORDS_WOW else WORDS.get((kind, field), {})


# Here only: how the file is built, which is compared byte by byte, and object ids, which are the places of nodes there.
# Packed rotations appear here again as x, y, z and w.
LAYOUT_ONLY = re.compile(
    r"(chunks\[\d+\]\.\w+|.*\.(count|tracks|nodeTracks|tail|shape|form|objectId|packed|emitterSize)|(?!DILG)\w+\.raw|"
    r"MODL\.nodeCount|ATCH\.second|GEOS\[\d+\]\.(vertexTag|vertexCount|typeTag|typeCount|indexTag|indexCount|unused)|"
    r"GEOS\[\d+\]\.batch\.(primitiveType|unknown|primitiveIndexCount|minVertex|maxVertex|unused|padding\[\d+\]))$")
# There only: what an index means, and bytes that are kept raw.
DERIVED = re.compile(r"(geosets\[\d+\]\.extents\[\d+\]\.sequence|unknown_chunks\[.*)$")
# There only where the other family has it.
DERIVED_WC3 = re.compile(r"materials_word$")


def _snake(name):
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: "_" + found[1].lower(), name)


def _table(text):
    table = {}
    for word in text.split():
        here, equals, there = word.partition("=")
        table[here] = there if equals else _snake(here)
    return table


def _tables(*all_fields):
    result = {}
    for fields in all_fields:
        for kind, text in fields.items():
            result.setdefault(kind, {}).update(_table(text))
    return result


TABLES = {"old": _tables(FIELDS_WC3), "1100": _tables(FIELDS_WC3, MORE_1100), "wow": _tables(FIELDS_WC3, MORE_WOW)}
ELEMENT = {".x": "[0]", ".y": "[1]", ".z": "[2]", ".w": "[3]", ".r": "[0]", ".g": "[1]", ".b": "[2]"}
KEY = {"time": "time", "value": "value", "inTan": "in_tan", "outTan": "out_tan"}
FIELD = re.compile(r"(.*?)((?:\[\d+\])*)(\.[xyzwrgb])?$")
TRACK = re.compile(r"(?P<tag>[A-Z][A-Z0-9]{3})\.(?:(?P<head>interpolation|globalSequence)|"
                   r"(?:keys\[(?P<key>\d+)\]\.(?P<part>\w+)|times\[(?P<time>\d+)\])(?P<element>\.[xyzwrgb])?)$")


def there(path, family, version):
    """(path there, kind of record, field) of a path here, or None."""
    tables = TABLES["wow" if family == "wow" else "1100" if version >= 1100 else "old"]
    for pattern, prefix, kind in RECORDS:
        found = pattern.match(path)
        if found:
            return _field(path[found.end():], found.expand(prefix), kind, tables[kind])
    return None


def _field(rest, prefix, kind, table):
    track = TRACK.match(rest)
    if track:
        if track["tag"] not in table:
            return None
        at = prefix + (table[track["tag"]] + "." if table[track["tag"]] else "") + "track."
        if track["head"]:
            return at + _snake(track["head"]), "track", track["head"]
        if track["time"]:
            return "%skeys.time[%s]" % (at, track["time"]), "track", "time"
        place = "keys.%s[%s]%s" % (KEY[track["part"]], track["key"], ELEMENT.get(track["element"], ""))
        return at + place, "track", track["part"]
    name, places, element = FIELD.match(rest).groups()
    if name + places in table:
        name, places = name + places, ""
    if name not in table and (name or kind != "one"):
        return None
    return prefix + table.get(name, "") + places + ELEMENT.get(element, ""), kind, name
