// SPDX-License-Identifier: GPL-3.0-or-later
// Converts war3-model's model to a View. A value there is either static or a track, so beside a track there is no static value.
'use strict';
const { View } = require('./view.js');

const NODE_LISTS = [
  ['Bones', 'bones'], ['Lights', 'lights'], ['Helpers', 'helpers'], ['Attachments', 'attachments'],
  ['ParticleEmitters', 'particle_emitters'], ['ParticleEmitters2', 'particle_emitters2'],
  ['ParticleEmitterPopcorns', 'popcorn_emitters'], ['RibbonEmitters', 'ribbon_emitters'],
  ['EventObjects', 'event_objects'], ['CollisionShapes', 'collision_shapes'],
];
// The reader's names for the textures of a layer from version 1100 on, by slot.
const TEXTURES = ['TextureID', 'NormalTextureID', 'ORMTextureID', 'EmissiveTextureID', 'TeamColorTextureID',
                  'ReflectionsTextureID'];

function track(view, path, t, type, list) {
  view.track(path, {
    interpolation: t.LineType,
    globalSequence: t.GlobalSeqId,
    times: t.Keys.map((k) => k.Frame),
    values: t.Keys.map((k) => k.Vector),
    inTans: t.Keys.map((k) => k.InTan),
    outTans: t.Keys.map((k) => k.OutTan),
  }, type, list);
}

// Adds a value that is either static or a track.
function either(view, path, value, type, list) {
  if (value && value.Keys)
    track(view, `${path}.track`, value, type, list);
  else if (value === null || value === undefined)
    return;
  else if (list)
    view.ref(path, list, value);
  else
    view[type](path, value);
}

function tracks(view, path, object, names) {
  for (const [theirs, ours] of names)
    if (object[theirs])
      track(view, `${path}.${ours}.track`, object[theirs], 'f32');
}

function floats(view, path, object, names) {
  for (const [theirs, ours] of names)
    either(view, `${path}.${ours}`, object[theirs], 'f32');
}

function node(view, model, path, n) {
  view.text(`${path}.name`, n.Name, 'latin1');
  view.ref(`${path}.parent`, 'nodes', n.Parent);
  view.int(`${path}.flags`, n.Flags);
  if (model.PivotPoints[n.ObjectId])
    view.f32(`${path}.pivot`, model.PivotPoints[n.ObjectId]);
  tracks(view, path, n, [['Translation', 'translation'], ['Rotation', 'rotation'], ['Scaling', 'scaling']]);
}

function light(view, path, l) {
  view.int(`${path}.type`, l.LightType);
  for (const [theirs, ours] of [['AttenuationStart', 'attenuation_start'], ['AttenuationEnd', 'attenuation_end']]) {
    const integers = l[theirs] && l[theirs].Keys && l[theirs].Keys.some((k) => k.Vector instanceof Int32Array);
    either(view, `${path}.${ours}`, l[theirs], integers ? 'int' : 'f32');
  }
  floats(view, path, l, [['Color', 'color'], ['Intensity', 'intensity'], ['AmbColor', 'amb_color'],
                         ['AmbIntensity', 'amb_intensity']]);
  tracks(view, path, l, [['Visibility', 'visibility']]);
}

function particleEmitter2(view, path, e) {
  floats(view, path, e, [['Speed', 'speed'], ['Variation', 'variation'], ['Latitude', 'latitude'],
                         ['Gravity', 'gravity'], ['LifeSpan', 'life_span'], ['EmissionRate', 'emission_rate'],
                         ['Length', 'length'], ['Width', 'width']]);
  view.int(`${path}.filter_mode`, e.FilterMode);
  view.int(`${path}.rows`, e.Rows);
  view.int(`${path}.columns`, e.Columns);
  view.int(`${path}.head_or_tail`, e.FrameFlags - 1);
  view.f32(`${path}.tail_length`, e.TailLength);
  view.f32(`${path}.time`, e.Time);
  if (e.SegmentColor)
    ['start', 'middle', 'end'].forEach((name, i) => view.f32(`${path}.segment_color.${name}`, e.SegmentColor[i]));
  view.int(`${path}.segment_alpha`, e.Alpha);
  view.f32(`${path}.segment_scaling`, e.ParticleScaling);
  view.int(`${path}.head_life`, e.LifeSpanUVAnim);
  view.int(`${path}.head_decay`, e.DecayUVAnim);
  view.int(`${path}.tail_life`, e.TailUVAnim);
  view.int(`${path}.tail_decay`, e.TailDecayUVAnim);
  view.ref(`${path}.texture`, 'textures', e.TextureID);
  view.int(`${path}.squirt`, e.Squirt ? 1 : 0);
  view.int(`${path}.priority_plane`, e.PriorityPlane);
  view.int(`${path}.replaceable_id`, e.ReplaceableId);
  tracks(view, path, e, [['Visibility', 'visibility']]);
}

