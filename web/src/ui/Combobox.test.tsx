import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { Lang } from '../lib/i18n'
import { renderUi } from '../test-setup/render-ui'
import { Combobox } from './Combobox'

const names = ['Panadol Extra', 'Panadol Night', 'Advil']

function Search({ onChoose, onSubmit }: { onChoose: (id: string) => void; onSubmit: () => void }) {
  const [value, setValue] = useState('')
  const found = value.length < 2 ? [] : names.filter((name) => name.toLowerCase().includes(value))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Combobox
        label="Search"
        name="name"
        value={value}
        onValueChange={setValue}
        options={found.map((name) => ({ id: name, label: name }))}
        onChoose={(option) => onChoose(option.id)}
      />
    </form>
  )
}

async function type(text: string, lang: Lang = 'english') {
  const onChoose = vi.fn()
  const onSubmit = vi.fn()
  const { user } = renderUi(<Search onChoose={onChoose} onSubmit={onSubmit} />, { lang })
  const input = screen.getByRole('combobox', { name: 'Search' })
  await user.type(input, text)
  return { user, input, onChoose, onSubmit }
}

function activeText(input: HTMLElement): string | null {
  const id = input.getAttribute('aria-activedescendant')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}

describe('Combobox', () => {
  test('opens when there are suggestions and says how many', async () => {
    const { input } = await type('pan')
    expect(input.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      '2 suggestions',
    )
  })

  test('says the number in Arabic by its own grammar', async () => {
    await type('pan', 'arabic')
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('اقتراحان')
  })

  test('stays closed for one letter', async () => {
    const { input } = await type('p')
    expect(input.getAttribute('aria-expanded')).toBe('false')
  })

  test('arrows go through the suggestions and back to the text', async () => {
    const { user, input } = await type('pan')
    expect(activeText(input)).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(activeText(input)).toBe('Panadol Extra')
    await user.keyboard('{ArrowDown}')
    expect(activeText(input)).toBe('Panadol Night')
    await user.keyboard('{ArrowDown}')
    expect(activeText(input)).toBeNull()
    await user.keyboard('{ArrowUp}')
    expect(activeText(input)).toBe('Panadol Night')
    expect(document.activeElement).toBe(input)
  })

  test('Enter chooses the active suggestion and does not send the form', async () => {
    const { user, input, onChoose, onSubmit } = await type('pan')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onChoose).toHaveBeenCalledWith('Panadol Extra')
    expect(onSubmit).not.toHaveBeenCalled()
    expect(input.getAttribute('aria-expanded')).toBe('false')
  })

  test('Enter without an active suggestion is the form’s', async () => {
    const { user, onChoose, onSubmit } = await type('pan')
    await user.keyboard('{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(onChoose).not.toHaveBeenCalled()
  })

  test('Enter that ends a composed word neither chooses nor closes', async () => {
    const { user, input, onChoose } = await type('pan')
    await user.keyboard('{ArrowDown}')
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
    expect(onChoose).not.toHaveBeenCalled()
    expect(input.getAttribute('aria-expanded')).toBe('true')
  })

  test('Escape closes and keeps the text; typing opens again', async () => {
    const { user, input } = await type('pan')
    await user.keyboard('{Escape}')
    expect(input.getAttribute('aria-expanded')).toBe('false')
    expect((input as HTMLInputElement).value).toBe('pan')
    await user.type(input, 'a')
    expect(input.getAttribute('aria-expanded')).toBe('true')
  })

  test('a press on a suggestion chooses it and the focus stays in the input', async () => {
    const { user, input, onChoose } = await type('pan')
    await user.click(screen.getByRole('option', { name: 'Panadol Night' }))
    expect(onChoose).toHaveBeenCalledWith('Panadol Night')
    expect(document.activeElement).toBe(input)
  })

  test('leaving the input closes it', async () => {
    const { user, input } = await type('pan')
    await user.tab()
    expect(input.getAttribute('aria-expanded')).toBe('false')
  })
})
