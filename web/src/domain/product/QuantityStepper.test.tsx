import { screen } from '@testing-library/react'
import { useState } from 'react'
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

  test('keeps the focus on a button that reaches its limit, and takes no press there', async () => {
    const more = vi.fn()
    function Cart() {
      const [value, setValue] = useState(9)
      const increase = () => {
        more()
        setValue(value + 1)
      }
      return (
        <QuantityStepper label="Panadol" value={value} onIncrease={increase} onDecrease={vi.fn()} />
      )
    }
    const { user } = renderUi(<Cart />)
    const plus = screen.getByRole<HTMLButtonElement>('button', { name: 'Increase quantity' })
    await user.click(plus)
    expect(screen.getByText('10')).toBeTruthy()
    expect(document.activeElement).toBe(plus)
    expect(plus.disabled).toBe(false)
    expect(plus.getAttribute('aria-disabled')).toBe('true')
    await user.click(plus)
    expect(more).toHaveBeenCalledOnce()
    await user.tab()
    expect(plus.disabled).toBe(true)
  })
})
