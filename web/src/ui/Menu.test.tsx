import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Menu } from './Menu'

function open(logout = vi.fn()) {
  const rendered = renderUi(
    <>
      <Menu
        label="Account menu"
        trigger="Layla"
        items={[
          { label: 'Account', to: '/user/account' },
          { label: 'Addresses', to: '/user/addresses' },
          { label: 'Logout', onSelect: logout },
        ]}
      />
      <p>Elsewhere</p>
    </>,
  )
  return { ...rendered, button: screen.getByRole('button', { name: 'Account menu' }), logout }
}

const focused = () => document.activeElement?.textContent

describe('Menu', () => {
  test('opens by keyboard on its first row; arrows go round, Home, End and letters jump', async () => {
    const { user, button } = open()
    button.focus()
    await user.keyboard('{Enter}')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(focused()).toBe('Account')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Addresses')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(focused()).toBe('Logout')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Account')
    await user.keyboard('{End}')
    expect(focused()).toBe('Logout')
    await user.keyboard('{Home}')
    expect(focused()).toBe('Account')
    await user.keyboard('l')
    expect(focused()).toBe('Logout')
  })

  test('ArrowUp on the button opens on the last row', async () => {
    const { user, button } = open()
    button.focus()
    await user.keyboard('{ArrowUp}')
    expect(focused()).toBe('Logout')
  })

  test('Escape closes and gives the focus back', async () => {
    const { user, button } = open()
    await user.click(button)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  test('a press elsewhere closes', async () => {
    const { user, button } = open()
    await user.click(button)
    await user.click(screen.getByText('Elsewhere'))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('rows are links and actions', async () => {
    const { user, button, logout } = open()
    await user.click(button)
    expect(screen.getByRole('menuitem', { name: 'Addresses' }).getAttribute('href')).toBe(
      '/user/addresses',
    )
    await user.click(screen.getByRole('menuitem', { name: 'Logout' }))
    expect(logout).toHaveBeenCalledOnce()
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
