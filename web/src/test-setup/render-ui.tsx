import { render, type RenderResult } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { QueryClientProvider } from '../lib/query/QueryClientProvider'
import { StaticRouter } from '../lib/router'
import { makeQueryClient } from '../app/query-client'
import { LanguageProvider, type Lang } from '../lib/i18n'
import { ToastProvider } from '../ui/Toast'

/** Renders a component as the shop does: in a language, with a router, a query cache and toasts around it. */
export function renderUi(
  ui: ReactNode,
  { lang = 'english', at = '/' }: { lang?: Lang; at?: string } = {},
): Pick<RenderResult, 'container' | 'rerender' | 'unmount'> & { user: UserEvent } {
  const client = makeQueryClient()
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <LanguageProvider lang={lang}>
        <StaticRouter at={at}>
          <ToastProvider>{children}</ToastProvider>
        </StaticRouter>
      </LanguageProvider>
    </QueryClientProvider>
  )
  return { user: userEvent.setup(), ...render(ui, { wrapper: around }) }
}
