// What is inside a pack, seen close: tablets beside their strip, a measure of syrup, a dab of cream.
//
// Many products hold the same: plain white tablets in a strip, white cream. What would look the same is described by
// the same words and drawn once.
import * as THREE from 'three';
import { artOf } from './art.js';
import { revolve, roundRect, slab, solid } from './geometry.js';
import { plastic } from './materials.js';
import { mix } from './palette.js';
import { pillOf, scatter, SOLID_FORMS } from './pills.js';
import { chance } from './random.js';
import { SHAPES } from './shapes.js';
import { blisterStrip } from './shapes/blister.js';

const IN_STRIPS = new Set(['box', 'blister']);
const POURED = new Set(['syrup', 'suspension']);
const DABBED = { cream: ['#fdfcf8', 0.45], ointment: ['#f5ecd4', 0.75], gel: [null, 0.95], toothpaste: ['#f7fbfb', 0.6] };

/** The colours of flavours; a syrup without one is amber. */
const FLAVOURS = [
  [/strawberry|cherry|red/i, '#c7414f'],
  [/orange|citrus|tropical/i, '#e2892b'],
  [/grape|berry|elder|sambucol/i, '#6d3c74'],
  [/lemon|banana|honey/i, '#d9a531'],
  [/mint|aloe/i, '#8fc7ab'],
];

const flavourOf = (name) => FLAVOURS.find(([words]) => words.test(name))?.[1];

/** Describes what a product holds, or null where a picture of it would say nothing. */
export function contentsOf(product) {
  const art = artOf(product);
  if (SOLID_FORMS.has(art.form)) {
    // The packshot may show pieces: it is built first, so that both show the same ones.
    SHAPES[art.shape](art);
    const strip = IN_STRIPS.has(art.shape) && art.form !== 'gummy' && /^\d+$/.test(art.pack);
    return { kind: 'pieces', pill: pillOf(art), strip };
  }
  if (art.form === 'effervescent') {
    const flavour = flavourOf(art.nameEn);
    return { kind: 'discs', colour: flavour ? mix('#fbfaf6', flavour, 0.3) : '#fbfaf6' };
  }
  if (POURED.has(art.form)) {
    const clear = flavourOf(art.nameEn) ?? '#a9642a';
    return { kind: 'spoon', colour: art.form === 'suspension' ? mix(clear, '#ffffff', 0.55) : clear };
  }
  const dabbed = DABBED[art.form];
  if (dabbed === undefined) return null;
  const [colour, gloss] = dabbed;
  return { kind: 'dab', colour: colour ?? mix('#ffffff', art.palette.strong, 0.16), gloss };
}

/** Builds what `contentsOf` describes. */
export function buildContents(what) {
  return BUILDERS[what.kind](what, chance(JSON.stringify(what)));
}

const BUILDERS = { pieces, discs, spoon, dab };

function pieces({ pill, strip }, random) {
  const art = { pill, random };
  const group = new THREE.Group();
  if (strip) {
    const foil = blisterStrip(art);
    foil.rotation.order = 'YXZ';
    foil.rotation.set(-Math.PI / 2, 0.16, 0);
    foil.position.set(0, 0.02, -0.2);
    group.add(foil);
    group.add(scatter(art, [[-0.3, 0.32], [0, 0.42], [0.32, 0.3]], 1.25));
    return { group, framing: { fill: 0.84, height: 0.9 } };
  }
  const heap = [[0, 0], [0.19, 0.05], [-0.2, 0.03], [0.08, 0.2], [-0.11, 0.21], [0.1, -0.18], [-0.1, -0.17], [0.3, 0.24], [-0.33, 0.22]];
  group.add(scatter(art, heap, 1));
  const upon = scatter(art, [[-0.01, 0.04], [0.12, -0.06]], 1);
  upon.position.y = 0.075;
  group.add(upon);
  return { group, framing: { fill: 0.8, height: 0.7 } };
}

/** Two tablets for a glass of water, one half upon the other. */
function discs({ colour }) {
  const group = new THREE.Group();
  const [r, h] = [0.4, 0.13];
  const tablet = (x, y, z) => revolve([[0, 0], [r, 0, 0.03], [r, h, 0.03], [0, h]], plastic(colour, 0.12), { at: [x, y, z] });
  group.add(tablet(-0.12, 0, 0), tablet(0.2, h, 0.08));
  return { group, framing: { fill: 0.68, height: 0.62 } };
}

/** A measuring spoon with a full measure in it. */
function spoon({ colour }) {
  const group = new THREE.Group();
  const white = plastic('#f3f6f5', 0.55);
  white.side = THREE.DoubleSide;
  const [r, deep] = [0.4, 0.26];
  const bowl = [[0, 0]];
  for (let k = 1; k <= 8; k++) bowl.push([r * Math.sin((k / 8) * (Math.PI / 2)), deep * (1 - Math.cos((k / 8) * (Math.PI / 2)))]);
  bowl.push([r + 0.045, deep + 0.01], [r + 0.045, deep + 0.025], [r, deep + 0.02]);
  group.add(revolve(bowl, white));
  group.add(solid(new THREE.CylinderGeometry(r * 0.975, r * 0.93, 0.03, 80), plastic(colour, 1), { at: [0, deep - 0.025, 0] }));
  const handle = solid(slab(roundRect(1.15, 0.17, 0.08), 0.035, 0.012), white, { at: [0.93, deep + 0.01, 0], turn: [-Math.PI / 2, 0, 0] });
  group.add(handle);
  group.rotation.y = 0.62;
  return { group, framing: { fill: 0.84, height: 0.75 } };
}

/** A dab, drawn up to a tip that has bent over a little. */
function dab({ colour, gloss }) {
  const dome = new THREE.SplineCurve([[0.5, 0], [0.55, 0.07], [0.5, 0.15], [0.36, 0.22], [0.22, 0.31], [0.12, 0.43], [0.05, 0.53], [0, 0.55]].map(([x, y]) => new THREE.Vector2(x, y)));
  const geometry = new THREE.LatheGeometry(dome.getPoints(90).map(({ x, y }) => new THREE.Vector2(Math.max(0, x), y)), 120);
  const position = geometry.attributes.position;
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const turn = Math.atan2(z, x) + y * 3;
    const swell = 1 + 0.05 * Math.sin(turn * 3) * (1 - y);
    position.setXYZ(i, x * swell + 0.55 * y ** 2.2, y, z * swell);
  }
  geometry.computeVertexNormals();
  const material = plastic(colour, gloss);
  material.side = THREE.DoubleSide;
  const group = new THREE.Group();
  group.add(solid(geometry, material));
  return { group, framing: { fill: 0.66, height: 0.42 } };
}
