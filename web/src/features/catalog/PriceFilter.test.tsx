import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { PriceFilter } from './PriceFilter'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const asked = vi.fn<(range: { minPrice: number | null; maxPrice: number | null }) => void>()

function Filter() {
  const [range, setRange] = useState<{ minPrice: number | null; maxPrice: number | null }>({
    minPrice: null,
    maxPrice: null,
  })
  return (
    <PriceFilter
      highest={39.5}
      min={range.minPrice}
      max={range.maxPrice}
      onChange={(next) => {
        asked(next)
        setRange(next)
      }}
    />
  )
}

const low = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Lowest price' })
function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

describe('the price range', () => {
  test('goes from 0 to the next whole dollar above the highest price', () => {
    renderUi(<Filter />)
    expect([low().min, low().max, low().step]).toEqual(['0', '40', '1'])
  })

  test('asks once the thumb rests, and not while it goes on', () => {
    renderUi(<Filter />)
    fireEvent.change(low(), { target: { value: '1' } })
    fireEvent.keyUp(low(), { key: 'ArrowRight' })
    pass(200)
    // The next key is down when the rest of the first would be over.
    fireEvent.change(low(), { target: { value: '2' } })
    pass(200)
    expect(asked).not.toHaveBeenCalled()
    expect(low().value).toBe('2')
    fireEvent.keyUp(low(), { key: 'ArrowRight' })
    pass(250)
    expect(asked.mock.calls).toEqual([[{ minPrice: 2, maxPrice: null }]])
    expect(low().value).toBe('2')
  })

  test('back at the end it began from, the range is open again', () => {
    renderUi(<Filter />)
    fireEvent.change(low(), { target: { value: '7' } })
    fireEvent.pointerUp(low())
    pass(250)
    fireEvent.change(low(), { target: { value: '0' } })
    fireEvent.pointerUp(low())
    pass(250)
    expect(asked).toHaveBeenLastCalledWith({ minPrice: null, maxPrice: null })
  })
})
