import { render } from '@testing-library/react'
import { Heart, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { createIcon } from './create-icon'

/** What an icon is made of, which the library exports but does not declare. */
function shapesOf(module: unknown) {
  const { __iconData: shapes } = module as { __iconData: Parameters<typeof createIcon>[0] }
  return shapes
}

test.each([
  ['heart', Heart, () => import('lucide-react/dist/esm/icons/heart.mjs')],
  ['trash', Trash2, () => import('lucide-react/dist/esm/icons/trash.mjs')],
])('%s is drawn as its library draws it', async (_, Library, load) => {
  const Own = createIcon(shapesOf(await load()))
  const theirs = drawn(<Library className="size-4" strokeWidth={3} />)
  theirs.removeAttribute('xmlns')
  theirs.classList.remove(...[...theirs.classList].filter((name) => name.startsWith('lucide')))
  expect(drawn(<Own className="size-4" strokeWidth={3} />)).toEqual(theirs)
})

function drawn(icon: ReactElement): Element {
  const svg = render(icon).container.querySelector('svg')
  if (svg === null) throw new Error('no icon')
  return svg
}
