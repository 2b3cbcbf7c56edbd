import { createEvent, fireEvent, screen } from '@testing-library/react'
import { useLocation, useNavigationType } from '../lib/router'
import { expect, test } from 'vitest'
import { renderUi } from '../test-setup/render-ui'
import { Link, NavLink } from './Link'

function Here() {
  return <p data-testid="here">{`${useNavigationType()} ${useLocation().pathname}`}</p>
}

/** Presses a link and says whether that was taken away from the browser. */
function press(link: HTMLElement, how: MouseEventInit = {}): boolean {
  const event = createEvent.click(link, { button: 0, ...how })
  fireEvent(link, event)
  return event.defaultPrevented
}

test('a press leads to the screen without loading the page anew', () => {
  renderUi(
    <>
      <Link to="/user/cart">Cart</Link>
      <Here />
    </>,
  )
  expect(press(screen.getByRole('link', { name: 'Cart' }))).toBe(true)
  expect(screen.getByTestId('here').textContent).toBe('PUSH /user/cart')
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
  'a press with a key held is the business of the browser: %o',
  (how) => {
    renderUi(
      <>
        <Link to="/user/cart">Cart</Link>
        <Here />
      </>,
    )
    expect(press(screen.getByRole('link', { name: 'Cart' }), how)).toBe(false)
    expect(screen.getByTestId('here').textContent).toBe('POP /')
  },
)

test('another window is left to the browser, and so is what the link itself took care of', () => {
  renderUi(
    <>
      <Link to="/a" target="_blank">
        Window
      </Link>
      <Link to="/b" onClick={(event) => event.preventDefault()}>
        Handled
      </Link>
      <Here />
    </>,
  )
  expect(press(screen.getByRole('link', { name: 'Window' }))).toBe(false)
  press(screen.getByRole('link', { name: 'Handled' }))
  expect(screen.getByTestId('here').textContent).toBe('POP /')
})

test('a link of a menu says that one is there', () => {
  renderUi(
    <>
      <NavLink to="/">Home</NavLink>
      <NavLink to="/user/cart">Cart</NavLink>
    </>,
  )
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Cart' }).hasAttribute('aria-current')).toBe(false)
})
