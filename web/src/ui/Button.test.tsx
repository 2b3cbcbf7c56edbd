import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Badge } from './Badge'
import { Button } from './Button'
import { IconButton } from './IconButton'
import { LinkButton } from './LinkButton'
import { TextInput } from './TextInput'

describe('Button', () => {
  test('is pressed by pointer and keyboard', async () => {
    const press = vi.fn()
    const { user } = renderUi(<Button onClick={press}>Save</Button>)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.keyboard('{Enter} ')
    expect(press).toHaveBeenCalledTimes(3)
  })

  test('while busy keeps its name and the focus, and cannot be pressed again', async () => {
    const press = vi.fn()
    const { user, rerender } = renderUi(<Button onClick={press}>Save</Button>)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    rerender(
      <Button busy onClick={press}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save', busy: true })
    expect(document.activeElement).toBe(button)
    await user.click(button)
    await user.keyboard('{Enter}')
    expect(press).toHaveBeenCalledTimes(1)
  })

  test('while busy does not let Enter in a field send the form a second time', async () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={submit}>
        <TextInput label="Name" name="full_name" />
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </form>
    )
    const { user, rerender } = renderUi(form(false))
    await user.type(screen.getByLabelText('Name'), 'Layla{Enter}')
    expect(submit).toHaveBeenCalledTimes(1)
    rerender(form(true))
    await user.type(screen.getByLabelText('Name'), '{Enter}')
    expect(submit).toHaveBeenCalledTimes(1)
  })

  test('disabled does nothing', async () => {
    const press = vi.fn()
    const { user } = renderUi(
      <Button disabled onClick={press}>
        Save
      </Button>,
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(press).not.toHaveBeenCalled()
  })
})

test('IconButton is named by its label and not pressed twice while busy', async () => {
  const press = vi.fn()
  const { user, rerender } = renderUi(<IconButton label="Close" icon={<i />} onClick={press} />)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  rerender(<IconButton label="Close" icon={<i />} onClick={press} busy />)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(press).toHaveBeenCalledTimes(1)
})

test('IconButton reads what is laid over it after its label', () => {
  renderUi(
    <IconButton label="Cart" icon={<i />}>
      <Badge count={3} max={99} />
    </IconButton>,
  )
  expect(screen.getByRole('button', { name: 'Cart 3' })).toBeTruthy()
})

test('LinkButton is a link to its place', () => {
  renderUi(<LinkButton to="/user/cart">Cart</LinkButton>)
  expect(screen.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/user/cart')
})
