// SPDX-License-Identifier: GPL-3.0-or-later
// Converts what @wowserhq/format reads from an M2 set of version 264 to a View: its model and skin profiles, and from its record
// tables what those leave out (collision, attachments, the heads of other records, batches as stored).
'use strict';
const fs = require('fs');
const path = require('path');
const { View } = require('./view.js');

const KEYS_HERE = 0x130, ALIAS = 0x40; // sequence flags (m2.md 5.1)
const COMBINERS = 0x8; // global flag (m2.md 2.1)

const ref = (word) => (word === 0xffff ? -1 : word);

// Decoders of compressed numbers, which the reader returns as stored (m2.md 3).
const fixed16 = (n) => n / 32767;
const quaternion = (n) => ((n & 0xffff) * 2 - 65535) / 65535;

// The files beside the model: end of the name after the model's, in lower case -> path.
function companions(model) {
  const folder = path.dirname(model), stem = path.parse(model).name.toLowerCase(), found = new Map();
  for (const name of fs.readdirSync(folder))
    if (name.toLowerCase().startsWith(stem))
      found.set(name.toLowerCase().slice(stem.length), path.join(folder, name));
  return found;
}

// A separate buffer, because the reader takes the whole buffer even if it is given a part of it.
const load = (file) => new Uint8Array(fs.readFileSync(file)).buffer;

// The reader's record tables, which it does not export.
const tables = () => require(path.join(path.dirname(require.resolve('@wowserhq/format')), 'model', 'io', 'm2.js'));

const digits = (n, width) => String(n).padStart(width, '0');

class SetView extends View {
  constructor(model) {
    super();
    this.files = companions(model);
    this.blank = new Set(); // paths that the reader does not show: keys in .anim files, which it never opens, and missing profiles
  }

  bounds2(at, { extent, radius }) { this.bounds(at, radius, extent.slice(0, 3), extent.slice(3)); }

  hasAnim(sequence) {
    return this.files.has(`${digits(sequence.id, 4)}-${digits(sequence.variationIndex, 2)}.anim`);
  }

  // Numbers lanes as we do: one for each sequence with its own keys, or one for all.
  lanes(at, t, decode = (value) => value) {
    const outer = t.sequenceTimes.length;
    if (t.sequenceKeys.length !== outer)
      throw new Error(`${at}: ${outer} arrays of times, ${t.sequenceKeys.length} of values`);
    if (outer === 0 && t.trackType === 0 && t.loopIndex === 0xffff)
      return;
    this.int(`${at}.interpolation`, t.trackType);
    this.ref(`${at}.global_sequence`, 'global_sequences', ref(t.loopIndex));
    this.int(`${at}.spread`, outer > 1 ? 2 : outer);
    let lane = 0;
    t.sequenceTimes.forEach((times, i) => {
      const sequence = outer > 1 ? this.sequences[i] : null;
      if (outer > 1 && !sequence)
        throw new Error(`${at}: keys of sequence ${i}, which is not there`);
      if (sequence && (sequence.flags & ALIAS || times.length === 0))
        return;
      const external = sequence && !(sequence.flags & KEYS_HERE);
      if (external && !this.hasAnim(sequence))
        return;
      const to = `${at}.lanes[${lane++}]`;
      this.ref(`${to}.sequence`, 'sequences', sequence ? i : -1);
      if (external) {
        this.blank.add(`${to}.keys.time`).add(`${to}.keys.value`);
        return;
      }
      this.int(`${to}.keys.time`, times);
      this.f32(`${to}.keys.value`, Array.from(t.sequenceKeys[i], decode));
    });
  }
}

function skeleton(v, model) {
  model.sequences.forEach((s, i) => {
    const at = `sequences[${i}]`;
    v.int(`${at}.animation`, s.id);
    v.int(`${at}.variation`, s.variationIndex);
    v.int(`${at}.duration`, s.duration);
    v.f32(`${at}.move_speed`, s.moveSpeed);
    v.int(`${at}.flags`, s.flags);
    v.int(`${at}.frequency`, (s.frequency << 16) >> 16);
    v.int(`${at}.replay`, [s.replay.minimum, s.replay.maximum]);
    v.int(`${at}.blend_time`, s.blendTime);
    v.bounds2(at, s.bounds);
    v.ref(`${at}.next`, 'sequences', s.variationNext);
    v.ref(`${at}.alias`, 'sequences', ref(s.aliasNext));
  });
  Array.from(model.loops).forEach((duration, i) => v.int(`global_sequences[${i}].duration`, duration));
  model.bones.forEach((b, i) => {
    const at = `bones[${i}]`;
    v.int(`${at}.key_bone`, b.boneId);
    v.int(`${at}.flags`, b.flags);
    v.ref(`${at}.parent`, 'bones', b.parentIndex);
    v.int(`${at}.parent_distance`, b.distToParent);
    v.int(`${at}.name_crc`, b.boneNameCrc);
    v.f32(`${at}.pivot`, b.pivot);
    v.lanes(`${at}.translation.track`, b.translationTrack);
    v.lanes(`${at}.rotation.track`, b.rotationTrack, quaternion);
    v.lanes(`${at}.scaling.track`, b.scaleTrack);
  });
}

