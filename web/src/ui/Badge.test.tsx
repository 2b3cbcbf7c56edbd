import { expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Badge } from './Badge'

test.each([
  [0, ''],
  [-1, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [1000, '99+'],
])('a count of %i shows as "%s"', (count, text) => {
  const { container } = renderUi(<div data-testid="at">{<Badge count={count} max={99} />}</div>)
  const at = container.querySelector('[data-testid="at"]')
  expect(at?.textContent).toBe(text)
  expect(at?.childElementCount).toBe(text === '' ? 0 : 1)
})
