// Tubes: standing on their cap for the bathroom, lying before their carton for the medicine chest.
import * as THREE from 'three';
import { inksOn, paintFront } from '../artwork.js';
import { edgeToEdge, printed } from '../canvas.js';
import { metal, plastic } from '../materials.js';
import { ribbed, revolve, slab, roundRect, solid } from '../geometry.js';
import { luminance, mix, shade } from '../palette.js';
import { carton } from './carton.js';

/** A soft tube from a round shoulder (y = 0) to a flat, crimped end (y = H). */
export function tubeBody(R, H, material) {
  const [rings, around] = [60, 96];
  const positions = [];
  const uvs = [];
  const index = [];
  const widest = R * 1.42;
  for (let j = 0; j <= rings; j++) {
    const t = j / rings;
    const flatten = t ** 1.15;
    const [a, b] = [R * (1 + 0.42 * flatten), Math.max(0.012, R * (1 - flatten))];
    for (let i = 0; i <= around; i++) {
      const angle = (i / around) * Math.PI * 2;
      const [x, z] = [a * Math.sin(angle), b * Math.cos(angle)];
      positions.push(x, t * H, z);
      uvs.push(x / (2 * widest) + 0.5, t);
    }
  }
  for (let j = 0; j < rings; j++) for (let i = 0; i < around; i++) {
    const k = j * (around + 1) + i;
    index.push(k, k + 1, k + around + 1, k + 1, k + around + 2, k + around + 1);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  material.side = THREE.DoubleSide;
  return { mesh: solid(geometry, material), widest };
}

/** The folded seal at the end of a tube, with its fine ribs. */
function crimp(widest, material) {
  const group = new THREE.Group();
  group.add(solid(slab(roundRect(widest * 2, 0.11, 0.012), 0.026, 0.006, 3), material));
  for (let i = 0; i < 46; i++) group.add(solid(new THREE.BoxGeometry(0.006, 0.07, 0.032), material, { at: [(i / 45 - 0.5) * widest * 1.92, 0, 0] }));
  return group;
}

/** Print on a standing tube: words on its bare wall, or a layout from edge to edge. */
function tubeArt(art, w, h, ground, bare) {
  return printed(w, h, (ctx, cw, ch) => {
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, cw, ch);
    ctx.translate(cw * (bare ? 0.18 : 0.12), bare ? ch * 0.06 : 0);
    if (bare) paintFront(ctx, cw * 0.64, ch * 0.86, { ...art, onBody: inksOn(art.palette, ground) }, { bare: true });
    else edgeToEdge(ctx, cw * 0.76, ch, { across: cw * 0.12 }, (at) => paintFront(at, cw * 0.76, ch, art));
  });
}

/** A tube standing on its cap. */
function standing(art) {
  const group = new THREE.Group();
  const r = art.random;
  const volume = parseInt(art.pack, 10) || 50;
  const [R, H, capH] = [0.27 + Math.min(0.05, volume / 3000), 0.98 + Math.min(0.2, volume / 900), 0.22];
  const bare = r.yes(0.6);
  const ground = !bare ? '#fbfbf9' : art.palette.pale ? art.colour : r.yes(0.6) ? art.colour : '#fbfbf9';
  const { mesh, widest } = tubeBody(R, H, plastic('#ffffff', 0.55));
  mesh.material.map = tubeArt(art, R * 2.84, H, ground, bare);
  mesh.position.y = capH + 0.03;
  group.add(mesh);
  const end = crimp(widest, plastic(mix(ground, '#ffffff', 0.12), 0.5));
  end.position.y = capH + 0.03 + H + 0.04;
  group.add(end);
  const capColour = luminance(ground) > 0.7 ? r.pick([art.palette.strong, '#f4f5f3', mix(art.palette.strong, '#ffffff', 0.35)]) : r.pick(['#fafaf8', shade(ground, 0.3)]);
  const cap = plastic(capColour, 0.7);
  group.add(revolve([[0, 0], [R * 0.96, 0, 0.02], [R * 0.98, capH, 0.02], [R * 0.6, capH + 0.035], [0, capH + 0.035]], cap));
  group.rotation.y = r.between(-0.14, 0.14);
  const outer = new THREE.Group();
  outer.add(group);
  return { group: outer, framing: { fill: 0.87, height: 0.09 } };
}

/** A medicine's tube lying before its long carton. */
function lying(art) {
  const group = new THREE.Group();
  const r = art.random;
  const towards = r.yes(0.6) ? -1 : 1;
  const [w, h, d] = [1.6, 0.58, 0.4];
  const pack = carton(art, w, h, d);
  pack.rotation.y = towards * 0.26;
  group.add(pack);

  const [R, H] = [0.17, 1.02];
  const white = r.yes(0.55);
  const ground = white ? '#fcfcfa' : art.palette.strong;
  const { mesh, widest } = tubeBody(R, H, white ? plastic('#ffffff', 0.5) : plastic('#ffffff', 0.6));
  // The tube lies on its side: its print reads along it, cap to the right.
  mesh.material.map = printed(R * 2.84, H, (ctx, cw, ch) => {
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, cw, ch);
    ctx.translate(cw, 0);
    ctx.rotate(Math.PI / 2);
    ctx.translate(0, cw * 0.15); // the shoulder is narrower than the end
    edgeToEdge(ctx, ch, cw * 0.7, { along: cw * 0.15 }, (at) => paintFront(at, ch, cw * 0.7, art));
  });
  const tube = new THREE.Group();
  tube.add(mesh);
  const end = crimp(widest, plastic(white ? '#f4f5f4' : mix(ground, '#ffffff', 0.15), 0.5));
  end.position.y = H + 0.04;
  tube.add(end);
  tube.add(revolve([[0, -0.05], [0.07, -0.05], [0.08, -0.03], [R, 0.0, 0.01]], metal('#e2e5e6', 0.3)));
  const cap = ribbed(0.115, 0.17, 30, plastic(r.pick(['#fbfbf9', art.palette.strong]), 0.5));
  cap.position.y = -0.2;
  tube.add(cap);
  const lay = new THREE.Group();
  tube.rotation.z = Math.PI / 2; // end to the left, cap to the right
  tube.position.x = H / 2;
  lay.add(tube);
  lay.rotation.order = 'YXZ';
  lay.rotation.set(-1.0, towards * -0.12, 0.03);
  lay.position.set(-towards * 0.06, R * 0.86, d / 2 + 0.66);
  group.add(lay);
  return { group, framing: { fill: 0.9, height: 0.46 } };
}

const IN_CARTON = new Set(['ointment', 'toothpaste']);

export function tube(art) {
  const medicine = art.category === 'pain_killers' || art.category === 'first_aid' || IN_CARTON.has(art.form);
  return medicine ? lying(art) : standing(art);
}
