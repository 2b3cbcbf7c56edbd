import { HOUSE } from '../../domain/store/house'
import { Printer } from 'lucide-react'
import { storeOrderQuery } from '../../features/store-orders/api'
import { type Paper, PrintSheet } from '../../features/store-orders/PrintSheet'
import { storeQuery } from '../../features/stores/api'
import { useT } from '../../lib/i18n'
import { readQuery } from '../../lib/query-string'
import { useQuery } from '../../lib/query/use-query'
import { useLocation, useParams } from '../../lib/router'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { LinkButton } from '../../ui/LinkButton'
import { Spinner } from '../../ui/Spinner'

const papers: readonly Paper[] = ['slip', 'label', 'roll', 'invoice']

/** A sheet about an order, as it comes out of the printer. */
export default function PrintScreen() {
  const t = useT()
  const { id = '', fid = '' } = useParams()
  const asked = readQuery(useLocation().search).get('paper')
  const paper = papers.find((known) => known === asked) ?? 'slip'
  const order = useQuery(storeOrderQuery(id, fid))
  const store = useQuery({ ...storeQuery(id), enabled: id !== HOUSE })
  const failed = [order, store].filter(({ data, isError }) => isError && data === undefined)
  if (failed.length > 0) {
    return (
      <ErrorState
        title={t('order.one_load_failed')}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    )
  }
  if (order.data === undefined || (id !== HOUSE && store.data === undefined)) {
    return <Spinner label={t('common.loading')} />
  }
  const known = store.data?.store
  const shop = t('common.site_name')
  return (
    <div className="py-6 print:p-0">
      <div className="mb-4 flex flex-wrap justify-center gap-2 px-4 print:hidden">
        {papers.map((one) => (
          <LinkButton
            key={one}
            to={`?paper=${one}`}
            variant="secondary"
            aria-current={one === paper ? 'true' : undefined}
          >
            {t(`print.${one}`)}
          </LinkButton>
        ))}
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          {t('print.print')}
        </Button>
      </div>
      <PrintSheet
        paper={paper}
        order={order.data}
        seller={{
          name: known?.name ?? shop,
          arabicName: known?.arabic_name ?? '',
          legalName: known?.legal_name ?? '',
          taxNo: known?.tax_no ?? '',
          address: known === undefined ? '' : `${known.street}, ${known.building}, ${known.city}`,
          phone: known?.phone_nb ?? '',
        }}
      />
    </div>
  )
}
