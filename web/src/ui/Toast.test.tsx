import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Dialog } from './Dialog'
import { toastItem, useToast } from './Toast'
import type { ToastMessage } from './toast-context'

function Presser({ message }: { message: ToastMessage }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast(message)}>
      Show
    </button>
  )
}

function show(message: ToastMessage) {
  const rendered = renderUi(<Presser message={message} />)
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  return rendered
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

beforeAll(() => toastItem.load())
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('Toast', () => {
  test('is added to a region that was in the page before', () => {
    renderUi(<Presser message={{ text: 'Added to cart' }} />)
    const region = screen.getByRole('status')
    expect(region.getAttribute('aria-live')).toBe('polite')
    expect(region.textContent).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(region.textContent).toContain('Added to cart')
  })

  test('an error goes to the region that interrupts', () => {
    show({ text: 'Declined', tone: 'error' })
    expect(screen.getByRole('alert').textContent).toContain('Declined')
  })

  test('the region that interrupts is in the page before, and no alert while it is empty', () => {
    const { container } = renderUi(<Presser message={{ text: 'Declined', tone: 'error' }} />)
    const region = container.querySelector('[aria-live="assertive"]')
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByRole('alert')).toBe(region)
  })

  test('is cleared away by Escape, and the focus stays where it is', () => {
    show({ text: 'Added to cart' })
    const button = screen.getByRole('button', { name: 'Show' })
    button.focus()
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(screen.queryByText('Added to cart')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  test('leaves by itself, but not while it is being read', () => {
    show({ text: 'Added to cart' })
    const text = screen.getByText('Added to cart')
    fireEvent.pointerEnter(text.parentElement as HTMLElement)
    pass(60_000)
    expect(screen.queryByText('Added to cart')).not.toBeNull()
    fireEvent.pointerLeave(text.parentElement as HTMLElement)
    pass(6000)
    expect(screen.queryByText('Added to cart')).toBeNull()
  })

  test('the same text shown again replaces the first', () => {
    show({ text: 'Added to cart' })
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getAllByText('Added to cart')).toHaveLength(1)
  })

  test('its action is done once and takes it away', () => {
    const press = vi.fn()
    show({ text: 'Added to cart', action: { label: 'View cart', onPress: press } })
    fireEvent.click(screen.getByRole('button', { name: 'View cart' }))
    expect(press).toHaveBeenCalledOnce()
    expect(screen.queryByText('Added to cart')).toBeNull()
  })

  test('another text replaces the one that is there', () => {
    renderUi(
      <>
        <Presser message={{ text: 'Added to cart' }} />
        <Presser message={{ text: 'Removed' }} />
      </>,
    )
    for (const button of screen.getAllByRole('button', { name: 'Show' })) fireEvent.click(button)
    expect(screen.queryByText('Added to cart')).toBeNull()
    expect(screen.getByText('Removed')).toBeTruthy()
  })

  test('is added to a region inside the dialog that is open, and outside again when none is', () => {
    const inDialog = (open: boolean) => (
      <Dialog open={open} onClose={() => {}} title="Card">
        <Presser message={{ text: 'Card saved' }} />
      </Dialog>
    )
    const { rerender } = renderUi(inDialog(true))
    const dialog = within(screen.getByRole('dialog'))
    expect(screen.getAllByRole('region', { name: 'Notifications' })).toHaveLength(1)
    const region = dialog.getByRole('status')
    expect(region.textContent).toBe('')
    fireEvent.click(dialog.getByRole('button', { name: 'Show' }))
    expect(region.textContent).toContain('Card saved')
    expect(screen.getAllByText('Card saved')).toHaveLength(1)
    rerender(inDialog(false))
    expect(screen.getByText('Card saved').closest('dialog')).toBeNull()
  })

  test('can be dismissed', () => {
    show({ text: 'Added to cart' })
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Added to cart')).toBeNull()
  })
})
