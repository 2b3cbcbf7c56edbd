import { defineConfig } from '@playwright/test'
import type { ShopOptions } from './fixtures/shop.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
/** What does not depend on the size is looked at once in each language. */
const wideOnly = ['**/hostile-text.spec.ts', '**/reflow.spec.ts']
/**
 * Everything runs in English on a desktop and in Arabic on a phone. In the two other pairs run the
 * screens where language and size meet; E2E_FULL=1 runs everything there too.
 */
const meeting = process.env.E2E_FULL
  ? ['**/*.spec.ts']
  : ['home', 'product', 'cart'].map((name) => `**/${name}.spec.ts`)
const desktop = { viewport: { width: 1280, height: 800 } }

/** Both languages, both sizes. */
export default defineConfig<ShopOptions>({
  // The gallery is made on demand: `make screenshots`.
  testDir: process.env.SCREENSHOTS ? 'gallery' : 'tests',
  globalSetup: './fixtures/demo-folder.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A test that needs a second try has failed: it is mended, not repeated.
  retries: 0,
  workers: 3,
  // Long enough for a machine that is busy with something else: patience hides no fault, it only ends later.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    // The binary's own pictures and fonts only: nothing is fetched from outside.
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    // Recording every test costs more than the tests: in CI a failed one leaves a picture.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // Tests watch and cut the line themselves; the file about moments without one lets it in.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'english-desktop', use: { ...desktop, language: 'english' } },
    {
      name: 'arabic-desktop',
      testMatch: [...meeting, ...wideOnly],
      use: { ...desktop, language: 'arabic' },
    },
    {
      name: 'english-phone',
      testMatch: meeting,
      testIgnore: wideOnly,
      use: { ...phone, language: 'english' },
    },
    { name: 'arabic-phone', testIgnore: wideOnly, use: { ...phone, language: 'arabic' } },
  ],
})
