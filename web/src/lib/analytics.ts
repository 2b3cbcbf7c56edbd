import shop from '../../../contract/shop.json'
import type { components } from '../generated/api'
import { pushToDataLayer } from './tag-manager'

type Event = components['schemas']['AnalyticsEvent']

/** What an event tells about one product. */
interface TrackedProduct {
  id: string
  name: string
  price: number
  quantity: number
  category: string
}

/** A shopping event of the specification. */
type ShopEvent = 'add_to_cart' | 'begin_checkout' | 'purchase' | 'view_item'

const ADDRESS = '/api/analytics'
const WAIT_MS = 2000
const MOST_AT_ONCE = 50

let queue: Event[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what has gathered. Counting is a courtesy: it never troubles the shopper. */
function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const events = queue.splice(0, MOST_AT_ONCE)
  if (events.length === 0) return
  const body = new Blob([JSON.stringify({ events })], { type: 'application/json' })
  navigator.sendBeacon?.(ADDRESS, body)
}

function put(event: Event): void {
  queue = [...queue, event].slice(-MOST_AT_ONCE)
  timer ??= setTimeout(flush, WAIT_MS)
}

/** Counts a shopping event, with its value in dollars and the products it is about. */
export function track(event: ShopEvent, products: readonly TrackedProduct[]): void {
  const ecommerce = {
    currency: 'USD' as const,
    value:
      products.reduce(
        (sum, product) => sum + Math.round(product.price * 100) * product.quantity,
        0,
      ) / 100,
    items: products.map((product) => ({
      item_id: product.id,
      item_name: product.name,
      price: product.price,
      quantity: product.quantity,
      item_category: product.category,
      affiliation: shop.analytics.affiliation,
    })),
  }
  put({ event, ...ecommerce })
  pushToDataLayer({ event, ecommerce })
}

/** Reports a chunk of the frontend that did not load. */
export function reportMissingChunk(chunk: string, reason: 'timeout' | 'missing'): void {
  put({ event: 'chunk_load_error', chunk, reason })
}

/** Reports an error of the frontend: what kind, and where in our own code. */
export function reportBrowserError(report: Pick<Event, 'kind' | 'error' | 'at' | 'route'>): void {
  put({ event: 'browser_error', ...report })
}

/** Begins to measure how the page feels, and sends everything before the page goes away. */
export async function watchVitals(): Promise<void> {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
  const vitals = await import('web-vitals')
  const report = ({ name, value, rating }: { name: string; value: number; rating: string }) =>
    put({ event: 'web_vital', metric: name, value, rating })
  vitals.onCLS(report)
  vitals.onFCP(report)
  vitals.onINP(report)
  vitals.onLCP(report)
  vitals.onTTFB(report)
}
