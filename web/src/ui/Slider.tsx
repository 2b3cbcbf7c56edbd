import { type PointerEvent, useRef } from 'react'
import { cx } from './cx'

/** The lower and the upper end of what is chosen. */
export type Range = readonly [low: number, high: number]

interface SliderProps {
  /** What the range is about; names the pair. */
  label: string
  lowLabel: string
  highLabel: string
  min: number
  max: number
  step?: number
  value: Range
  /** While a thumb moves. */
  onChange: (value: Range) => void
  /** When a thumb was let go: the moment to ask the server. */
  onCommit?: (value: Range) => void
  /** How a value is written and read aloud, such as `$12`. */
  format?: (value: number) => string
  disabled?: boolean
  className?: string
}

/** A range with two thumbs. In Arabic it grows from right to left, keys included. */
export function Slider({
  label,
  lowLabel,
  highLabel,
  min,
  max,
  step = 1,
  value,
  onChange,
  onCommit,
  format = String,
  disabled = false,
  className,
}: SliderProps) {
  const track = useRef<HTMLDivElement>(null)
  const low = clamp(value[0], min, max)
  const high = clamp(value[1], low, max)

  const setLow = (next: number): Range => [Math.min(next, high), high]
  const setHigh = (next: number): Range => [low, Math.max(next, low)]
  const commit = () => onCommit?.([low, high])

  // A press on the line brings the nearer thumb there.
  function onTrackPress(event: PointerEvent<HTMLDivElement>) {
    const line = track.current
    if (disabled || line === null || event.target instanceof HTMLInputElement) return
    const next = valueAt(event.clientX, line, min, max, step)
    const range = next - low <= high - next ? setLow(next) : setHigh(next)
    onChange(range)
    onCommit?.(range)
  }

  const thumb = (name: string, at: number, set: (next: number) => Range, onTop: boolean) => (
    <input
      type="range"
      aria-label={name}
      aria-valuetext={format(at)}
      min={min}
      max={max}
      step={step}
      value={at}
      disabled={disabled}
      onChange={(event) => onChange(set(event.target.valueAsNumber))}
      onPointerUp={commit}
      onKeyUp={commit}
      className={cx('slider-thumb', onTop && 'z-10')}
    />
  )

  const from = share(low, min, max)
  const to = share(high, min, max)
  return (
    <div role="group" aria-label={label} className={className}>
      <div onPointerDown={onTrackPress} className="relative h-11 touch-pan-y">
        {/* Half a thumb free at both ends, where the centre of a thumb cannot go. */}
        <div
          ref={track}
          className="absolute inset-x-5.5 inset-y-0 my-auto h-1.5 rounded-full bg-line"
        >
          {/* An SVG, not a styled box: the page's policy lets no style attribute into served HTML. */}
          <svg aria-hidden="true" className="absolute size-full mirror-rtl">
            <rect
              x={`${from}%`}
              width={`${to - from}%`}
              height="100%"
              rx="3"
              className="fill-primary"
            />
          </svg>
        </div>
        {/* At the far end the low thumb lies on top, or it could never be pulled back. */}
        {thumb(lowLabel, low, setLow, from > 50)}
        {thumb(highLabel, high, setHigh, false)}
      </div>
      <div aria-hidden="true" className="flex justify-between text-sm text-muted tabular">
        <bdi dir="ltr">{format(low)}</bdi>
        <bdi dir="ltr">{format(high)}</bdi>
      </div>
    </div>
  )
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

function share(value: number, min: number, max: number): number {
  return max <= min ? 0 : ((value - min) / (max - min)) * 100
}

function valueAt(x: number, line: HTMLElement, min: number, max: number, step: number): number {
  const box = line.getBoundingClientRect()
  const along = clamp((x - box.x) / box.width, 0, 1)
  const fraction = getComputedStyle(line).direction === 'rtl' ? 1 - along : along
  return clamp(min + Math.round((fraction * (max - min)) / step) * step, min, max)
}