const KINDS = {
  bones(view, path, b) {
    view.ref(`${path}.geoset`, 'geosets', b.GeosetId);
    view.ref(`${path}.geoset_animation`, 'geoset_animations', b.GeosetAnimId);
  },
  lights: light,
  helpers() {},
  attachments(view, path, a) {
    view.text(`${path}.path`, a.Path, 'latin1');
    view.int(`${path}.attachment_id`, a.AttachmentID);
    tracks(view, path, a, [['Visibility', 'visibility']]);
  },
  particle_emitters(view, path, e) {
    floats(view, path, e, [['EmissionRate', 'emission_rate'], ['Gravity', 'gravity'], ['Longitude', 'longitude'],
                           ['Latitude', 'latitude'], ['LifeSpan', 'life_span'], ['InitVelocity', 'init_velocity']]);
    view.text(`${path}.path`, e.Path, 'latin1');
    tracks(view, path, e, [['Visibility', 'visibility']]);
  },
  particle_emitters2: particleEmitter2,
  popcorn_emitters(view, path, e) {
    floats(view, path, e, [['LifeSpan', 'life_span'], ['EmissionRate', 'emission_rate'], ['Speed', 'speed'],
                           ['Color', 'color'], ['Alpha', 'alpha']]);
    view.int(`${path}.replaceable_id`, e.ReplaceableId);
    view.text(`${path}.path`, e.Path, 'latin1');
    view.text(`${path}.anim_visibility_guide`, e.AnimVisibilityGuide, 'latin1');
    tracks(view, path, e, [['Visibility', 'visibility']]);
  },
  ribbon_emitters(view, path, r) {
    floats(view, path, r, [['HeightAbove', 'height_above'], ['HeightBelow', 'height_below'], ['Alpha', 'alpha'],
                           ['Color', 'color'], ['LifeSpan', 'life_span'], ['Gravity', 'gravity']]);
    either(view, `${path}.texture_slot`, r.TextureSlot, 'int');
    view.int(`${path}.emission_rate`, r.EmissionRate);
    view.int(`${path}.rows`, r.Rows);
    view.int(`${path}.columns`, r.Columns);
    view.ref(`${path}.material`, 'materials', r.MaterialID);
    tracks(view, path, r, [['Visibility', 'visibility']]);
  },
  event_objects(view, path, e) {
    view.int(`${path}.track.keys.time`, e.EventTrack);
  },
  collision_shapes(view, path, s) {
    view.int(`${path}.type`, s.Shape);
    view.f32(`${path}.vertices.first`, s.Vertices.slice(0, 3));
    if (s.Vertices.length > 3)
      view.f32(`${path}.vertices.second`, s.Vertices.slice(3));
    if (s.BoundsRadius !== undefined)
      view.f32(`${path}.bounds_radius`, s.BoundsRadius);
  },
};

function geoset(view, path, g) {
  view.f32(`${path}.vertices`, g.Vertices);
  view.f32(`${path}.normals`, g.Normals);
  view.int(`${path}.faces`, g.Faces);
  view.int(`${path}.vertex_groups`, g.VertexGroup);
  view.int(`${path}.group_sizes`, g.Groups.map((group) => group.length));
  view.ref(`${path}.group_members`, 'nodes', g.Groups.flat());
  view.ref(`${path}.material`, 'materials', g.MaterialID);
  view.int(`${path}.selection_group`, g.SelectionGroup);
  view.int(`${path}.selection_flags`, g.Unselectable ? 4 : 0);
  view.int(`${path}.level_of_detail`, g.LevelOfDetail);
  view.text(`${path}.level_of_detail_name`, g.Name, 'latin1');
  view.f32(`${path}.tangents`, g.Tangents);
  view.skin(`${path}.skin`, g.SkinWeights);
  view.bounds(path, g.BoundsRadius, g.MinimumExtent, g.MaximumExtent);
  g.Anims.forEach((a, i) => {
    view.ref(`${path}.extents[${i}].sequence`, 'sequences', i);
    view.bounds(`${path}.extents[${i}]`, a.BoundsRadius, a.MinimumExtent, a.MaximumExtent);
  });
  g.TVertices.forEach((uvs, i) => view.f32(`${path}.uv_sets[${i}].uvs`, uvs));
}

