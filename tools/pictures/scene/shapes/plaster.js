// Adhesive plasters: single strips, and their carton.
import * as THREE from 'three';
import { matt } from '../materials.js';
import { printed } from '../canvas.js';
import { roundRect, slab, solid } from '../geometry.js';
import { placeMotif } from '../motifs.js';
import { mix } from '../palette.js';
import { carton, lieBefore } from './carton.js';

/** One strip facing up, the pad side down, as it lies out of its wrapper. */
export function strip(art) {
  const [w, h] = [0.78, 0.22];
  const playful = /kid|animal|child/i.test(art.nameEn);
  const skin = playful ? art.palette.soft : art.random.pick(['#e6bd98', '#dcae86', '#eccaa9']);
  const map = printed(w, h, (ctx, cw, ch) => {
    ctx.fillStyle = skin;
    ctx.fillRect(0, 0, cw, ch);
    if (playful) {
      for (let i = 0; i < 7; i++) placeMotif(ctx, art.motif, { x: cw * (0.07 + i * 0.145), y: ch * (i % 2 ? 0.32 : 0.68), r: ch * 0.16, a: art.palette.strong, b: art.palette.accent, turn: i });
    } else {
      ctx.fillStyle = mix(skin, '#5a3a20', 0.28);
      for (let x = 0.05; x < 0.97; x += 0.03) for (let y = 0.2; y < 0.9; y += 0.2) {
        if (x > 0.34 && x < 0.66) continue;
        ctx.beginPath();
        ctx.arc(cw * x, ch * y, ch * 0.013, 0, 7);
        ctx.fill();
      }
    }
    ctx.strokeStyle = 'rgba(120,80,50,0.25)';
    ctx.lineWidth = 2;
    ctx.strokeRect(cw * 0.34, ch * 0.06, cw * 0.32, ch * 0.88);
  });
  const group = new THREE.Group();
  const body = slab(roundRect(w, h, h / 2), 0.014, 0.004, 3);
  const uv = body.attributes.uv;
  const position = body.attributes.position;
  for (let i = 0; i < uv.count; i++) uv.setXY(i, position.getX(i) / w + 0.5, position.getY(i) / h + 0.5);
  const material = matt('#ffffff', 0.75);
  material.map = map;
  group.add(solid(body, material));
  const pad = solid(slab(roundRect(w * 0.3, h * 0.86, 0.02), 0.024, 0.01, 4), material.clone(), { at: [0, 0, 0.004] });
  pad.material.map = null;
  pad.material.color.set(skin);
  group.add(pad);
  return group;
}

export function plaster(art) {
  const group = new THREE.Group();
  const r = art.random;
  const towards = r.yes(0.6) ? -1 : 1;
  const [w, h, d] = [r.between(1.08, 1.2), r.between(0.86, 0.96), 0.3];
  const pack = carton(art, w, h, d);
  pack.rotation.y = towards * 0.36;
  group.add(pack);
  [[-0.32, 0.5, 0.34, 0.02], [0.3, 0.56, -0.3, 0.02], [-0.04, 0.84, 0.06, 0.05]].forEach(([x, z, turn, lift]) => {
    const one = strip(art);
    lieBefore(one, { x: -towards * x, z: d / 2 + z, turn: towards * turn, lift });
    one.rotation.x = -Math.PI / 2 + 0.12;
    group.add(one);
  });
  return { group, framing: { fill: 0.88, height: 0.42 } };
}
