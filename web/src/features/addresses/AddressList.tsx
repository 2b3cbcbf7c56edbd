import { MapPin, Phone, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import { useMutation } from '../../lib/query/use-mutation'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Link } from '../../ui/Link'
import { LinkButton } from '../../ui/LinkButton'
import type { Address, SavedAddresses as List } from './api'

interface AddressListProps {
  list: List
  onChoose: (index: number) => void
  /** Deletes the address at a position; the dialog closes when it is done with. */
  onDelete: (index: number, address: Address) => Promise<void>
}

interface Asked {
  index: number
  address: Address
}

/** Every address as 'Address N', the chosen one marked, and a tile for a new one. */
export function AddressList({ list, onChoose, onDelete }: AddressListProps) {
  const t = useT()
  const [asked, setAsked] = useState<Asked | null>(null)
  const deletion = useMutation({
    scope: { id: 'address-deletion' },
    mutationFn: ({ index, address }: Asked) => onDelete(index, address),
    onSettled: () => setAsked(null),
  })

  function confirmed() {
    if (asked !== null && !deletion.isPending) deletion.mutate(asked)
  }

  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {list.addresses.map((address, index) => (
          <AddressCard
            key={address._id}
            address={address}
            index={index}
            phone={list.phoneNb}
            chosen={index === list.favorite_address}
            onChoose={() => onChoose(index)}
            onDelete={() => setAsked({ index, address })}
          />
        ))}
        <li>
          <Link
            to="/user/add-address"
            className="flex h-full min-h-40 flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed border-control p-4 text-center font-semibold text-primary transition-colors hover:border-primary hover:bg-primary-tint"
          >
            <Plus aria-hidden="true" className="size-8" />
            {t('address.new')}
          </Link>
        </li>
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t('address.delete_title')}
        confirmLabel={t('address.delete_this')}
        busy={deletion.isPending}
        onConfirm={confirmed}
        onCancel={() => setAsked(null)}
      >
        {asked !== null && (
          <>
            <p className="font-semibold">
              <bdi>
                {t('address.line', {
                  street: asked.address.street,
                  building: asked.address.building,
                  city: asked.address.city,
                })}
              </bdi>
            </p>
            <p>{t('address.delete_confirm')}</p>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

interface AddressCardProps {
  address: Address
  index: number
  phone: string
  chosen: boolean
  onChoose: () => void
  onDelete: () => void
}

function AddressCard({ address, index, phone, chosen, onChoose, onDelete }: AddressCardProps) {
  const t = useT()
  const heading = t('address.number', { number: index + 1 })
  return (
    <Card as="li" flush className={chosen ? 'border-primary' : undefined}>
      <article className="flex h-full flex-col p-4">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <h2 className="text-lg">{heading}</h2>
          {chosen ? (
            <span className="inline-flex items-center gap-1 rounded-full bg-primary-tint px-3 py-1 text-sm font-semibold text-primary">
              <MapPin aria-hidden="true" className="size-4" />
              {t('address.favorite')}
            </span>
          ) : (
            <Button variant="quiet" className="-me-3 px-3 text-sm" onClick={onChoose}>
              {t('address.make_favorite')}
            </Button>
          )}
        </div>
        <address className="mt-1 flex flex-col items-start not-italic">
          <bdi>{address.city}</bdi>
          <bdi>{address.street}</bdi>
          <span>
            <bdi>{address.building}</bdi>
            {' · '}
            {t('address.floor_number', { floor: address.floor })}
          </span>
          {address.extra_info !== '' && (
            <bdi className="text-sm text-muted">{address.extra_info}</bdi>
          )}
          {phone !== '' && (
            <span className="mt-1 flex items-center gap-2 text-muted">
              <Phone aria-hidden="true" className="size-4" />
              <bdi dir="ltr" className="tabular">
                {phoneText(phone)}
              </bdi>
            </span>
          )}
        </address>
        <div className="mt-auto flex gap-2 pt-3">
          <LinkButton
            variant="secondary"
            to={`/user/address/${index}`}
            aria-label={`${t('address.edit')}: ${heading}`}
            className="flex-1"
          >
            {t('address.edit')}
          </LinkButton>
          <Button
            variant="secondary"
            aria-label={`${t('address.delete')}: ${heading}`}
            className="flex-1 text-danger! hover:border-danger"
            onClick={onDelete}
          >
            {t('address.delete')}
          </Button>
        </div>
      </article>
    </Card>
  )
}
