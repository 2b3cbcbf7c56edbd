import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import type { AddressFields } from './draft'

/** An address as it would stand on a parcel. */
export function AddressLines({ address }: { address: AddressFields }) {
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
      <p className="tabular">
        <bdi dir="ltr">{phoneText(address.phone_nb)}</bdi>
      </p>
    </address>
  )
}
