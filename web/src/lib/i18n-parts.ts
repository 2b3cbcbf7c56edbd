/**
 * Sections of the catalogue that every screen needs: they come with the page. The texts of forms,
 * orders and the desk come with the first screen that is more than a shop window.
 * first-texts.test.ts holds the modules of those screens to this list.
 */
const firstSections: ReadonlySet<string> = new Set([
  'a11y',
  'access',
  'brand',
  'category',
  'common',
  'consent',
  'error',
  'footer',
  'form',
  'home',
  'list',
  'nav',
  'page',
  'product',
  'search',
  'session',
  'unit',
])

/** Single texts that the header and the cards say of other sections. */
const firstKeys: ReadonlySet<string> = new Set([
  'address.line',
  'cart.view',
  'done.added_to_wishlist',
])

/** Whether a text belongs to the part that comes with the page. */
export function isFirstText(key: string): boolean {
  return firstKeys.has(key) || firstSections.has(key.slice(0, key.indexOf('.')))
}
