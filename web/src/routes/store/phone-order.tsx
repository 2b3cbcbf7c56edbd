import { useRef, useState } from 'react'
import { inPounds } from '../../domain/money/pounds'
import { Totals } from '../../domain/money/Totals'
import { isOutcomeKnown } from '../../domain/order/outcome'
import { HOUSE } from '../../domain/store/house'
import {
  type CallerAnswer,
  currentProduct,
  findCaller,
  phoneRateQuery,
  type PhoneOrder,
  type PhoneOrderPlaced,
  takeOrder,
} from '../../features/phone-orders/api'
import { CallerForm, draftOf, nobody } from '../../features/phone-orders/CallerForm'
import { type PhoneLine, phoneTotals } from '../../features/phone-orders/lines'
import { PlacedPanel } from '../../features/phone-orders/PlacedPanel'
import { ProductPicker } from '../../features/phone-orders/ProductPicker'
import { longDate } from '../../lib/dates'
import { ApiError, errorText } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { newKey } from '../../lib/key'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { useParams } from '../../lib/router'
import { Alert } from '../../ui/Alert'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { SearchField } from '../../ui/SearchField'
import { useWrite } from '../../ui/use-write'

/** An order that the staff takes from a caller: the number, the products, where it goes. */
export default function PhoneOrderScreen() {
  const { id = '' } = useParams()
  const [call, setCall] = useState(0)
  return <Call key={`${id} ${call}`} store={id} onNext={() => setCall(call + 1)} />
}

const NONE: ReadonlySet<string> = new Set()

function Call({ store, onNext }: { store: string; onNext: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const desk = `/store/${encodeURIComponent(store)}/orders`
  const [phone, setPhone] = useState('')
  const [caller, setCaller] = useState<CallerAnswer>()
  const [lines, setLines] = useState<readonly PhoneLine[]>([])
  const [refused, setRefused] = useState(NONE)
  const [placed, setPlaced] = useState<PhoneOrderPlaced>()
  // One key until the outcome of the press is known: pressing again cannot place a second order.
  const key = useRef('')
  const rate = useQuery(phoneRateQuery())
  const find = useWrite({
    resource: `caller ${store}`,
    write: (number: string) => findCaller(store, number),
    onSend: setPhone,
    onDone: setCaller,
    onFailed: () => undefined,
  })
  const totals = phoneTotals(lines)
  const pounds = rate.data?.lbp_per_usd
  const shownRate =
    pounds === undefined ? undefined : { lbp_per_usd: pounds, step: rate.data?.step ?? 1 }

  async function refresh() {
    await client.invalidateQueries({ queryKey: phoneRateQuery().queryKey })
    const now = await Promise.all(lines.map(({ product }) => currentProduct(product.id)))
    setLines(
      lines.map((line, place) => {
        const product = now[place]
        return product === undefined ? { ...line, gone: true } : { ...line, product }
      }),
    )
  }

  async function place(order: Omit<PhoneOrder, 'products' | 'expectedTotal' | 'expectedRate'>) {
    if (key.current === '') key.current = newKey()
    setRefused(NONE)
    try {
      const answer = await takeOrder(
        store,
        {
          ...order,
          products: lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
          expectedTotal: totals.total / 100,
          expectedRate: pounds ?? 0,
        },
        key.current,
      )
      setPlaced(answer)
      window.scrollTo(0, 0)
    } catch (failure) {
      if (isOutcomeKnown(failure)) key.current = ''
      const products = failure instanceof ApiError ? failure.body['products'] : undefined
      if (Array.isArray(products)) setRefused(new Set(products.map(String)))
      if (failure instanceof ApiError && failure.status === 409) await refresh().catch(() => null)
      throw failure
    }
  }

  const known = caller?.caller
  return (
    <div className="page-width flex max-w-3xl flex-col gap-4 pt-2 pb-8 lg:pt-4">
      <Breadcrumb
        crumbs={[
          store === HOUSE
            ? { label: t('admin.orders'), to: '/admin/orders' }
            : { label: t('store.title'), to: '/user/stores' },
          { label: t('desk.title'), to: desk },
          { label: t('phone_order.title') },
        ]}
      />
      <h1 className="text-2xl lg:text-3xl">{t('phone_order.title')}</h1>
      {placed !== undefined ? (
        <PlacedPanel
          placed={placed}
          orderTo={
            placed.fulfilment === undefined
              ? `/admin/orders?order=${encodeURIComponent(placed.number)}`
              : `${desk}?order=${encodeURIComponent(placed.fulfilment)}`
          }
          onNext={onNext}
        />
      ) : (
        <>
          <Card className="flex flex-col gap-3">
            <h2 className="text-lg font-semibold">{t('phone_order.who')}</h2>
            <SearchField
              label={t('phone_order.phone')}
              searched={phone}
              inputMode="tel"
              ltr
              onSearch={(number) => find.send(number)}
            />
            <div role="status">
              {find.failure !== null && <Alert tone="error">{sayNumber(t, find.failure)}</Alert>}
              {find.failure === null && caller !== undefined && (
                <p>
                  {known === undefined
                    ? t('phone_order.new_caller')
                    : t('phone_order.known', {
                        count: known.orders,
                        date: longDate(t, known.last),
                      })}
                </p>
              )}
            </div>
          </Card>
          <Card className="flex flex-col gap-3">
            <h2 className="text-lg font-semibold">{t('phone_order.what')}</h2>
            <ProductPicker
              store={store}
              lines={lines}
              refused={refused}
              onLines={(next) => {
                setRefused(NONE)
                setLines(next)
              }}
            />
            {lines.length > 0 && (
              <Totals
                subtotal={{ label: t('checkout.subtotal'), amount: totals.subtotal / 100 }}
                fee={{ label: t('checkout.delivery_fee'), amount: totals.fee / 100 }}
                total={{ label: t('checkout.total'), amount: totals.total / 100 }}
                inPounds={
                  shownRate && {
                    total: inPounds(totals.total / 100, shownRate),
                    rate: shownRate.lbp_per_usd,
                  }
                }
              />
            )}
          </Card>
          <Card className="flex flex-col gap-3">
            <h2 className="text-lg font-semibold">{t('phone_order.where')}</h2>
            {/* A new number begins a new form; anything else leaves what was typed. */}
            <CallerForm
              key={caller?.phone_nb ?? ''}
              initial={
                known === undefined
                  ? { ...nobody, phone_nb: caller?.phone_nb ?? '' }
                  : draftOf(known.address)
              }
              twoCurrencies={pounds !== undefined}
              missing={lines.length === 0 ? t('phone_order.no_lines') : undefined}
              onPlace={place}
            />
          </Card>
        </>
      )}
    </div>
  )
}

function sayNumber(t: ReturnType<typeof useT>, failure: Error): string {
  const code = failure instanceof ApiError ? failure.fields['phone_nb'] : undefined
  return (code === undefined ? undefined : t.maybe(`rule.${code}`)) ?? errorText(t, failure)
}
