import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Breadcrumb } from './Breadcrumb'
import { Chip } from './Chip'
import { ErrorState } from './ErrorState'
import { Stepper } from './Stepper'

describe('Stepper', () => {
  test('marks the step being done and those behind it', () => {
    renderUi(<Stepper steps={['Address', 'Payment', 'Review']} current={1} />)
    const steps = screen.getAllByRole('listitem')
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(steps.map((step) => step.textContent.includes('Completed'))).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('Breadcrumb', () => {
  test('leads back, and the page itself is no link', () => {
    renderUi(<Breadcrumb crumbs={[{ label: 'Home', to: '/' }, { label: 'Vitamins' }]} />)
    const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(way.getAllByRole('link').map((link) => link.textContent)).toEqual(['Home'])
    expect(way.getByText('Vitamins').getAttribute('aria-current')).toBe('page')
  })
})

describe('Chip', () => {
  test('is a button that names the filter it removes', async () => {
    const remove = vi.fn()
    const { user } = renderUi(<Chip label="Advil" onRemove={remove} />)
    await user.click(screen.getByRole('button', { name: 'Remove filter: Advil' }))
    expect(remove).toHaveBeenCalledOnce()
  })
})

describe('ErrorState', () => {
  test('is announced and can be tried again', async () => {
    const retry = vi.fn()
    const { user } = renderUi(<ErrorState title="The products did not arrive" onRetry={retry} />)
    expect(screen.getAllByRole('alert')[0]?.textContent).toContain('The products did not arrive')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})
