import { RateProvider } from '../domain/money/rate'
import { type Lang, LanguageProvider } from '../lib/i18n'
import { type PageData, PageDataProvider } from '../lib/page-data'
import { ParamsProvider } from '../lib/router'
import { ToastProvider } from '../ui/Toast'
import { AppLayout } from './AppLayout'
import { ScreenError } from './ScreenError'
import { ErrorBoundary } from './ErrorBoundary'
import { ScreenChunksContext } from './LazyScreen'
import type { ScreenChunks } from './screen-chunks'
import { useRoute } from './route-table'
import { ScreenRoute } from './ScreenRoute'

interface AppProps {
  lang: Lang
  data: PageData
  chunks: ScreenChunks
}

/** The whole shop, inside a router and a query cache. */
export function App({ lang, data, chunks }: AppProps) {
  return (
    <LanguageProvider lang={lang}>
      <PageDataProvider data={data}>
        <ScreenChunksContext value={chunks}>
          {/* Notices stay clear of the bottom bar of phones, and of the bar of a product above it. */}
          <div className="[--notice-offset:calc(80px+env(safe-area-inset-bottom))] max-lg:has-data-buy-bar:pb-16 max-lg:has-data-buy-bar:[--notice-offset:calc(140px+env(safe-area-inset-bottom))] lg:[--notice-offset:24px] short:pb-0! short:[--notice-offset:8px]!">
            <ErrorBoundary Fallback={ScreenError}>
              <ToastProvider>
                <RateProvider>
                  <Screens />
                </RateProvider>
              </ToastProvider>
            </ErrorBoundary>
          </div>
        </ScreenChunksContext>
      </PageDataProvider>
    </LanguageProvider>
  )
}

/** The screen that the route table has for the address. */
function Screens() {
  const { row, params } = useRoute()
  const { Layout = AppLayout } = row
  return (
    <ParamsProvider params={params}>
      <Layout>
        <ScreenRoute row={row} />
      </Layout>
    </ParamsProvider>
  )
}
