// Bottles: of tablets, of syrup, of shampoo.
import * as THREE from 'three';
import { inksOn } from '../artwork.js';
import { barePrint, wrapLabel } from '../label.js';
import { clearPlastic, glass, paper, plastic, print } from '../materials.js';
import { ribbed, revolve, skin, solid, vessel } from '../geometry.js';
import { luminance, mix, paletteOf, rgb, shade } from '../palette.js';
import { SOLID_FORMS, scatter } from '../pills.js';
import { cartonAt } from './carton.js';

const AMBER = '#6b3410';
const MEDICAL = new Set(['syrup', 'suspension', 'drops']);

/** Brown in the catalogue means brown glass; the label then takes the second colour. */
const isBrown = (hex) => {
  const [r, g, b] = rgb(hex);
  return r > g && g > b && r < 165 && r - b > 60 && luminance(hex) < 0.2 && g / r > 0.5;
};

export function bottle(art) {
  if (SOLID_FORMS.has(art.form)) return pillBottle(art);
  if (MEDICAL.has(art.form) || art.category === 'first_aid') return syrupBottle(art);
  if (art.form === 'mouthwash') return mouthwashBottle(art);
  return toiletBottle(art);
}

function pillBottle(art) {
  const group = new THREE.Group();
  const r = art.random;
  const brown = isBrown(art.colour);
  const labelArt = brown ? { ...art, palette: paletteOf(art.accent, '#c9a24a') } : art;
  const count = parseInt(art.pack, 10) || 60;
  const R = 0.36 + Math.min(0.06, count / 2000);
  const H = 0.92 + Math.min(0.28, count / 380);
  const bodyColour = brown ? AMBER : r.yes(0.62) ? '#fbfbf9' : art.palette.strong;
  const body = brown ? glass(AMBER) : plastic(bodyColour, 0.6);
  group.add(revolve([[0, 0], [R - 0.02, 0, 0.02], [R, 0.03, 0.02], [R, H - 0.13, 0.09], [R * 0.8, H, 0.04], [R * 0.8, H + 0.05]], body));
  const angle = 4.4;
  const map = wrapLabel(labelArt, R, H - 0.24, angle);
  group.add(skin(() => R, 0.06, H - 0.18, angle, paper(map)));
  const capColour = brown ? '#1c1b19' : bodyColour === '#fbfbf9' ? r.pick([art.palette.strong, art.palette.strong, '#fbfbf9']) : '#fbfbf9';
  const cap = plastic(capColour, 0.5);
  group.add(revolve([[0, H + 0.01], [R * 0.9, H + 0.01, 0.01], [R * 0.9, H + 0.05, 0.005], [0, H + 0.05]], cap));
  group.add(ribbed(R * 0.88, 0.24, 72, cap, { at: [0, H + 0.045, 0] }));
  group.add(revolve([[R * 0.8, H + 0.28, 0.004], [R * 0.74, H + 0.288, 0.004], [0, H + 0.288]], cap));
  if (r.yes(0.55)) {
    const side = r.yes() ? 1 : -1;
    group.add(scatter(art, [[side * (R + 0.2), 0.3], [side * (R + 0.02), 0.52], [side * (R + 0.36), 0.5]], 1.15));
  }
  return { group, framing: { fill: 0.86, height: 0.14 } };
}

function syrupBottle(art) {
  const group = new THREE.Group();
  const r = art.random;
  const volume = parseInt(art.pack, 10) || 100;
  const R = 0.3 + Math.min(0.05, volume / 5000);
  const H = 0.78 + Math.min(0.2, volume / 1000);
  const wall = art.category !== 'first_aid' && /kid|child|baby|infant/i.test(art.nameEn) && r.yes(0.4) ? plastic('#faf9f5', 0.6) : glass(AMBER);
  const bottleGroup = new THREE.Group();
  bottleGroup.add(revolve([[0, 0], [R - 0.02, 0, 0.02], [R, 0.04, 0.03], [R, H - 0.16, 0.14], [0.13, H + 0.02, 0.06], [0.13, H + 0.14]], wall));
  const angle = 4.2;
  bottleGroup.add(skin(() => R, 0.07, H - 0.26, angle, paper(wrapLabel(art, R, H - 0.33, angle))));
  const cap = plastic(r.pick(['#fbfbf9', '#fbfbf9', art.palette.strong]), 0.45);
  bottleGroup.add(revolve([[0, H + 0.05], [0.168, H + 0.05, 0.006], [0.168, H + 0.075, 0.006], [0, H + 0.075]], cap));
  bottleGroup.add(ribbed(0.162, 0.2, 46, cap, { at: [0, H + 0.085, 0], depth: 0.04 }));
  group.add(bottleGroup);
  if (art.category === 'first_aid' || r.yes(0.35)) return { group, framing: { fill: 0.86, height: 0.12 } };
  // with its carton, and for children its measuring cup
  const side = r.yes(0.6) ? -1 : 1;
  group.add(cartonAt(art, [R * 2.15, H + 0.34, R * 1.9], { x: side * 0.46, z: -0.34, turn: -side * 0.34 }));
  bottleGroup.position.set(-side * 0.34, 0, 0.2);
  if (r.yes(0.5)) {
    const cup = revolve([[0, 0.012], [0.1, 0.012, 0.01], [0.13, 0.2], [0.138, 0.2], [0.108, 0, 0.01], [0, 0]], clearPlastic('#eef6fb', 0.42));
    cup.material.side = THREE.DoubleSide;
    cup.position.set(side * 0.2, 0, 0.56);
    group.add(cup);
  }
  return { group, framing: { fill: 0.88, height: 0.16 } };
}

