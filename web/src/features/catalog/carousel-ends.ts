import { type RefObject, useEffect, useState } from 'react'

// Browsers round scroll positions, and zoom makes fractions of a pixel.
const NEARLY = 2

/** Whether a row that scrolls sideways stands at its start or its end, in either direction. */
export function useCarouselEnds(row: RefObject<HTMLElement | null>): {
  atStart: boolean
  atEnd: boolean
} {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })

  useEffect(() => {
    const element = row.current
    if (element === null) return
    const look = () => {
      // Right to left, positions run from 0 down to a negative number.
      const travelled = Math.abs(element.scrollLeft)
      const longest = element.scrollWidth - element.clientWidth
      const atStart = travelled <= NEARLY
      const atEnd = travelled >= longest - NEARLY
      setEnds((before) =>
        before.atStart === atStart && before.atEnd === atEnd ? before : { atStart, atEnd },
      )
    }
    element.addEventListener('scroll', look, { passive: true })
    // An observer looks by itself, and when sizes are known anyway.
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look)
    if (sizes === undefined) look()
    else sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes?.disconnect()
    }
  })

  return ends
}
