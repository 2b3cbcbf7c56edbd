// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { LanguageProvider, type Lang } from '../../lib/i18n'
import { ToastProvider } from '../../ui/Toast'
import { Showroom } from './Showroom'

function html(lang: Lang): string {
  return renderToString(
    <LanguageProvider lang={lang}>
      <StaticRouter location="/dev/ui">
        <ToastProvider>
          <Showroom />
        </ToastProvider>
      </StaticRouter>
    </LanguageProvider>,
  )
}

describe('every ui component renders without a browser', () => {
  test.each([
    ['english', 'Shopping cart is empty', 'Next page'],
    ['arabic', 'سلة التسوق فارغة', 'الصفحة التالية'],
  ] as const)('in %s, with no window, no Intl and no clock', (lang, given, own) => {
    expect(typeof window).toBe('undefined')
    vi.stubGlobal('Intl', undefined)
    vi.stubGlobal('Date', undefined)
    const first = html(lang)
    expect(first).toContain(given)
    expect(first).toContain(own)
    expect(html(lang)).toBe(first)
  })
})
