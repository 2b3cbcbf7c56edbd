import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'

interface AddressLinesProps {
  address: {
    first_name: string
    last_name: string
    street: string
    building: string
    floor: number | string
    city: string
    state: string
    extra_info: string
    phone_nb: string
  }
  /** In place of the plain number: a link that calls it, say. */
  phone?: ReactNode
}

/** An address as on a parcel. */
export function AddressLines({ address, phone }: AddressLinesProps) {
  const t = useT()
  return (
    <address className="not-italic">
      <p className="font-semibold">
        <bdi>
          {address.first_name} {address.last_name}
        </bdi>
      </p>
      <p>
        <bdi>{address.street}</bdi>
      </p>
      <p>
        <bdi>{address.building}</bdi> · {t('address.floor_number', { floor: address.floor })}
      </p>
      <p>
        <bdi>{address.city}</bdi>
        {address.state !== '' && (
          <>
            {' · '}
            <bdi>{address.state}</bdi>
          </>
        )}
      </p>
      {address.extra_info !== '' && (
        <p className="text-muted">
          <bdi>{address.extra_info}</bdi>
        </p>
      )}
      {phone ?? (
        <p className="tabular">
          <bdi dir="ltr">{phoneText(address.phone_nb)}</bdi>
        </p>
      )}
    </address>
  )
}
