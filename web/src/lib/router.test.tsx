import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import {
  browserHistory,
  matchPath,
  memoryHistory,
  Navigate,
  Router,
  type RouterHistory,
  useLocation,
  useNavigationType,
} from './router'

afterEach(() => window.history.replaceState(null, '', '/'))

describe('matchPath', () => {
  test.each([
    ['/', '/', {}],
    ['/user/cart', '/user/cart', {}],
    ['/user/cart', '/User/Cart/', {}],
    ['/order/:orderNb', '/order/D-7', { orderNb: 'D-7' }],
    ['/brand/:brand', '/brand/la%20roche', { brand: 'la roche' }],
    ['/brand/:brand', '/brand/50%', { brand: '50%' }],
    ['/verify-email/:email/:token', '/verify-email/a%40b/t', { email: 'a@b', token: 't' }],
    ['*', '/no/such/page', {}],
  ])('%s fits %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params)
  })

  test.each([
    ['/', '/about'],
    ['/order/:orderNb', '/order'],
    ['/order/:orderNb', '/order/7/8'],
    ['/store/:id/edit', '/store/7/add-product'],
  ])('%s does not fit %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull()
  })
})

function Here() {
  const { pathname, search, hash, state } = useLocation()
  return <p>{JSON.stringify([useNavigationType(), pathname + search + hash, state])}</p>
}
const here = () => JSON.parse(document.querySelector('p')?.textContent ?? '') as unknown

describe.each<[string, () => RouterHistory]>([
  ['browserHistory', browserHistory],
  ['memoryHistory', () => memoryHistory('/')],
])('%s', (_, make) => {
  test('goes to an address, with a state, and in place of the last', () => {
    const history = make()
    render(
      <Router history={history}>
        <Here />
      </Router>,
    )
    expect(here()).toEqual(['POP', '/', null])
    const first = history.place().location.key
    act(() => history.go('/user/cart?a=1#b', { state: { saved: true } }))
    expect(here()).toEqual(['PUSH', '/user/cart?a=1#b', { saved: true }])
    expect(history.place().location.key).not.toBe(first)
    act(() => history.go('/about', { replace: true }))
    expect(here()).toEqual(['REPLACE', '/about', null])
  })

  test('Navigate goes on from where it is rendered', async () => {
    render(
      <Router history={make()}>
        <Here />
        <Navigate to="/user/login" replace state="why" />
      </Router>,
    )
    expect(await screen.findByText('["REPLACE","/user/login","why"]')).toBeTruthy()
  })

  test('a step that is stopped is not shown', () => {
    const history = make()
    render(
      <Router history={history} stop={({ pathname }) => pathname === '/left'}>
        <Here />
      </Router>,
    )
    act(() => history.go('/left'))
    expect(here()).toEqual(['POP', '/', null])
  })
})

test('browserHistory follows Back with the state that the entry had', async () => {
  const history = browserHistory()
  render(
    <Router history={history}>
      <Here />
    </Router>,
  )
  act(() => history.go('/a', { state: 'of a' }))
  act(() => history.go('/b'))
  act(() => window.history.back())
  expect(await screen.findByText('["POP","/a","of a"]')).toBeTruthy()
})
