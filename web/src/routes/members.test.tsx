import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../generated/api'
import { pendingHandler } from '../test-setup/admin-server'
import { renderShop } from '../test-setup/render-shop'
import { aUser, shopServer, status } from '../test-setup/shop-server'
import { aStore, oneStore } from '../test-setup/store-server'

type Schemas = components['schemas']

beforeAll(() => {
  window.scrollTo = () => {}
  shopServer.listen({ onUnhandledFrame: 'error' })
})
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const people: Schemas['MemberList'] = {
  success: true,
  roles: ['owner', 'pharmacist', 'staff', 'courier'],
  members: [
    {
      _id: 'u1',
      username: 'layla',
      full_name: 'Layla Haddad',
      email: 'layla@example.com',
      phone_nb: '70123456',
      role: 'owner',
      since: '2026-11-01T08:00:00Z',
    },
    {
      _id: 'u2',
      username: 'maya',
      full_name: 'Maya Khoury',
      email: 'maya@example.com',
      phone_nb: '03222333',
      role: 'pharmacist',
      since: '2026-11-02T08:00:00Z',
    },
  ],
  invitations: [
    { _id: 'i1', email: 'rami@example.com', role: 'courier', expires_at: '2026-11-20T08:00:00Z' },
  ],
}

const done = (code: string) => HttpResponse.json({ success: true, code, message: '' })

describe('people of a store', () => {
  test('are invited, get another role and are removed after a question', async () => {
    const sent: unknown[] = []
    shopServer.use(
      status(aUser()),
      oneStore(aStore({ role: 'owner' }), true),
      http.get('*/api/store/s1/members', () => HttpResponse.json(people)),
      http.post('*/api/store/s1/members', async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({
          success: true,
          code: 'member_invited',
          message: '',
          invitation: people.invitations[0],
        })
      }),
      http.put('*/api/store/s1/members/u2', async ({ request }) => {
        sent.push(await request.json())
        return done('member_updated')
      }),
      http.delete('*/api/store/s1/members/u2', () => {
        sent.push('removed')
        return done('member_removed')
      }),
    )
    const { user } = renderShop('/store/s1/people')
    expect(await screen.findByText('Maya Khoury')).toBeTruthy()
    expect(screen.getByText('rami@example.com')).toBeTruthy()

    await user.type(screen.getByLabelText('Email'), 'nour@example.com')
    await user.selectOptions(screen.getByLabelText('Role'), 'staff')
    await user.click(screen.getByRole('button', { name: 'Send the invitation' }))
    expect(await screen.findByText('Invitation sent')).toBeTruthy()

    await user.selectOptions(screen.getByLabelText('Role of Maya Khoury'), 'staff')
    await waitFor(() => expect(sent).toHaveLength(2))

    const row = screen.getByText('Maya Khoury').closest('li')
    if (row === null) throw new Error('no row')
    await user.click(within(row).getByRole('button', { name: 'Remove' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { email: 'nour@example.com', role: 'staff' },
        { role: 'staff' },
        'removed',
      ]),
    )
  })

  test('are only shown to somebody who may not change them', async () => {
    shopServer.use(
      status(aUser({ id: 'u2', _id: 'u2' })),
      oneStore(aStore({ role: 'pharmacist' })),
      http.get('*/api/store/s1/members', () => HttpResponse.json(people)),
    )
    renderShop('/store/s1/people')
    expect(await screen.findByText('Maya Khoury')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Leave' })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})

describe('link of an invitation', () => {
  const invitation: Schemas['InvitationAnswer'] = {
    success: true,
    store: 's1',
    name: 'Cedar Pharmacy',
    role: 'pharmacist',
    email: 'maya@example.com',
    expires_at: '2026-11-20T08:00:00Z',
  }

  test('asks a visitor to sign in and leads back', async () => {
    shopServer.use(http.get('*/api/invitation/abc', () => HttpResponse.json(invitation)))
    renderShop('/join/abc')
    expect(await screen.findByText('Cedar Pharmacy')).toBeTruthy()
    const main = within(screen.getByRole('main'))
    expect((await main.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(
      '/user/login?next=%2Fjoin%2Fabc',
    )
  })

  test('makes whoever accepts it a member and opens the store', async () => {
    shopServer.use(
      status(aUser()),
      oneStore(aStore({ role: 'pharmacist' }), true),
      http.get('*/api/store/s1/products', () => HttpResponse.json([])),
      http.get('*/api/invitation/abc', () => HttpResponse.json(invitation)),
      http.post('*/api/invitation/abc/accept', () => HttpResponse.json(invitation)),
    )
    const shop = renderShop('/join/abc')
    await shop.user.click(await screen.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(shop.address()).toBe('/store/s1'))
  })

  test('says that a used link does not work', async () => {
    shopServer.use(
      http.get('*/api/invitation/old', () =>
        HttpResponse.json(
          { success: false, code: 'link_invalid', message: 'Wrong or expired link' },
          { status: 400 },
        ),
      ),
    )
    renderShop('/join/old')
    expect(await screen.findByText('Wrong or expired link')).toBeTruthy()
  })
})

describe('audit log', () => {
  test('shows values before and after, and filters by who and what', async () => {
    const asked: string[] = []
    const entry: Schemas['AuditEntry'] = {
      id: 'a1',
      at: '2026-11-15T12:05:00Z',
      action: 'product_updated',
      actor: 'karim',
      subject: 'p1',
      changes: [{ field: 'price', old: '4.50', new: '4.75' }],
    }
    shopServer.use(
      status(aUser({ admin: true })),
      pendingHandler(),
      http.get('*/api/admin/audit', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json([entry], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const shop = renderShop('/admin/audit?actor=karim')
    expect(await screen.findByText('4.50')).toBeTruthy()
    expect(screen.getByText('4.75').closest('ins')).toBeTruthy()
    await shop.user.selectOptions(screen.getByLabelText('What was done'), 'product_updated')
    await waitFor(() =>
      expect(shop.address()).toBe('/admin/audit?actor=karim&action=product_updated'),
    )
    await waitFor(() => expect(asked.at(-1)).toContain('action=product_updated'))
    expect(asked[0]).toContain('actor=karim')
  })
})
