import { useEffect } from 'react'
import { useT } from '../../lib/i18n'

/** Names the document after the screen: 'Cart · Dawa'; without a name, the shop and what it is. */
export function useDocumentTitle(screen: string | null): void {
  const t = useT()
  const shop = t('common.site_name')
  const title = screen === null ? `${shop} · ${t('common.tagline')}` : `${screen} · ${shop}`
  useEffect(() => {
    document.title = title
  }, [title])
}
