import type { Lang } from '../../lib/i18n-plural'

/** The name of a store in a language; one name may serve both. */
export function nameOfStore(
  lang: Lang,
  { name, arabic_name: arabic }: { name: string; arabic_name?: string | undefined },
): string {
  return lang === 'arabic' && arabic !== undefined && arabic !== '' ? arabic : name
}
