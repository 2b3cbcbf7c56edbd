import type { ComponentType } from 'react'
import type { MessageKey } from '../lib/i18n'
import type { LaterScreen } from './later-screens'

/** Who may open a screen: everyone, signed-in people, admins, or only those not signed in. */
export type Access = 'all' | 'user' | 'admin' | 'visitor'

/** What a screen's file exports: the screen. */
export interface ScreenModule {
  default: ComponentType
}

/** One row of the route table. */
export interface RouteRow {
  /** The address, as the router matches it. */
  path: string
  /** Name of the lazily loaded chunk; an error report names it. */
  chunk: string
  load: () => Promise<ScreenModule>
  access: Access
  /** Key of the document title. */
  title: MessageKey
  /** The screen names the document after what it shows: a category, a product. */
  namesItself?: true
  /** The screen says nothing beyond the texts that come with every page. */
  criticalMessages?: true
  /** Of an admin screen: the action that a role in the house must allow; without it only admins enter. */
  action?: string
  /** Of an admin screen: the roles in any store that enter, too; the screen asks the server about the store. */
  storeRoles?: readonly string[]
  /** A refused visitor goes home with 'Forbidden' instead of to the sign-in page. */
  refusal?: 'forbidden'
  /** The screen makes sense only with something in the cart. */
  needsCart?: true
  /** What is around the screen, when it is not the shop's header and footer. */
  layout?: 'checkout' | 'bare'
  /** The address does not exist: the screen says so. */
  missing?: true
}

/** Loads a screen that few visits begin with, by its file; the list of those is a chunk of its own. */
function later(screen: LaterScreen) {
  return async (): Promise<ScreenModule> => {
    const { laterScreens } = await import('./later-screens')
    return laterScreens[screen]()
  }
}

