// SPDX-License-Identifier: GPL-3.0-or-later
// Where another reader reads something else than we do, and why. Everything that is not listed here must be equal.
//
// DISAGREEMENTS: `paths` matches the paths under which the reader shows the values. `expect` computes from our values what the
// reader must show; ours(path) is our value, converted to the reader's type of entry. `right` says who is right, and the
// evidence. An entry that never applies fails the test; one with `real` applies only to real files.
// UNSEEN: paths that a reader does not show at all, with the reason.
// REFUSALS: what a reader refuses: the message that it must give (`says`), or the paths, and no others, that it reads wrong
// (`misreads`). test-oracle.py makes a file for each of them.
// The names of readers of text end with " (MDL)".
'use strict';

const reversed = (value) => {
  const out = [];
  for (let i = 0; i < value.length; i += 3)
    out.push(value[i + 2], value[i + 1], value[i]);
  return out;
};

const bits = (value) => new Int32Array(new Float32Array([value]).buffer)[0];

const STORED_BGR = {
  paths: /^(geoset_animations|lights|ribbon_emitters)\[\d+\]\.(color|amb_color)\.track\.keys\.(value|in_tan|out_tan)$/,
  expect: (path, ours) => reversed(ours(path)),
  right: 'we: mdlx.md 2.6 (pairs of MDX and MDL; fire-named files): colour tracks are stored blue first. The reader '
    + 'shows them as stored.',
};

const FRESNEL_AS_STATED = {
  paths: /^materials\[\d+\]\.layers\[\d+\]\.fresnel_color$/,
  expect: (path, ours) => reversed(ours(path)),
  right: 'we: mdlx.md 2.6 (the v1100 rifleman as MDX and MDL): text states the static colour blue first.',
};

