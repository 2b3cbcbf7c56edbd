// Draws the product pictures as PNG, 800 by 800, into a folder of your choice.
//
//   node draw.mjs --out DIR [--all] [--only CODE,CODE] [--shape box] [--catalogue DIR] [--quick] [--resume]
//
// Without --all only products are drawn whose picture would look different from last time (see manifest.json).
// After changing the drawing itself, use --all. --resume goes on where a stopped run left the folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fingerprint, readCatalogue } from './catalogue.mjs';
import { openStudio } from './studio.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string' }, all: { type: 'boolean', default: false }, only: { type: 'string' }, shape: { type: 'string' }, quick: { type: 'boolean', default: false }, resume: { type: 'boolean', default: false },
    catalogue: { type: 'string', default: join(root, 'internal/app/demo/catalogue') },
    manifest: { type: 'string', default: join(here, 'manifest.json') },
    pictures: { type: 'string', default: join(root, 'internal/app/demo/pictures') },
  },
});
if (!values.out) throw new Error('say where the pictures go: --out DIR');
mkdirSync(values.out, { recursive: true });

const products = readCatalogue(values.catalogue);
const known = existsSync(values.manifest) ? JSON.parse(readFileSync(values.manifest, 'utf8')) : {};
const finished = (code) => [200, 400, 800].every((width) => existsSync(join(values.pictures, `${code.toLowerCase()}-${width}.webp`)));
const only = values.only?.split(',');
const wanted = products.filter((p) => {
  if (values.resume && existsSync(join(values.out, `${p.code.toLowerCase()}.png`))) return false;
  if (only) return only.includes(p.code);
  if (values.shape) return p.shape === values.shape;
  return values.all || known[p.code] !== fingerprint(p) || !finished(p.code);
});

/** What each product holds, by its code in lower case: the name of a picture that it may share with others. */
const contents = {};
const share = values.quick ? 0.3 : 1;
const studio = await openStudio();
try {
  for (const [i, product] of wanted.entries()) {
    writeFileSync(join(values.out, `${product.code.toLowerCase()}.png`), await studio.draw(product, share));
    process.stdout.write(`\rdrawn ${i + 1} of ${wanted.length}  ${product.code.padEnd(28)}`);
  }
  const inside = new Map();
  for (const product of products) {
    const what = await studio.contentsOf(product);
    if (what === null) continue;
    const name = `inside-${fingerprint(what)}`;
    contents[product.code.toLowerCase()] = name;
    if (values.all || !finished(name)) inside.set(name, what);
  }
  for (const [name, what] of inside) {
    writeFileSync(join(values.out, `${name}.png`), await studio.drawContents(what, share));
    process.stdout.write(`\rdrawn ${name}  ${what.kind.padEnd(28)}`);
  }
  if (wanted.length + inside.size > 0) process.stdout.write('\n');
} finally {
  await studio.close();
}
// What the finished pictures will show; the entry script keeps it once they are in place.
writeFileSync(join(values.out, 'manifest.json'), `${JSON.stringify(Object.fromEntries(products.map((p) => [p.code, fingerprint(p)]).sort()), null, 1)}\n`);
writeFileSync(join(values.out, 'contents.json'), `${JSON.stringify(Object.fromEntries(Object.entries(contents).sort()), null, 1)}\n`);
