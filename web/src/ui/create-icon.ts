import { createElement, type SVGProps } from 'react'

/** An icon as its library stores it: what to draw on a square of `size` units. */
interface IconShapes {
  size?: number
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * Makes the component of an icon. The build gives this file to the library's icons instead of its own
 * (build/icon-imports.ts), which is far longer and works out attributes that never change here for
 * every icon anew, each time it is rendered.
 */
export function createIcon({ size = 24, node }: IconShapes) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  const drawing = {
    width: 24,
    height: 24,
    viewBox: `0 0 ${size} ${size}`,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    'aria-hidden': true,
  } as const
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return createElement('svg', { ...drawing, ...props }, ...shapes)
  }
}
