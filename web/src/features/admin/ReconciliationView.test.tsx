import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { ReconciliationView } from './ReconciliationView'

const run = {
  _id: 'a',
  source: 'gateway' as const,
  from: '2026-11-09T00:00:00Z',
  until: '2026-11-16T00:00:00Z',
  at: '2026-11-16T02:00:00Z',
  done: true,
  checked: 7,
  differences: [{ key: 'k', order: '123456789', kind: 'refunded' as const, ours: 0, theirs: 1 }],
}

test('a difference says what to do and leads to its order', () => {
  renderUi(<ReconciliationView runs={[run]} busy={false} onPeriod={() => {}} onFile={() => {}} />)
  expect(screen.getByText('A different amount was refunded')).toBeTruthy()
  expect(screen.getByRole('link', { name: /123456789/ }).getAttribute('href')).toBe(
    '/admin/orders?order=123456789',
  )
  expect(screen.getByText('Differences: 1')).toBeTruthy()
})

test('a settlement file is handed on as text, and can be chosen again', async () => {
  const files: string[] = []
  const { user } = renderUi(
    <ReconciliationView
      runs={[{ ...run, done: false }]}
      busy={false}
      onPeriod={() => {}}
      onFile={(text) => files.push(text)}
    />,
  )
  const file = new File(['Order ID,Amount,Currency'], 'day.csv', { type: 'text/csv' })
  const field = screen.getByLabelText('Settlement file (CSV)')
  await user.upload(field, file)
  await user.upload(field, file)
  await expect.poll(() => files.length).toBe(2)
  expect(files[0]).toContain('Order ID')
})
