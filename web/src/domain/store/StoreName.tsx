import { useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { HOUSE } from './house'
import { sellerQuery } from './seller'
import { nameOfStore } from './store'

/** ' (Pharmacy X)', or the name of the shop for what it sells itself. */
export function StoreName({ id }: { id: string }) {
  const t = useT()
  const { lang } = useLang()
  const { data: seller } = useQuery({ ...sellerQuery(id), enabled: id !== HOUSE })
  const name = id === HOUSE ? t('common.site_name') : seller && nameOfStore(lang, seller)
  return (
    name !== undefined && (
      <>
        {' '}
        (<bdi>{name}</bdi>)
      </>
    )
  )
}
