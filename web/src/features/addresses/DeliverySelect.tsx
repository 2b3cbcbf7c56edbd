import { ChevronDown, MapPin } from 'lucide-react'
import { useT } from '../../lib/i18n'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { Link } from '../../ui/Link'
import { useWrite } from '../../ui/use-write'
import { type Address, ADDRESSES, cacheAddresses, setDeliveryAddress } from './api'

interface DeliverySelectProps {
  addresses: readonly Address[]
  /** Position of the chosen address, -1 when none is. */
  favourite: number
  /** Called once the server has the new choice; the person is asked for again. */
  onChosen: () => Promise<void>
}

const shape = 'flex min-h-11 min-w-0 items-center gap-2 rounded-control text-sm'

/** 'Delivery to': the address orders go to, and the choice of another. */
export function DeliverySelect({ addresses, favourite, onChosen }: DeliverySelectProps) {
  const t = useT()
  const client = useQueryClient()
  const choice = useWrite({
    resource: ADDRESSES,
    write: async (index: number) => {
      cacheAddresses(client, await setDeliveryAddress(index))
      await onChosen()
    },
  })
  // At once on screen, and back again when the server refuses.
  const chosen = choice.busy ? (choice.variables ?? favourite) : favourite

  if (addresses.length === 0) {
    return (
      <Link to="/user/add-address" className={`${shape} hover:text-primary`}>
        <MapPin aria-hidden="true" className="size-5 shrink-0 text-primary" />
        <span className="truncate font-semibold">{t('nav.add_address')}</span>
      </Link>
    )
  }

  const place = addresses[chosen]
  return (
    <label className={`${shape} relative cursor-pointer hover:text-primary`}>
      <MapPin aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <Label
        place={
          place === undefined
            ? t('nav.choose_address')
            : t('nav.delivery_place', { city: place.city, street: place.street })
        }
      />
      <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      <select
        aria-label={t('nav.delivery_to')}
        value={chosen}
        onChange={(event) => choice.send(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-pointer appearance-none text-base opacity-0"
      >
        {chosen < 0 && <option value={-1}>{t('nav.choose_address')}</option>}
        {addresses.map((address, index) => (
          <option key={address._id} value={index}>
            {t('address.line', {
              street: address.street,
              building: address.building,
              city: address.city,
            })}
          </option>
        ))}
      </select>
    </label>
  )
}

function Label({ place }: { place: string }) {
  const t = useT()
  return (
    <span className="flex min-w-0 gap-x-1.5 leading-tight lg:flex-col">
      <span className="shrink-0 text-muted">{t('nav.delivery_to')}</span>
      <bdi className="truncate font-semibold">{place}</bdi>
    </span>
  )
}
