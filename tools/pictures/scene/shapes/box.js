// A folding carton, alone or with what it holds before it.
import * as THREE from 'three';
import { SOLID_FORMS } from '../pills.js';
import { blisterStrip } from './blister.js';
import { carton, lieBefore } from './carton.js';
import { stickSachet } from './sachet.js';
import { strip } from './plaster.js';

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
