// A folding carton, alone or with what it holds before it.
import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { board } from '../materials.js';
import { printed } from '../canvas.js';
import { paintFront } from '../artwork.js';
import { paintSide, paintTop } from '../panels.js';
import { solid } from '../geometry.js';
import { SOLID_FORMS } from '../pills.js';
import { blisterStrip } from './blister.js';
import { stickSachet } from './sachet.js';
import { strip } from './plaster.js';

/** A carton standing on the floor, its front towards the viewer. */
export function carton(art, w, h, d, { layout } = {}) {
  const front = board(printed(w, h, (ctx, cw, ch) => paintFront(ctx, cw, ch, art, { layout })));
  const side = board(printed(d, h, (ctx, cw, ch) => paintSide(ctx, cw, ch, art)));
  const top = board(printed(w, d, (ctx, cw, ch) => paintTop(ctx, cw, ch, art)));
  const plain = board(null);
  const box = solid(new RoundedBoxGeometry(w, h, d, 3, 0.011), [side, side, top, plain, front, plain], { at: [0, h / 2, 0] });
  return box;
}

/** A carton at a place on the floor, turned a little. */
export function cartonAt(art, [w, h, d], { x, z, turn }) {
  const pack = carton(art, w, h, d);
  pack.position.x = x;
  pack.position.z = z;
  pack.rotation.y = turn;
  return pack;
}

/** Proportions by what is inside: tablets lie in flat cartons, bottles and sachets stand in tall ones. */
function proportions(art) {
  const r = art.random;
  const count = parseInt(art.pack, 10) || 20;
  if ((SOLID_FORMS.has(art.form) && art.form !== 'lozenge') || art.form === 'suppository') {
    const thick = 0.3 + Math.min(0.3, count / 160);
    return r.yes(0.86) ? [r.between(1.36, 1.56), r.between(0.72, 0.86), thick] : [0.86, 1.24, thick];
  }
  if (art.form === 'sachet') return [r.between(0.96, 1.08), r.between(1.1, 1.24), 0.46];
  if (art.form === 'lozenge') return r.yes(0.6) ? [r.between(1.2, 1.34), r.between(0.84, 0.94), 0.3] : [0.84, 1.16, 0.32];
  if (art.form === 'effervescent') return r.yes(0.5) ? [0.72, 1.3, 0.5] : [1.42, 0.78, 0.46];
  return r.yes(0.5) ? [r.between(0.8, 0.92), r.between(1.2, 1.32), 0.42] : [r.between(1.24, 1.4), r.between(0.82, 0.94), 0.42];
}

/** Lays a flat thing on the floor before a carton, its far edge a little raised. */
export function lieBefore(item, { x, z, turn, lift = 0.05 }) {
  item.rotation.order = 'YXZ';
  item.rotation.set(-Math.PI / 2 + 0.2, turn, 0);
  item.position.set(x, lift + 0.03, z);
}

export function box(art) {
  const group = new THREE.Group();
  const r = art.random;
  const [w, h, d] = proportions(art);
  const towards = r.yes(0.7) ? -1 : 1;
  const pack = carton(art, w, h, d);
  pack.rotation.y = towards * r.between(0.34, 0.52);
  group.add(pack);

  const items = companions(art);
  if (items.length === 0) return { group, framing: { fill: w > h ? 0.88 : 0.82, height: r.between(0.15, 0.21) } };
  items.forEach((item, i) => {
    lieBefore(item, { x: -towards * w * (r.between(0.1, 0.2) - i * 0.42), z: d * 0.5 + 0.68, turn: towards * (-0.18 + i * 0.6), lift: 0.05 });
    group.add(item);
  });
  return { group, framing: { fill: 0.88, height: 0.4 } };
}

/** What lies before some cartons: a strip, a sachet, plasters. */
function companions(art) {
  const r = art.random;
  if (art.form === 'sachet') return r.yes(0.75) ? [stickSachet(art)] : [];
  if (art.form === 'plaster') return r.yes(0.8) ? [strip(art), strip(art)] : [];
  if (SOLID_FORMS.has(art.form) && /^\d+$/.test(art.pack)) return r.yes(0.42) ? [blisterStrip(art)] : [];
  return [];
}
