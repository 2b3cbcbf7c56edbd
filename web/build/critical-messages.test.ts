// @vitest-environment node
import { expect, test } from 'vitest'

import english from '../../contract/messages/en.json'
import { criticalMessages } from './critical-messages.ts'

const first = criticalMessages()

test('the first screens and what they load on intent are looked at, forms and the desk are not', () => {
  expect(first.modules).toEqual(
    expect.arrayContaining([
      'entry-client.tsx',
      'app/routes.tsx',
      'features/home/Hero.tsx',
      'features/catalog/Specifications.tsx',
      'features/search/Suggester.tsx',
      'features/consent/ConsentPrompt.tsx',
    ]),
  )
  expect(first.modules.filter((module) => /^routes\/(?:user|admin|order)\//.test(module))).toEqual(
    [],
  )
})

test.each([
  'home.products',
  'product.add_to_cart',
  'category.vitamins',
  'brand.dove',
  'error.products',
  'list.sort_newest',
  'page.login',
  'access.login_needed',
  'consent.question',
  'nav.logout',
])('%s comes with the page', (key) => {
  expect(english).toHaveProperty([key])
  expect(first.has(key)).toBe(true)
})

test.each([
  'rule.full_name_min',
  'checkout.title',
  'mail.verify_subject',
  'page.home_description',
  'error.code_needed',
  'error.wrong_code',
  'error.second_step_on',
])('%s waits for the screen that says it', (key) => {
  expect(first.has(key)).toBe(false)
})
