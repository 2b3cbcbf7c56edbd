// Bottles with a dispenser.
import * as THREE from 'three';
import { plastic } from '../materials.js';
import { revolve, solid } from '../geometry.js';
import { luminance, shade } from '../palette.js';
import { toiletBody } from './bottle.js';

/** Collar, stem, head and spout; the spout points aside. */
export function dispenser(material, { size = 1, y = 0, side = -1 }) {
  const group = new THREE.Group();
  const s = size;
  group.add(revolve([[0, 0], [0.17 * s, 0, 0.008], [0.17 * s, 0.1 * s, 0.02], [0.1 * s, 0.14 * s, 0.02], [0.085 * s, 0.17 * s], [0, 0.17 * s]], material));
  group.add(revolve([[0, 0.16 * s], [0.042 * s, 0.16 * s], [0.042 * s, 0.31 * s], [0, 0.31 * s]], material));
  group.add(revolve([[0, 0.29 * s], [0.1 * s, 0.29 * s, 0.015], [0.11 * s, 0.36 * s, 0.02], [0.085 * s, 0.42 * s, 0.03], [0, 0.43 * s]], material));
  const path = new THREE.CatmullRomCurve3([[0, 0.375, 0], [0.16, 0.39, 0], [0.29, 0.375, 0], [0.345, 0.325, 0]].map(([px, py, pz]) => new THREE.Vector3(side * px * s, py * s, pz * s)));
  group.add(solid(new THREE.TubeGeometry(path, 40, 0.04 * s, 20, false), material));
  group.add(solid(new THREE.SphereGeometry(0.04 * s, 20, 16), material, { at: [side * 0.345 * s, 0.325 * s, 0] }));
  group.position.y = y;
  group.rotation.y = side * 0.5;
  return group;
}

export function pump(art) {
  const r = art.random;
  const serum = art.form === 'serum';
  const volume = parseInt(art.pack, 10) || 300;
  const H = serum ? 0.86 : 0.9 + Math.min(0.3, volume / 1800);
  const R = serum ? 0.3 : 0.38;
  const { group, colour } = toiletBody(art, { R, H, flat: serum ? 1 : r.between(0.66, 0.95), shape: 0 });
  const head = plastic(luminance(colour) > 0.7 ? r.pick(['#f6f6f3', art.palette.strong]) : r.pick(['#fafaf7', shade(colour, 0.25)]), 0.65);
  group.add(dispenser(head, { size: serum ? 0.85 : 1, y: H - 0.012, side: r.yes(0.7) ? -1 : 1 }));
  return { group, framing: { fill: 0.87, height: 0.1 } };
}