// Text is passed with one character for each byte, so that names in any code page are preserved.
function view(bytes, isText) {
  const { parseMDX, parseMDL } = require('war3-model');
  const model = isText ? parseMDL(Buffer.from(bytes).toString('latin1'))
                       : parseMDX(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const v = new View();
  v.int('version', model.Version);
  v.text('name', model.Info.Name, 'latin1');
  v.text('animation_file', model.Info.AnimationFile, 'latin1');
  v.bounds('', model.Info.BoundsRadius, model.Info.MinimumExtent, model.Info.MaximumExtent);
  v.int('blend_time', model.Info.BlendTime);
  model.Sequences.forEach((s, i) => {
    const path = `sequences[${i}]`;
    v.text(`${path}.name`, s.Name, 'latin1');
    v.int(`${path}.interval.start`, s.Interval[0]);
    v.int(`${path}.interval.end`, s.Interval[1]);
    v.f32(`${path}.move_speed`, s.MoveSpeed);
    v.int(`${path}.flags`, s.NonLooping ? 1 : 0);
    v.f32(`${path}.rarity`, s.Rarity);
    v.int(`${path}.sync_point`, s.SyncPoint);
    v.bounds(path, s.BoundsRadius, s.MinimumExtent, s.MaximumExtent);
  });
  model.GlobalSequences.forEach((duration, i) => v.int(`global_sequences[${i}].duration`, duration));
  model.Textures.forEach((t, i) => {
    v.int(`textures[${i}].replaceable_id`, t.ReplaceableId);
    v.text(`textures[${i}].path`, t.Image, 'latin1');
    v.int(`textures[${i}].flags`, t.Flags);
  });
  model.Materials.forEach((m, i) => {
    v.int(`materials[${i}].priority_plane`, m.PriorityPlane);
    v.int(`materials[${i}].flags`, m.RenderMode);
    v.text(`materials[${i}].shader`, m.Shader, 'latin1');
    m.Layers.forEach((l, k) => {
      const path = `materials[${i}].layers[${k}]`;
      v.int(`${path}.filter_mode`, l.FilterMode);
      v.int(`${path}.flags`, l.Shading);
      if (model.Version >= 1100)
        TEXTURES.filter((name) => v.known(l[name])).forEach((name, at) => {
          const slot = TEXTURES.indexOf(name);
          v.int(`${path}.textures[${at}].slot`, slot);
          either(v, `${path}.textures[${at}].texture`, l[name], 'ref', 'textures');
        });
      else
        either(v, `${path}.texture`, l.TextureID, 'ref', 'textures');
      v.ref(`${path}.texture_animation`, 'texture_animations', l.TVertexAnimId);
      v.int(`${path}.coord_id`, l.CoordId);
      either(v, `${path}.alpha`, l.Alpha, 'f32');
      floats(v, path, l, [['EmissiveGain', 'emissive_gain'], ['FresnelColor', 'fresnel_color'],
                          ['FresnelOpacity', 'fresnel_opacity'], ['FresnelTeamColor', 'fresnel_team_color']]);
      v.int(`${path}.shader`, l.ShaderTypeId);
    });
  });
  model.TextureAnims.forEach((t, i) => tracks(v, `texture_animations[${i}]`, t,
    [['Translation', 'translation'], ['Rotation', 'rotation'], ['Scaling', 'scaling']]));
  model.Geosets.forEach((g, i) => geoset(v, `geosets[${i}]`, g));
  model.GeosetAnims.forEach((a, i) => {
    const path = `geoset_animations[${i}]`;
    either(v, `${path}.alpha`, a.Alpha, 'f32');
    v.int(`${path}.flags`, a.Flags);
    either(v, `${path}.color`, a.Color, 'f32');
    v.ref(`${path}.geoset`, 'geosets', a.GeosetId);
  });
  for (const [theirs, ours] of NODE_LISTS)
    (model[theirs] || []).forEach((n, i) => {
      const path = `${ours}[${i}]`;
      v.objectIds.set(path, n.ObjectId);
      node(v, model, path, n);
      KINDS[ours](v, path, n);
    });
  model.Cameras.forEach((c, i) => {
    const path = `cameras[${i}]`;
    v.text(`${path}.name`, c.Name, 'latin1');
    v.f32(`${path}.position`, c.Position);
    v.f32(`${path}.field_of_view`, c.FieldOfView);
    v.f32(`${path}.far_clip`, c.FarClip);
    v.f32(`${path}.near_clip`, c.NearClip);
    v.f32(`${path}.target.position`, c.TargetPosition);
    tracks(v, path, c, [['Translation', 'translation'], ['TargetTranslation', 'target.translation'],
                        ['Rotation', 'rotation']]);
  });
  v.bindPoses((model.BindPoses || []).flatMap((poses) => poses.Matrices), model.Cameras.length);
  (model.FaceFX || []).forEach((f, i) => {
    v.text(`face_effects[${i}].name`, f.Name, 'latin1');
    v.text(`face_effects[${i}].path`, f.Path, 'latin1');
  });
  return v;
}

module.exports = { view };
