// Sprays: for the nose, for the throat, mists with a cap, and aerosol cans.
import * as THREE from 'three';
import { inksOn } from '../artwork.js';
import { barePrint, wrapLabel } from '../label.js';
import { clearPlastic, glass, metal, paper, plastic, print } from '../materials.js';
import { revolve, ribbed, skin, solid } from '../geometry.js';
import { luminance, mix, shade } from '../palette.js';
import { cartonAt } from './carton.js';

/** Puts a carton half behind the main thing. */
function withCarton(group, main, art, [w, h, d]) {
  const side = art.random.yes() ? 1 : -1;
  group.add(cartonAt(art, [w, h, d], { x: side * w * 0.58, z: -0.3, turn: -side * 0.34 }));
  main.position.set(-side * w * 0.44, 0, 0.24);
}

function nasal(art) {
  const group = new THREE.Group();
  const r = art.random;
  const main = new THREE.Group();
  const [R, H] = [0.24, 0.56];
  main.add(revolve([[0, 0], [R - 0.03, 0, 0.02], [R, 0.05, 0.04], [R, H - 0.1, 0.1], [0.13, H, 0.04], [0.13, H + 0.04]], r.yes(0.75) ? plastic('#fbfbf9', 0.65) : glass('#6b3410')));
  main.add(skin(() => R, 0.05, H - 0.16, 4, paper(wrapLabel(art, R, H - 0.21, 4))));
  const white = plastic('#fcfcfb', 0.6);
  main.add(revolve([[0, H + 0.02], [0.15, H + 0.02, 0.01], [0.15, H + 0.1, 0.02], [0.21, H + 0.12, 0.015], [0.21, H + 0.145, 0.01], [0.11, H + 0.17, 0.03], [0.075, H + 0.3, 0.08], [0.05, H + 0.48, 0.03], [0.035, H + 0.5, 0.01], [0, H + 0.5]], white));
  main.add(solid(new THREE.SphereGeometry(0.01, 10, 8), plastic('#555b5e', 0.2), { at: [0, H + 0.497, 0] }));
  group.add(main);
  if (r.yes(0.75)) withCarton(group, main, art, [0.62, 1.14, 0.5]);
  else {
    const cap = revolve([[0, 0.36], [0.1, 0.36, 0.03], [0.16, 0.2, 0.05], [0.2, 0, 0.01], [0.19, 0]], clearPlastic(art.palette.soft, 0.5));
    cap.material.side = THREE.DoubleSide;
    cap.position.set(r.yes() ? 0.5 : -0.5, 0, 0.3);
    group.add(cap);
  }
  return { group, framing: { fill: 0.86, height: 0.13 } };
}

/** An aluminium can with a shoulder and a cap, printed all around. */
function can(art) {
  const group = new THREE.Group();
  const r = art.random;
  const [R, H] = [0.27, 1.12];
  const ground = art.palette.pale ? art.colour : r.yes(0.7) ? art.colour : '#fbfbf9';
  group.add(revolve([[0, 0], [R - 0.02, 0, 0.012], [R - 0.005, 0.02, 0.01], [R, 0.04, 0.01], [R, H - 0.08, 0.09], [R * 0.78, H, 0.03], [R * 0.78, H + 0.02], [0, H + 0.02]], plastic(ground, 0.85)));
  group.add(revolve([[R + 0.002, 0.0, 0.006], [R + 0.002, 0.03, 0.006], [R - 0.01, 0.034]], metal('#d4d8da', 0.25)));
  group.add(skin(() => R, 0.08, H - 0.2, 1.95, print(barePrint({ ...art, onBody: inksOn(art.palette, ground) }, R * 1.95, H - 0.28), 0.18)));
  group.add(revolve([[R * 0.8, H - 0.004, 0.004], [R * 0.8, H + 0.03, 0.004], [R * 0.76, H + 0.034]], metal('#d4d8da', 0.22)));
  const capColour = luminance(ground) > 0.7 ? r.pick(['#f6f7f5', art.palette.strong]) : r.pick(['#fbfbf9', shade(ground, 0.25)]);
  group.add(revolve([[0, H + 0.015], [R * 0.76, H + 0.015, 0.006], [R * 0.76, H + 0.24, 0.07], [0, H + 0.25]], plastic(capColour, 0.7)));
  return { group, framing: { fill: 0.88, height: 0.09 } };
}