/** Every screen of the shop, in the order of the specification; first the shop, then the admin area. */
export const routes: readonly RouteRow[] = [
  {
    path: '/',
    chunk: 'home',
    load: () => import('../routes/home'),
    access: 'all',
    title: 'page.home',
    criticalMessages: true,
  },
  {
    path: '/user/signup',
    chunk: 'user-signup',
    load: later('user/signup'),
    access: 'visitor',
    title: 'page.signup',
  },
  {
    path: '/user/login',
    chunk: 'user-login',
    load: later('user/login'),
    access: 'visitor',
    title: 'page.login',
  },
  {
    path: '/user/cart',
    chunk: 'user-cart',
    load: later('user/cart'),
    access: 'all',
    title: 'page.cart',
  },
  {
    path: '/user/checkout',
    chunk: 'user-checkout',
    load: later('user/checkout'),
    access: 'user',
    title: 'page.checkout',
    layout: 'checkout',
    needsCart: true,
  },
  {
    path: '/user/checkout/return',
    chunk: 'user-checkout-return',
    load: later('user/checkout-return'),
    access: 'user',
    title: 'page.checkout_return',
    layout: 'checkout',
  },
  {
    path: '/user/wishlist',
    chunk: 'user-wishlist',
    load: later('user/wishlist'),
    access: 'user',
    title: 'page.wishlist',
  },
  {
    path: '/wishlist',
    chunk: 'wishlist',
    load: later('wishlist'),
    access: 'all',
    title: 'page.wishlist',
  },
  {
    path: '/user/addresses',
    chunk: 'user-addresses',
    load: later('user/addresses'),
    access: 'user',
    title: 'page.addresses',
  },
  {
    path: '/user/add-address',
    chunk: 'user-add-address',
    load: later('user/add-address'),
    access: 'user',
    title: 'page.add_address',
  },
  {
    path: '/user/address/:index',
    chunk: 'user-address',
    load: later('user/address'),
    access: 'user',
    title: 'page.address',
  },
  {
    path: '/user/account',
    chunk: 'user-account',
    load: later('user/account'),
    access: 'user',
    title: 'page.account',
  },
  {
    path: '/user/card',
    chunk: 'user-card',
    load: later('user/card'),
    access: 'user',
    title: 'page.card',
  },
  {
    path: '/user/order-history',
    chunk: 'user-order-history',
    load: later('user/order-history'),
    access: 'user',
    title: 'page.order_history',
  },
  {
    path: '/user/stores',
    chunk: 'user-stores',
    load: later('user/stores'),
    access: 'all',
    title: 'page.stores',
  },
  {
    path: '/product/category/:category',
    chunk: 'product-category',
    load: () => import('../routes/product/category'),
    access: 'all',
    title: 'page.category',
    criticalMessages: true,
    namesItself: true,
  },
  {
    path: '/product/discounts',
    chunk: 'product-discounts',
    load: () => import('../routes/product/discounts'),
    access: 'all',
    title: 'page.discounts',
    criticalMessages: true,
  },
  {
    path: '/product/edit/:id',
    chunk: 'product-edit',
    load: later('product/edit'),
    access: 'admin',
    action: 'edit_products',
    storeRoles: ['owner', 'pharmacist', 'staff'],
    title: 'page.edit_product',
  },
  {
    path: '/product/notify/:id',
    chunk: 'product-notify',
    load: later('product/notify'),
    access: 'all',
    title: 'product.notify',
  },
  {
    path: '/product/:id',
    chunk: 'product-detail',
    load: () => import('../routes/product/detail'),
    access: 'all',
    title: 'page.product',
    criticalMessages: true,
    namesItself: true,
  },
  {
    path: '/addstore',
    chunk: 'addstore',
    load: later('addstore'),
    access: 'all',
    title: 'page.add_store',
  },
  {
    path: '/admin/product/new',
    chunk: 'admin-product-new',
    load: later('admin/product-new'),
    access: 'user',
    title: 'page.add_product',
    refusal: 'forbidden',
  },
  {
    path: '/order/:orderNb',
    chunk: 'order-detail',
    load: later('order/detail'),
    access: 'user',
    title: 'page.order',
  },
  {
    path: '/order-answer/:part/:token',
    chunk: 'order-answer',
    load: later('order/answer'),
    access: 'all',
    title: 'page.order_answer',
    layout: 'bare',
  },
  {
    path: '/search-results',
    chunk: 'search-results',
    load: () => import('../routes/search-results'),
    access: 'all',
    title: 'page.search',
    criticalMessages: true,
    namesItself: true,
  },
  {
    path: '/contact',
    chunk: 'contact',
    load: later('contact'),
    access: 'all',
    title: 'page.contact',
  },
  {
    path: '/brand/:brand',
    chunk: 'brand',
    load: () => import('../routes/brand'),
    access: 'all',
    title: 'page.brand',
    criticalMessages: true,
    namesItself: true,
  },
  {
    path: '/concern/:key',
    chunk: 'concern',
    load: () => import('../routes/concern'),
    access: 'all',
    title: 'page.concern',
    criticalMessages: true,
    namesItself: true,
  },
  {
    path: '/store/:id',
    chunk: 'store-detail',
    load: later('store/detail'),
    access: 'all',
    title: 'page.store',
    namesItself: true,
  },
  {
    path: '/store/:id/edit',
    chunk: 'store-edit',
    load: later('store/edit'),
    access: 'user',
    title: 'page.edit_store',
  },
  {
    path: '/store/:id/add-product',
    chunk: 'store-add-product',
    load: later('store/add-product'),
    access: 'user',
    title: 'page.add_product',
  },
  {
    path: '/store/:id/orders',
    chunk: 'store-orders',
    load: later('store/orders'),
    access: 'user',
    title: 'page.store_orders',
    namesItself: true,
  },
  {
    path: '/store/:id/phone-order',
    chunk: 'store-phone-order',
    load: later('store/phone-order'),
    access: 'user',
    title: 'page.phone_order',
  },
  {
    path: '/store/:id/products',
    chunk: 'store-products',
    load: later('store/products'),
    access: 'user',
    title: 'page.store_products',
  },
  {
    path: '/store/:id/shift',
    chunk: 'store-my-shift',
    load: later('store/my-shift'),
    access: 'user',
    title: 'page.my_shift',
  },
  {
    path: '/store/:id/shifts',
    chunk: 'store-shifts',
    load: later('store/shifts'),
    access: 'user',
    title: 'page.shifts',
  },
  {
    path: '/store/:id/money',
    chunk: 'store-money',
    load: later('store/money'),
    access: 'user',
    title: 'page.store_money',
  },
  {
    path: '/store/:id/print/:fid',
    chunk: 'store-print',
    load: later('store/print'),
    access: 'user',
    title: 'page.print_order',
    layout: 'bare',
  },
  {
    path: '/store/:id/people',
    chunk: 'store-people',
    load: later('store/people'),
    access: 'user',
    title: 'page.people',
  },
  {
    path: '/join/:token',
    chunk: 'join',
    load: later('join'),
    access: 'all',
    title: 'page.join',
  },
  {
    path: '/about',
    chunk: 'about',
    load: later('about'),
    access: 'all',
    title: 'page.about',
  },
  {
    path: '/pharmacy-owners',
    chunk: 'pharmacy-owners',
    load: later('pharmacy-owners'),
    access: 'all',
    title: 'page.pharmacy_owners',
  },
  {
    path: '/app',
    chunk: 'app',
    load: later('app'),
    access: 'all',
    title: 'page.app',
  },
  {
    path: '/secure-payment',
    chunk: 'secure-payment',
    load: later('secure-payment'),
    access: 'all',
    title: 'page.secure_payment',
  },
  {
    path: '/privacy',
    chunk: 'privacy',
    load: later('privacy'),
    access: 'all',
    title: 'page.privacy',
  },
  {
    path: '/terms',
    chunk: 'terms',
    load: later('terms'),
    access: 'all',
    title: 'page.terms',
  },
  {
    path: '/admin',
    chunk: 'admin',
    load: later('admin/index'),
    access: 'admin',
    action: 'see_overview',
    title: 'page.admin',
  },
  {
    path: '/admin/orders',
    chunk: 'admin-orders',
    load: later('admin/orders'),
    access: 'admin',
    action: 'manage_orders',
    title: 'page.admin_orders',
  },
  {
    path: '/admin/products',
    chunk: 'admin-products',
    load: later('admin/products'),
    access: 'admin',
    action: 'manage_catalogue',
    title: 'page.admin_products',
  },
  {
    path: '/admin/approvals',
    chunk: 'admin-approvals',
    load: later('admin/approvals'),
    access: 'admin',
    action: 'approve_products',
    title: 'page.admin_approvals',
  },
  {
    path: '/admin/customers',
    chunk: 'admin-customers',
    load: later('admin/customers'),
    access: 'admin',
    action: 'see_customers',
    title: 'page.admin_customers',
  },
  {
    path: '/admin/customers/:id',
    chunk: 'admin-customer',
    load: later('admin/customer'),
    access: 'admin',
    action: 'see_customers',
    title: 'page.admin_customer',
  },
  {
    path: '/admin/stores',
    chunk: 'admin-stores',
    load: later('admin/stores'),
    access: 'admin',
    action: 'see_stores',
    title: 'page.admin_stores',
  },
  {
    path: '/admin/stores/:id',
    chunk: 'admin-store',
    load: later('admin/store'),
    access: 'admin',
    action: 'see_stores',
    title: 'page.admin_store',
  },
  {
    path: '/admin/import',
    chunk: 'admin-import',
    load: later('admin/import'),
    access: 'admin',
    action: 'manage_catalogue',
    title: 'page.admin_import',
  },
  {
    path: '/admin/translations',
    chunk: 'admin-translations',
    load: later('admin/translations'),
    access: 'admin',
    title: 'page.admin_translations',
  },
  {
    path: '/admin/prices',
    chunk: 'admin-prices',
    load: later('admin/prices'),
    access: 'admin',
    action: 'manage_catalogue',
    title: 'page.admin_prices',
  },
  {
    path: '/admin/payments',
    chunk: 'admin-payments',
    load: later('admin/payments'),
    access: 'admin',
    action: 'admin',
    title: 'page.admin_payments',
  },
  {
    path: '/admin/balances',
    chunk: 'admin-balances',
    load: later('admin/balances'),
    access: 'admin',
    action: 'admin',
    title: 'page.admin_balances',
  },
  {
    path: '/admin/mail',
    chunk: 'admin-mail',
    load: later('admin/mail'),
    access: 'admin',
    action: 'manage_mail',
    title: 'page.admin_mail',
  },
  {
    path: '/admin/searches',
    chunk: 'admin-searches',
    load: later('admin/searches'),
    access: 'admin',
    action: 'manage_catalogue',
    title: 'page.admin_searches',
  },
  {
    path: '/admin/advice',
    chunk: 'admin-advice',
    load: later('admin/advice'),
    access: 'admin',
    title: 'page.admin_advice',
  },
  {
    path: '/admin/notice/:name',
    chunk: 'admin-content',
    load: later('admin/content'),
    access: 'admin',
    title: 'page.admin_notice',
  },
  {
    path: '/admin/people',
    chunk: 'admin-people',
    load: later('admin/people'),
    access: 'admin',
    title: 'page.admin_people',
  },
  {
    path: '/admin/signals',
    chunk: 'admin-signals',
    load: later('admin/signals'),
    access: 'admin',
    action: 'see_audit',
    title: 'page.admin_signals',
  },
  {
    path: '/admin/audit',
    chunk: 'admin-audit',
    load: later('admin/audit'),
    access: 'admin',
    action: 'see_audit',
    title: 'page.admin_audit',
  },
  {
    path: '/verify-email/:email/:token',
    chunk: 'verify-email',
    load: later('verify-email'),
    access: 'all',
    title: 'page.verify_email',
    layout: 'bare',
  },
  {
    path: '/unsubscribe/:token',
    chunk: 'unsubscribe',
    load: later('unsubscribe'),
    access: 'all',
    title: 'page.unsubscribe',
    layout: 'bare',
  },
  {
    path: '/email-change/:token',
    chunk: 'email-change',
    load: later('email-change'),
    access: 'all',
    title: 'page.email_change',
    layout: 'bare',
  },
  {
    path: '/resetpassword/:userID/:token',
    chunk: 'reset-password',
    load: later('reset-password'),
    access: 'all',
    title: 'page.reset_password',
    layout: 'bare',
  },
  {
    path: '*',
    chunk: 'home',
    load: () => import('../routes/home'),
    access: 'all',
    title: 'page.not_found',
    criticalMessages: true,
    missing: true,
  },
]