const DISAGREEMENTS = {
  '@wowserhq/format': {
  },
  'war3-model': {
    'colour tracks are stored blue first': STORED_BGR,
    'width and length of emitters': {
      paths: /^particle_emitters2\[\d+\]\.(width|length)$/,
      expect: (path, ours) => ours(path.endsWith('width') ? path.replace(/width$/, 'length')
                                                          : path.replace(/length$/, 'width')),
      right: 'we, with most: mdlx.md 13-T3 (Orc_Exp.mdx and its MDL): the first size is Length. Both tracks agree.',
    },
    'attenuation tracks as integers': {
      paths: /^lights\[\d+\]\.attenuation_(start|end)\.track\.keys\.value$/,
      expect: (path, ours) => ours(path).map(bits),
      right: 'we: mdlx.md 13-T9: the static value is a float, and so are the keys. No real file has such a track.',
    },
    'attenuation tangents as integers': {
      paths: /^lights\[\d+\]\.attenuation_(start|end)\.track\.keys\.(in_tan|out_tan)$/,
      expect: (path, ours) => ours(path).map((value) => Math.trunc(Math.fround(bits(value)))),
      right: 'we: as for the keys; the reader puts the integers into floats, which rounds them.',
    },
    'flag words as yes or no': {
      paths: /^(sequences\[\d+\]\.flags|geosets\[\d+\]\.selection_flags|particle_emitters2\[\d+\]\.squirt)$/,
      expect: (path, ours) => ours(path).map((value) => ((value | 0) > 0 ? (path.endsWith('selection_flags') ? 4 : 1) : 0)),
      right: 'we: mdlx.md 12, row 10, and 13-T20: other bits than the named one occur in real files.',
    },
  },
  'mdx-m3-viewer': {
    'colour tracks are stored blue first': STORED_BGR,
    'width and length of emitters': {
      paths: /^particle_emitters2\[\d+\]\.(width|length)(\.track\..*)?$/,
      expect: (path, ours) => ours(path.includes('.width') ? path.replace('.width', '.length')
                                                           : path.replace('.length', '.width')),
      right: 'we, with most: mdlx.md 13-T3 (Orc_Exp.mdx and its MDL): the first size is Length, KP2N its track.',
    },
    'team colour tracks as integers': {
      paths: /^materials\[\d+\]\.layers\[\d+\]\.fresnel_team_color\.track\.keys\.(value|in_tan|out_tan)$/,
      expect: (path, ours) => ours(path).map((value) => bits(value) >>> 0),
      right: 'we: mdlx.md 13-T10: KFTC has floats, as the static value.',
    },
    'text that is not UTF-8': {
      paths: /(^|\.)(name|path|animation_file)$/,
      expect: (path, ours) => Buffer.from(new TextDecoder().decode(ours(path))),
      right: 'we: slark091__vrykul_worker.mdx has names in another code page; their bytes stay (mdlx.md 12, row 23).',
      real: true,
    },
  },
  'war3-model (MDL)': {
    'static fresnel colours as stated': FRESNEL_AS_STATED,
    'DontInherit of rotation and scaling': {
      paths: /^(bones|helpers|attachments|particle_emitters2)\[\d+\]\.flags$/,
      expect: (path, ours) => ours(path).map((value) => (value & ~6) | ((value & 2) << 1) | ((value & 4) >> 1)),
      right: 'we, with most: mdlx.md 13-T2: bit 2 is Scaling, bit 4 Rotation. The word is the same; the reader turns it '
        + 'into the other bit.',
    },
    'words of lights': {
      paths: /^lights\[\d+\]\.flags$/,
      expect: (path, ours) => ours(path).map((value) => value & 0x200),
      right: 'we: mdlx.md 10.5: node statements may be in any node. The reader skips Billboarded and its like in a Light.',
    },
    'groups of vertices that have none': {
      paths: /^geosets\[\d+\]\.vertex_groups$/,
      expect: (path, ours) => {
        const groups = ours(path);
        return groups.length ? groups : new Array(ours(path.replace('vertex_groups', 'vertices')).length / 3).fill(0);
      },
      right: 'we: mdlx.md 5.7: geosets with SKIN may have none. The reader makes a zero for each vertex.',
      real: true,
    },
    'rotations of popcorn emitters by three numbers': {
      paths: /^popcorn_emitters\[\d+\]\.rotation\.track\.keys\.(value|in_tan|out_tan)$/,
      expect: (path, ours) => ours(path).filter((_, i) => i % 4 < 3),
      right: 'we: mdlx.md 2.3: rotations are quaternions in any node. The reader keeps three of the four.',
      real: true,
    },
    'wrapping and Unlit in layers': {
      paths: /^materials\[\d+\]\.layers\[\d+\]\.flags$/,
      expect: (path, ours) => ours(path).map((value) => value & ~0x10c),
      right: 'we: mdlx.md 5.5 and 10.5: layers have these bits and words. The reader skips the words.',
    },
    'planes and cylinders': {
      paths: /^collision_shapes\[\d+\]\.type$/,
      expect: (path, ours) => ours(path).map((value) => (value === 2 ? 2 : 0)),
      right: 'we: mdlx.md 5.19. The reader knows Box and Sphere and takes every other shape for a box.',
    },
    'the colour bit of geoset animations': {
      paths: /^geoset_animations\[\d+\]\.flags$/,
      expect: (path, ours) => ours(path).map((value) => value & 1),
      right: 'we: mdlx.md 5.8 and 10.7: bit 2 says that there is a Color, and the text has one then.',
    },
    'NaN is no number': {
      paths: /^sequences\[\d+\]\.(move_speed|rarity)$/,
      expect: (path, ours) => ours(path).map((value) => (Number.isNaN(value) ? 0 : value)),
      right: 'we: mdlx.md 10.3: nan is a number word (pqhuy98__ChatBubble.mdx has them). The reader makes 0 of it.',
      real: true,
    },
  },
  'mdx-m3-viewer (MDL)': {
    'static fresnel colours as stated': FRESNEL_AS_STATED,
    'team colour tracks as integers': {
      paths: /^materials\[\d+\]\.layers\[\d+\]\.fresnel_team_color\.track\.keys\.(value|in_tan|out_tan)$/,
      expect: (path, ours) => ours(path).map((value) => Math.trunc(value) >>> 0),
      right: 'we: mdlx.md 13-T10: KFTC has floats, as the static value.',
    },
    'colour tracks are stated blue first': STORED_BGR,
    'the kind bit of newer emitters': {
      paths: /^(particle_emitters2|popcorn_emitters)\[\d+\]\.flags$/,
      expect: (path, ours) => ours(path).map((value) => value & ~0x1000),
      right: 'we: mdlx.md 2.5: emitters of real MDX files have the bit 0x1000. The reader sets the bits of all other kinds.',
    },
    'several groups of triangles as one': {
      paths: /^geosets\[\d+\]\.primitive_(types|sizes)$/,
      expect: (path, ours) => (path.endsWith('types') ? [4] : [ours(path).reduce((sum, value) => sum + value, 0)]),
      right: 'we: mdlx.md 12, row 9: real MDX files have up to 144 groups, and each has a row of its own in Faces.',
    },
    'text that is not UTF-8': {
      paths: /(^|\.)(name|path|animation_file)$/,
      expect: (path, ours) => Buffer.from(new TextDecoder().decode(ours(path))),
      right: 'we: slark091__vrykul_worker.mdx has names in another code page; their bytes stay (mdlx.md 12, row 23).',
      real: true,
    },
  },
};

