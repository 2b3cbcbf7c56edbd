import { afterEach, beforeEach, expect, test } from 'vitest'
import { track } from './analytics'
import { loadTagManager, readConsent, writeConsent } from './tag-manager'

const bought = [{ id: 'a', name: 'Panadol', price: 3.25, quantity: 2, category: 'pain_killers' }]
const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.src)

function configure(): void {
  const meta = document.createElement('meta')
  meta.name = 'tag-manager'
  meta.content = 'GTM-TEST123'
  document.head.append(meta)
}

beforeEach(() => {
  delete window.dataLayer
})
afterEach(() => {
  document.head.replaceChildren()
  document.cookie = 'analytics=; Path=/; Max-Age=0'
})

test('without a tag manager nothing leaves, whatever was agreed to', () => {
  writeConsent('yes')
  track('purchase', bought)
  loadTagManager()
  expect(window.dataLayer).toBeUndefined()
  expect(scripts()).toEqual([])
})

test.each(['unasked', 'no'] as const)('a visitor who said %s is not counted elsewhere', (said) => {
  configure()
  if (said === 'no') writeConsent('no')
  expect(readConsent()).toBe(said)
  track('purchase', bought)
  loadTagManager()
  expect(window.dataLayer).toBeUndefined()
  expect(scripts()).toEqual([])
})

test('after the visitor agreed, events go to the data layer with the fields of the specification', () => {
  configure()
  writeConsent('yes')
  loadTagManager()
  loadTagManager()
  expect(scripts()).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST123'])
  track('purchase', bought)
  expect(window.dataLayer?.at(-1)).toEqual({
    event: 'purchase',
    ecommerce: {
      currency: 'USD',
      value: 6.5,
      items: [
        {
          item_id: 'a',
          item_name: 'Panadol',
          price: 3.25,
          quantity: 2,
          item_category: 'pain_killers',
          affiliation: 'Online Store',
        },
      ],
    },
  })
})
