import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Button } from './Button'
import { ConfirmDialog } from './ConfirmDialog'
import { Dialog } from './Dialog'

function Opener({ confirm }: { confirm?: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {confirm === undefined ? (
        <Dialog open={open} onClose={close} title="Reset password">
          <input aria-label="Email" />
        </Dialog>
      ) : (
        <ConfirmDialog
          open={open}
          title="Remove it?"
          confirmLabel="Remove"
          onCancel={close}
          onConfirm={() => {
            confirm()
            close()
          }}
        />
      )}
    </>
  )
}

describe('Dialog', () => {
  test('is named by its title, takes the focus and gives it back on Escape', async () => {
    const { user } = renderUi(<Opener />)
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    const dialog = screen.getByRole('dialog', { name: 'Reset password' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  test('stays open when a selection that began inside ends on the backdrop', async () => {
    const { user } = renderUi(<Opener />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const dialog = screen.getByRole('dialog')
    fireEvent.pointerDown(screen.getByLabelText('Email'))
    fireEvent.pointerUp(dialog)
    // The browser sends the click to the element that holds both ends of the drag.
    fireEvent.click(dialog)
    expect(screen.getByRole('dialog')).toBe(dialog)
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('closes by its button and by a press outside, not by one inside', async () => {
    const { user } = renderUi(<Opener />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByLabelText('Email'))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByRole('dialog'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('gives the focus back when its owner takes it away while open', async () => {
    function Owner() {
      const [there, setThere] = useState(false)
      return (
        <>
          <Button onClick={() => setThere(true)}>Open</Button>
          {there && (
            <Dialog open onClose={() => {}} title="Going">
              <Button onClick={() => setThere(false)}>Leave</Button>
            </Dialog>
          )}
        </>
      )
    }
    const { user } = renderUi(<Owner />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  })
})

describe('ConfirmDialog', () => {
  test('starts on Cancel, so that Enter by habit removes nothing', async () => {
    const confirm = vi.fn()
    const { user } = renderUi(<Opener confirm={confirm} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('alertdialog', { name: 'Remove it?' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.keyboard('{Enter}')
    expect(confirm).not.toHaveBeenCalled()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('does it when told to', async () => {
    const confirm = vi.fn()
    const { user } = renderUi(<Opener confirm={confirm} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(confirm).toHaveBeenCalledOnce()
  })

  test('asks in Arabic with the same two buttons', () => {
    renderUi(
      <ConfirmDialog
        open
        title="هل تريد الإزالة؟"
        confirmLabel="إزالة"
        onCancel={() => {}}
        onConfirm={() => {}}
      />,
      { lang: 'arabic' },
    )
    expect(screen.getByRole('button', { name: 'إلغاء' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'إزالة' })).toBeTruthy()
  })
})
