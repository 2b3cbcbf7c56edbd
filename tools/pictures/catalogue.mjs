// Reads the demo catalogue and works out, for each product, exactly what its picture shows.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All products of the catalogue folder, in a steady order, as the scene wants them. */
export function readCatalogue(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json')).sort();
  const products = files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const arabicBrands = namesOfMakers(products);
  return products.map((p) => toPicture(p, arabicBrands.get(p.brand)));
}

/** A maker's Arabic name is what the Arabic names of its products begin with. */
function namesOfMakers(products) {
  const names = new Map();
  for (const brand of new Set(products.map((p) => p.brand))) {
    const own = products.filter((p) => p.brand === brand).map((p) => p.arabic_name.replace('،', ' ').split(/\s+/));
    const most = brand.split(/[ -]/).length;
    let shared = 0;
    while (shared < Math.min(most, ...own.map((w) => w.length)) && own.every((words) => words[shared] === own[0][shared])) shared++;
    names.set(brand, own[0].slice(0, Math.max(1, shared)).join(' '));
  }
  return names;
}

/** The contents as a name's last part says them (`24 Tablets`), else the pack size alone. */
function contents(name, comma, pack) {
  const last = name.split(comma).pop().trim();
  return /^[\d٠-٩]/.test(last) && name.includes(comma) ? last : pack === '1' ? '' : pack;
}

function toPicture(p, brandAr) {
  const substances = (p.active_ingredients ?? []).slice(0, 4);
  const few = substances.length <= 3 && p.category !== 'body_care' && p.category !== 'hygiene';
  const joined = (key, comma) => (few ? substances.map((s) => s[key]).filter(Boolean).join(`${comma} `) : '');
  const [substanceEn, substanceAr] = [joined('name', ','), joined('arabic_name', '،')];
  const packEn = contents(p.english_name, ',', p.pack_size);
  const packAr = contents(p.arabic_name, '،', p.pack_size);
  return {
    code: p.code,
    brand: p.brand,
    brandAr,
    category: p.category,
    form: p.form,
    pack: p.pack_size,
    shape: p.picture.shape,
    colour: p.picture.colour,
    accent: p.picture.accent,
    nameEn: p.english_name,
    labelEn: p.picture.label_en,
    labelAr: p.picture.label_ar,
    strength: p.picture.strength ?? '',
    substanceEn: substanceEn === p.picture.label_en ? '' : substanceEn,
    substanceAr: substanceAr === p.picture.label_ar ? '' : substanceAr,
    packEn,
    packAr,
    packBoth: packEn === packAr || !packAr ? packEn : `${packEn}  ·  \u2067${packAr}\u2069`,
  };
}

/** Fingerprint of what a picture shows; a picture is drawn again only when it changes. */
export function fingerprint(picture) {
  return createHash('sha256').update(JSON.stringify(picture)).digest('hex').slice(0, 16);
}
