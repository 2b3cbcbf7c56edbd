import type { MessageKey } from '../../lib/i18n'

/** One step of a tour: a screen, and what it is for. */
export interface TourStep {
  title: MessageKey
  text: MessageKey
  to: string
}

/** What an admin may do first, each with the right that it takes. */
const adminSteps: readonly (TourStep & { action: string })[] = [
  {
    title: 'admin.products',
    text: 'tour.admin_products',
    to: '/admin/products',
    action: 'manage_catalogue',
  },
  {
    title: 'admin.approvals',
    text: 'tour.admin_approvals',
    to: '/admin/approvals',
    action: 'approve_products',
  },
  {
    title: 'admin.orders',
    text: 'tour.admin_orders',
    to: '/admin/orders',
    action: 'manage_orders',
  },
  { title: 'admin.rate_title', text: 'tour.admin_rate', to: '/admin', action: 'see_overview' },
  { title: 'members.title', text: 'tour.admin_people', to: '/admin/people', action: 'admin' },
]

/** The tour of the admin area, without the screens that the reader may not open. */
export function adminTour(may: (action: string) => boolean): TourStep[] {
  return adminSteps.filter(({ action }) => may(action))
}

/** The tour of one's store. */
export function ownerTour(store: string): TourStep[] {
  const at = (screen: string) => `/store/${encodeURIComponent(store)}/${screen}`
  return [
    { title: 'store.hours', text: 'tour.owner_hours', to: at('edit') },
    { title: 'page.store_products', text: 'tour.owner_products', to: at('products') },
    { title: 'desk.title', text: 'tour.owner_orders', to: at('orders') },
    { title: 'members.title', text: 'tour.owner_people', to: at('people') },
    { title: 'page.store_money', text: 'tour.owner_money', to: at('money') },
  ]
}
