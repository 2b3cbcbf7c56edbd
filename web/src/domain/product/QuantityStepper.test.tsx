import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { QuantityStepper } from './QuantityStepper'

describe('QuantityStepper', () => {
  const render = (value: number, more = vi.fn(), less = vi.fn(), busy = false) => {
    const { user } = renderUi(
      <QuantityStepper
        label="Panadol"
        value={value}
        onIncrease={more}
        onDecrease={less}
        busy={busy}
      />,
    )
    return {
      user,
      more,
      less,
      plus: screen.getByRole<HTMLButtonElement>('button', { name: 'Increase quantity' }),
      minus: screen.getByRole<HTMLButtonElement>('button', { name: 'Decrease quantity' }),
    }
  }

  test('goes up and down between one and ten', async () => {
    const { user, plus, minus, more, less } = render(5)
    await user.click(plus)
    await user.click(minus)
    expect(more).toHaveBeenCalledOnce()
    expect(less).toHaveBeenCalledOnce()
  })

  test('stops at one', () => {
    expect(render(1).minus.disabled).toBe(true)
  })

  test('stops at ten', () => {
    expect(render(10).plus.disabled).toBe(true)
  })

  test('takes no press while a change is under way', async () => {
    const { user, plus, more } = render(5, vi.fn(), vi.fn(), true)
    await user.click(plus)
    expect(more).not.toHaveBeenCalled()
  })
})
