import type english from '../../../contract/messages/en.json'
import type { Lang, PluralForm } from './i18n-plural'

/** Every key of the message catalogue. */
export type MessageKey = keyof typeof english

/** One text, or one text per plural form. */
export type Message = string | Partial<Record<PluralForm, string>>

/** All texts of one language. */
export type Catalogue = Readonly<Record<string, Message>>

/** How much of a catalogue: what a page says before it is alive, all that the first screens can say, or all of it. */
export type CataloguePart = 'first' | 'soon' | 'all'

const here = new Map<Lang, Record<string, Message>>()
const loading = new Map<string, Promise<Catalogue>>()

/** Puts a language's texts in place; the page renderer and the tests do so before they begin. */
export function registerCatalogue(lang: Lang, catalogue: Catalogue): void {
  const texts = add(lang, catalogue)
  loading.set(`${lang} first`, Promise.resolve(texts))
  loading.set(`${lang} soon`, Promise.resolve(texts))
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

/** The chunks of texts; a build finds them by their names written out. */
const chunks = {
  english: {
    first: () => import('../../../contract/messages/en.json?texts=first'),
    soon: () => import('../../../contract/messages/en.json?texts=soon'),
    rest: () => import('../../../contract/messages/en.json?texts=rest'),
  },
  arabic: {
    first: () => import('../../../contract/messages/ar.json?texts=first'),
    soon: () => import('../../../contract/messages/ar.json?texts=soon'),
    rest: () => import('../../../contract/messages/ar.json?texts=rest'),
  },
}

async function fetchTexts(lang: Lang, which: 'first' | 'soon' | 'rest'): Promise<Catalogue> {
  const chunk = await chunks[lang][which]()
  return add(lang, chunk.default)
}

/** How each part is fetched, with those before it. */
const fetchPart: Record<CataloguePart, (lang: Lang) => Promise<Catalogue>> = {
  first: (lang) => fetchTexts(lang, 'first'),
  soon: async (lang) =>
    (await Promise.all([loadCatalogue(lang, 'first'), fetchTexts(lang, 'soon')]))[0],
  all: async (lang) =>
    (await Promise.all([loadCatalogue(lang, 'soon'), fetchTexts(lang, 'rest')]))[0],
}

/** Fetches the texts of a language; a second call gets the same promise, after a failure it fetches again. */
export function loadCatalogue(lang: Lang, part: CataloguePart = 'all'): Promise<Catalogue> {
  const name = `${lang} ${part}`
  let promise = loading.get(name)
  if (promise === undefined) {
    promise = fetchPart[part](lang)
    loading.set(name, promise)
    promise.catch(() => loading.delete(name))
  }
  return promise
}
