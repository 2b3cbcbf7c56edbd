// How each maker signs its packs: wordmarks set in type, in our own styling. No logo is copied or imitated;
// what a maker keeps from pack to pack here is a face, a case, a spacing and a favourite layout.
import { face } from './type.js';
import { hash } from './random.js';

const STYLES = {
  panadol: { latin: face('Archivo', 800, { spacing: -0.01 }), arabic: face('Cairo', 900), layouts: ['sweep', 'slant', 'halves'] },
  advil: { latin: face('Montserrat', 800, { italic: true, spacing: -0.02 }), arabic: face('Tajawal', 800), layouts: ['solid', 'crown', 'beam'] },
  centrum: { latin: face('Nunito', 900, { lower: true, spacing: -0.01 }), arabic: face('Cairo', 800), layouts: ['orbit', 'crown', 'halves'] },
  'head and shoulders': { latin: face('Josefin', 600, { lower: true, spacing: 0.01 }), arabic: face('Kufi', 600), layouts: ['slant', 'sweep', 'beam'] },
  dove: { latin: face('Cormorant', 700, { italic: true }), arabic: face('Kufi', 500), layouts: ['frame', 'petal', 'calm'] },
  vichy: { latin: face('Josefin', 600, { upper: true, spacing: 0.22 }), arabic: face('Kufi', 600), layouts: ['calm', 'frame', 'spine'] },
};

const OTHERS = [
  { latin: face('Montserrat', 900, { upper: true, spacing: -0.01 }), arabic: face('Cairo', 900), layouts: ['solid', 'slant', 'spine'] },
  { latin: face('Oswald', 600, { upper: true, spacing: 0.02 }), arabic: face('Tajawal', 800), layouts: ['ribbon', 'crown', 'spine'] },
  { latin: face('Playfair', 800, {}), arabic: face('Cairo', 800), layouts: ['frame', 'crown', 'sweep'] },
  { latin: face('Nunito', 900, { spacing: -0.01 }), arabic: face('Cairo', 800), layouts: ['orbit', 'halves', 'sweep'] },
  { latin: face('Lobster', 700, { italic: true }), arabic: face('Kufi', 700), layouts: ['petal', 'sweep', 'crown'] },
  { latin: face('Archivo', 900, { italic: true, spacing: -0.02 }), arabic: face('Cairo', 900), layouts: ['beam', 'solid', 'slant'] },
  { latin: face('Josefin', 700, { upper: true, spacing: 0.12 }), arabic: face('Kufi', 600), layouts: ['calm', 'spine', 'frame'] },
  { latin: face('Archivo', 700, { lower: true }), arabic: face('Tajawal', 800), layouts: ['halves', 'ribbon', 'orbit'] },
  { latin: face('Montserrat', 700, { lower: true, spacing: -0.02 }), arabic: face('Cairo', 700), layouts: ['sweep', 'orbit', 'beam'] },
];

/** The style of a maker: its own for the shop's six, a steady choice by name for the others. */
export function styleOf(brand) {
  return STYLES[brand] ?? OTHERS[hash(`maker ${brand}`) % OTHERS.length];
}

/** Makers whose key in the catalogue leaves a sign out. */
const SPELT = { 'natures bounty': "Nature's Bounty" };

/** A maker's name as written on a pack. */
export function brandName(brand) {
  if (SPELT[brand]) return SPELT[brand];
  return brand
    .split(' ')
    .map((word) => (word === 'and' ? '&' : word.replace(/(^|-)[a-z]/g, (c) => c.toUpperCase())))
    .join(' ');
}
