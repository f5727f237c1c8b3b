// SPDX-License-Identifier: GPL-3.0-or-later
// Converts mdx-m3-viewer's model to a View. That model keeps static values beside tracks, and names tracks by their MDL words.
'use strict';
const { View } = require('./view.js');

const NODE_LISTS = [
  ['bones', 'bones'], ['lights', 'lights'], ['helpers', 'helpers'], ['attachments', 'attachments'],
  ['particleEmitters', 'particle_emitters'], ['particleEmitters2', 'particle_emitters2'],
  ['particleEmittersPopcorn', 'popcorn_emitters'], ['ribbonEmitters', 'ribbon_emitters'],
  ['eventObjects', 'event_objects'], ['collisionShapes', 'collision_shapes'],
];
// MDL words whose names in our paths are not the same word in snake case.
const WORDS = { TextureID: 'texture' };

function snake(word) {
  return WORDS[word] || word.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

function tracks(view, path, object) {
  const words = require('mdx-m3-viewer/dist/cjs/parsers/mdlx/animationmap').default;
  for (const a of object.animations) {
    const word = a.name === 'KTTR' ? 'target.translation' : snake(words[a.name][0]);
    const data = {
      interpolation: a.interpolationType,
      globalSequence: a.globalSequenceId,
      times: a.frames,
      values: a.values,
      inTans: a.inTans,
      outTans: a.outTans,
    };
    if (a.name === 'KMTF')
      view.track(`${path}.${word}.track`, data, 'ref', 'textures');
    else
      view.track(`${path}.${word}.track`, data, a.name === 'KRTX' ? 'int' : 'f32');
  }
}

function bounds(view, path, extent) {
  view.bounds(path, extent.boundsRadius, extent.min, extent.max);
}

function numbers(view, type, path, object, names) {
  for (const name of names)
    view[type](`${path}.${snake(name)}`, object[name]);
}

const KINDS = {
  bones(view, path, b) {
    view.ref(`${path}.geoset`, 'geosets', b.geosetId);
    view.ref(`${path}.geoset_animation`, 'geoset_animations', b.geosetAnimationId);
  },
  lights(view, path, l) {
    view.int(`${path}.type`, l.type);
    view.f32(`${path}.attenuation_start`, l.attenuation[0]);
    view.f32(`${path}.attenuation_end`, l.attenuation[1]);
    view.f32(`${path}.color`, l.color);
    view.f32(`${path}.intensity`, l.intensity);
    view.f32(`${path}.amb_color`, l.ambientColor);
    view.f32(`${path}.amb_intensity`, l.ambientIntensity);
  },
  helpers() {},
  attachments(view, path, a) {
    view.text(`${path}.path`, a.path, 'utf8');
    view.int(`${path}.attachment_id`, a.attachmentId);
  },
  particle_emitters(view, path, e) {
    numbers(view, 'f32', path, e, ['emissionRate', 'gravity', 'longitude', 'latitude', 'lifeSpan']);
    view.text(`${path}.path`, e.path, 'utf8');
    view.f32(`${path}.init_velocity`, e.speed);
  },
  particle_emitters2(view, path, e) {
    numbers(view, 'f32', path, e, ['speed', 'variation', 'latitude', 'gravity', 'lifeSpan', 'emissionRate', 'length',
                                   'width', 'tailLength', 'segmentScaling']);
    numbers(view, 'int', path, e, ['filterMode', 'rows', 'columns', 'headOrTail', 'squirt', 'priorityPlane',
                                   'replaceableId']);
    view.f32(`${path}.time`, e.timeMiddle);
    ['start', 'middle', 'end'].forEach((name, i) => view.f32(`${path}.segment_color.${name}`, e.segmentColors[i]));
    view.int(`${path}.segment_alpha`, e.segmentAlphas);
    view.int(`${path}.head_life`, e.headIntervals[0]);
    view.int(`${path}.head_decay`, e.headIntervals[1]);
    view.int(`${path}.tail_life`, e.tailIntervals[0]);
    view.int(`${path}.tail_decay`, e.tailIntervals[1]);
    view.ref(`${path}.texture`, 'textures', e.textureId);
  },
  popcorn_emitters(view, path, e) {
    numbers(view, 'f32', path, e, ['lifeSpan', 'emissionRate', 'speed', 'color', 'alpha']);
    view.int(`${path}.replaceable_id`, e.replaceableId);
    view.text(`${path}.path`, e.path, 'utf8');
    view.text(`${path}.anim_visibility_guide`, e.animationVisiblityGuide, 'utf8');
  },
  ribbon_emitters(view, path, r) {
    numbers(view, 'f32', path, r, ['heightAbove', 'heightBelow', 'alpha', 'color', 'lifeSpan', 'gravity']);
    numbers(view, 'int', path, r, ['textureSlot', 'emissionRate', 'rows', 'columns']);
    view.ref(`${path}.material`, 'materials', r.materialId);
  },
  event_objects(view, path, e) {
    view.ref(`${path}.track.global_sequence`, 'global_sequences', e.globalSequenceId);
    view.int(`${path}.track.keys.time`, e.tracks);
  },
  collision_shapes(view, path, s) {
    view.int(`${path}.type`, s.type);
    view.f32(`${path}.vertices.first`, s.vertices[0]);
    if (s.type !== 2)
      view.f32(`${path}.vertices.second`, s.vertices[1]);
    if (s.type === 2 || s.type === 3)
      view.f32(`${path}.bounds_radius`, s.boundsRadius);
  },
};

function geoset(view, path, g, version) {
  view.f32(`${path}.vertices`, g.vertices);
  view.f32(`${path}.normals`, g.normals);
  view.int(`${path}.primitive_types`, g.faceTypeGroups);
  view.int(`${path}.primitive_sizes`, g.faceGroups);
  view.int(`${path}.faces`, g.faces);
  view.int(`${path}.vertex_groups`, g.vertexGroups);
  view.int(`${path}.group_sizes`, g.matrixGroups);
  view.ref(`${path}.group_members`, 'nodes', g.matrixIndices);
  view.ref(`${path}.material`, 'materials', g.materialId);
  view.int(`${path}.selection_group`, g.selectionGroup);
  view.int(`${path}.selection_flags`, g.selectionFlags);
  if (version > 800) {
    view.int(`${path}.level_of_detail`, g.lod);
    view.text(`${path}.level_of_detail_name`, g.lodName, 'utf8');
    if (g.tangents.length)
      view.f32(`${path}.tangents`, g.tangents);
    if (g.skin.length)
      view.skin(`${path}.skin`, g.skin);
  }
  bounds(view, path, g.extent);
  g.sequenceExtents.forEach((extent, i) => {
    view.ref(`${path}.extents[${i}].sequence`, 'sequences', i);
    bounds(view, `${path}.extents[${i}]`, extent);
  });
  g.uvSets.forEach((uvs, i) => view.f32(`${path}.uv_sets[${i}].uvs`, uvs));
}

function view(bytes) {
  const model = new (require('mdx-m3-viewer').parsers.mdlx.Model)();
  model.load(new Uint8Array(bytes));
  const v = new View();
  v.int('version', model.version);
  v.text('name', model.name, 'utf8');
  v.text('animation_file', model.animationFile, 'utf8');
  bounds(v, '', model.extent);
  v.int('blend_time', model.blendTime);
  model.sequences.forEach((s, i) => {
    const path = `sequences[${i}]`;
    v.text(`${path}.name`, s.name, 'utf8');
    v.int(`${path}.interval.start`, s.interval[0]);
    v.int(`${path}.interval.end`, s.interval[1]);
    v.f32(`${path}.move_speed`, s.moveSpeed);
    v.int(`${path}.flags`, s.nonLooping);
    v.f32(`${path}.rarity`, s.rarity);
    v.int(`${path}.sync_point`, s.syncPoint);
    bounds(v, path, s.extent);
  });
  model.globalSequences.forEach((duration, i) => v.int(`global_sequences[${i}].duration`, duration));
  model.textures.forEach((t, i) => {
    v.int(`textures[${i}].replaceable_id`, t.replaceableId);
    v.text(`textures[${i}].path`, t.path, 'utf8');
    v.int(`textures[${i}].flags`, t.wrapMode);
  });
  model.materials.forEach((m, i) => {
    v.int(`materials[${i}].priority_plane`, m.priorityPlane);
    v.int(`materials[${i}].flags`, m.flags);
    if (model.version > 800 && model.version < 1100)
      v.text(`materials[${i}].shader`, m.shader, 'utf8');
    m.layers.forEach((l, k) => {
      const path = `materials[${i}].layers[${k}]`;
      v.int(`${path}.filter_mode`, l.filterMode);
      v.int(`${path}.flags`, l.flags);
      v.ref(`${path}.${model.version < 1100 ? '' : 'textures[0].'}texture`, 'textures', l.textureId);
      v.ref(`${path}.texture_animation`, 'texture_animations', l.textureAnimationId);
      v.int(`${path}.coord_id`, l.coordId);
      v.f32(`${path}.alpha`, l.alpha);
      if (model.version > 800)
        numbers(v, 'f32', path, l, ['emissiveGain']);
      if (model.version >= 1000) // in older versions the reader has fields that do not exist there
        numbers(v, 'f32', path, l, ['fresnelColor', 'fresnelOpacity', 'fresnelTeamColor']);
      tracks(v, path, l);
    });
  });
  model.textureAnimations.forEach((t, i) => tracks(v, `texture_animations[${i}]`, t));
  model.geosets.forEach((g, i) => geoset(v, `geosets[${i}]`, g, model.version));
  model.geosetAnimations.forEach((a, i) => {
    const path = `geoset_animations[${i}]`;
    v.f32(`${path}.alpha`, a.alpha);
    v.int(`${path}.flags`, a.flags);
    v.f32(`${path}.color`, a.color);
    v.ref(`${path}.geoset`, 'geosets', a.geosetId);
    tracks(v, path, a);
  });
  for (const [theirs, ours] of NODE_LISTS)
    model[theirs].forEach((n, i) => {
      const path = `${ours}[${i}]`;
      v.objectIds.set(path, n.objectId);
      v.text(`${path}.name`, n.name, 'utf8');
      v.ref(`${path}.parent`, 'nodes', n.parentId);
      v.int(`${path}.flags`, n.flags);
      if (model.pivotPoints[n.objectId])
        v.f32(`${path}.pivot`, model.pivotPoints[n.objectId]);
      tracks(v, path, n);
      KINDS[ours](v, path, n);
    });
  model.cameras.forEach((c, i) => {
    const path = `cameras[${i}]`;
    v.text(`${path}.name`, c.name, 'utf8');
    v.f32(`${path}.position`, c.position);
    v.f32(`${path}.field_of_view`, c.fieldOfView);
    v.f32(`${path}.far_clip`, c.farClippingPlane);
    v.f32(`${path}.near_clip`, c.nearClippingPlane);
    v.f32(`${path}.target.position`, c.targetPosition);
    tracks(v, path, c);
  });
  v.bindPoses(model.bindPose, model.cameras.length);
  model.faceEffects.forEach((f, i) => {
    v.text(`face_effects[${i}].name`, f.type, 'utf8');
    v.text(`face_effects[${i}].path`, f.path, 'utf8');
  });
  model.unknownChunks.forEach((u, i) => {
    v.int(`unknown_chunks[${i}].tag`, Buffer.from(u.tag, 'latin1'));
    v.int(`unknown_chunks[${i}].bytes`, u.chunk);
  });
  return v;
}

module.exports = { view };
