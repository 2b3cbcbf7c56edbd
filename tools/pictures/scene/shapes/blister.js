// A strip of tablets in its blister, and the carton with strips lying before it.
import * as THREE from 'three';
import { clearPlastic, foil } from '../materials.js';
import { roundRect, slab, solid } from '../geometry.js';
import { piece, pillOf } from '../pills.js';
import { carton, lieBefore } from './carton.js';

/** The strip, centred at the origin, facing the viewer. */
export function blisterStrip(art) {
  const group = new THREE.Group();
  const { long } = pillOf(art);
  const [columns, rows] = [5, 2];
  const [stepX, stepY] = long ? [0.2, 0.3] : [0.22, 0.235];
  const [w, h] = [columns * stepX + 0.06, rows * stepY + 0.08];
  group.add(solid(slab(roundRect(w, h, 0.05), 0.012, 0.003, 2), foil('#dde2e4')));
  group.add(solid(new THREE.PlaneGeometry(w * 0.98, 0.004), foil('#8d9497'), { at: [0, 0, 0.0075], shadow: false })); // the scored line
  const cell = clearPlastic('#ffffff', 0.2);
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const [x, y] = [(c - (columns - 1) / 2) * stepX, (r - (rows - 1) / 2) * stepY];
      const one = piece(art);
      one.position.set(x, y, 0.024);
      group.add(one);
      const dome = long
        ? solid(new THREE.CapsuleGeometry(0.07, 0.1, 10, 24), cell, { at: [x, y, 0.01], scale: [1, 1, 0.85] })
        : solid(new THREE.SphereGeometry(0.096, 28, 20), cell, { at: [x, y, 0.008], scale: [1, 1, 0.72] });
      dome.castShadow = false;
      group.add(dome);
    }
  }
  return group;
}

export function blister(art) {
  const group = new THREE.Group();
  const r = art.random;
  const towards = r.yes(0.6) ? -1 : 1;
  const [w, h, d] = [r.between(1.34, 1.5), r.between(0.76, 0.86), 0.36];
  const pack = carton(art, w, h, d);
  pack.rotation.y = towards * r.between(0.3, 0.42);
  group.add(pack);
  const [under, over] = [blisterStrip(art), blisterStrip(art)];
  lieBefore(under, { x: towards * 0.3, z: d / 2 + 0.56, turn: towards * 0.34, lift: 0.015 });
  lieBefore(over, { x: -towards * 0.26, z: d / 2 + 0.68, turn: -towards * 0.14, lift: 0.06 });
  group.add(under, over);
  return { group, framing: { fill: 0.88, height: 0.44 } };
}
