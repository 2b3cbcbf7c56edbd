// Tablets, capsules and gummies, loose or in a blister.
import * as THREE from 'three';
import { plastic } from './materials.js';
import { roundRect, slab, solid } from './geometry.js';

export const SOLID_FORMS = new Set(['tablet', 'caplet', 'capsule', 'softgel', 'film_coated_tablet', 'chewable_tablet', 'gummy', 'lozenge']);

/** How this product's pieces look; the same wherever they appear in its picture. */
export function pillOf(art) {
  art.pill ??= choose(art);
  return art.pill;
}

function choose(art) {
  const p = art.palette;
  switch (art.form) {
    case 'capsule':
      return { long: true, colours: art.random.yes(0.6) ? [p.strong, '#f7f5ef'] : [p.strong, p.strong], gloss: 0.9 };
    case 'softgel':
      return { long: true, colours: /omega|cod|d3|vitamin e/i.test(art.nameEn) ? ['#d99a1c', '#d99a1c'] : [p.strong, p.strong], gloss: 1 };
    case 'caplet':
      return { long: true, colours: art.random.yes(0.7) ? ['#fbfaf6', '#fbfaf6'] : [p.soft, p.soft], gloss: 0.35 };
    case 'lozenge':
      return { long: false, colours: [p.strong, p.strong], gloss: 0.9 };
    case 'gummy':
      return { gummy: true, colours: [p.strong, p.accent], gloss: 0.7 };
    default:
      return { long: art.random.yes(0.25), colours: art.random.yes(0.65) ? ['#fbfaf6', '#fbfaf6'] : [p.soft, p.soft], gloss: art.form === 'film_coated_tablet' ? 0.7 : 0.3 };
  }
}

/** One piece lying flat at the origin, facing up along z. */
export function piece(art, size = 1) {
  const { long, gummy, colours, gloss } = pillOf(art);
  const group = new THREE.Group();
  if (gummy) {
    const colour = art.random.pick(colours);
    group.add(solid(slab(roundRect(0.16 * size, 0.15 * size, 0.06 * size), 0.11 * size, 0.04 * size, 8), plastic(colour, gloss)));
  } else if (long) {
    for (const [colour, side] of [[colours[0], 1], [colours[1], -1]]) {
      group.add(solid(new THREE.CapsuleGeometry(0.052 * size, 0.075 * size, 8, 20), plastic(colour, gloss), { at: [0, side * 0.03 * size, 0], scale: [1, 0.84, 0.8] }));
    }
  } else {
    group.add(solid(new THREE.SphereGeometry(0.078 * size, 32, 24), plastic(colours[0], gloss), { scale: [1, 1, 0.46] }));
  }
  return group;
}

/** A few pieces scattered on the floor, as if poured out. */
export function scatter(art, places, size) {
  const group = new THREE.Group();
  for (const [x, z] of places) {
    const one = piece(art, size);
    one.rotation.set(-Math.PI / 2, 0, art.random.between(0, 3.1));
    one.position.set(x, (pillOf(art).gummy ? 0.054 : pillOf(art).long ? 0.041 : 0.035) * size, z);
    group.add(one);
  }
  return group;
}
