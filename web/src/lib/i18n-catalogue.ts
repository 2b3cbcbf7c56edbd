import type english from '../../../contract/messages/en.json'
import type { Lang, PluralForm } from './i18n-plural'

/** Every key of the message catalogue. */
export type MessageKey = keyof typeof english

/** One text, or one text per plural form. */
export type Message = string | Partial<Record<PluralForm, string>>

/** All texts of one language. */
export type Catalogue = Readonly<Record<string, Message>>

const loaded = new Map<Lang, Catalogue>()
const loading = new Map<Lang, Promise<Catalogue>>()

/** Puts a language's texts in place; the page renderer and the tests do so before they begin. */
export function registerCatalogue(lang: Lang, catalogue: Catalogue): void {
  loaded.set(lang, catalogue)
}

/** The texts of a language, if they are here already. */
export function catalogueNow(lang: Lang): Catalogue | undefined {
  return loaded.get(lang)
}

async function fetchCatalogue(lang: Lang): Promise<Catalogue> {
  const piece =
    lang === 'arabic'
      ? await import('../../../contract/messages/ar.json')
      : await import('../../../contract/messages/en.json')
  registerCatalogue(lang, piece.default)
  return piece.default
}

/** Fetches the texts of a language; a second call gets the same promise, a failed one tries again. */
export function loadCatalogue(lang: Lang): Promise<Catalogue> {
  const known = loaded.get(lang)
  let promise = loading.get(lang)
  if (promise === undefined) {
    promise = known === undefined ? fetchCatalogue(lang) : Promise.resolve(known)
    loading.set(lang, promise)
    promise.catch(() => loading.delete(lang))
  }
  return promise
}
