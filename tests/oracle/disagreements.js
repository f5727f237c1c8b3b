// SPDX-License-Identifier: GPL-3.0-or-later
// Where another reader sees something else than we do, and why that is so. Everything that is not listed here is equal.
//
// DISAGREEMENTS: `paths` match the address under which the reader shows the value, and `expect` says what it must then
// show, worked out from our values: ours(path) is our value as the reader's kind of entry. `right` names who is right and
// what decides. An entry that never makes a difference fails the test; `real` ones need the real files for that.
// UNSEEN: addresses that a reader does not show at all.
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
  right: 'we: MDX reference 2.6 (pairs of MDX and MDL; fire-named files): colour tracks are stored blue first. The reader '
    + 'shows them as stored.',
};

const DISAGREEMENTS = {
  'war3-model': {
    'colour tracks are stored blue first': STORED_BGR,
    'width and length of emitters': {
      paths: /^particle_emitters2\[\d+\]\.(width|length)$/,
      expect: (path, ours) => ours(path.endsWith('width') ? path.replace(/width$/, 'length')
                                                          : path.replace(/length$/, 'width')),
      right: 'we, with most: MDX reference 13-T3 (Orc_Exp.mdx and its MDL): the first size is Length. Both tracks agree.',
    },
    'attenuation tracks as integers': {
      paths: /^lights\[\d+\]\.attenuation_(start|end)\.track\.keys\.value$/,
      expect: (path, ours) => ours(path).map(bits),
      right: 'we: MDX reference 13-T9: the static value is a float, and so are the keys. No real file has such a track.',
    },
    'attenuation tangents as integers': {
      paths: /^lights\[\d+\]\.attenuation_(start|end)\.track\.keys\.(in_tan|out_tan)$/,
      expect: (path, ours) => ours(path).map((value) => Math.trunc(Math.fround(bits(value)))),
      right: 'we: as for the keys; the reader puts the integers into floats, which rounds them.',
    },
    'flag words as yes or no': {
      paths: /^(sequences\[\d+\]\.flags|geosets\[\d+\]\.selection_flags|particle_emitters2\[\d+\]\.squirt)$/,
      expect: (path, ours) => ours(path).map((value) => ((value | 0) > 0 ? (path.endsWith('selection_flags') ? 4 : 1) : 0)),
      right: 'we: MDX reference 12, row 10, and 13-T20: other bits than the named one occur in real files.',
    },
  },
  'mdx-m3-viewer': {
    'colour tracks are stored blue first': STORED_BGR,
    'width and length of emitters': {
      paths: /^particle_emitters2\[\d+\]\.(width|length)(\.track\..*)?$/,
      expect: (path, ours) => ours(path.includes('.width') ? path.replace('.width', '.length')
                                                           : path.replace('.length', '.width')),
      right: 'we, with most: MDX reference 13-T3 (Orc_Exp.mdx and its MDL): the first size is Length, KP2N its track.',
    },
    'text that is not UTF-8': {
      paths: /(^|\.)(name|path|animation_file)$/,
      expect: (path, ours) => Buffer.from(new TextDecoder().decode(ours(path))),
      right: 'we: slark091__vrykul_worker.mdx has names in another code page; their bytes stay (MDX reference 12, row 23).',
      real: true,
    },
  },
};

// A static value below a track: war3-model keeps one of them.
const UNSEEN = {
  'war3-model': [
    [/^animation_file$/, 'the reader takes it for a part of the model name'],
    [/\.sync_point$/, 'skipped'],
    [/\.primitive_(types|sizes)$/, 'checked or skipped, not kept (MDX reference 12, row 9)'],
    [/^event_objects\[\d+\]\.track\.global_sequence$/, 'skipped (MDX reference 12, row 13)'],
    [/^unknown_chunks\[/, 'skipped (MDX reference 12, row 5)'],
    [/^cameras\[\d+\]\.(variant|extra)$/, 'the reader takes it for a part of the size'],
  ],
  'mdx-m3-viewer': [
    [/^cameras\[\d+\]\.(variant|extra)$/, 'the reader takes it for a part of the size'],
  ],
};
// What a reader holds in one place with its track: there only the track is seen.
const ONE_PLACE = { 'war3-model': true };

module.exports = { DISAGREEMENTS, UNSEEN, ONE_PLACE };
