import { describe, expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { Price } from './Price'

describe('Price', () => {
  test('shows two decimals, left-to-right', () => {
    const { container } = renderUi(<Price price={12.5} />, { lang: 'arabic' })
    expect(container.querySelector('bdi[dir="ltr"]')?.textContent).toBe('$12.50')
    expect(container.querySelector('s')).toBeNull()
  })

  test('strikes the full price and shows the discount', () => {
    const { container } = renderUi(<Price price={12.5} discount={20} discountedPrice={10} />)
    expect(container.querySelector('s bdi')?.textContent).toBe('$12.50')
    expect(container.textContent).toContain('$10.00')
    expect(container.textContent).toContain('-20\u00A0%')
  })

  test('says to a screen reader which price is which', () => {
    const { container } = renderUi(<Price price={12.5} discount={20} discountedPrice={10} />)
    expect(container.textContent).toMatch(/Price now\s*\$10\.00.*Price before discount\s*\$12\.50/)
  })
})
