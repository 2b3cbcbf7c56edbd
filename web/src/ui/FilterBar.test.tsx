import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { FilterBar } from './FilterBar'

function Bar({ from = '' }: { from?: string }) {
  const [days, setDays] = useState({ from, to: '' })
  return (
    <FilterBar
      search={{ label: 'Search', searched: '', onSearch: () => undefined }}
      days={{ ...days, onChange: (change) => setDays({ ...days, ...change }) }}
    />
  )
}

test('FilterBar opens its days by keyboard, counts those that are set and stays open meanwhile', async () => {
  const { user } = renderUi(<Bar />)
  const button = screen.getByRole('button', { name: 'Filters' })
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(panel?.className).toContain('max-md:hidden')
  expect(panel?.contains(screen.getByLabelText('From'))).toBe(true)

  button.focus()
  await user.keyboard('{Enter}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(panel?.className).not.toContain('max-md:hidden')

  await user.type(screen.getByLabelText('From'), '2026-11-01')
  expect(screen.getByRole('button', { name: 'Filters (1)' })).toBe(button)
  await user.type(screen.getByLabelText('To'), '2026-11-02')
  expect(screen.getByRole('button', { name: 'Filters (2)' })).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')

  await user.keyboard('{Shift>}{Tab}{/Shift}')
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(button.textContent).toBe('Filters (2)')
})

test('FilterBar says in Arabic how many days are set', () => {
  renderUi(<Bar from="2026-11-01" />, { lang: 'arabic' })
  expect(screen.getByRole('button', { name: 'التصفية (1)' })).toBeTruthy()
})

test('FilterBar without days has nothing to open', () => {
  renderUi(<FilterBar search={{ label: 'Search', searched: '', onSearch: () => undefined }} />)
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
})

test('FilterBar folds other fields too and says how many are set', async () => {
  const { user } = renderUi(
    <FilterBar
      search={{ label: 'Search', searched: '', onSearch: () => undefined }}
      more={{ count: 3, fields: <input aria-label="Brand" /> }}
    />,
  )
  const button = screen.getByRole('button', { name: 'Filters (3)' })
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(panel?.contains(screen.getByLabelText('Brand'))).toBe(true)
  expect(panel?.className).toContain('max-md:hidden')
  await user.click(button)
  expect(panel?.className).not.toContain('max-md:hidden')
})

test('FilterBar keeps the focus while its search comes and goes, and follows the address', async () => {
  function List() {
    const [q, setQ] = useState('')
    return (
      <>
        <FilterBar search={{ label: 'Search', searched: q, onSearch: setQ }} />
        <button onClick={() => setQ('samir')}>Back</button>
      </>
    )
  }
  const { user } = renderUi(<List />)
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  await user.type(field, 'layla{Enter}')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Backspace}'.repeat(5) + 'rami')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('rami')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(field.value).toBe('samir')
})
