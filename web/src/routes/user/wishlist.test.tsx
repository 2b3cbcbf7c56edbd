import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aLine, dove, panadol } from '../../test-setup/cart-server'
import { renderShop } from '../../test-setup/render-shop'
import { aProduct, aUser, shopServer, status } from '../../test-setup/shop-server'

type Product = ReturnType<typeof aProduct>

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  shopServer.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
})
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const badge = (name: string) => screen.findByRole('link', { name })
const row = async (name: string) => {
  const title = await main().findByRole('heading', { level: 2, name })
  return within(title.closest('li') as HTMLElement)
}

/** A server with a wishlist; `asked` hears each change. */
function wishing(products: Product[], asked: (change: string) => void = () => {}) {
  let held = products
  const done = (code: string) =>
    HttpResponse.json({ success: true, code, message: '', wishlistLength: held.length })
  shopServer.use(
    status(aUser({ wishlist: products.map((product) => product.id) })),
    http.get('*/api/user/wishlist', () => HttpResponse.json({ success: true, wishlist: held })),
    http.put<never, { productID: string }>('*/api/user/addToWishlist', async ({ request }) => {
      const { productID } = await request.json()
      asked(`add ${productID}`)
      return done('added_to_wishlist')
    }),
    http.delete<never, { productID: string }>('*/api/user/wishlist', async ({ request }) => {
      const { productID } = await request.json()
      asked(`remove ${productID}`)
      held = held.filter((product) => product.id !== productID)
      return done('removed_from_wishlist')
    }),
    http.put('*/api/user/clearWishlist', () => {
      asked('clear')
      held = []
      return done('wishlist_cleared')
    }),
  )
}

const refused = () => HttpResponse.json({ success: false, code: 'unavailable' }, { status: 503 })