function vertices(v, buffer) {
  const data = new DataView(buffer), n = buffer.byteLength / 48;
  const column = (at, count, size, read) => Array.from({ length: n * count },
    (_, i) => read(Math.floor(i / count) * 48 + at + (i % count) * size));
  const f32 = (at) => data.getFloat32(at, true), u8 = (at) => data.getUint8(at);
  v.f32('vertices.position', column(0, 3, 4, f32));
  v.int('vertices.weights', column(12, 4, 1, u8));
  v.int('vertices.bones', column(16, 4, 1, u8));
  v.f32('vertices.normal', column(20, 3, 4, f32));
  v.f32('vertices.uv', column(32, 2, 4, f32));
  v.f32('vertices.uv2', column(40, 2, 4, f32));
}

function materials(v, model) {
  model.textures.forEach((t, i) => {
    v.int(`textures[${i}].type`, t.component);
    v.int(`textures[${i}].flags`, t.flags);
    v.text(`textures[${i}].path`, t.filename, 'utf8');
  });
  model.materials.forEach((m, i) => {
    v.int(`materials[${i}].flags`, m.flags);
    v.int(`materials[${i}].blend_mode`, m.blend);
  });
  model.colors.forEach((c, i) => {
    v.lanes(`colors[${i}].color.track`, c.colorTrack);
    v.lanes(`colors[${i}].alpha.track`, c.alphaTrack, fixed16);
  });
  model.textureWeights.forEach((w, i) => v.lanes(`texture_weights[${i}].weight.track`, w.weightTrack, fixed16));
  model.textureTransforms.forEach((t, i) => {
    v.lanes(`texture_transforms[${i}].translation.track`, t.translationTrack);
    v.lanes(`texture_transforms[${i}].rotation.track`, t.rotationTrack);
    v.lanes(`texture_transforms[${i}].scaling.track`, t.scalingTrack);
  });
  if (model.flags & COMBINERS)
    v.int('texture_combiners', model.textureCombinerCombos);
}

function records(v, stored) {
  v.int('collision_triangles', stored.collisionIndices);
  v.f32('collision_vertices', stored.collisionPositions);
  v.f32('collision_normals', stored.collisionFaceNormals);
  stored.attachments.forEach((a, i) => {
    v.int(`attachments[${i}].attachment_id`, a.attachmentId);
    v.ref(`attachments[${i}].bone`, 'bones', ref(a.boneIndex));
    v.f32(`attachments[${i}].position`, a.position);
    v.lanes(`attachments[${i}].visibility.track`, a.visibilityTrack);
  });
  stored.lights.forEach((l, i) => {
    v.int(`lights[${i}].type`, l.lightType);
    v.ref(`lights[${i}].bone`, 'bones', ref(l.boneIndex));
    v.f32(`lights[${i}].position`, l.position);
  });
  stored.cameras.forEach((c, i) => {
    v.int(`cameras[${i}].type`, c.cameraId);
    v.f32(`cameras[${i}].field_of_view`, c.fieldOfView);
    v.f32(`cameras[${i}].far_clip`, c.farClip);
    v.f32(`cameras[${i}].near_clip`, c.nearClip);
  });
  stored.particles.forEach((p, i) => {
    v.int(`particles[${i}].particle_id`, p.particleId);
    v.int(`particles[${i}].flags`, p.flags);
    v.f32(`particles[${i}].position`, p.position);
    v.ref(`particles[${i}].bone`, 'bones', ref(p.boneIndex));
    v.ref(`particles[${i}].texture`, 'textures', ref(p.textureIndex));
  });
}

