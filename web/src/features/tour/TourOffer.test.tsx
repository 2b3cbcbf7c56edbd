import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { adminTour, ownerTour } from './tour-steps'
import { TourOffer } from './TourOffer'

afterEach(() => localStorage.clear())

const show = () => renderUi(<TourOffer kind="owner" steps={ownerTour('s1')} />)

describe('TourOffer', () => {
  it('is skipped once and not offered again, yet opens from its button', async () => {
    const { user, unmount } = show()
    await user.click(screen.getByRole('button', { name: 'Skip the tour' }))
    const again = screen.getByRole('button', { name: 'Tour of these pages' })
    await waitFor(() => expect(document.activeElement).toBe(again))
    unmount()

    show()
    expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tour of these pages' }))
    expect(await screen.findByRole('dialog', { name: 'Welcome' })).toBeTruthy()
  })

  it('goes through every step by keyboard and never loses the focus', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Take the tour' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Welcome' }))
    expect(dialog.getByText('Step 1 of 5')).toBeTruthy()
    const next = dialog.getByRole('button', { name: 'Next' })
    expect(document.activeElement).toBe(next)
    expect(dialog.queryByRole('button', { name: 'Back' })).toBeNull()
    await user.keyboard('{Enter}')
    expect(dialog.getByRole('link', { name: 'Open Products of the store' })).toHaveProperty(
      'pathname',
      '/store/s1/products',
    )
    await user.click(dialog.getByRole('button', { name: 'Back' }))
    expect(dialog.getByText('Step 1 of 5')).toBeTruthy()
    expect(document.activeElement).toBe(next)
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}')
    expect(dialog.getByText('Step 5 of 5')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('tourSeen.owner')).toBe('1')
  })

  it('shows nothing to somebody who may do nothing here', () => {
    const { container } = renderUi(<TourOffer kind="admin" steps={adminTour(() => false)} />)
    expect(container.querySelector('button')).toBeNull()
    expect(adminTour((action) => action === 'manage_orders').map(({ to }) => to)).toEqual([
      '/admin/orders',
    ])
  })
})
