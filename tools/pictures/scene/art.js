// Everything the painters need to know about one product, worked out once.
import { paletteOf } from './palette.js';
import { brandName, styleOf } from './brands.js';
import { motifOf } from './motifs.js';
import { chance } from './random.js';

const ON_SKIN = new Set(['gel', 'cream', 'ointment', 'lotion', 'shampoo', 'conditioner', 'soap', 'balm', 'deodorant', 'roll_on', 'oil', 'serum', 'patch', 'plaster', 'wash', 'foam', 'mask', 'wipes', 'milk', 'scrub']);

/** Turns a product into artwork: colours, faces, layout and words. Its code seeds every choice. */
export function artOf(product) {
  const random = chance(product.code);
  const style = styleOf(product.brand);
  return {
    ...product,
    random,
    style,
    palette: paletteOf(product.colour, product.accent),
    brandName: brandName(product.brand),
    layout: random.pick(style.layouts),
    motif: motifOf(product, random),
    turn: random.between(-0.5, 0.5),
    round: random.pick([0.5, 0.5, 0.25, 0.12]),
    sideOnColour: random.yes(0.6),
    topOnColour: random.yes(0.55),
    onSkin: ON_SKIN.has(product.form) || product.category === 'body_care',
  };
}
