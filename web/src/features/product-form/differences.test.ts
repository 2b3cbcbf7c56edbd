import { expect, test } from 'vitest'
import { emptyProduct, type ProductContent, type ProductFields } from './api'
import { differ, partDifferences } from './differences'

const having = (fields: Partial<ProductFields>, rest: Partial<ProductContent> = {}) => ({
  ...emptyProduct,
  ...rest,
  fields: { ...emptyProduct.fields, ...fields },
})

test('only what somebody else changed is a difference, and only what both changed is contested', () => {
  const base = having({ price: '4.00', english_name: 'Panadol', code: 'P1', brand: 'panadol' })
  const mine = having({ price: '5.00', english_name: 'Panadol', code: 'P2', brand: 'dove' })
  const theirs = having({ price: '6.00', english_name: 'Panadol Extra', code: 'P1', brand: 'dove' })
  expect(partDifferences(base, mine, theirs)).toEqual([
    {
      part: 'english_name',
      contested: false,
      mine: 'Panadol',
      theirs: 'Panadol Extra',
    },
    { part: 'price', contested: true, mine: '5.00', theirs: '6.00' },
  ])
})

test('pictures and ingredients count, in their order', () => {
  const picture = (url: string) => ({
    url,
    widths: { '200': url, '400': url, '800': url },
    alt: { en: '', ar: '' },
  })
  const two = having({}, { images: [picture('/a'), picture('/b')] })
  const turned = having({}, { images: [picture('/b'), picture('/a')] })
  expect(differ(two, two)).toBe(false)
  expect(differ(two, turned)).toBe(true)
  const one = having({}, { ingredients: [{ name: 'Ibuprofen', strength: '200 mg' }] })
  expect(partDifferences(emptyProduct, emptyProduct, one)).toEqual([
    { part: 'ingredients', contested: false, mine: '', theirs: 'Ibuprofen 200 mg' },
  ])
})
