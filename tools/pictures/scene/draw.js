// The page's entry: the drawing script calls `draw(product)` and takes the canvas' pixels.
import { openStudio } from './studio.js';
import { loadFonts } from './fonts.js';
import { artOf } from './art.js';
import { buildContents, contentsOf } from './contents.js';
import { SHAPES } from './shapes.js';

const canvas = document.createElement('canvas');
document.body.append(canvas);

let studio;
window.open_studio = async () => {
  await loadFonts();
  studio = openStudio(canvas);
};

/** Draws one product and answers its PNG as base64; `share` below 1 is a quick look. */
window.draw = (product, share) => {
  const build = SHAPES[product.shape];
  if (!build) throw new Error(`no drawing for the shape ${product.shape}`);
  return photograph(build(artOf(product)), share);
};

/** Describes what a product holds, in words that are the same for what looks the same; null where there is nothing to see. */
window.contents_of = contentsOf;

/** Draws what was so described. */
window.draw_contents = (what, share) => photograph(buildContents(what), share);

function photograph({ group, framing }, share) {
  studio.shoot(group, framing, share);
  const url = canvas.toDataURL('image/png');
  // Materials are kept: they hold the compiled shaders, which the next product needs again.
  group.traverse((node) => {
    node.geometry?.dispose();
    for (const material of [node.material].flat()) material?.map?.dispose();
  });
  return url.slice(url.indexOf(',') + 1);
}
