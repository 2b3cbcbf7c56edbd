import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Checkbox } from './Checkbox'
import { PasswordInput } from './PasswordInput'
import { Select } from './Select'
import { TextArea } from './TextArea'
import { TextInput } from './TextInput'

/** What a screen reader says after the name of a control. */
function description(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `missing ${id}`).join(' | ')
}

describe('fields', () => {
  test.each([
    [
      'TextInput',
      <TextInput key="1" label="City" name="city" hint="Where to" error="City is required" />,
    ],
    [
      'TextArea',
      <TextArea key="2" label="City" name="city" hint="Where to" error="City is required" />,
    ],
    [
      'Select',
      <Select
        key="3"
        label="City"
        name="city"
        hint="Where to"
        error="City is required"
        options={[]}
      />,
    ],
  ])('%s is labelled, marked invalid and described by its error and hint', (_, field) => {
    renderUi(field)
    const control = screen.getByLabelText('City')
    expect(control.getAttribute('name')).toBe('city')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(description(control)).toBe('City is required | Where to')
  })

  test('without an error nothing is invalid, and an error that comes is announced', () => {
    const { rerender } = renderUi(<TextInput label="City" name="city" />)
    const control = screen.getByLabelText('City')
    expect(control.getAttribute('aria-invalid')).toBeNull()
    expect(description(control)).toBe('')
    const regions = [...document.querySelectorAll('[aria-live="polite"]')]
    rerender(<TextInput label="City" name="city" error="City is required" />)
    expect(regions.map((region) => region.textContent)).toContain('City is required')
  })

  test('an optional field says so in both languages', () => {
    renderUi(<TextInput label="State" name="state" optional />)
    expect(screen.getByLabelText('State (optional)')).toBeTruthy()
    renderUi(<TextInput label="المحافظة" name="state" optional />, { lang: 'arabic' })
    expect(screen.getByLabelText('المحافظة (اختياري)')).toBeTruthy()
  })

  test('a phone reads left-to-right with its prefix in front, also in Arabic', () => {
    renderUi(<TextInput label="الهاتف" name="phone_nb" prefix="+961" ltr />, { lang: 'arabic' })
    const input = screen.getByLabelText('الهاتف')
    expect(input.dir).toBe('ltr')
    expect(input.parentElement?.dir).toBe('ltr')
    expect(input.previousElementSibling?.textContent).toBe('+961')
  })

  test('a password can be looked at and hidden again', async () => {
    const { user } = renderUi(<PasswordInput label="Password" name="password" />)
    const input = screen.getByLabelText('Password')
    await user.type(input, 'demo12345')
    expect(input.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
  })

  test('a select shows its placeholder until something is chosen', async () => {
    const options = [
      { value: 'colds', label: 'Cold/Cough' },
      { value: 'vitamins', label: 'Vitamins' },
    ]
    const { user } = renderUi(
      <Select
        label="Category"
        name="category"
        placeholder="Choose"
        defaultValue=""
        options={options}
      />,
    )
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' })
    expect(select.selectedOptions[0]?.textContent).toBe('Choose')
    await user.selectOptions(select, 'vitamins')
    expect(select.value).toBe('vitamins')
  })

  test('a checkbox is toggled by its words and by Space', async () => {
    const { user } = renderUi(<Checkbox label="Remember me" name="remember" />)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' })
    await user.click(screen.getByText('Remember me'))
    expect(box.checked).toBe(true)
    await user.keyboard(' ')
    expect(box.checked).toBe(false)
  })
})
