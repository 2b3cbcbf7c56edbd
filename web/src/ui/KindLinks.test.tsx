import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { KindLinks } from './KindLinks'

afterEach(() => vi.restoreAllMocks())

/** Stands in for a layout: the row is seen from 0 to 390, its link from `from` to `to`. */
function laidOut(from: number, to: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.tagName === 'NAV' ? new DOMRect(0, 0, 390, 44) : new DOMRect(from, 0, to - from, 44)
  })
}

test.each([
  ['after its end', 500, 560, 186],
  ['before its start, as in Arabic', -200, -140, -216],
  ['within it', 20, 80, 0],
])('KindLinks scrolls its row to the chosen link %s', (_, from, to, scrolled) => {
  laidOut(from, to)
  renderUi(
    <KindLinks label="Status" kinds={['open', 'all']} chosen="all" hrefFor={(kind) => `?${kind}`}>
      {(kind) => kind}
    </KindLinks>,
  )
  expect(screen.getByRole('navigation').scrollLeft).toBe(scrolled)
})
