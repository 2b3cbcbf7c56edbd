// Opens the studio page in Chromium. Nothing is fetched from anywhere: every file comes from this folder.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const { chromium } = createRequire(import.meta.url)('playwright-core');
const here = dirname(fileURLToPath(import.meta.url));
const ORIGIN = 'http://studio.invalid';
const TYPES = { '.js': 'text/javascript', '.woff2': 'font/woff2', '.html': 'text/html', '.svg': 'image/svg+xml' };
const FLAGS = [
  '--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
  // WebGL on the processor: slower than a graphics card, and the same on every machine.
  '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb', '--font-render-hinting=none',
];
const PAGE = `<!doctype html><meta charset="utf-8"><body>
<script type="importmap">{"imports":{"three":"/node_modules/three/build/three.module.js","three/addons/":"/node_modules/three/examples/jsm/"}}</script>
<script type="module" src="/scene/draw.js"></script>`;

/** Starts Chromium with a page that can reach this folder only. */
export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.on('pageerror', (error) => console.error(`in the page: ${error.stack ?? error}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`in the page: ${message.text()}`));
  await page.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== ORIGIN) return route.abort();
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    try {
      return route.fulfill({ contentType: TYPES[extname(pathname)] ?? 'application/octet-stream', body: readFileSync(join(here, normalize(pathname))) });
    } catch {
      return route.fulfill({ status: 404, body: '' });
    }
  });
  await page.goto(`${ORIGIN}/`);
  return { browser, page };
}

/** The studio, ready to draw: `draw(product)` and `drawContents(what)` answer a PNG. */
export async function openStudio() {
  const { browser, page } = await openBrowser();
  await page.waitForFunction(() => typeof window.open_studio === 'function', null, { timeout: 60_000 });
  await page.evaluate(() => window.open_studio());
  return {
    contentsOf: (product) => page.evaluate((p) => window.contents_of(p), product),
    drawContents: async (what, share = 1) => Buffer.from(await page.evaluate(([w, s]) => window.draw_contents(w, s), [what, share]), 'base64'),
    draw: async (product, share = 1) => Buffer.from(await page.evaluate(([p, s]) => window.draw(p, s), [product, share]), 'base64'),
    close: () => browser.close(),
  };
}
