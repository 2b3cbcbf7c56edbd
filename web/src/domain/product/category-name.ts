import type { Translate } from '../../lib/i18n'

/** The name of a category in the current language. */
export function categoryName(t: Translate, category: string): string {
  return t.maybe(`category.${category}`) ?? category
}
