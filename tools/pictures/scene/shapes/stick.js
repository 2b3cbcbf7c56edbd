// Slim round things: tubes of fizzy tablets, lip balm, roll-ons, rolls of sweets, pens.
import * as THREE from 'three';
import { inksOn, paintFront } from '../artwork.js';
import { barePrint, wrapLabel } from '../label.js';
import { board, foil, glass, matt, paper, plastic, print } from '../materials.js';
import { printed } from '../canvas.js';
import { revolve, ribbed, skin, solid } from '../geometry.js';
import { luminance, mix, shade } from '../palette.js';

function fizzyTube(art) {
  const group = new THREE.Group();
  const r = art.random;
  const [R, H] = [0.215, 1.16];
  const tube = new THREE.Group();
  tube.add(revolve([[0, 0], [R - 0.012, 0, 0.01], [R, 0.02, 0.01], [R, H], [0, H]], plastic('#fbfbf9', 0.7)));
  tube.add(skin(() => R, 0.015, H - 0.01, 5.4, paper(wrapLabel(art, R, H - 0.025, 5.4))));
  const cap = plastic(r.pick([art.palette.accent, '#fbfbf9', art.palette.strong]), 0.6);
  tube.add(revolve([[0, H], [R * 1.05, H, 0.006], [R * 1.05, H + 0.05, 0.006], [R * 0.98, H + 0.056, 0.004], [R * 0.98, H + 0.16, 0.02], [0, H + 0.16]], cap));
  group.add(tube);
  const side = r.yes() ? 1 : -1;
  const tablet = matt(mix(art.palette.strong, '#ffffff', 0.62), 0.9);
  const disc = () => revolve([[0, 0], [0.17, 0, 0.02], [0.17, 0.075, 0.02], [0, 0.075]], tablet);
  const flat = disc();
  flat.position.set(side * 0.46, 0, 0.2);
  const leaning = disc();
  leaning.rotation.set(-1.12, 0, side * 0.3);
  leaning.position.set(side * 0.38, 0.13, 0.42);
  group.add(flat);
  if (r.yes(0.6)) group.add(leaning);
  return { group, framing: { fill: 0.87, height: 0.12 } };
}

function lipBalm(art) {
  const group = new THREE.Group();
  const r = art.random;
  const [R, H] = [0.2, 1.0];
  const ground = art.palette.pale ? art.colour : art.palette.strong;
  const stick = new THREE.Group();
  stick.add(revolve([[0, 0], [R * 0.97, 0, 0.008], [R * 0.97, 0.1, 0.008], [R, 0.105, 0.004], [R, H - 0.3], [0, H - 0.3]], plastic(ground, 0.7)));
  stick.add(skin(() => R, 0.14, H - 0.32, 1.95, print(barePrint({ ...art, onBody: inksOn(art.palette, ground) }, R * 1.95, H - 0.46))));
  stick.add(revolve([[0, H - 0.3], [R * 0.86, H - 0.3, 0.006], [R * 0.86, H - 0.24], [0, H - 0.24]], plastic('#f8f7f4', 0.6)));
  const balm = revolve([[0, 0], [R * 0.74, 0], [R * 0.74, 0.2, 0.05], [R * 0.3, 0.3, 0.06], [0, 0.32]], plastic(/cherry|rose|berry|pink/i.test(art.nameEn) ? '#e0607f' : '#fbf3df', 0.5));
  balm.position.y = H - 0.25;
  stick.add(balm);
  group.add(stick);
  const side = r.yes() ? 1 : -1;
  const cap = revolve([[0, 0], [R - 0.008, 0, 0.008], [R, 0.02, 0.01], [R, 0.4, 0.03], [0, 0.4]], plastic(ground, 0.7));
  cap.position.set(side * 0.46, 0, 0.22);
  group.add(cap);
  return { group, framing: { fill: 0.84, height: 0.12 } };
}

