import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aManaged } from '../../test-setup/admin-server'
import { renderUi } from '../../test-setup/render-ui'
import { aProduct } from '../../test-setup/shop-server'
import type { Decision, RevisedProduct } from './api'
import { RevisionList } from './RevisionList'

test('RevisionList shows a text as it is and as it would be, and hands on what is decided', async () => {
  const revised: RevisedProduct = {
    product: aManaged(
      { id: 'a', english_name: 'Soap' },
      { store_name: 'Cedar', store_arabic_name: 'الأرز' },
    ),
    proposed: aProduct({ id: 'a', english_name: 'Soap, large' }),
    revision: { fields: ['english_name'], status: 'pending', at: '2026-11-01T10:00:00Z' },
  }
  const decided: [string, Decision][] = []
  const { user } = renderUi(
    <RevisionList
      revisions={[revised]}
      decide={async ({ product }, decision) => void decided.push([product.product.id, decision])}
    />,
  )
  expect(screen.getByText('Cedar')).toBeTruthy()
  expect(screen.getAllByText('Soap')).not.toHaveLength(0)
  expect(screen.getByText('Soap, large')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve: Soap' }))
  await expect.poll(() => decided).toEqual([['a', { status: 'approved', reason: '' }]])
})

test('RevisionList names the store in Arabic to who reads Arabic', () => {
  const product = aManaged({ id: 'a' }, { store_name: 'Cedar', store_arabic_name: 'الأرز' })
  const revision = { fields: [], status: 'pending', at: '2026-11-01T10:00:00Z' } as const
  renderUi(
    <RevisionList
      revisions={[{ product, proposed: product.product, revision: { ...revision, fields: [] } }]}
      decide={async () => undefined}
    />,
    { lang: 'arabic' },
  )
  expect(screen.getByText('الأرز')).toBeTruthy()
})