function mouthwashBottle(art) {
  const group = new THREE.Group();
  const liquid = art.palette.strong;
  const [R, H, flat] = [0.4, 1.12, 0.62];
  const radius = (y) => (y > H - 0.24 ? R * (1 - 0.62 * ((y - (H - 0.24)) / 0.24) ** 2) : R * (1 - 0.05 * Math.exp(-(((y - 0.62) / 0.2) ** 2))));
  group.add(vessel(radius, H, glass(shade(liquid, 0.12)), { flat, foot: 0.06 }));
  group.add(skin(radius, 0.12, 0.82, 2.5, paper(wrapLabel(art, R * 0.94, 0.7, 2.5, { facing: 2.1 })), { flat }));
  group.add(revolve([[0.17, H - 0.02], [0.17, H + 0.05], [0, H + 0.05]], plastic('#f4f5f4', 0.5), { flat: 0.9 }));
  group.add(ribbed(0.19, 0.24, 40, plastic(art.random.yes(0.5) ? '#17191a' : '#fbfbf9', 0.5), { at: [0, H + 0.02, 0] }));
  return { group, framing: { fill: 0.86, height: 0.1 } };
}

/** What a printed bottle's wall and ink are. */
export function wallOf(art) {
  const p = art.palette;
  // Some makers keep their bottles white and print in colour, others colour the bottle.
  const coloured = p.pale || art.random.yes(0.72);
  const colour = p.pale ? art.colour : coloured ? art.colour : '#fbfbf8';
  return { colour, printArt: { ...art, onBody: inksOn(p, colour) } };
}

/** Silhouettes of shampoo and lotion bottles: the radius at each height, as shares of width and height. */
const SILHOUETTES = [
  (t) => (t > 0.8 ? 1 - 0.62 * ((t - 0.8) / 0.2) ** 2.2 : 1),
  (t) => (1 - 0.1 * Math.sin(t * Math.PI)) * (t > 0.84 ? 1 - 0.5 * ((t - 0.84) / 0.16) ** 2 : 1),
  (t) => (0.86 + 0.14 * Math.sin(t * Math.PI * 0.9)) * (t > 0.78 ? 1 - 0.55 * ((t - 0.78) / 0.22) ** 2 : 1),
  (t) => (t > 0.92 ? 1 - 0.1 * ((t - 0.92) / 0.08) ** 2 : 1),
];

/** A printed body; answers where its top is, for a cap or a pump. */
export function toiletBody(art, { R, H, flat, shape }) {
  const group = new THREE.Group();
  const { colour, printArt } = wallOf(art);
  const silhouette = SILHOUETTES[shape];
  const radius = (y) => R * silhouette(Math.min(1, Math.max(0, y / H)));
  group.add(vessel(radius, H, plastic(colour, 0.62), { flat, foot: 0.05 }));
  const facing = 1.9;
  if (art.random.yes(0.62)) group.add(skin(radius, H * 0.08, H * 0.76, facing, print(barePrint(printArt, R * facing, H * 0.68)), { flat }));
  else group.add(skin(radius, H * 0.1, H * 0.74, 2.3, paper(wrapLabel(art, R, H * 0.64, 2.3)), { flat }));
  return { group, colour, neck: radius(H), radius };
}

function toiletBottle(art) {
  const r = art.random;
  const volume = parseInt(art.pack, 10) || 250;
  const H = 0.98 + Math.min(0.34, volume / 1500);
  const shape = r.pick([0, 0, 1, 2, 3]);
  const flat = shape === 3 ? 0.72 : r.between(0.5, 0.64);
  const R = 0.4 + Math.min(0.05, volume / 8000);
  const { group, colour, neck } = toiletBody(art, { R, H, flat, shape });
  const capColour = luminance(colour) > 0.7 ? r.pick([art.palette.strong, '#f7f7f4', mix(art.palette.strong, '#ffffff', 0.4)]) : r.pick(['#fafaf7', shade(colour, 0.3), '#d9dcdc']);
  const cap = plastic(capColour, 0.7);
  const capR = shape === 3 ? neck * 0.99 : Math.max(0.2, neck * 1.02);
  const capH = shape === 3 ? 0.26 : 0.2;
  group.add(revolve([[0, H], [capR - 0.01, H, 0.008], [capR, H + 0.02, 0.008], [capR * 0.97, H + capH, 0.05], [0, H + capH]], cap, { flat: shape === 3 ? flat : Math.min(1, flat * 1.25) }));
  // the hinge line of a flip top
  group.add(solid(new THREE.TorusGeometry(capR * 0.995, 0.004, 8, 96), plastic(shade(capColour, 0.4), 0.2), { at: [0, H + capH * 0.62, 0], turn: [Math.PI / 2, 0, 0], scale: [1, shape === 3 ? flat : Math.min(1, flat * 1.25), 1] }));
  group.rotation.y = r.between(-0.16, 0.16);
  const outer = new THREE.Group();
  outer.add(group);
  return { group: outer, framing: { fill: 0.86, height: 0.1 } };
}
