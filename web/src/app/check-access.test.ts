import { describe, expect, test } from 'vitest'
import type { Session, User } from '../features/session/api'
import { checkAccess } from './check-access'
import { firstRoutes } from './first-routes'
import { laterRoutes } from './later-screens'

const counts = { cart: 0 }
const unknown: Session = { state: 'unknown' }
const visitor: Session = { state: 'visitor', counts }
const person = (admin: boolean): Session => ({
  state: 'user',
  user: { admin, may: [] as string[], roles: [] as User['roles'] } as User,
  counts,
})
const staff: Session = {
  state: 'user',
  user: { admin: false, may: [] as string[], roles: [{ store: 's1', role: 'staff' }] } as User,
  counts,
}
const filled = { state: 'known', count: 2 } as const
const empty = { state: 'known', count: 0 } as const

function row(path: string) {
  const found = [...firstRoutes, ...laterRoutes].find((one) => one.path === path)
  if (found === undefined) throw new Error(`no row ${path}`)
  return found
}

/** Where the guard of a row sends someone, in one line. */
function outcome(path: string, session: Session, cart: Parameters<typeof checkAccess>[3] = filled) {
  const verdict = checkAccess(row(path.replace(/\?.*/, '')), session, path, cart)
  return verdict.kind === 'leave'
    ? `${verdict.to} ${verdict.notice?.tone ?? ''} ${verdict.notice?.key ?? ''}`.trim()
    : verdict.kind
}

describe('guards of the route table', () => {
  test.each([
    ['/', visitor, 'enter'],
    ['/', unknown, 'enter'],
    ['/user/cart', unknown, 'enter'],
    ['/user/stores', visitor, 'enter'],
    ['/addstore', visitor, 'enter'],
    ['/user/wishlist', unknown, 'wait'],
    ['/user/wishlist', person(false), 'enter'],
    ['/user/wishlist', visitor, '/user/login?next=%2Fuser%2Fwishlist info access.login_needed'],
    ['/user/account', visitor, '/user/login?next=%2Fuser%2Faccount info access.login_needed'],
    ['/user/login', unknown, 'wait'],
    ['/user/login', visitor, 'enter'],
    ['/user/login', person(false), '/ info access.already_logged_in'],
    ['/user/login?next=%2Fuser%2Faddresses', person(false), '/user/addresses'],
    ['/user/login?next=%2F%2Fevil.example', person(false), '/ info access.already_logged_in'],
    ['/user/signup?next=%2Fuser%2Fcheckout', person(false), '/user/checkout'],
    ['/user/signup', person(false), '/ info access.already_logged_in'],
    ['/product/edit/:id', visitor, '/ error access.forbidden'],
    ['/product/edit/:id', person(false), '/ error access.forbidden'],
    ['/product/edit/:id', person(true), 'enter'],
    ['/product/edit/:id', staff, 'enter'],
    ['/admin/products', staff, '/ error access.forbidden'],
    ['/admin/product/new', visitor, '/ error access.forbidden'],
    ['/admin/product/new', person(false), 'enter'],
    ['/admin/orders', person(false), '/ error access.forbidden'],
    ['/order/:orderNb', visitor, '/user/login?next=%2Forder%2F%3AorderNb info access.login_needed'],
  ])('%s for %j: %s', (path, session, expected) => {
    expect(outcome(path, session)).toBe(expected)
  })

  test('checkout needs a person, and something in the cart', () => {
    expect(outcome('/user/checkout', visitor)).toContain('access.login_needed')
    expect(outcome('/user/checkout', person(false), filled)).toBe('enter')
    expect(outcome('/user/checkout', person(false), empty)).toBe(
      '/user/cart info access.cart_empty',
    )
    expect(outcome('/user/checkout', person(false), { state: 'loading' })).toBe('wait')
    expect(outcome('/user/checkout', person(false), { state: 'unknown' })).toBe('enter')
  })
})
