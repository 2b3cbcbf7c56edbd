// @vitest-environment node
import { expect, test } from 'vitest'
import { assetFileName, chunkFileName } from './file-names'

test.each([
  ['/repo/web/src/routes/home.tsx', 'home'],
  ['/repo/web/src/routes/user/login.tsx', 'user-login'],
  ['/repo/web/src/routes/admin/index.tsx', 'admin'],
  ['C:\\repo\\web\\src\\routes\\user\\cart.tsx', 'user-cart'],
])('the chunk of %s is named %s', (facadeModuleId, name) => {
  expect(chunkFileName({ name: 'x', facadeModuleId })).toBe(`assets/js/${name}-[hash].js`)
})

test('what is not a route keeps the name the bundler gave it', () => {
  expect(chunkFileName({ name: 'vendor', facadeModuleId: null })).toBe('assets/js/vendor-[hash].js')
})

test('styles and fonts have folders of their own', () => {
  expect(assetFileName({ names: ['entry.css'] })).toContain('assets/css/')
  expect(assetFileName({ names: ['cairo.woff2'] })).toContain('assets/fonts/')
})
