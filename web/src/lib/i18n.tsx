import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

import shop from '../../../contract/shop.json'
import { readCookie, writeCookie } from './cookies'
import { catalogueNow, loadCatalogue } from './i18n-catalogue'
import type { Lang } from './i18n-plural'
import { type Translate, translator } from './i18n-translate'

export type { MessageKey } from './i18n-catalogue'
export { loadCatalogue } from './i18n-catalogue'
export type { Lang } from './i18n-plural'
export { type Translate, translator } from './i18n-translate'

/** The value of a `lang` attribute. */
type LangTag = 'en' | 'ar'

/** The value of a `dir` attribute. */
type Direction = 'ltr' | 'rtl'

/** The language being spoken, and how to speak another. */
interface LanguageState {
  lang: Lang
  tag: LangTag
  dir: Direction
  /** Writes the cookie and shows the whole shop in that language, in place. */
  setLang: (lang: Lang) => Promise<void>
}

const COOKIE = shop.languages.cookie

const LanguageContext = createContext<(LanguageState & { t: Translate }) | null>(null)

/** The `lang` attribute of a language. */
function tagOf(lang: Lang): LangTag {
  return lang === 'arabic' ? 'ar' : 'en'
}

/** The writing direction of a language. */
function dirOf(lang: Lang): Direction {
  return lang === 'arabic' ? 'rtl' : 'ltr'
}

/** The language of a `lang` attribute; English for anything unknown. */
function langOfTag(tag: string): Lang {
  return tag === 'ar' ? 'arabic' : 'english'
}

/** The language the server wrote on the document. */
export function documentLang(): Lang {
  return langOfTag(document.documentElement.lang)
}

/** Loads a part of the page together with the texts that it says and that come only when the page is alive. */
export async function withSoonTexts<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadCatalogue(documentLang(), 'soon')])
  return part
}

function speakOnDocument(lang: Lang): void {
  document.documentElement.lang = tagOf(lang)
  document.documentElement.dir = dirOf(lang)
}

/** `?lang=ar` and `?lang=en` show a page in a language whatever the cookie says. */
const NAMED = /[?&]lang=(?:ar|en)(?=&|$)/

function addressNamesLanguage(): boolean {
  return NAMED.test(window.location.search)
}

/** Who chooses a language means it: the address must not bring back the other one. */
function forgetLanguageOfAddress(): void {
  if (!addressNamesLanguage()) return
  const search = window.location.search.replace(NAMED, '').replace(/^&/, '?')
  const address = window.location.pathname + search + window.location.hash
  window.history.replaceState(window.history.state, '', address)
}

/**
 * Gives everything inside it a language. The texts of `lang` should be there before the first
 * render (`loadCatalogue` in the browser, `i18n-sync` elsewhere); otherwise it suspends.
 */
export function LanguageProvider({ lang: initial, children }: { lang: Lang; children: ReactNode }) {
  const [lang, setCurrent] = useState(initial)
  const catalogue = catalogueNow(lang) ?? use(loadCatalogue(lang))

  useEffect(() => {
    // An address that names its language is for reading; it sets nothing.
    if (readCookie(COOKIE) === null && !addressNamesLanguage()) writeCookie(COOKIE, initial)
  }, [initial])

  const setLang = useCallback(async (next: Lang) => {
    await loadCatalogue(next)
    writeCookie(COOKIE, next)
    speakOnDocument(next)
    forgetLanguageOfAddress()
    setCurrent(next)
  }, [])

  const state = useMemo(
    () => ({ lang, tag: tagOf(lang), dir: dirOf(lang), setLang, t: translator(lang, catalogue) }),
    [lang, catalogue, setLang],
  )
  return <LanguageContext value={state}>{children}</LanguageContext>
}

function useLanguage(): LanguageState & { t: Translate } {
  const state = useContext(LanguageContext)
  if (state === null) throw new Error('useT and useLang need a LanguageProvider around them')
  return state
}

/** The translator of the current language: `const t = useT(); t('cart.checkout')`. */
export function useT(): Translate {
  return useLanguage().t
}

/** The current language and the switch to another. */
export function useLang(): LanguageState {
  return useLanguage()
}

/** What has a name in both languages, or in one at least. */
export interface Named {
  english_name: string
  arabic_name: string
}

/** A name in the reader's language, or in the other when it is missing. */
export function nameIn(lang: Lang, { english_name: english, arabic_name: arabic }: Named): string {
  return inLang(lang, { english, arabic })
}

/** The `lang` of a text that `inLang` takes from the other language; nothing for the reader's own. */
export function otherLang(lang: Lang, english: string, arabic: string): string | undefined {
  if (lang === 'arabic') return arabic === '' ? 'en' : undefined
  return english === '' ? 'ar' : undefined
}

/** The one of two texts that the language asks for, or the other when it is missing. */
export function inLang(lang: Lang, texts: { english: string; arabic: string }): string {
  return lang === 'arabic' ? texts.arabic || texts.english : texts.english || texts.arabic
}
