import { Clock, MapPin, MessageCircle, Phone } from 'lucide-react'
import { nameOfStore } from '../../domain/store/store'
import { OpeningTimes } from '../../domain/store/OpeningTimes'
import { useLang, useT } from '../../lib/i18n'
import { phoneLink, phoneText, whatsAppLink } from '../../lib/phone'
import { Card } from '../../ui/Card'
import type { StoreAnswer } from './api'
import { StoreActions } from './StoreActions'
import { StoreStatus } from './StoreStatus'

/** Who the store is and how to reach it; its owner also sees its state and what to do with it. */
export function StoreHead({ store, mine, may }: Pick<StoreAnswer, 'store' | 'mine' | 'may'>) {
  const t = useT()
  const { lang } = useLang()
  return (
    <Card className="flex flex-col gap-3">
      {mine && <StoreStatus store={store} />}
      <h1 className="text-2xl lg:text-3xl">
        <bdi>{nameOfStore(lang, store)}</bdi>
      </h1>
      {store.description !== '' && (
        <p className="max-w-3xl [text-align:match-parent] whitespace-pre-line [unicode-bidi:plaintext]">
          {store.description}
        </p>
      )}
      <address className="flex flex-wrap gap-x-6 not-italic">
        <p className="flex min-h-11 items-center gap-2">
          <MapPin aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <span>
            <bdi>{store.building}</bdi> · <bdi>{store.street}</bdi> · <bdi>{store.city}</bdi>
            {store.state !== store.city && (
              <>
                {' '}
                · <bdi>{store.state}</bdi>
              </>
            )}
          </span>
        </p>
        <a
          href={phoneLink(store.phone_nb)}
          className="flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline"
        >
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          {t.nodes('store.call', {
            phone: (
              <bdi key="phone" dir="ltr" className="tabular">
                {phoneText(store.phone_nb)}
              </bdi>
            ),
          })}
        </a>
        {store.whatsapp !== undefined && (
          <a
            href={whatsAppLink(store.whatsapp)}
            rel="noopener"
            className="flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline"
          >
            <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
            {t('store.whatsapp_link')}
          </a>
        )}
      </address>
      {store.opening_hours !== undefined && (
        <div className="flex gap-2">
          <Clock aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <OpeningTimes hours={store.opening_hours} />
        </div>
      )}
      {(mine || store.role !== undefined) && <StoreActions store={store} may={may} />}
    </Card>
  )
}
