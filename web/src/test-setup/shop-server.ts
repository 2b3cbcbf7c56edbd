import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { components } from '../generated/api'

type Product = components['schemas']['Product']
type User = components['schemas']['User']

/** A product with everything a card needs; what a test cares about is given. */
export function aProduct(some: Partial<Product> = {}): Product {
  const id = some.id ?? 'panadol-500'
  return {
    _id: id,
    id,
    english_name: 'Panadol 500 mg',
    arabic_name: 'بنادول 500 ملغ',
    english_description: '',
    arabic_description: '',
    brand: 'panadol',
    category: 'pain_killers',
    code: id.toUpperCase(),
    price: 4,
    discount: 0,
    discounted_price: 4,
    nb_in_stock: 5,
    in_stock: true,
    images: [],
    ...some,
  }
}

/** A signed-in customer. */
export function aUser(some: Partial<User> = {}): User {
  return {
    _id: 'u1',
    id: 'u1',
    admin: false,
    roles: [],
    may: [],
    full_name: 'Layla Haddad',
    first_name: 'Layla',
    last_name: 'Haddad',
    username: 'layla',
    email: 'layla@example.com',
    email_verified: true,
    phone_nb: '70123456',
    type: 'normal',
    language: 'english',
    marketing_emails: false,
    favorite_address: -1,
    addresses: [],
    wishlist: [],
    cart: [],
    ...(some.admin === true ? { may: houseActions } : {}),
    ...some,
  }
}

/** What an admin may do in the house. */
const houseActions = [
  'admin',
  'see_overview',
  'manage_orders',
  'manage_catalogue',
  'approve_products',
  'see_stores',
  'approve_stores',
  'see_customers',
  'see_audit',
  'manage_mail',
  'see_licence',
  'see_members',
  'edit_products',
  'see_store_orders',
  'see_store_money',
]

/** What the server says about who is looking. */
export function status(user: User | null, cartLength = 0) {
  return http.get('*/api/user/status', () =>
    HttpResponse.json({
      success: true,
      authenticated: user !== null,
      user,
      cartLength: user?.cart.length ?? cartLength,
      wishlistLength: user?.wishlist.length ?? 0,
    }),
  )
}

/** The two product lists of Home. */
export function homeLists(products: Product[], discounted: Product[]) {
  return [
    http.get('*/api/product/all', () => HttpResponse.json(products)),
    http.get('*/api/product/discounted-products-home', () => HttpResponse.json(discounted)),
  ]
}

/** A shop with two products, one of them discounted, and a visitor. */
export const shopServer = setupServer(
  status(null),
  ...homeLists(
    [aProduct(), aProduct({ id: 'dove-bar', english_name: 'Dove Bar', brand: 'dove' })],
    [
      aProduct({
        id: 'advil-200',
        english_name: 'Advil 200 mg',
        brand: 'advil',
        discount: 20,
        discounted_price: 3.2,
      }),
    ],
  ),
  http.get('*/api/user/cart', () => HttpResponse.json({ success: true, cart: [] })),
  http.get('*/api/get-csrf-token', () => HttpResponse.json({ csrfToken: 'token' })),
  http.get('*/api/concerns', () => HttpResponse.json([])),
  http.get('*/api/delivery-times', () => HttpResponse.json({ success: true, times: [] })),
)
