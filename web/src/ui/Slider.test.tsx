import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Slider, type Range } from './Slider'

const usual: Range = [10, 60]

function PriceRange({
  start = usual,
  onCommit,
}: {
  start?: Range
  onCommit?: (range: Range) => void
}) {
  const [range, setRange] = useState<Range>(start)
  return (
    <Slider
      label="Price"
      lowLabel="Lowest price"
      highLabel="Highest price"
      min={0}
      max={100}
      value={range}
      onChange={setRange}
      onCommit={onCommit}
      format={(value) => `$${value}`}
    />
  )
}

const low = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Lowest price' })
const high = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Highest price' })

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

describe('Slider', () => {
  test('reads its values aloud as prices', () => {
    renderUi(<PriceRange />)
    expect(low().getAttribute('aria-valuetext')).toBe('$10')
    expect(high().getAttribute('aria-valuetext')).toBe('$60')
    expect(screen.getByRole('group', { name: 'Price' })).toBeTruthy()
  })

  test('the thumbs cannot pass each other', () => {
    renderUi(<PriceRange />)
    fireEvent.change(low(), { target: { value: '90' } })
    expect([low().value, high().value]).toEqual(['60', '60'])
    fireEvent.change(high(), { target: { value: '5' } })
    expect([low().value, high().value]).toEqual(['60', '60'])
  })

  test('tells when a thumb is let go, by pointer and by key', () => {
    const commit = vi.fn()
    renderUi(<PriceRange onCommit={commit} />)
    fireEvent.change(low(), { target: { value: '20' } })
    expect(commit).not.toHaveBeenCalled()
    fireEvent.pointerUp(low())
    expect(commit).toHaveBeenLastCalledWith([20, 60])
    fireEvent.change(high(), { target: { value: '59' } })
    fireEvent.keyUp(high(), { key: 'ArrowLeft' })
    expect(commit).toHaveBeenLastCalledWith([20, 59])
  })

  test('the line is filled between the thumbs from the start of the line of reading', () => {
    const { container } = renderUi(<PriceRange start={[25, 60]} />)
    expect(container.querySelector('[style]')).toBeNull()
    const fill = container.querySelector('rect')
    expect(fill?.getAttribute('x')).toBe('25%')
    expect(fill?.getAttribute('width')).toBe('35%')
  })

  test.each([
    ['ltr', 20, ['20', '60']],
    ['rtl', 20, ['10', '80']],
  ])('in %s a press on the line moves the nearer thumb there', (dir, clientX, expected) => {
    document.documentElement.dir = dir
    const { container } = renderUi(<PriceRange />)
    const line = container.querySelector<HTMLElement>('.bg-line')
    if (line === null) throw new Error('no line')
    line.style.direction = dir
    line.getBoundingClientRect = () => new DOMRect(0, 0, 100, 6)
    fireEvent.pointerDown(line, { clientX })
    expect([low().value, high().value]).toEqual(expected)
  })

  test('values outside the limits are shown at the limit', () => {
    renderUi(<PriceRange start={[-5, 500]} />)
    expect([low().value, high().value]).toEqual(['0', '100'])
  })
})