/** A bottle with a fine-mist head and a clear cap. */
function mist(art) {
  const group = new THREE.Group();
  const r = art.random;
  const [R, H] = [0.3, 0.96];
  const ground = art.palette.pale ? art.colour : r.yes(0.6) ? art.colour : '#fbfbf9';
  group.add(revolve([[0, 0], [R - 0.03, 0, 0.02], [R, 0.05, 0.04], [R, H - 0.1, 0.13], [0.15, H, 0.04], [0.15, H + 0.04]], plastic(ground, 0.65)));
  if (r.yes(0.5)) group.add(skin(() => R, 0.07, H - 0.2, 4.2, paper(wrapLabel(art, R, H - 0.27, 4.2))));
  else group.add(skin(() => R, 0.06, H - 0.18, 1.95, print(barePrint({ ...art, onBody: inksOn(art.palette, ground) }, R * 1.95, H - 0.24))));
  const head = plastic(luminance(ground) > 0.7 ? art.palette.strong : '#fbfbf9', 0.6);
  group.add(ribbed(0.17, 0.12, 44, head, { at: [0, H + 0.01, 0] }));
  group.add(revolve([[0, H + 0.13], [0.1, H + 0.13, 0.01], [0.105, H + 0.26, 0.05], [0, H + 0.28]], head));
  group.add(solid(new THREE.CylinderGeometry(0.018, 0.018, 0.03, 16), plastic('#e8eaea', 0.4), { at: [0.02, H + 0.21, 0.1], turn: [Math.PI / 2, 0, 0] }));
  const cap = revolve([[0.185, H + 0.0], [0.185, H + 0.36, 0.04], [0, H + 0.38]], clearPlastic('#f4fafc', 0.16));
  cap.castShadow = false;
  group.add(cap);
  return { group, framing: { fill: 0.87, height: 0.1 } };
}

/** A throat spray: a small bottle with a long swivelling arm. */
function throat(art) {
  const group = new THREE.Group();
  const main = new THREE.Group();
  const [R, H] = [0.23, 0.62];
  const white = plastic('#fcfcfb', 0.6);
  main.add(revolve([[0, 0], [R - 0.03, 0, 0.02], [R, 0.05, 0.04], [R, H - 0.1, 0.1], [0.12, H, 0.04], [0.12, H + 0.04]], plastic(mix(art.palette.strong, '#ffffff', 0.82), 0.65)));
  main.add(skin(() => R, 0.05, H - 0.16, 4, paper(wrapLabel(art, R, H - 0.21, 4))));
  main.add(ribbed(0.14, 0.12, 40, white, { at: [0, H + 0.02, 0] }));
  main.add(revolve([[0, H + 0.13], [0.08, H + 0.13, 0.01], [0.085, H + 0.26, 0.04], [0, H + 0.27]], white));
  const side = art.random.yes() ? 1 : -1;
  const arm = new THREE.CatmullRomCurve3([[0, H + 0.2, 0], [side * 0.2, H + 0.24, 0.06], [side * 0.48, H + 0.33, 0.14]].map((v) => new THREE.Vector3(...v)));
  main.add(solid(new THREE.TubeGeometry(arm, 30, 0.026, 16, false), white));
  main.add(solid(new THREE.SphereGeometry(0.034, 16, 12), white, { at: [side * 0.48, H + 0.33, 0.14] }));
  group.add(main);
  withCarton(group, main, { ...art, random: { ...art.random, yes: () => side < 0 } }, [0.6, 1.14, 0.5]);
  return { group, framing: { fill: 0.86, height: 0.13 } };
}

export function spray(art) {
  if (art.form === 'throat_spray') return throat(art);
  if (art.form === 'deodorant' || /thermal/i.test(art.nameEn) || (art.form === 'nasal_spray' && parseInt(art.pack, 10) >= 50)) return can(art);
  if (art.form === 'nasal_spray') return nasal(art);
  return mist(art);
}
