// A nasal inhaler stick with its cap off, before its card.
import * as THREE from 'three';
import { wrapLabel } from '../label.js';
import { paper, plastic } from '../materials.js';
import { revolve, ribbed, skin } from '../geometry.js';
import { cartonAt } from './carton.js';

export function inhaler(art) {
  const group = new THREE.Group();
  const r = art.random;
  const main = new THREE.Group();
  const [R, H] = [0.17, 0.6];
  const white = plastic('#fcfcfb', 0.65);
  main.add(revolve([[0, 0], [R * 0.92, 0, 0.03], [R, 0.05, 0.02], [R, H, 0.02], [R * 0.72, H + 0.02], [0, H + 0.02]], plastic('#fbfbf9', 0.65)));
  main.add(skin(() => R, 0.06, H - 0.02, 5, paper(wrapLabel(art, R, H - 0.08, 5))));
  main.add(ribbed(R * 0.74, 0.08, 32, white, { at: [0, H + 0.01, 0] }));
  main.add(revolve([[R * 0.62, H + 0.08], [R * 0.56, H + 0.3, 0.07], [R * 0.16, H + 0.37, 0.03], [0, H + 0.37]], white));
  group.add(main);
  const side = r.yes() ? 1 : -1;
  const cap = revolve([[0, 0], [R * 0.98, 0, 0.02], [R * 1.0, 0.05, 0.01], [R * 0.86, 0.42, 0.05], [0, 0.44]], plastic(art.palette.strong, 0.65));
  cap.position.set(side * 0.5, 0, 0.3);
  group.add(cap);
  group.add(cartonAt(art, [0.62, 1.08, 0.3], { x: -side * 0.4, z: -0.3, turn: side * 0.32 }));
  main.position.set(side * 0.1, 0, 0.18);
  return { group, framing: { fill: 0.86, height: 0.15 } };
}
