import { expect, test } from 'vitest'
import { readSources } from '../test-setup/sources'

/**
 * Screens that are not there yet and say so. A screen that is built leaves this list in the same
 * commit; when it is empty, ScreenPending and this test go.
 */
const pending = ['admin/index', 'admin/product-new', 'product/edit', 'store/add-product']

test('the screens still to come are exactly these', () => {
  const found = readSources('.tsx')
    .filter((source) => source.path.startsWith('routes/') && source.text.includes('<ScreenPending'))
    .map((source) => source.path.replace(/^routes\/|\.tsx$/g, ''))
  expect(found.sort()).toEqual(pending)
})
