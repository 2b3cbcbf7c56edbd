// Draws the shop's mark as icons, and the picture shown when a link to the shop is shared, into web/public.
//
//   node icons.mjs
//
// The mark itself is web/public/favicon.svg, the same drawing as in the page's header.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from './studio.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const out = join(root, 'web/public');
mkdirSync(out, { recursive: true });

const GREEN = '#0b6e4f';
const drawing = readFileSync(join(out, 'favicon.svg'), 'utf8');
/** The mark at a size; `square` for places that round the corners themselves. */
const mark = (size, square = false) => (square ? drawing.replace(/ rx="[^"]*"/, '') : drawing).replace('<svg ', `<svg width="${size}" height="${size}" `);

/** An .ico file that holds one PNG. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

const font = (name) => `url(/node_modules/@fontsource-variable/cairo/files/cairo-${name}-wght-normal.woff2)`;
const FACES = `
  @font-face { font-family: Cairo; font-weight: 200 1000; src: ${font('latin')}; unicode-range: U+0000-05FF, U+2000-2BFF; }
  @font-face { font-family: Cairo; font-weight: 200 1000; src: ${font('arabic')}; unicode-range: U+0600-06FF, U+FB50-FDFF, U+FE70-FEFF; }`;

/** The shared picture: the mark, the promise, and three packs from the shelf. */
function shareCard(language, packs) {
  const texts = JSON.parse(readFileSync(join(root, `contract/messages/${language}.json`), 'utf8'));
  const picture = (code) => `data:image/webp;base64,${readFileSync(join(root, `internal/app/demo/pictures/${code}-400.webp`)).toString('base64')}`;
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>${FACES}
    * { box-sizing: border-box; margin: 0; }
    body { inline-size: 1200px; block-size: 630px; background: linear-gradient(160deg, #f6f9f7, #e7f4ef); font-family: Cairo; color: #14211c; display: grid; grid-template-columns: 600px 1fr; align-items: center; padding: 56px 64px; gap: 32px; overflow: hidden; }
    .name { display: flex; align-items: center; gap: 20px; font-size: 46px; font-weight: 800; color: ${GREEN}; }
    h1 { font-size: ${language === 'ar' ? 66 : 62}px; line-height: ${language === 'ar' ? 1.35 : 1.14}; font-weight: 800; margin-block: 34px 20px; }
    p { font-size: 28px; line-height: 1.5; color: #44554e; }
    .shelf { position: relative; block-size: 500px; }
    .shelf img { position: absolute; border-radius: 32px; box-shadow: 0 18px 50px rgb(11 60 44 / 0.16); }
    .shelf img:nth-child(1) { inline-size: 300px; inset-block-start: 0; inset-inline-end: 0; }
    .shelf img:nth-child(2) { inline-size: 246px; inset-block-end: 0; inset-inline-start: 0; }
    .shelf img:nth-child(3) { inline-size: 180px; inset-block-end: 0; inset-inline-end: 0; }
    </style><body><main><div class="name">${mark(84)}<bdi>Dawa · دواء</bdi></div><h1>${texts['home.hero_title']}</h1><p>${texts['home.hero_text']}</p></main>
    <div class="shelf">${packs.map((code) => `<img src="${picture(code)}" alt="">`).join('')}</div></body></html>`;
}

const { browser, page } = await openBrowser();
try {
  const png = async (size, square) => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${mark(size, square)}`);
    return page.screenshot({ omitBackground: true });
  };
  writeFileSync(join(out, 'favicon.ico'), ico(await png(32), 32));
  writeFileSync(join(out, 'icon-32.png'), await png(32));
  writeFileSync(join(out, 'apple-touch-icon.png'), await png(180, true));
  writeFileSync(join(out, 'icon-512.png'), await png(512, true));
  await page.setViewportSize({ width: 1200, height: 630 });
  for (const language of ['en', 'ar']) {
    await page.setContent(shareCard(language, ['cen-adults-60', 'pan-advance-24', 'vichy-aqualia-50']));
    await page.evaluate(() => document.fonts.ready);
    writeFileSync(join(out, `og-${language}.jpg`), await page.screenshot({ type: 'jpeg', quality: 86 }));
  }
} finally {
  await browser.close();
}
