// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { readSources, type Source } from './test-setup/sources'

/** Ways to say left or right that do not turn with the writing direction. */
const physical: readonly RegExp[] = [
  // Tailwind: ml-4, -mr-2, pl-[3px], left-0, right-auto, border-l, rounded-tr, text-left …
  /(?<![\w-])-?(?:scroll-)?[mp][lr]-(?:\d|\[|\(|px|auto)/,
  /(?<![\w-])-?(?:left|right)-(?:\d|\[|\(|px|auto|full)/,
  /(?<![\w-])(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?![\w])/,
  /(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w])/,
  // CSS and style objects.
  /(?:margin|padding|border|inset)-?(?:left|right)/i,
  /border-?(?:top|bottom)-?(?:left|right)-?radius/i,
  /(?<![\w-])(?:left|right)\s*:/,
  /(?:text-align|textAlign|float|clear)\s*:\s*['"]?(?:left|right)/,
]

// Scrolling has no logical form: the code that scrolls chooses the sign itself.
const scrolling = /scroll(?:By|To)\(\s*\{[^}]*\}/g

function physicalDirections({ path, text }: Source): string[] {
  return text
    .replaceAll(scrolling, (call) => call.replaceAll(/\S/g, ' '))
    .split('\n')
    .flatMap((line, index) =>
      physical.some((way) => way.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    )
}

/** Letter-spacing without a direction: it would tear the joined letters of Arabic apart. */
const spacing = /(?<!ltr:)(?<![\w-])tracking-(?!normal)|letter-?spacing\s*:(?!\s*(?:0|normal))/i

function letterSpacing({ path, text }: Source): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (spacing.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []))
}

describe('letter-spacing', () => {
  test('is set for left-to-right pages only', () => {
    const sources = readSources('.ts', '.tsx', '.css').filter(
      ({ path }) => !path.includes('.test.'),
    )
    expect(sources.flatMap(letterSpacing)).toEqual([])
  })

  test.each([
    'className="tracking-tight"',
    "style={{ letterSpacing: '1px' }}",
    'letter-spacing: 2px',
  ])('%s is refused', (line) =>
    expect(letterSpacing({ path: 'x.tsx', text: line })).toHaveLength(1),
  )

  test('className="ltr:tracking-tight" is allowed', () => {
    expect(letterSpacing({ path: 'x.tsx', text: 'className="ltr:tracking-tight"' })).toEqual([])
  })
})

describe('directions', () => {
  test('no source says left or right where start or end would turn with the language', () => {
    const sources = readSources('.ts', '.tsx', '.css').filter(
      ({ path }) => !path.includes('.test.'),
    )
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(physicalDirections)).toEqual([])
  })

  test.each([
    'className="ml-4"',
    'className="md:-mr-2 flex"',
    'className="pl-[3px]"',
    'className="absolute right-0"',
    'className="text-left"',
    'className="rounded-tl-card"',
    'className="border-r"',
    '  margin-left: 4px;',
    '  padding-right: 4px;',
    '  left: 0;',
    '  text-align: right;',
    'style={{ marginLeft: 4 }}',
    "style={{ textAlign: 'left' }}",
    'style={{ right: 0 }}',
  ])('%s is refused', (line) => {
    expect(physicalDirections({ path: 'x.tsx', text: line })).toHaveLength(1)
  })

  test.each([
    'className="ms-4 pe-2 start-0 text-end rounded-s-card border-e"',
    '  inset-inline-start: 0;',
    "event.key === 'ArrowLeft'",
    'import { ChevronRight } from "lucide-react"',
    'list.scrollBy({ left: 510 })',
  ])('%s is allowed', (line) => {
    expect(physicalDirections({ path: 'x.tsx', text: line })).toEqual([])
  })
})