function rollOn(art) {
  const group = new THREE.Group();
  const r = art.random;
  const dark = /men\b|black/i.test(art.nameEn);
  const ground = dark ? '#1d2226' : art.palette.pale ? art.colour : r.yes(0.5) ? art.colour : '#fbfbf8';
  const [R, H] = [0.29, 0.74];
  const radius = (y) => R * (1 - 0.1 * Math.sin((y / H) * Math.PI));
  const points = [[0, 0], [R - 0.04, 0, 0.03]];
  for (let k = 1; k <= 30; k++) points.push([radius((k / 30) * H), 0.03 + (k / 30) * (H - 0.03)]);
  points.push([0, H]);
  group.add(solid(new THREE.LatheGeometry(points.map(([x, y]) => new THREE.Vector2(x, y)), 96), dark || r.yes(0.5) ? plastic(ground, 0.75) : glass(ground)));
  group.add(skin(radius, 0.06, H - 0.06, 1.95, print(barePrint({ ...art, onBody: inksOn(art.palette, ground) }, R * 1.9, H - 0.12))));
  const capColour = luminance(ground) > 0.6 ? r.pick([art.palette.strong, '#f7f7f4', '#d5d9da']) : r.pick(['#f7f7f4', '#cfd3d5', shade(ground, 0.3)]);
  group.add(revolve([[0, H], [R * 0.97, H, 0.008], [R * 0.99, H + 0.02, 0.01], [R * 0.84, H + 0.38, 0.12], [0, H + 0.42]], plastic(capColour, 0.75)));
  return { group, framing: { fill: 0.85, height: 0.1 } };
}

function sweets(art) {
  const group = new THREE.Group();
  const [R, L] = [0.17, 1.36];
  const wrapMap = printed(L, R * Math.PI * 1.1, (ctx, w, h) => paintFront(ctx, w, h, art));
  const roll = new THREE.Group();
  const half = new THREE.CylinderGeometry(R, R, L, 64, 1, true, 0, Math.PI * 2);
  roll.add(solid(half, plastic(art.palette.strong, 0.5)));
  const front = new THREE.CylinderGeometry(R + 0.002, R + 0.002, L, 64, 1, true, -1.73, 3.46);
  // the print runs along the roll: turn its coordinates by a quarter
  const uv = front.attributes.uv;
  for (let i = 0; i < uv.count; i++) uv.setXY(i, 1 - uv.getY(i), uv.getX(i));
  roll.add(solid(front, board(wrapMap), { shadow: false }));
  for (const end of [1, -1]) {
    roll.add(solid(new THREE.CylinderGeometry(R * 0.98, R, 0.06, 64), foil('#dde1e3'), { at: [0, end * (L / 2 + 0.03), 0] }));
    roll.add(solid(new THREE.ConeGeometry(R * 0.5, 0.05, 40), foil('#c9ced1'), { at: [0, end * (L / 2 + 0.075), 0], turn: end > 0 ? [0, 0, 0] : [Math.PI, 0, 0] }));
  }
  roll.rotation.z = Math.PI / 2;
  const lay = new THREE.Group();
  lay.add(roll);
  lay.rotation.set(-0.5, 0.28, 0);
  lay.position.y = R;
  group.add(lay);
  const sweet = plastic(mix(art.palette.strong, '#ffffff', 0.35), 0.9);
  for (const [x, z, t] of [[0.2, 0.62, 0.2], [0.52, 0.54, 0.9]]) {
    const one = solid(new THREE.BoxGeometry(0.16, 0.1, 0.16, 1, 1, 1), sweet, { at: [x, 0.055, z], turn: [0, t, 0] });
    one.geometry = revolve([[0, 0], [0.1, 0, 0.04], [0.1, 0.1, 0.04], [0, 0.1]], sweet).geometry;
    one.position.y = 0;
    group.add(one);
  }
  return { group, framing: { fill: 0.9, height: 0.32 } };
}

function pen(art) {
  const group = new THREE.Group();
  const ground = art.palette.pale ? art.colour : art.palette.strong;
  const [R, H] = [0.16, 1.0];
  group.add(revolve([[0, 0], [R * 0.9, 0, 0.03], [R, 0.05, 0.02], [R, H - 0.3], [0, H - 0.3]], plastic('#fbfbf9', 0.65)));
  group.add(skin(() => R, 0.05, H - 0.34, 4.6, paper(wrapLabel(art, R, H - 0.39, 4.6))));
  group.add(ribbed(R * 1.02, 0.06, 36, plastic(shade(ground, 0.2), 0.5), { at: [0, H - 0.31, 0] }));
  group.add(revolve([[0, H - 0.26], [R * 1.02, H - 0.26, 0.006], [R * 0.98, H + 0.1, 0.06], [0, H + 0.12]], plastic(ground, 0.7)));
  group.rotation.y = 0.05;
  const outer = new THREE.Group();
  outer.add(group);
  return { group: outer, framing: { fill: 0.84, height: 0.1 } };
}

export function stick(art) {
  if (art.form === 'effervescent') return fizzyTube(art);
  if (art.form === 'lozenge') return sweets(art);
  if (art.category === 'first_aid') return pen(art);
  if (art.form === 'roll_on' || art.form === 'deodorant') return rollOn(art);
  return lipBalm(art);
}
