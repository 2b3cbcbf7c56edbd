import { createElement, Fragment, type ReactNode } from 'react'

import type { Catalogue, Message, MessageKey } from './i18n-catalogue'
import { type Lang, pluralForm } from './i18n-plural'

/** What fills the {placeholders} of a text; `count` also chooses the plural form. */
export type Vars = Readonly<Record<string, string | number>>

/** Says texts in one language. */
export interface Translate {
  (key: MessageKey, vars?: Vars): string
  /** The text of a key made at run time (`error.${code}`), or null when there is none. */
  maybe(key: string, vars?: Vars): string | null
  /** The text with elements in its placeholders, such as a link or a `<bdi>` around a name. */
  nodes(key: MessageKey, vars: Readonly<Record<string, ReactNode>>): ReactNode
  readonly lang: Lang
}

const PLACEHOLDER = /\{([^{}]*)\}/

function template(lang: Lang, message: Message, count: unknown): string {
  if (typeof message === 'string') return message
  const form = typeof count === 'number' ? pluralForm(lang, count) : 'other'
  return message[form] ?? message.other ?? ''
}

/** Cuts a template into texts (even places) and placeholder names (odd places). */
function parts(text: string): string[] {
  return text.split(PLACEHOLDER)
}

function fill(text: string, vars: Vars | undefined): string {
  if (vars === undefined || !text.includes('{')) return text
  return parts(text)
    .map((part, place) =>
      place % 2 === 0 ? part : Object.hasOwn(vars, part) ? String(vars[part]) : `{${part}}`,
    )
    .join('')
}

function fillNodes(text: string, vars: Readonly<Record<string, ReactNode>>): ReactNode {
  const children = parts(text).map((part, place) =>
    place % 2 === 0 ? part : (vars[part] ?? `{${part}}`),
  )
  return createElement(Fragment, null, ...children)
}

/** Makes the translator of a language. An unknown key is answered with the key, so it is noticed. */
export function translator(lang: Lang, catalogue: Catalogue): Translate {
  const find = (key: string): Message | undefined =>
    Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
  const t = (key: MessageKey, vars?: Vars): string =>
    fill(template(lang, find(key) ?? key, vars?.['count']), vars)
  return Object.assign(t, {
    lang,
    maybe(key: string, vars?: Vars): string | null {
      const message = find(key)
      return message === undefined ? null : fill(template(lang, message, vars?.['count']), vars)
    },
    nodes(key: MessageKey, vars: Readonly<Record<string, ReactNode>>): ReactNode {
      return fillNodes(template(lang, find(key) ?? key, vars['count']), vars)
    },
  })
}
