import './dev-ui.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { dirOf, LanguageProvider, loadCatalogue, tagOf, type Lang } from '../../lib/i18n'
import { ToastProvider } from '../../ui/Toast'
import { Showroom } from './Showroom'

const lang: Lang = location.search.includes('arabic') ? 'arabic' : 'english'
document.documentElement.lang = tagOf(lang)
document.documentElement.dir = dirOf(lang)
await loadCatalogue(lang)

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider lang={lang}>
        <MemoryRouter>
          <ToastProvider>
            <Showroom />
          </ToastProvider>
        </MemoryRouter>
      </LanguageProvider>
    </StrictMode>,
  )
}
