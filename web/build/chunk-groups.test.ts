// @vitest-environment node
import { expect, test } from 'vitest'
import { firstScreenChunk } from './chunk-groups'

const src = '/repo/web/src'
const icons = '/repo/node_modules/lucide-react/dist/esm/icons'
/** Who imports whom. */
const importers: Record<string, string[]> = {
  [`${src}/ui/Link.tsx`]: [`${src}/app/App.tsx`, `${src}/routes/about.tsx`],
  [`${src}/app/App.tsx`]: [`${src}/entry-client.tsx`],
  [`${src}/ui/Card.tsx`]: [`${src}/routes/home.tsx`, `${src}/features/List.tsx`],
  [`${src}/features/List.tsx`]: [`${src}/routes/brand.tsx`, `${src}/routes/product/category.tsx`],
  [`${src}/ui/Crumbs.tsx`]: [`${src}/features/List.tsx`, `${src}/routes/product/detail.tsx`],
  [`${src}/features/Note.tsx`]: [`${src}/routes/concern.tsx`],
  [`${src}/features/Seller.tsx`]: [
    `${src}/routes/product/detail.tsx`,
    `${src}/routes/user/cart.tsx`,
  ],
  [`${src}/features/Hero.tsx`]: [`${src}/routes/home.tsx`],
  [`${src}/features/Form.tsx`]: [`${src}/routes/user/login.tsx`],
  [`${src}/features/Offline.tsx`]: [`${src}/app/LayoutExtras.tsx`, `${src}/app/CheckoutLayout.tsx`],
  [`${icons}/heart.mjs`]: [`${src}/app/App.tsx`],
  [`${icons}/zoom-in.mjs`]: [`${src}/routes/product/detail.tsx`],
  [`${icons}/printer.mjs`]: [`${src}/routes/order/detail.tsx`],
}
const graph = { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) }

test.each([
  ['what the entry imports', `${src}/ui/Link.tsx`, 'first'],
  ['what Home shares with another first screen', `${src}/ui/Card.tsx`, 'first'],
  ['what lists share with a product', `${src}/ui/Crumbs.tsx`, 'lists-and-product'],
  ['what only lists share', `${src}/features/List.tsx`, 'lists'],
  ['what one kind of list has alone', `${src}/features/Note.tsx`, 'lists'],
  ['what a product shares with later screens', `${src}/features/Seller.tsx`, 'product'],
  ['what Home has alone', `${src}/features/Hero.tsx`, null],
  ['a screen itself', `${src}/routes/brand.tsx`, null],
  ['what no first screen needs', `${src}/features/Form.tsx`, null],
  ['what comes when the page is alive', `${src}/features/Offline.tsx`, 'after-alive'],
  ['an icon of the header', `${icons}/heart.mjs`, 'first'],
  ['an icon of a product', `${icons}/zoom-in.mjs`, 'product'],
  ['an icon that no first screen needs', `${icons}/printer.mjs`, 'icons'],
])('%s', (_, id, chunk) => {
  expect(firstScreenChunk(id, graph)).toBe(chunk)
})
