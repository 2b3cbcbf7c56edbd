import { act } from '@testing-library/react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { PreHydrationInput } from './pre-hydration-input'

/** A small screen with each kind of control, held by React. */
function Screen({ early, heard }: { early?: PreHydrationInput; heard: (what: string) => void }) {
  const [text, setText] = useState('')
  const [sort, setSort] = useState('newest')
  const [ticked, setTicked] = useState(false)
  useLayoutEffect(() => early?.hold(), [early])
  useEffect(() => early?.release(), [early])
  return (
    <form>
      <input aria-label="q" value={text} onChange={(event) => setText(event.target.value)} />
      <select
        aria-label="sort"
        value={sort}
        onChange={(event) => {
          setSort(event.target.value)
          heard(`sort ${event.target.value}`)
        }}
      >
        <option value="newest">Newest</option>
        <option value="price">Price</option>
      </select>
      <input
        type="checkbox"
        checked={ticked}
        onChange={(event) => {
          setTicked(event.target.checked)
          heard(`ticked ${String(event.target.checked)}`)
        }}
      />
      <button type="button" onClick={() => heard('pressed')}>
        Press
      </button>
      <output>{`${text}/${sort}/${String(ticked)}`}</output>
    </form>
  )
}

afterEach(() => document.body.replaceChildren())

test('what was typed, chosen, ticked and pressed on the served page is not lost', async () => {
  const heard: string[] = []
  const root = document.createElement('div') as HTMLDivElement & {
    changed: Map<EventTarget | null, string | boolean>
    note: (event: Event) => void
    pressed: HTMLElement | null
  }
  document.body.append(root)
  root.innerHTML = renderToString(<Screen heard={() => {}} />)
  // As the loader of a page does.
  root.changed = new Map()
  root.note = ({ target }) => {
    const control = target as HTMLInputElement
    root.changed.set(control, control.type === 'checkbox' ? control.checked : control.value)
  }
  addEventListener('input', root.note, true)

  const [text, box] = root.querySelectorAll('input')
  const select = root.querySelector('select')
  if (text === undefined || box === undefined || select === null) throw new Error('no controls')
  text.value = 'pana'
  text.dispatchEvent(new Event('input', { bubbles: true }))
  select.value = 'price'
  select.dispatchEvent(new Event('input', { bubbles: true }))
  box.click()
  root.pressed = root.querySelector('button')

  await act(async () => {
    hydrateRoot(
      root,
      <Screen early={new PreHydrationInput(root)} heard={(what) => heard.push(what)} />,
    )
  })
  expect(root.querySelector('output')?.textContent).toBe('pana/price/true')
  expect(heard).toEqual(['sort price', 'ticked true', 'pressed'])
  expect([text.value, select.value, box.checked]).toEqual(['pana', 'price', true])
})
