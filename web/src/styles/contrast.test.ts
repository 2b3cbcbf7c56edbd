// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const darkAt = css.indexOf('@media (prefers-color-scheme: dark)')
const light = colours(css.slice(0, darkAt))
const schemes = { light, dark: { ...light, ...colours(css.slice(darkAt)) } }

const surfaces = ['paper', 'ground', 'quiet', 'raised']
const onSurfaces = ['ink', 'muted', 'primary', 'primary-hover', 'danger', 'sale', 'warning', 'info']

/** Text that is read: at least 4.5 to 1. */
const textPairs: [text: string, ground: string][] = [
  ...onSurfaces.flatMap((text) => surfaces.map((ground): [string, string] => [text, ground])),
  ...['primary', 'sale', 'danger', 'warning', 'info'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-tint`],
    ['ink', `${tone}-tint`],
    ['muted', `${tone}-tint`],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-fill-hover'],
]

/** Edges that show where a control is: at least 3 to 1. */
const edgePairs: [edge: string, ground: string][] = [
  ['control', 'paper'],
  ['control', 'ground'],
  ['control', 'raised'],
  ['danger', 'paper'],
  ['primary', 'paper'],
]

describe.each(Object.entries(schemes))('contrast in the %s scheme', (_, scheme) => {
  test.each(textPairs)('text %s on %s', (text, ground) => {
    expect(contrast(scheme, text, ground)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(edgePairs)('edge %s on %s', (edge, ground) => {
    expect(contrast(scheme, edge, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('the dark scheme answers every colour of the light one', () => {
  const own = colours(css.slice(darkAt))
  expect(Object.keys(light).filter((name) => !(name in own))).toEqual([])
})

test('contrast is measured as WCAG defines it', () => {
  const scheme = { black: '#000000', white: '#ffffff', grey: '#767676' }
  expect(contrast(scheme, 'black', 'white')).toBeCloseTo(21, 5)
  expect(contrast(scheme, 'grey', 'white')).toBeCloseTo(4.54, 2)
})

type Scheme = Record<string, string>

function colours(text: string): Scheme {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  )
}

function contrast(scheme: Scheme, one: string, other: string): number {
  const [low, high] = [luminance(scheme[one]), luminance(scheme[other])].toSorted((a, b) => a - b)
  return ((high ?? NaN) + 0.05) / ((low ?? NaN) + 0.05)
}

function luminance(colour: string | undefined): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour?.slice(at, at + 2) ?? '', 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? NaN) + 0.7152 * (green ?? NaN) + 0.0722 * (blue ?? NaN)
}
