import { act } from '@testing-library/react'
import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { PreHydrationInput, type ServedRoot } from './pre-hydration-input'

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

let over = new AbortController()

afterEach(() => {
  document.body.replaceChildren()
  over.abort()
  over = new AbortController()
})

/** The screen as the server sends it, with what the loader of a page does to it. */
function served() {
  const root: ServedRoot = document.createElement('div')
  document.body.append(root)
  root.innerHTML = renderToString(<Screen heard={() => {}} />)
  const changed = new Map()
  root.changed = changed
  root.note = ({ target }) => {
    const control = target as HTMLInputElement
    changed.set(control, control.type === 'checkbox' ? control.checked : control.value)
  }
  addEventListener('input', root.note, true)
  addEventListener('click', (event) => (root.press = event), { capture: true, signal: over.signal })
  const [text, box] = root.querySelectorAll('input')
  const [select, button] = [root.querySelector('select'), root.querySelector('button')]
  if (text === undefined || box === undefined || select === null || button === null) {
    throw new Error('no controls')
  }
  return { root, text, box, select, button }
}

test('what was typed, chosen, ticked and pressed on the served page is not lost', async () => {
  const heard: string[] = []
  const { root, text, box, select, button } = served()
  text.value = 'pana'
  text.dispatchEvent(new Event('input', { bubbles: true }))
  select.value = 'price'
  select.dispatchEvent(new Event('input', { bubbles: true }))
  box.click()
  button.click()

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

test.for(['makes React hydrate', 'comes before the release'] as const)(
  'a press that React itself receives is not repeated: it %s',
  async (moment) => {
    const heard: string[] = []
    const { root, button } = served()
    const press = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const early = new PreHydrationInput(root)
    if (moment === 'comes before the release') {
      const hold = early.hold.bind(early)
      early.hold = () => {
        hold()
        queueMicrotask(press)
      }
    }
    await act(async () => {
      startTransition(
        () => void hydrateRoot(root, <Screen early={early} heard={(what) => heard.push(what)} />),
      )
      if (moment === 'makes React hydrate') press()
    })
    expect(heard).toEqual(['pressed'])
  },
)