const UNSEEN = {
  '@wowserhq/format': [
    [/^attachments\[\d+\]\.unknown_06$/, 'read past'],
    [/^(skins|sequences)\[\d+\]\.not_loaded$/, 'not stored: whether the companion is there'],
    [/^skins\[\d+\]\.shadow_batches\[/, 'not read (m2.md 6.3: the client can make them)'],
    [/^(events|ribbons)\[/, 'read past as records of another size, and kept to itself (m2.md 5.13, 5.16)'],
    [/^lights\[\d+\]\.\w+\.track\./, 'read past'],
    [/^cameras\[\d+\]\.(target\.)?(position$|(translation|rotation)\.track\.)/, 'read past'],
    [/^particles\[\d+\]\.(?!(particle_id|flags|position|bone|texture)$)/, 'read past'],
  ],
  'war3-model': [
    [/^family$/, 'the reader knows one game only'],
    [/^materials\[\d+\]\.layers\[\d+\]\.texture_word$/, 'the entries of the list take its place'],
    [/^animation_file$/, 'the reader takes it for a part of the model name'],
    [/\.sync_point$/, 'skipped'],
    [/\.primitive_(types|sizes)$/, 'checked or skipped, not kept (mdlx.md 12, row 9)'],
    [/^event_objects\[\d+\]\.track\.global_sequence$/, 'skipped (mdlx.md 12, row 13)'],
    [/^unknown_chunks\[/, 'skipped (mdlx.md 12, row 5)'],
    [/^cameras\[\d+\]\.(variant|extra)$/, 'the reader takes it for a part of the size'],
  ],
  'mdx-m3-viewer': [
    [/^family$/, 'the reader knows one game only'],
    [/^unknown_chunks\[\d+\]\.again$/, 'nothing that a file holds: whether a chunk of that tag was read before'],
    [/^cameras\[\d+\]\.(variant|extra)$/, 'the reader takes it for a part of the size'],
  ],
  'war3-model (MDL)': [
    [/^family$/, 'the reader knows one game only'],
    [/\.primitive_(types|sizes)$/, 'Triangles are taken for granted (mdlx.md 12, row 9)'],
    [/^event_objects\[\d+\]\.track\.global_sequence$/, 'refused when there is one (mdlx.md 12, row 13)'],
    [/^cameras\[\d+\]\.(variant|extra)$/, 'text has no word for it'],
  ],
  'mdx-m3-viewer (MDL)': [
    [/^family$/, 'the reader knows one game only'],
    [/^cameras\[\d+\]\.(variant|extra)$/, 'text has no word for it'],
    [/^materials\[\d+\]\.layers\[\d+\]\.textures\[0\]\.slot$/, 'the reader knows one texture a layer'],
  ],
};
// Readers that keep a static value and its track in one member. They show only the track.
const ONE_PLACE = { 'war3-model': true, 'war3-model (MDL)': true };

const REFUSALS = {
  'war3-model (MDL)': {
    'pivots of particle emitters': {
      says: /setting 'PivotPoint'/,
      right: 'we: mdlx.md 5.13 and 10.5: PivotPoints has one row for each object id, and a ParticleEmitter is a node with '
        + 'an id. The reader does not enter it among the nodes, and then finds none for the row. So it refuses every text with '
        + 'such an emitter and its row, also those of other writers (dbz-tribute-reforged__ValkLightningAttachment.mdx).',
    },
    'a group without triangles': {
      says: /expected array/, right: 'we: mdlx.md 10.5: one row for each primitive group; everything.mdx has an empty one.',
    },
    'selection flags': { says: /SyntaxError/, right: 'we: mdlx.md 10.5 and 12, row 10: SelectionFlags has the other bits.' },
    'DontInherit of event objects': { says: /SyntaxError/, right: 'we: mdlx.md 10.5: it may be in any node.' },
    'DontInherit of collision shapes': { says: /SyntaxError/, right: 'we: mdlx.md 10.5: it may be in any node.' },
    'the global sequence of an event track': { says: /expected number/, right: 'we: mdlx.md 10.2 and 12, row 13.' },
    'colour tracks of ribbons': { says: /SyntaxError/, right: 'we: mdlx.md 5.16 and 12, row 13: KRCO is such a track.' },
    'a fourth index': {
      says: /mismatched faces/, real: true,
      right: 'the reader, for a game; we show the one index more and keep it (stijnherfst__v800__geometry_v800.mdl, made by hand).',
    },
    'visibility of cameras': { says: /SyntaxError/, right: 'we: mdlx.md 5.17: KCVS is such a track.' },
    'two-sided materials': {
      says: /Unknown material property TwoSided/, real: true, right: 'we: mdlx.md 5.5: bit 2 from version 900 on.',
    },
    'textures as the engine spells them': {
      says: /SyntaxError/, real: true, right: 'we: mdlx.md 10.5: the spelling of the game; the other one it reads.',
    },
    'skin weights in bare rows': {
      says: /SyntaxError.*extected ,/, real: true,
      right: 'we: mdlx.md 10.5: the game wants bare rows (so in theguywhodoesntcare__v1100__riflemanSAWING.mdl), '
        + 'mdx-m3-viewer too; this reader wants braces around each. It sees the same when it gets them.',
    },
  },
  'mdx-m3-viewer': {
    'layers of version 900': {
      says: /reading '1'|premature end/,
      right: 'we, by the tools of that beta: mdlx.md 13-T5: 4 bytes after the alpha. The reader takes 24 from 900 on.',
    },
    'layers of version 1100': {
      says: /reading '1'|premature end/, real: true,
      right: 'we: mdlx.md 5.5: a list of textures takes the place of the shader name. The reader knows version 1000.',
    },
  },
  'mdx-m3-viewer (MDL)': {
    'groups of triangles of several sizes': {
      misreads: /^geosets\[\d+\]\.faces:/,
      right: 'we: mdlx.md 10.5: one row for each primitive group. The reader gives all rows one size and loses indices, '
        + 'without a word.',
    },
    'sync points': { says: /"SyncPoint"/, right: 'we: mdlx.md 10.5: the word of a field that all SEQS records have.' },
    'textures as the engine spells them': {
      says: /Unknown token in Layer: "Shader"/, real: true, right: 'we: mdlx.md 10.5: the spelling of the game.',
    },
    'shader numbers': {
      says: /"ShaderTypeId"/, real: true, right: 'we: mdlx.md 5.5 and 10.5. The reader knows version 1000.',
    },
    'a group without triangles': {
      says: /Unsupported block: }/, real: true,
      right: 'we: mdlx.md 10.5: one row for each primitive group; voces__president.mdx has an empty one.',
    },
    'wrapping in layers': { says: /"WrapWidth"/, right: 'we: mdlx.md 5.5 and 10.5: layers have these bits and words.' },
    'selection flags': { says: /"SelectionFlags"/, right: 'we: mdlx.md 10.5 and 12, row 10: it has the other bits.' },
    'visibility of cameras': { says: /"Visibility"/, right: 'we: mdlx.md 5.17: KCVS is such a track.' },
  },
};

module.exports = { DISAGREEMENTS, UNSEEN, ONE_PLACE, REFUSALS };
