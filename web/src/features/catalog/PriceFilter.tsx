import { useEffect, useRef, useState } from 'react'
import shop from '../../../../contract/shop.json'
import { useT } from '../../lib/i18n'
import { type Range, Slider } from '../../ui/Slider'
import { wholeDollars } from './price-range'

interface PriceFilterProps {
  /** The highest price of the list, in dollars. */
  highest: number
  /** Null where the range is open. */
  min: number | null
  max: number | null
  onChange: (range: { minPrice: number | null; maxPrice: number | null }) => void
}

/** A key held down moves a thumb many times; the list is asked for once it rests. */
const REST_MS = 250

/** The price range: from nothing to the highest price, in whole dollars. */
export function PriceFilter({ highest, min, max, onChange }: PriceFilterProps) {
  const t = useT()
  const lowest = shop.slider.min
  const top = Math.max(Math.ceil(highest), lowest + shop.slider.step)
  const chosen: Range = [min ?? lowest, max ?? top]

  // Where the thumbs are while they move; the address only follows when they rest.
  const [moving, setMoving] = useState<Range | null>(null)
  const settled = `${chosen[0]}-${chosen[1]}`
  const [before, setBefore] = useState(settled)
  if (before !== settled) {
    setBefore(settled)
    setMoving(null)
  }

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function move(range: Range) {
    // Or what rested a moment ago would be asked for while a thumb has gone on.
    clearTimeout(timer.current)
    setMoving(range)
  }

  function commit([low, high]: Range) {
    clearTimeout(timer.current)
    if (low === chosen[0] && high === chosen[1]) return
    timer.current = setTimeout(() => {
      onChange({
        minPrice: low <= lowest ? null : low,
        maxPrice: high >= top ? null : high,
      })
    }, REST_MS)
  }

  return (
    <div>
      <p aria-hidden="true" className="font-bold">
        {t('list.price_range')}
      </p>
      <Slider
        label={t('list.price_range')}
        lowLabel={t('a11y.min_price')}
        highLabel={t('a11y.max_price')}
        min={lowest}
        max={top}
        step={shop.slider.step}
        value={moving ?? chosen}
        onChange={move}
        onCommit={commit}
        format={wholeDollars}
      />
    </div>
  )
}
