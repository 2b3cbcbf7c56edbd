// Sachets: the long thin ones of drinks, and flat pouches of patches and masks.
import * as THREE from 'three';
import { board, foil } from '../materials.js';
import { printed } from '../canvas.js';
import { paintFront } from '../artwork.js';
import { pillow, solid } from '../geometry.js';

/** Draws the ribs of a heat seal over both ends of a pouch's print. */
function seals(ctx, w, h, share) {
  for (const y of [0, h * (1 - share)]) {
    ctx.fillStyle = 'rgba(255,255,255,0.18)';
    ctx.fillRect(0, y, w, h * share);
    for (let x = 0; x < w; x += w / 70) {
      ctx.fillStyle = 'rgba(10,20,16,0.10)';
      ctx.fillRect(x, y, w / 190, h * share);
      ctx.fillStyle = 'rgba(255,255,255,0.28)';
      ctx.fillRect(x + w / 150, y, w / 190, h * share);
    }
  }
}

/** A pouch facing the viewer, centred at the origin. */
export function pouch(art, w, h, swell, { layout, seal = 0.06 } = {}) {
  const map = printed(w, h, (ctx, cw, ch) => {
    ctx.fillStyle = art.palette.tint;
    ctx.fillRect(0, 0, cw, ch);
    ctx.save();
    ctx.translate(0, ch * (seal / h));
    paintFront(ctx, cw, ch * (1 - (2 * seal) / h), art, { layout });
    ctx.restore();
    seals(ctx, cw, ch, seal / h);
  });
  const material = board(map);
  material.side = THREE.DoubleSide;
  const group = new THREE.Group();
  group.add(solid(pillow(w, h, swell, seal), material));
  const back = solid(pillow(w, h, swell, seal), foil('#e4e7e8'), { turn: [0, Math.PI, 0] });
  group.add(back);
  return group;
}

/** One drink sachet, leaning. */
export function stickSachet(art) {
  const sachet = pouch(art, 0.86, 0.56, 0.045);
  return sachet;
}

/** A resealable pack of wipes: a soft brick with a lid. */
function wipes(art) {
  const group = new THREE.Group();
  const pack = pouch(art, 1.5, 0.92, 0.2, { seal: 0.07 });
  pack.rotation.order = 'YXZ';
  pack.rotation.set(-0.34, art.random.pick([-0.22, 0.22]), 0);
  pack.position.y = 0.5;
  group.add(pack);
  return { group, framing: { fill: 0.88, height: 0.16 } };
}

/** A plump bag: pads, cotton. */
function bag(art, swell) {
  const group = new THREE.Group();
  const [w, h] = [1.06, 1.2];
  const pack = pouch(art, w, h, swell, { seal: 0.06 });
  pack.rotation.y = art.random.pick([-0.28, 0.28]);
  pack.position.y = h / 2;
  group.add(pack);
  return { group, framing: { fill: 0.84, height: 0.1 } };
}

export function sachet(art) {
  if (art.form === 'wipes') return wipes(art);
  if (art.form === 'pads') return bag(art, 0.2);
  if (art.form === 'cotton') return bag(art, 0.26);
  const group = new THREE.Group();
  const r = art.random;
  const [w, h] = [r.between(0.94, 1.02), r.between(1.2, 1.3)];
  const back = pouch(art, w, h, 0.04);
  back.rotation.set(-0.16, -0.2, 0.07);
  back.position.set(-0.16, h / 2 + 0.03, -0.18);
  const front = pouch(art, w, h, 0.04);
  front.rotation.set(-0.2, 0.12, -0.05);
  front.position.set(0.14, h / 2 + 0.02, 0.16);
  group.add(back, front);
  return { group, framing: { fill: 0.82, height: 0.12 } };
}
