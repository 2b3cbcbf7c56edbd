import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import type { AuditEntry } from './audit-api'
import { AuditFilters } from './AuditFilters'
import { AuditList } from './AuditList'
import { wholeAudit } from './audit-query'

const approved: AuditEntry = {
  id: 'a1',
  at: '2026-11-15T12:05:00Z',
  action: 'store_approved',
  actor: 'system',
  subject: 's1',
  kind: 'store',
  store_name: 'Cedar',
  store_arabic_name: 'الأرز',
  changes: [{ field: 'status', old: 'pending', new: 'approved' }],
}

test('AuditList names a store, says its status in words, and leads to what else was done by whom', () => {
  renderUi(<AuditList entries={[approved]} />)
  expect(screen.getByRole('link', { name: 'Cedar' }).getAttribute('href')).toBe('/admin/stores/s1')
  expect(screen.getByText('Waiting for approval').closest('del')).toBeTruthy()
  expect(screen.getByText('Approved').closest('ins')).toBeTruthy()
  const actor = screen.getByRole('link', { name: 'the server itself' })
  expect(actor.getAttribute('href')).toBe('/admin/audit?actor=system')
})

test('AuditList says in which store a role was changed', () => {
  const changed: AuditEntry = {
    ...approved,
    action: 'member_role_changed',
    actor: 'karim',
    subject: 'maya',
    kind: 'user',
    detail: 's1',
    changes: [{ field: 'role', old: 'staff', new: 'pharmacist' }],
  }
  renderUi(<AuditList entries={[changed]} />)
  expect(screen.getByText('maya')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cedar' }).getAttribute('href')).toBe('/admin/stores/s1')
  expect(screen.queryByText('s1')).toBeNull()
})

test('AuditList names who signed in once', () => {
  const signedIn: AuditEntry = {
    id: 'a3',
    at: '2026-11-15T12:06:00Z',
    action: 'login',
    actor: 'karim',
    subject: 'karim',
    kind: 'user',
    changes: [],
  }
  renderUi(<AuditList entries={[signedIn]} />)
  expect(screen.getAllByText('karim')).toHaveLength(1)
})

test('AuditList holds no word of the wire for who reads Arabic', () => {
  const rate: AuditEntry = {
    id: 'a2',
    at: '2026-11-15T12:06:00Z',
    action: 'rate_set',
    actor: 'system',
    subject: '2',
    kind: 'rate',
    changes: [{ field: 'lbp_per_usd', old: '89500', new: '90000' }],
  }
  const { container } = renderUi(<AuditList entries={[approved, rate]} />, { lang: 'arabic' })
  expect(screen.getByText('الأرز')).toBeTruthy()
  expect(container.textContent).not.toMatch(/[a-z]/i)
})

test('AuditFilters takes the words for the server itself', async () => {
  const asked: string[] = []
  const { user } = renderUi(
    <AuditFilters filter={wholeAudit} onChange={({ actor }) => asked.push(actor)} />,
  )
  await user.type(screen.getByRole('searchbox'), 'the server itself{Enter}')
  expect(asked).toEqual(['system'])
})
