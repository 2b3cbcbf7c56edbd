import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { SearchForm } from './SearchForm'

test('what was typed before hydration counts when the box is entered', () => {
  const onIntent = vi.fn<(query: string) => void>()
  renderUi(<SearchForm onIntent={onIntent} />)
  const box = screen.getByRole<HTMLInputElement>('combobox')
  // The loader of a page writes it into the box and tells of both at once.
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'pana')
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  })
  expect(onIntent).toHaveBeenLastCalledWith('pana')
})
