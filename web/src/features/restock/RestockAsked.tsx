import { errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { Spinner } from '../../ui/Spinner'
import { askRestock } from './api'

/** Asks for somebody who is signed in: their address is known, so that the press that led here was all. */
export function RestockAsked({ productId }: { productId: string }) {
  const t = useT()
  // A query, not an effect: asked once, whatever the screen does meanwhile.
  const ask = useQuery({
    queryKey: ['restock', productId],
    queryFn: () => askRestock(productId),
    retry: false,
    staleTime: Infinity,
    meta: { personal: true },
  })
  if (ask.isPending) return <Spinner label={t('a11y.loading')} />
  if (ask.isError) return <Alert tone="error">{errorText(t, ask.error)}</Alert>
  return <Alert tone="success">{t('done.restock_asked')}</Alert>
}
