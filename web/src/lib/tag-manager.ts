import { readCookie, writeCookie } from './cookies'

declare global {
  interface Window {
    dataLayer?: object[]
  }
}

/** Whether the visitor lets a tag manager count along. */
type ConsentChoice = 'yes' | 'no' | 'unasked'

const COOKIE = 'analytics'
const ADDRESS = 'https://www.googletagmanager.com/gtm.js?id='

/** The tag manager that the shop configured; empty for none, which is the rule. */
export function tagManagerId(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="tag-manager"]')?.content ?? ''
}

/** What the visitor said. */
export function readConsent(): ConsentChoice {
  const said = readCookie(COOKIE)
  return said === 'yes' || said === 'no' ? said : 'unasked'
}

/** Remembers what the visitor said, for a year. */
export function writeConsent(said: 'yes' | 'no'): void {
  writeCookie(COOKIE, said)
}

/** Hands an event to the tag manager: only where there is one and the visitor agreed. */
export function pushToDataLayer(event: object): void {
  if (tagManagerId() === '' || readConsent() !== 'yes') return
  window.dataLayer ??= []
  window.dataLayer.push(event)
}

/** Brings the tag manager onto the page, once, after the visitor agreed. */
export function loadTagManager(): void {
  const id = tagManagerId()
  if (id === '' || readConsent() !== 'yes') return
  const source = ADDRESS + encodeURIComponent(id)
  if (document.querySelector(`script[src="${source}"]`) !== null) return
  pushToDataLayer({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = source
  document.head.append(script)
}
