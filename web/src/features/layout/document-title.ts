import { useEffect } from 'react'
import { useT } from '../../lib/i18n'

/**
 * Names the document after the screen, as the server does: 'Cart · Dawa'; for null the shop and
 * what it is. Undefined leaves the name to someone inside.
 */
export function useDocumentTitle(screen: string | null | undefined): void {
  const t = useT()
  const shop = t('common.site_name')
  const title = screen === null ? `${shop} · ${t('common.tagline')}` : `${screen} · ${shop}`
  useEffect(() => {
    if (screen !== undefined) document.title = title
  }, [screen, title])
}
