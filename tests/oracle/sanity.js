// SPDX-License-Identifier: GPL-3.0-or-later
// What the sanity test of mdx-m3-viewer finds. Standard input: a path of a model on each line. Prints for each a line of JSON:
// { file, findings: [{ level, place, message }] }, or { file, refused } if its reader does not read the file. `place` is the path of the
// top-level record, or layer, as mwright prints it; empty for the model.
'use strict';
const fs = require('fs');
const { parsers, utils } = require('mdx-m3-viewer');

const LISTS = {
  Sequence: 'sequences', GlobalSequence: 'global_sequences', Texture: 'textures', Material: 'materials', Layer: 'layers',
  TextureAnimation: 'texture_animations', Geoset: 'geosets', GeosetAnimation: 'geoset_animations', Bone: 'bones', Light: 'lights',
  Helper: 'helpers', Attachment: 'attachments', ParticleEmitter: 'particle_emitters', ParticleEmitter2: 'particle_emitters2',
  ParticleEmitterPopcorn: 'popcorn_emitters', RibbonEmitter: 'ribbon_emitters', EventObject: 'event_objects', Camera: 'cameras',
  CollisionShape: 'collision_shapes', FaceEffect: 'face_effects',
};

// The names of nodes of the result begin with the type and the number of what they are about; extents and tracks have no number.
function placeOf(place, name) {
  const [, type, number] = /^(\w+)(?: (\d+))?/.exec(name);
  if (number === undefined)
    return place;
  if (!LISTS[type])
    throw new Error(`no list for ${name}`);
  return `${place && type === 'Layer' ? `${place}.` : ''}${LISTS[type]}[${number}]`;
}

function collect(node, place, findings) {
  for (const child of node.nodes)
    if (child.type === 'node')
      collect(child, placeOf(place, child.name), findings);
    else
      findings.push({ level: child.type, place, message: child.message });
}

for (const file of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const bytes = fs.readFileSync(file), model = new parsers.mdlx.Model(), findings = [];
  try {
    model.load(/\.mdl$/i.test(file) ? bytes.toString('latin1') : new Uint8Array(bytes));
  } catch (error) {
    console.log(JSON.stringify({ file, refused: error.message }));
    continue;
  }
  collect(utils.mdlx.sanityTest(model), '', findings);
  console.log(JSON.stringify({ file, findings }));
}
