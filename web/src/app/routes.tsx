import type { ComponentType } from 'react'
import type { MessageKey } from '../lib/i18n'

/** Who may open a screen: everyone, signed-in people, admins, or only those not signed in. */
export type Access = 'all' | 'user' | 'admin' | 'visitor'

/** What a lazily loaded piece gives: the screen of its row. */
export interface PieceModule {
  Screen: ComponentType
}

/** One row of the route table. */
export interface RouteRow {
  /** The address, as the router matches it. */
  path: string
  /** Name of the lazily loaded piece; an error report names it. */
  piece: string
  load: () => Promise<PieceModule>
  access: Access
  /** Key of the document title. */
  title: MessageKey
  /** The screen names the document after what it shows: a category, a product. */
  namesItself?: true
  /** The screen says nothing beyond the texts that come with every page. */
  firstTexts?: true
  /** A refused visitor goes home with 'Forbidden' instead of to the sign-in page. */
  refusal?: 'forbidden'
  /** The screen makes sense only with something in the cart. */
  needsCart?: true
  /** Shown without header and footer. */
  bare?: true
  /** The address does not exist: the screen says so. */
  missing?: true
}

/** Every screen of the shop, in the order of the specification; first the shop, then the desk. */
export const routes: readonly RouteRow[] = [
  {
    path: '/',
    piece: 'home',
    load: () => import('../routes/home'),
    access: 'all',
    title: 'page.home',
    firstTexts: true,
  },
  {
    path: '/user/signup',
    piece: 'user-signup',
    load: () => import('../routes/user/signup'),
    access: 'visitor',
    title: 'page.signup',
  },
  {
    path: '/user/login',
    piece: 'user-login',
    load: () => import('../routes/user/login'),
    access: 'visitor',
    title: 'page.login',
  },
  {
    path: '/user/cart',
    piece: 'user-cart',
    load: () => import('../routes/user/cart'),
    access: 'all',
    title: 'page.cart',
  },
  {
    path: '/user/checkout',
    piece: 'user-checkout',
    load: () => import('../routes/user/checkout'),
    access: 'user',
    title: 'page.checkout',
    needsCart: true,
  },
  {
    path: '/user/wishlist',
    piece: 'user-wishlist',
    load: () => import('../routes/user/wishlist'),
    access: 'user',
    title: 'page.wishlist',
  },
  {
    path: '/user/addresses',
    piece: 'user-addresses',
    load: () => import('../routes/user/addresses'),
    access: 'user',
    title: 'page.addresses',
  },
  {
    path: '/user/add-address',
    piece: 'user-add-address',
    load: () => import('../routes/user/add-address'),
    access: 'user',
    title: 'page.add_address',
  },
  {
    path: '/user/address/:index',
    piece: 'user-address',
    load: () => import('../routes/user/address'),
    access: 'user',
    title: 'page.address',
  },
  {
    path: '/user/account',
    piece: 'user-account',
    load: () => import('../routes/user/account'),
    access: 'user',
    title: 'page.account',
  },
  {
    path: '/user/card',
    piece: 'user-card',
    load: () => import('../routes/user/card'),
    access: 'user',
    title: 'page.card',
  },
  {
    path: '/user/order-history',
    piece: 'user-order-history',
    load: () => import('../routes/user/order-history'),
    access: 'user',
    title: 'page.order_history',
  },
  {
    path: '/user/stores',
    piece: 'user-stores',
    load: () => import('../routes/user/stores'),
    access: 'all',
    title: 'page.stores',
  },
  {
    path: '/product/category/:category',
    piece: 'product-category',
    load: () => import('../routes/product/category'),
    access: 'all',
    title: 'page.category',
    firstTexts: true,
    namesItself: true,
  },
  {
    path: '/product/discounts',
    piece: 'product-discounts',
    load: () => import('../routes/product/discounts'),
    access: 'all',
    title: 'page.discounts',
    firstTexts: true,
  },
  {
    path: '/product/edit/:id',
    piece: 'product-edit',
    load: () => import('../routes/product/edit'),
    access: 'admin',
    title: 'page.edit_product',
  },
  {
    path: '/product/:id',
    piece: 'product-detail',
    load: () => import('../routes/product/detail'),
    access: 'all',
    title: 'page.product',
    firstTexts: true,
    namesItself: true,
  },
  {
    path: '/addstore',
    piece: 'addstore',
    load: () => import('../routes/addstore'),
    access: 'all',
    title: 'page.add_store',
  },
  {
    path: '/admin/product/new',
    piece: 'admin-product-new',
    load: () => import('../routes/admin/product-new'),
    access: 'user',
    title: 'page.add_product',
    refusal: 'forbidden',
  },
  {
    path: '/order/:orderNb',
    piece: 'order-detail',
    load: () => import('../routes/order/detail'),
    access: 'user',
    title: 'page.order',
  },
  {
    path: '/search-results',
    piece: 'search-results',
    load: () => import('../routes/search-results'),
    access: 'all',
    title: 'page.search',
    firstTexts: true,
    namesItself: true,
  },
  {
    path: '/contact',
    piece: 'contact',
    load: () => import('../routes/contact'),
    access: 'all',
    title: 'page.contact',
  },
  {
    path: '/brand/:brand',
    piece: 'brand',
    load: () => import('../routes/brand'),
    access: 'all',
    title: 'page.brand',
    firstTexts: true,
    namesItself: true,
  },
  {
    path: '/store/:id',
    piece: 'store-detail',
    load: () => import('../routes/store/detail'),
    access: 'all',
    title: 'page.store',
    namesItself: true,
  },
  {
    path: '/store/:id/edit',
    piece: 'store-edit',
    load: () => import('../routes/store/edit'),
    access: 'user',
    title: 'page.edit_store',
  },
  {
    path: '/store/:id/add-product',
    piece: 'store-add-product',
    load: () => import('../routes/store/add-product'),
    access: 'user',
    title: 'page.add_product',
  },
  {
    path: '/about',
    piece: 'about',
    load: () => import('../routes/about'),
    access: 'all',
    title: 'page.about',
  },
  {
    path: '/pharmacy-owners',
    piece: 'pharmacy-owners',
    load: () => import('../routes/pharmacy-owners'),
    access: 'all',
    title: 'page.pharmacy_owners',
  },
  {
    path: '/app',
    piece: 'app',
    load: () => import('../routes/app'),
    access: 'all',
    title: 'page.app',
  },
  {
    path: '/secure-payment',
    piece: 'secure-payment',
    load: () => import('../routes/secure-payment'),
    access: 'all',
    title: 'page.secure_payment',
  },
  {
    path: '/privacy',
    piece: 'privacy',
    load: () => import('../routes/privacy'),
    access: 'all',
    title: 'page.privacy',
  },
  {
    path: '/terms',
    piece: 'terms',
    load: () => import('../routes/terms'),
    access: 'all',
    title: 'page.terms',
  },
  {
    path: '/admin',
    piece: 'admin',
    load: () => import('../routes/admin/index'),
    access: 'admin',
    title: 'page.admin',
  },
  {
    path: '/admin/orders',
    piece: 'admin-orders',
    load: () => import('../routes/admin/orders'),
    access: 'admin',
    title: 'page.admin_orders',
  },
  {
    path: '/admin/products',
    piece: 'admin-products',
    load: () => import('../routes/admin/products'),
    access: 'admin',
    title: 'page.admin_products',
  },
  {
    path: '/admin/approvals',
    piece: 'admin-approvals',
    load: () => import('../routes/admin/approvals'),
    access: 'admin',
    title: 'page.admin_approvals',
  },
  {
    path: '/admin/import',
    piece: 'admin-import',
    load: () => import('../routes/admin/import'),
    access: 'admin',
    title: 'page.admin_import',
  },
  {
    path: '/admin/translations',
    piece: 'admin-translations',
    load: () => import('../routes/admin/translations'),
    access: 'admin',
    title: 'page.admin_translations',
  },
  {
    path: '/admin/notice/:name',
    piece: 'admin-notice',
    load: () => import('../routes/admin/notice'),
    access: 'admin',
    title: 'page.admin_notice',
  },
  {
    path: '/verify-email/:email/:token',
    piece: 'verify-email',
    load: () => import('../routes/verify-email'),
    access: 'all',
    title: 'page.verify_email',
    bare: true,
  },
  {
    path: '/resetpassword/:userID/:token',
    piece: 'reset-password',
    load: () => import('../routes/reset-password'),
    access: 'all',
    title: 'page.reset_password',
    bare: true,
  },
  {
    path: '*',
    piece: 'home',
    load: () => import('../routes/home'),
    access: 'all',
    title: 'page.not_found',
    firstTexts: true,
    missing: true,
  },
]
