import { useEffect } from 'react'
import { useT } from '../../lib/i18n'

/**
 * Names the document after the screen, as the server does: 'Cart · Dawa'. Undefined leaves the
 * name to someone inside.
 */
export function useDocumentTitle(screen: string | undefined): void {
  const t = useT()
  const shop = t('common.site_name')
  const title = `${screen} · ${shop}`
  useEffect(() => {
    if (screen !== undefined) document.title = title
  }, [screen, title])
}
