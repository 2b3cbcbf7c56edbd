import { type ReactNode, useEffect, useReducer } from 'react'
import { useLocation, useNavigate } from '../lib/router'
import { AccessNotice } from '../features/layout/AccessNotice'
import { useDocumentTitle } from '../features/layout/document-title'
import type { Notice, NoticeState } from '../features/layout/notice'
import { loadCatalogue, useT } from '../lib/i18n'
import { ScreenError } from './ScreenError'
import { ErrorBoundary } from './ErrorBoundary'
import { LazyScreen } from './LazyScreen'
import type { RouteRow } from './route-row'

const notFound: Notice = { tone: 'info', key: 'access.page_not_found' }

/** One row of the table on screen: title, notice, guard and chunk, inside what breaks alone. */
export function ScreenRoute({ row }: { row: RouteRow }) {
  const location = useLocation()
  useScreenTitle(row)
  useHomeForMissing(row)
  const { Guard = Unguarded } = row
  return (
    <>
      <AccessNotice standing={row.missing ? notFound : undefined} />
      <ErrorBoundary resetKey={location.key} Fallback={ScreenError}>
        <Guard key={row.path} row={row}>
          <LazyScreen row={row} />
        </Guard>
      </ErrorBoundary>
    </>
  )
}

/** Names the document after the screen, as soon as the texts with its name are here. */
function useScreenTitle(row: RouteRow): void {
  const t = useT()
  const [, sayAgain] = useReducer((times: number) => times + 1, 0)
  const title = t.maybe(row.title)
  const here = title !== null
  useEffect(() => {
    // Without them nothing else of the screen arrives either, and that is said in its place.
    if (!here) loadCatalogue(t.lang, 'soon').then(sayAgain, () => {})
  }, [here, t.lang])
  useDocumentTitle(row.namesItself || !here ? undefined : row.path === '/' ? null : title)
}

function Unguarded({ children }: { children: ReactNode }) {
  return children
}

/** A missing address has shown Home already, as the server drew it; then the address says so too. */
function useHomeForMissing(row: RouteRow): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (row.missing)
      navigate('/', { replace: true, state: { notice: notFound } satisfies NoticeState })
  }, [row, navigate])
}
