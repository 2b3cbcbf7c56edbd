import { type FormEvent, useState } from 'react'
import { grouped } from '../../domain/money/pounds'
import { Pounds } from '../../domain/money/Pounds'
import { longDateTime } from '../../lib/dates'
import { foldDigits } from '../../lib/digits'
import { ApiError } from '../../lib/errors'
import { useT } from '../../lib/i18n'
import { useMay } from '../../lib/may'
import { useQueryClient } from '../../lib/query/QueryClientProvider'
import { useQuery } from '../../lib/query/use-query'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { TextInput } from '../../ui/TextInput'
import { useErrorToast } from '../../ui/error-toast'
import { useToast } from '../../ui/Toast'
import { useWrite } from '../../ui/use-write'
import { adminCatalogueKeys, type Rate, ratesQuery, setRate } from './api'

interface NewRate {
  pounds: number
  confirmed: boolean
}

/** The exchange rate with its age, and the way to set a new one. */
export function RatePanel({ rate }: { rate: Rate | undefined }) {
  const t = useT()
  const may = useMay()
  return (
    <Card as="section" aria-labelledby="rate-heading" className="lg:col-span-3">
      <h2 id="rate-heading" className="mb-2 text-lg">
        {t('admin.rate_title')}
      </h2>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          {rate === undefined ? (
            <p className="text-muted">{t('admin.rate_none')}</p>
          ) : (
            <>
              <p className="text-2xl font-bold">
                <RateText pounds={rate.lbp_per_usd} />
              </p>
              <p className="text-sm text-muted">
                <Since rate={rate} />
              </p>
              {rate.stale && <Alert tone="warning">{t('admin.rate_stale')}</Alert>}
            </>
          )}
          <EarlierRates />
        </div>
        {may('admin') && <RateForm />}
      </div>
    </Card>
  )
}

function RateText({ pounds }: { pounds: number }) {
  const t = useT()
  return t.nodes('admin.rate_for_dollar', { pounds: <Pounds key="pounds" amount={pounds} /> })
}

function Since({ rate }: { rate: Rate }) {
  const t = useT()
  const date = longDateTime(t, rate.since)
  if (rate.by === undefined) return t('admin.rate_since', { date })
  return t.nodes('admin.rate_since_by', { date, name: <bdi key="name">{rate.by}</bdi> })
}

function EarlierRates() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...ratesQuery(), enabled: open })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary">
        {t('admin.rate_earlier')}
      </summary>
      <ul className="divide-y divide-line">
        {data?.rates.slice(1).map((rate) => (
          <li key={rate.since} className="py-2">
            <RateText pounds={rate.lbp_per_usd} />
            <span className="block text-sm text-muted">
              <Since rate={rate} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Sets a rate. One that is far from the rate before is asked about first; what was typed stays. */
function RateForm() {
  const t = useT()
  const toast = useToast()
  const sayFailure = useErrorToast()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [doubted, setDoubted] = useState<{ current: number; next: number }>()
  const [wrong, setWrong] = useState(false)
  const save = useWrite({
    resource: 'rate',
    write: ({ pounds, confirmed }: NewRate) => setRate(pounds, confirmed),
    onDone: async () => {
      setTyped('')
      setDoubted(undefined)
      toast({ text: t('done.rate_saved') })
      await client.invalidateQueries({ queryKey: adminCatalogueKeys.overview })
      await client.invalidateQueries({ queryKey: ratesQuery().queryKey })
    },
    onFailed: (failure, { pounds }) => {
      if (failure instanceof ApiError && failure.code === 'rate_suspicious') {
        const { current } = failure.body
        setDoubted({ current: typeof current === 'number' ? current : 0, next: pounds })
      } else if (!(failure instanceof ApiError && 'lbp_per_usd' in failure.fields)) {
        sayFailure(failure)
      }
    },
  })
  const fields = save.failure instanceof ApiError ? save.failure.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    const pounds = Number(foldDigits(typed).replaceAll(/[\s,،.]/g, ''))
    setWrong(!Number.isSafeInteger(pounds) || pounds <= 0)
    if (Number.isSafeInteger(pounds) && pounds > 0) save.send({ pounds, confirmed: false })
  }

  const refused = wrong || 'lbp_per_usd' in fields
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextInput
        name="lbp_per_usd"
        ltr
        inputMode="numeric"
        autoComplete="off"
        label={t('admin.rate_new')}
        hint={t('admin.rate_hint')}
        value={typed}
        error={refused ? t('rule.rate_range') : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
          save.reset()
        }}
      />
      <Button type="submit" busy={save.busy} className="self-start">
        {t('admin.rate_set')}
      </Button>
      <ConfirmDialog
        open={doubted !== undefined}
        title={t('admin.rate_confirm_title')}
        confirmLabel={t('admin.rate_set')}
        danger={false}
        busy={save.busy}
        onConfirm={() =>
          doubted !== undefined && save.send({ pounds: doubted.next, confirmed: true })
        }
        onCancel={() => setDoubted(undefined)}
      >
        {doubted !== undefined &&
          t.nodes('admin.rate_confirm', {
            current: (
              <bdi key="current" dir="ltr">
                {grouped(doubted.current)}
              </bdi>
            ),
            next: (
              <bdi key="next" dir="ltr">
                {grouped(doubted.next)}
              </bdi>
            ),
          })}
      </ConfirmDialog>
    </form>
  )
}
