import type { components } from '../../generated/api'
import type { Translate } from '../../lib/i18n'

type Product = components['schemas']['Product']

/** What a field of a product is called; fields are named as on the wire. */
export function fieldLabel(t: Translate, field: string): string {
  switch (field) {
    case 'discount':
      return t('product.discount_percent')
    case 'max_per_order':
      return t('product.limit_per_order')
    default:
      return t.maybe(`product.${field}`) ?? field
  }
}

/** The value of a field for people to read. Of pictures it is their addresses, a line each. */
export function fieldText(t: Translate, product: Product, field: string): string {
  switch (field) {
    case 'images':
      return product.images.map(({ url }) => url).join('\n')
    case 'active_ingredients':
      return (product.active_ingredients ?? [])
        .map(({ name, arabic_name: arabic = '', strength = '' }) =>
          [name, arabic, strength].filter((part) => part !== '').join(' · '),
        )
        .join('\n')
    case 'suits':
      return (product.suits ?? []).map((key) => t.maybe(`suits.${key}`) ?? key).join(' · ')
    default: {
      const value: unknown = Object.entries(product).find(([name]) => name === field)?.[1]
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      if (field === 'price') return text === '' ? '' : `$${text}`
      const kinds = ['category', 'regulation', 'form']
      return kinds.includes(field) ? (t.maybe(`${field}.${text}`) ?? text) : text
    }
  }
}
