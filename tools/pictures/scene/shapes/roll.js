// Rolls: elastic bandages and tape on its reel.
import * as THREE from 'three';
import { cloth, matt, paper, plastic } from '../materials.js';
import { printed } from '../canvas.js';
import { wrapLabel } from '../label.js';
import { revolve, skin, solid } from '../geometry.js';
import { mix } from '../palette.js';
import { cartonAt } from './carton.js';

/** A weave for bandages, and the spiral of its end. */
function weave(colour, columns, rows) {
  return printed(1, 0.6, (ctx, w, h) => {
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, w, h);
    for (let i = 0; i < columns; i++) {
      ctx.fillStyle = i % 2 ? 'rgba(255,255,255,0.22)' : 'rgba(90,70,50,0.10)';
      ctx.fillRect((i * w) / columns, 0, w / columns / 2, h);
    }
    for (let j = 0; j < rows; j++) {
      ctx.fillStyle = j % 2 ? 'rgba(255,255,255,0.16)' : 'rgba(90,70,50,0.12)';
      ctx.fillRect(0, (j * h) / rows, w, h / rows / 2.4);
    }
  });
}

function spiral(colour) {
  return printed(0.8, 0.8, (ctx, w) => {
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, w, w);
    ctx.strokeStyle = 'rgba(80,62,46,0.34)';
    ctx.lineWidth = w * 0.006;
    ctx.beginPath();
    for (let t = 0; t < 88; t += 0.05) {
      const reach = (w * 0.49 * t) / 88;
      ctx.lineTo(w / 2 + Math.cos(t) * reach, w / 2 + Math.sin(t) * reach);
    }
    ctx.stroke();
  });
}

function bandage(art) {
  const group = new THREE.Group();
  const r = art.random;
  const tone = /coban/i.test(art.nameEn) ? mix(art.palette.strong, '#e2c3a2', 0.55) : '#ead9c3';
  const [R, H] = [0.42, 0.86];
  const roll = new THREE.Group();
  roll.add(revolve([[R * 0.98, 0, 0.01], [R, 0.012, 0.008], [R, H - 0.012, 0.008], [R * 0.98, H]], cloth(weave(tone, 170, 90))));
  const top = solid(new THREE.CircleGeometry(R * 0.985, 80), cloth(spiral(tone)), { at: [0, H - 0.003, 0], turn: [-Math.PI / 2, 0, 0] });
  roll.add(top);
  roll.add(skin(() => R, H * 0.14, H * 0.86, 3.1, paper(wrapLabel(art, R, H * 0.72, 3.1))));
  group.add(roll);
  // a second roll lies before it, its end open
  const lying = new THREE.Group();
  const [r2, l2] = [0.24, 0.5];
  lying.add(solid(new THREE.CylinderGeometry(r2, r2, l2, 80, 1, true), cloth(weave(tone, 90, 60))));
  for (const end of [1, -1]) lying.add(solid(new THREE.CircleGeometry(r2, 64), cloth(spiral(tone)), { at: [0, (end * l2) / 2, 0], turn: [(-end * Math.PI) / 2, 0, 0] }));
  lying.rotation.set(0, 0, Math.PI / 2);
  const lay = new THREE.Group();
  lay.add(lying);
  const side = r.yes() ? 1 : -1;
  lay.rotation.y = side * 0.9;
  lay.position.set(side * 0.58, r2, 0.36);
  group.add(lay);
  return { group, framing: { fill: 0.84, height: 0.26 } };
}

function tape(art) {
  const group = new THREE.Group();
  const r = art.random;
  const side = r.yes() ? 1 : -1;
  group.add(cartonAt(art, [0.86, 0.92, 0.46], { x: side * 0.4, z: -0.34, turn: -side * 0.34 }));
  const [outer, inner, width] = [0.36, 0.2, 0.3];
  const tone = /micropore|paper/i.test(art.nameEn) ? '#f8f5ef' : '#f3ede2';
  const reel = new THREE.Group();
  const spool = matt(tone, 0.85);
  reel.add(revolve([[inner, 0], [outer, 0, 0.008], [outer, width, 0.008], [inner, width], [inner, 0]], spool));
  reel.add(revolve([[inner - 0.012, -0.012], [inner + 0.03, -0.012, 0.006], [inner + 0.03, width + 0.012, 0.006], [inner - 0.012, width + 0.012], [inner - 0.012, -0.012]], plastic(art.palette.strong, 0.5)));
  // the loose end
  const end = solid(new THREE.BoxGeometry(0.34, width * 0.985, 0.006), spool, { at: [-0.18, width / 2, outer + 0.001], turn: [0, 0.1, 0] });
  reel.add(end);
  reel.rotation.set(Math.PI / 2 - 0.06, 0, 0);
  const stand = new THREE.Group();
  stand.add(reel);
  stand.rotation.y = side * 0.42;
  stand.position.set(-side * 0.36, outer, 0.26);
  group.add(stand);
  return { group, framing: { fill: 0.86, height: 0.16 } };
}

export function roll(art) {
  return art.form === 'tape' ? tape(art) : bandage(art);
}
