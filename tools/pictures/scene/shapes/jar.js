// Jars of cream and ointment.
import * as THREE from 'three';

import { wrapLabel } from '../label.js';
import { glass, paper, plastic, print } from '../materials.js';
import { printed } from '../canvas.js';
import { ribbed, revolve, skin, solid } from '../geometry.js';
import { luminance, mix, onTop, shade } from '../palette.js';
import { line, stack } from '../stack.js';
import { placeMotif } from '../motifs.js';
import { cartonAt } from './carton.js';
import { wallOf } from './bottle.js';

/** A lid's top: the maker's name in a ring. */
function lidArt(art, ground) {
  return printed(0.8, 0.8, (ctx, w) => {
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, w, w);
    const ink = onTop(ground);
    ctx.strokeStyle = ink;
    ctx.globalAlpha = 0.35;
    ctx.lineWidth = w * 0.006;
    ctx.beginPath();
    ctx.arc(w / 2, w / 2, w * 0.4, 0, 7);
    ctx.stroke();
    ctx.globalAlpha = 1;
    placeMotif(ctx, art.motif, { x: w / 2, y: w * 0.3, r: w * 0.08, a: ink, b: ink, opacity: 0.8 });
    stack(ctx, { x: w * 0.17, y: w * 0.4, w: w * 0.66, h: w * 0.34 }, w, [line(art.brandName, art.style.latin, 0.16, ink, { lines: 2 }), line(art.brandAr, art.style.arabic, 0.1, ink, { rtl: true })], { align: 'centre' });
  });
}

export function jar(art) {
  const group = new THREE.Group();
  const r = art.random;
  const volume = parseInt(art.pack, 10) || 50;
  const R = 0.5;
  const H = volume > 120 ? 0.5 : volume > 60 ? 0.44 : 0.38;
  const lidH = volume > 120 ? 0.2 : 0.24;
  const medicine = art.category === 'colds';
  const pot = new THREE.Group();
  const { colour, printArt } = wallOf(art);
  const wall = medicine ? glass(shade(art.palette.strong, 0.15)) : r.yes(0.5) ? glass(mix(colour, '#ffffff', 0.05)) : plastic(colour, 0.75);
  pot.add(revolve([[0, 0], [R - 0.05, 0, 0.03], [R, 0.06, 0.05], [R, H - 0.04, 0.03], [R - 0.04, H], [0, H]], wall));
  if (medicine) pot.add(skin(() => R, 0.05, H - 0.04, 4.2, paper(wrapLabel(art, R, H - 0.09, 4.2, { facing: 2.05 }))));
  else {
    // the print of a low jar is wider than high: words beside each other
    const map = printed(R * 1.9, H * 0.8, (ctx, w, h) => {
      const ink = printArt.onBody;
      stack(ctx, { x: w * 0.08, y: h * 0.06, w: w * 0.84, h: h * 0.88 }, h * 1.25, [
        line(art.brandName, art.style.latin, 0.24, ink.mark, { lines: 1 }), line(art.labelEn, art.style.latin.family === 'Cormorant' ? art.style.latin : { ...art.style.latin, weight: 500 }, 0.15, ink.name, { gap: 0.3 }), line(`${art.brandAr} ${art.labelAr}`, { ...art.style.arabic, family: 'Cairo', weight: 600 }, 0.15, ink.arabic, { rtl: true, gap: 0.1 }), line(art.packBoth, { ...art.style.latin, family: 'Cairo', weight: 600, spacing: 0, upper: false, lower: false, italic: false }, 0.085, ink.small, { gap: 0.5 }),
      ], { align: 'centre' });
    });
    pot.add(skin(() => R, H * 0.08, H * 0.88, 1.9, print(map)));
  }
  const lidColour = medicine ? art.palette.accent : luminance(colour) > 0.6 ? r.pick(['#fbfbf8', art.palette.strong, '#d8dbda']) : r.pick(['#fbfbf8', '#cfd3d3', shade(colour, 0.25)]);
  const lid = plastic(lidColour, 0.75);
  if (medicine || r.yes(0.25)) pot.add(ribbed(R * 1.01, lidH, 110, lid, { at: [0, H + 0.005, 0], depth: 0.012 }));
  else pot.add(revolve([[0, H + 0.005], [R * 1.01, H + 0.005, 0.008], [R * 1.01, H + lidH, 0.03], [0, H + lidH]], lid));
  const top = solid(new THREE.CircleGeometry(R * 0.93, 96), plastic('#ffffff', 0.75), { at: [0, H + lidH + 0.008, 0], turn: [-Math.PI / 2, 0, 0] });
  top.material.map = lidArt(art, lidColour);
  top.castShadow = false;
  pot.add(top);
  pot.rotation.y = r.between(-0.12, 0.12);
  group.add(pot);
  if (!medicine && volume <= 60 && r.yes(0.6)) {
    const side = r.yes() ? 1 : -1;
    group.add(cartonAt(art, [0.98, 0.96, 0.98], { x: side * 0.58, z: -0.72, turn: -side * 0.3 }));
    pot.position.set(-side * 0.44, 0, 0.26);
    return { group, framing: { fill: 0.88, height: 0.24 } };
  }
  return { group, framing: { fill: 0.74, height: 0.3 } };
}

