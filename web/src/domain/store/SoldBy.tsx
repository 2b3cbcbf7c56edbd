import { Store } from 'lucide-react'
import { useOnceHydrated } from '../../lib/hydrated'
import { useLang, useT } from '../../lib/i18n'
import { useQuery } from '../../lib/query/use-query'
import { Link } from '../../ui/Link'
import { OpeningTimes } from './OpeningTimes'
import { sellerQuery } from './seller'
import { nameOfStore } from './store'

interface SoldByProps {
  /** The store's id; what the shop itself sells has none, and then nothing is said. */
  store: string | undefined
  /** Names the opening hours, too. */
  hours?: boolean
}

/** 'Sold by Pharmacy X, Hamra': it arrives after the page, which does not wait for it. */
export function SoldBy({ store, hours = false }: SoldByProps) {
  const asked = useOnceHydrated(store, undefined)
  return asked === undefined ? null : <Seller id={asked} hours={hours} />
}

function Seller({ id, hours }: { id: string; hours: boolean }) {
  const t = useT()
  const { lang } = useLang()
  const { data: seller } = useQuery(sellerQuery(id))
  if (seller === undefined) return null
  const times = seller.opening_hours ?? []
  return (
    <div className="mt-1 text-sm text-muted">
      <p className="flex items-center gap-1.5">
        <Store aria-hidden="true" className="size-4 shrink-0" />
        <span>
          {t.nodes('product.sold_by', {
            store: (
              <Link
                key="store"
                to={`/store/${encodeURIComponent(id)}`}
                className="font-semibold text-primary hover:underline"
              >
                <bdi>{nameOfStore(lang, seller)}</bdi>
              </Link>
            ),
            city: <bdi key="city">{seller.city}</bdi>,
          })}
        </span>
      </p>
      {hours && times.length > 0 && (
        <div className="ps-5.5">
          <OpeningTimes hours={times} />
        </div>
      )}
    </div>
  )
}