describe('the wishlist', () => {
  test('shows each product with its price and the way into the cart', async () => {
    wishing([dove, aProduct({ id: 'gone', english_name: 'Gone', in_stock: false, nb_in_stock: 0 })])
    renderShop('/user/wishlist')
    const line = await row('Dove Bar')
    expect(line.getByText('Dove')).toBeTruthy()
    expect(line.getByText('$2.25')).toBeTruthy()
    expect(line.getByRole('button', { name: 'Add to cart' })).toBeTruthy()
    expect((await row('Gone')).getByText('Out of stock')).toBeTruthy()
  })

  test('empty, it says so and leads to the products', async () => {
    wishing([])
    renderShop('/user/wishlist')
    expect(await main().findByRole('heading', { name: 'Wishlist is empty' })).toBeTruthy()
    expect(main().getByRole('link', { name: 'Lookup Products Now' }).getAttribute('href')).toBe('/')
  })

  test('removing asks first; the row leaves at once and the badge with it', async () => {
    const asked: string[] = []
    wishing([dove, panadol], (change) => asked.push(change))
    const { user } = renderShop('/user/wishlist')
    await user.click((await row('Dove Bar')).getByRole('button', { name: 'Remove Dove Bar' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Remove from wishlist?' }))
    expect(asked).toEqual([])
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(await badge('Wishlist, 1 product')).toBeTruthy()
    expect(main().queryByRole('heading', { name: 'Dove Bar' })).toBeNull()
    await waitFor(() => expect(asked).toEqual(['remove dove-bar']))
  })

  test('a second product is taken off while the first is still under way', async () => {
    const asked: string[] = []
    wishing([dove, panadol], (change) => asked.push(change))
    let answer: () => void = () => {}
    const slow = new Promise<void>((resolve) => (answer = resolve))
    shopServer.use(http.delete('*/api/user/wishlist', () => slow as Promise<undefined>))
    const { user } = renderShop('/user/wishlist')
    for (const { english_name: name } of [dove, panadol]) {
      await user.click(await main().findByRole('button', { name: `Remove ${name}` }))
      const dialog = within(screen.getByRole('alertdialog'))
      await user.click(dialog.getByRole('button', { name: 'Remove' }))
    }
    answer()
    expect(await main().findByRole('heading', { name: 'Wishlist is empty' })).toBeTruthy()
    await waitFor(() => expect(asked).toEqual([`remove ${dove.id}`, `remove ${panadol.id}`]))
  })

  test('clearing that the server refuses brings everything back', async () => {
    wishing([dove, panadol])
    shopServer.use(http.put('*/api/user/clearWishlist', refused))
    const { user } = renderShop('/user/wishlist')
    await row('Dove Bar')
    await user.click(main().getByRole('button', { name: 'Clear wishlist' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Clear wishlist?' }))
    await user.click(question.getByRole('button', { name: 'Clear wishlist' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(await row('Dove Bar')).toBeTruthy()
    expect(await badge('Wishlist, 2 products')).toBeTruthy()
  })

  test('clearing leaves an empty wishlist', async () => {
    const asked: string[] = []
    wishing([dove], (change) => asked.push(change))
    const { user } = renderShop('/user/wishlist')
    await row('Dove Bar')
    await user.click(main().getByRole('button', { name: 'Clear wishlist' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clear wishlist' }),
    )
    expect(await main().findByRole('heading', { name: 'Wishlist is empty' })).toBeTruthy()
    await waitFor(() => expect(asked).toEqual(['clear']))
  })
})

describe('the heart', () => {
  const heart = async (name: string) => {
    const card = (await main().findByRole('heading', { name: 'Dove Bar' })).closest('article')
    return within(card as HTMLElement).findByRole('button', { name })
  }

  test('a refusal turns it back', async () => {
    wishing([])
    let answerNow = () => {}
    const asked = new Promise<void>((resolve) => (answerNow = resolve))
    shopServer.use(
      http.put('*/api/user/addToWishlist', async () => {
        await asked
        return refused()
      }),
    )
    const { user } = renderShop('/')
    await badge('Wishlist, 0 products')
    await user.click(await heart('Add to wishlist'))
    expect(await badge('Wishlist, 1 product')).toBeTruthy()
    answerNow()
    expect(await badge('Wishlist, 0 products')).toBeTruthy()
    expect(await heart('Add to wishlist')).toBeTruthy()
  })

  test('a double click is one wish', async () => {
    const asked: string[] = []
    wishing([], (change) => asked.push(change))
    const { user } = renderShop('/')
    await badge('Wishlist, 0 products')
    await user.dblClick(await heart('Add to wishlist'))
    await waitFor(() => expect(asked).toEqual(['add dove-bar']))
    expect(await heart('Remove from wishlist')).toBeTruthy()
  })

  test('of a visitor stays on the device, with a list of its own', async () => {
    shopServer.use(
      http.post<never, { cart: { productId: string }[] }>(
        '*/api/product/details',
        async ({ request }) => {
          const { cart } = await request.json()
          const lines = cart.map(() => aLine(dove, 1))
          return HttpResponse.json({
            success: true,
            populatedCart: lines,
            totalPrice: 0,
            deliveryFee: 0,
            total: 0,
          })
        },
      ),
    )
    const { user, address } = renderShop('/')
    await user.click(await heart('Add to wishlist'))
    expect(await heart('Remove from wishlist')).toBeTruthy()
    await user.click(await badge('Wishlist, 1 product'))
    await waitFor(() => expect(address()).toBe('/wishlist'))
    await user.click((await row('Dove Bar')).getByRole('button', { name: 'Remove Dove Bar' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
    )
    expect(await main().findByRole('heading', { name: 'Wishlist is empty' })).toBeTruthy()
    expect(localStorage.getItem('deviceWishes')).toBeNull()
  })

  test('of a visitor joins the wishlist at sign-in, oldest first, and leaves the device', async () => {
    localStorage.setItem('deviceWishes', JSON.stringify(['gone', 'dove-bar', 'panadol']))
    const asked: string[] = []
    wishing([], (change) => asked.push(change))
    shopServer.use(
      http.put<never, { productID: string }>('*/api/user/addToWishlist', async ({ request }) => {
        const { productID } = await request.json()
        asked.push(`add ${productID}`)
        return productID === 'gone'
          ? HttpResponse.json({ success: false, code: 'product_not_found' }, { status: 404 })
          : HttpResponse.json({ success: true, code: '', message: '', wishlistLength: 1 })
      }),
    )
    renderShop('/')
    await waitFor(() => expect(asked).toEqual(['add panadol', 'add dove-bar', 'add gone']))
    expect(await screen.findByText('Added to wishlist')).toBeTruthy()
    expect(localStorage.getItem('deviceWishes')).toBeNull()
  })

  test('of a visitor waits on when the shop cannot be reached', async () => {
    localStorage.setItem('deviceWishes', JSON.stringify(['dove-bar', 'panadol']))
    const asked: string[] = []
    wishing([], (change) => asked.push(change))
    shopServer.use(http.put('*/api/user/addToWishlist', refused))
    renderShop('/')
    await badge('Wishlist, 0 products')
    await waitFor(() =>
      expect(localStorage.getItem('deviceWishes')).toBe(JSON.stringify(['dove-bar', 'panadol'])),
    )
  })
})
