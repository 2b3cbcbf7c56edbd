import type english from '../../../contract/messages/en.json'
import type { Lang, PluralForm } from './i18n-plural'

/** Every key of the message catalogue. */
export type MessageKey = keyof typeof english

/** One text, or one text per plural form. */
export type Message = string | Partial<Record<PluralForm, string>>

/** All texts of one language. */
export type Catalogue = Readonly<Record<string, Message>>

/** How much of a catalogue: what the first screens say, or all of it. */
export type CataloguePart = 'first' | 'all'

const here = new Map<Lang, Record<string, Message>>()
const loading = new Map<string, Promise<Catalogue>>()

/** Puts a language's texts in place; the page renderer and the tests do so before they begin. */
export function registerCatalogue(lang: Lang, catalogue: Catalogue): void {
  const texts = add(lang, catalogue)
  loading.set(`${lang} first`, Promise.resolve(texts))
  loading.set(`${lang} all`, Promise.resolve(texts))
}

/** The texts of a language, if any are here already. */
export function catalogueNow(lang: Lang): Catalogue | undefined {
  return here.get(lang)
}

/** Adds texts in place: whoever speaks from this catalogue already can say the new ones too. */
function add(lang: Lang, more: Catalogue): Catalogue {
  const texts = here.get(lang) ?? {}
  here.set(lang, Object.assign(texts, more))
  return texts
}

async function fetchFirst(lang: Lang): Promise<Catalogue> {
  const chunk =
    lang === 'arabic'
      ? await import('../../../contract/messages/ar.json?texts=first')
      : await import('../../../contract/messages/en.json?texts=first')
  return add(lang, chunk.default)
}

async function fetchRest(lang: Lang): Promise<Catalogue> {
  const chunk =
    lang === 'arabic'
      ? await import('../../../contract/messages/ar.json?texts=rest')
      : await import('../../../contract/messages/en.json?texts=rest')
  return add(lang, chunk.default)
}

async function fetchAll(lang: Lang): Promise<Catalogue> {
  const [texts] = await Promise.all([loadCatalogue(lang, 'first'), fetchRest(lang)])
  return texts
}

/** Fetches the texts of a language; a second call gets the same promise, after a failure it fetches again. */
export function loadCatalogue(lang: Lang, part: CataloguePart = 'all'): Promise<Catalogue> {
  const name = `${lang} ${part}`
  let promise = loading.get(name)
  if (promise === undefined) {
    promise = part === 'first' ? fetchFirst(lang) : fetchAll(lang)
    loading.set(name, promise)
    promise.catch(() => loading.delete(name))
  }
  return promise
}