// Adds a section with triangles that name vertices of the model. A section must only use its own vertices, and their bones must
// be those in the model.
function section(v, at, s, profile, stored, storedSkin, modelBones) {
  const corners = Array.from(profile.indices.slice(s.indexStart, s.indexStart + s.indexCount));
  if (corners.length !== s.indexCount || corners.some((i) => i < s.vertexStart || i >= s.vertexStart + s.vertexCount))
    throw new Error(`${at}: its triangles do not stay among its vertices`);
  for (let i = s.vertexStart; i < s.vertexStart + s.vertexCount; i++)
    for (let k = 0; k < 4; k++) {
      const vertex = profile.vertices[i] * 48;
      if (modelBones.getUint8(vertex + 12 + k) > 0) {
        const local = storedSkin.bones[i * 4 + k];
        if (local >= s.boneCount || stored.boneCombos[s.boneComboIndex + local] !== modelBones.getUint8(vertex + 16 + k))
          throw new Error(`${at}: vertex ${i} hangs on another bone there`);
      }
    }
  v.int(`${at}.geoset`, s.id);
  v.int(`${at}.triangles`, corners.map((i) => profile.vertices[i]));
  v.int(`${at}.influences`, s.boneInfluences);
  v.ref(`${at}.center_bone`, 'bones', ref(s.centerBoneIndex));
  v.f32(`${at}.center`, s.centerPosition);
  v.f32(`${at}.sort_center`, s.sortCenterPosition);
  v.f32(`${at}.sort_radius`, s.sortRadius);
}

function batch(v, at, b, skin, stored) {
  const run = (combos, first) => Array.from({ length: b.textureCount }, (_, i) => combos[first + i]);
  v.int(`${at}.flags`, b.flags);
  v.int(`${at}.priority_plane`, b.priorityPlane);
  v.int(`${at}.shader`, b.shaderId);
  v.ref(`${at}.submesh`, `${skin}.submeshes`, b.skinSectionIndex);
  v.int(`${at}.surface`, b.geosetIndex);
  v.ref(`${at}.color`, 'colors', ref(b.colorIndex));
  v.ref(`${at}.material`, 'materials', b.materialIndex);
  v.int(`${at}.layer`, b.materialLayer);
  v.ref(`${at}.weight`, 'texture_weights', ref(stored.textureWeightCombos[b.textureWeightComboIndex]));
  v.ref(`${at}.units.texture`, 'textures', run(stored.textureCombos, b.textureComboIndex).map(ref));
  v.int(`${at}.units.coord`, run(stored.textureCoordCombos, b.textureCoordComboIndex));
  v.ref(`${at}.units.transform`, 'texture_transforms',
    run(stored.textureTransformCombos, b.textureTransformComboIndex).map(ref));
}

function skin(v, at, file, model, stored) {
  const { M2SkinProfile } = require('@wowserhq/format');
  const profile = new M2SkinProfile(model).load(load(file)), storedSkin = tables().m2skin.read(load(file));
  v.int(`${at}.bone_limit`, storedSkin.maxBoneCount);
  const modelBones = new DataView(model.vertices);
  profile.skinSections.forEach((s, i) =>
    section(v, `${at}.submeshes[${i}]`, s, profile, stored, storedSkin, modelBones));
  storedSkin.batches.forEach((b, i) => batch(v, `${at}.batches[${i}]`, b, at, stored));
  // The batches that the reader would draw must refer to existing sections, materials and textures.
  for (const b of profile.batches)
    if (!profile.skinSections.includes(b.skinSection) || !model.materials.includes(b.material)
        || b.textures.length === 0 || !b.textures.every((t) => model.textures.includes(t)))
      throw new Error(`${at}: a batch of what is not there`);
}

function view(bytes, isText, file) {
  const { M2Model } = require('@wowserhq/format');
  const own = new Uint8Array(bytes).buffer, model = new M2Model().load(own), stored = tables().m2.read(own);
  const v = new SetView(file);
  v.sequences = model.sequences;
  v.int('version', stored.version);
  v.text('name', model.name, 'utf8');
  v.int('flags', model.flags);
  v.bounds2('', model.bounds);
  ['min', 'max'].forEach((end, i) =>
    v.f32(`collision_bounds.${end}`, model.collisionBounds.extent.slice(3 * i, 3 * i + 3)));
  v.f32('collision_bounds.radius', model.collisionBounds.radius);
  vertices(v, model.vertices);
  skeleton(v, model);
  materials(v, model);
  records(v, stored);
  for (let i = 0; i < model.skinProfileCount; i++) {
    const skinFile = v.files.get(`${digits(i, 2)}.skin`);
    if (skinFile)
      skin(v, `skins[${i}]`, skinFile, model, stored);
    else
      v.blank.add(`skins[${i}].bone_limit`);
  }
  return v;
}

module.exports = { view };
