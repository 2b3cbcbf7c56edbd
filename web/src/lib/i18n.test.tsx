import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import './i18n-sync'
import {
  documentLang,
  inLang,
  LanguageProvider,
  type MessageKey,
  translator,
  useLang,
  useT,
} from './i18n'
import { pluralForm } from './i18n-plural'

function Probe() {
  const t = useT()
  const { dir, lang, setLang, tag } = useLang()
  return (
    <button type="button" onClick={() => void setLang(lang === 'arabic' ? 'english' : 'arabic')}>
      {t('nav.home')} {tag} {dir}
    </button>
  )
}

function forgetCookie() {
  document.cookie = 'language=; Path=/; Max-Age=0'
}

beforeEach(forgetCookie)
afterEach(() => {
  forgetCookie()
  document.documentElement.lang = 'en'
  document.documentElement.dir = 'ltr'
})

describe('LanguageProvider', () => {
  test('writes the cookie on the first visit and leaves an existing one alone', () => {
    const { unmount } = render(
      <LanguageProvider lang="english">
        <Probe />
      </LanguageProvider>,
    )
    expect(document.cookie).toContain('language=english')
    unmount()
    document.cookie = 'language=arabic; Path=/'
    render(
      <LanguageProvider lang="english">
        <Probe />
      </LanguageProvider>,
    )
    expect(document.cookie).toContain('language=arabic')
  })

  test('switches text, document and cookie in place', async () => {
    render(
      <LanguageProvider lang="english">
        <Probe />
      </LanguageProvider>,
    )
    const button = screen.getByRole('button')
    expect(button.textContent).toBe('Home en ltr')
    await act(async () => button.click())
    expect(screen.getByRole('button')).toBe(button)
    expect(button.textContent).toBe('الرئيسية ar rtl')
    expect(document.documentElement.lang).toBe('ar')
    expect(document.documentElement.dir).toBe('rtl')
    expect(document.cookie).toContain('language=arabic')
    expect(documentLang()).toBe('arabic')
  })

  test('renders on the server in the language it is given', () => {
    expect(
      renderToString(
        <LanguageProvider lang="arabic">
          <Probe />
        </LanguageProvider>,
      ),
    ).toContain('الرئيسية')
  })

  test('is needed by the hooks', () => {
    expect(() => renderToString(<Probe />)).toThrow('LanguageProvider')
  })
})

describe('translator', () => {
  const key = (name: string) => name as MessageKey
  const t = translator('arabic', {
    'x.plain': 'مرحبا {name}، {name}',
    'x.many': {
      zero: 'لا شيء',
      one: 'واحد',
      two: 'اثنان',
      few: '{count} قليل',
      many: '{count} كثير',
      other: '{count} غير',
    },
  })

  test('fills placeholders and leaves unknown ones visible', () => {
    expect(t(key('x.plain'), { name: 'ليلى' })).toBe('مرحبا ليلى، ليلى')
    expect(t(key('x.plain'), { other: 1 })).toBe('مرحبا {name}، {name}')
    expect(t(key('x.plain'), { name: '{name}' })).toBe('مرحبا {name}، {name}')
  })

  test('chooses the plural form by count', () => {
    expect([0, 1, 2, 3, 11, 100].map((count) => t(key('x.many'), { count }))).toEqual([
      'لا شيء',
      'واحد',
      'اثنان',
      '3 قليل',
      '11 كثير',
      '100 غير',
    ])
  })

  test('answers an unknown key with itself, and null where it may be missing', () => {
    expect(t(key('x.none'))).toBe('x.none')
    expect(t.maybe('x.none')).toBeNull()
    expect(t.maybe('toString')).toBeNull()
    expect(t.maybe('x.many', { count: 2 })).toBe('اثنان')
  })

  test('puts elements into placeholders', () => {
    expect(renderToString(<p>{t.nodes(key('x.plain'), { name: <bdi>Layla</bdi> })}</p>)).toBe(
      '<p>مرحبا <bdi>Layla</bdi>، <bdi>Layla</bdi></p>',
    )
  })
})

test('plural forms follow CLDR', () => {
  const arabic = {
    0: 'zero',
    1: 'one',
    2: 'two',
    3: 'few',
    10: 'few',
    11: 'many',
    99: 'many',
    100: 'other',
    102: 'other',
    103: 'few',
    111: 'many',
    1.5: 'other',
    [-3]: 'few',
  }
  for (const [count, form] of Object.entries(arabic))
    expect(pluralForm('arabic', Number(count))).toBe(form)
  expect([0, 1, 2, 1.5, -1].map((n) => pluralForm('english', n))).toEqual([
    'other',
    'one',
    'other',
    'other',
    'one',
  ])
})

test('a text in one language only is shown in the other too', () => {
  expect(inLang('arabic', { english: 'Panadol', arabic: 'بنادول' })).toBe('بنادول')
  expect(inLang('arabic', { english: 'Panadol', arabic: '' })).toBe('Panadol')
  expect(inLang('english', { english: '', arabic: 'بنادول' })).toBe('بنادول')
})
