import type { Lang } from '../../lib/i18n-plural'

/** The name of a store in a language; one name may serve both. */
export function nameOfStore(
  lang: Lang,
  { name, arabic_name: arabic }: { name: string; arabic_name?: string | undefined },
): string {
  return lang === 'arabic' && arabic !== undefined && arabic !== '' ? arabic : name
}

/** The name of the store that a product or an entry of the audit log is of; empty for none. */
export function nameOfProductStore(
  lang: Lang,
  product: { store_name?: string | undefined; store_arabic_name?: string | undefined },
): string {
  return nameOfStore(lang, {
    name: product.store_name ?? '',
    arabic_name: product.store_arabic_name,
  })
}
