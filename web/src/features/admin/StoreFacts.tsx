import { OpeningTimes } from '../../domain/store/OpeningTimes'
import { longDate, longDateTime } from '../../lib/dates'
import { useT } from '../../lib/i18n'
import { phoneText } from '../../lib/phone'
import { Card } from '../../ui/Card'
import type { ManagedStore } from './api'
import { Fact, Facts } from './Facts'
import { StoreContactFacts } from './StoreContactFacts'

/** What a store holds, as the house sees it. */
export function StoreFacts({ managed }: { managed: ManagedStore }) {
  const t = useT()
  const { store } = managed
  const text = (value: string | undefined) =>
    value === undefined || value === '' ? t('admin.not_given') : <bdi>{value}</bdi>
  return (
    <Card as="section" aria-labelledby="facts" className="flex flex-col gap-3">
      <h2 id="facts" className="text-lg">
        {t('admin.store_holds')}
      </h2>
      {store.description !== '' && (
        <p className="[text-align:match-parent] whitespace-pre-line [unicode-bidi:plaintext]">
          {store.description}
        </p>
      )}
      <Facts>
        <Fact label={t('store.arabic_name')}>{text(store.arabic_name)}</Fact>
        <StoreContactFacts managed={managed} />
        <Fact label={t('store.whatsapp')}>
          {store.whatsapp === undefined ? (
            t('admin.not_given')
          ) : (
            <bdi dir="ltr" className="tabular">
              {phoneText(store.whatsapp)}
            </bdi>
          )}
        </Fact>
        <Fact label={t('store.legal_name')}>{text(store.legal_name)}</Fact>
        <Fact label={t('store.tax_no')}>{text(store.tax_no)}</Fact>
        <Fact label={t('admin.handed_in')}>{longDateTime(t, managed.created_at)}</Fact>
      </Facts>
      <div>
        <h3 className="text-sm text-muted">{t('store.hours')}</h3>
        {store.opening_hours === undefined || store.opening_hours.length === 0 ? (
          <p className="text-sm">{t('admin.not_given')}</p>
        ) : (
          <OpeningTimes hours={store.opening_hours} />
        )}
      </div>
      {store.holidays !== undefined && store.holidays.length > 0 && (
        <div>
          <h3 className="text-sm text-muted">{t('store.holidays')}</h3>
          <ul className="flex flex-wrap gap-x-4 text-sm">
            {store.holidays.map((day) => (
              <li key={day}>{longDate(t, day)}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
