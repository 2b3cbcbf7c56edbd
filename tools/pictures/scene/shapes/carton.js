// A folding carton by itself: most shapes stand one beside what they show.
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { board } from '../materials.js';
import { printed } from '../canvas.js';
import { paintFront } from '../artwork.js';
import { paintSide, paintTop } from '../panels.js';
import { solid } from '../geometry.js';

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

/** Lays a flat thing on the floor before a carton, its far edge a little raised. */
export function lieBefore(item, { x, z, turn, lift = 0.05 }) {
  item.rotation.order = 'YXZ';
  item.rotation.set(-Math.PI / 2 + 0.2, turn, 0);
  item.position.set(x, lift + 0.03, z);
}
