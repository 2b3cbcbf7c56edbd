import { type FormEvent, useState } from 'react'
import type { components } from '../../generated/api'
import { useT } from '../../lib/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Select } from '../../ui/Select'
import { noTypedCash, readCashAmount } from './amounts'
import type { CashAmount } from './api'
import { CashInputs } from './Cash'

interface OpenShiftFormProps {
  couriers: readonly components['schemas']['ShiftPerson'][]
  busy: boolean
  onOpen: (courier: string, float: CashAmount) => void
}

/** Hands a courier the float with which a shift begins. */
export function OpenShiftForm({ couriers, busy, onOpen }: OpenShiftFormProps) {
  const t = useT()
  const [courier, setCourier] = useState('')
  const [typed, setTyped] = useState(noTypedCash)
  const [sent, setSent] = useState(false)
  const { amount } = readCashAmount(typed)
  function submit(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if (courier !== '' && amount !== null) onOpen(courier, amount)
  }
  return (
    <Card as="section">
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <h2 className="text-lg">{t('shift.open_title')}</h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            name="courier"
            label={t('shift.courier')}
            placeholder={t('shift.choose')}
            value={courier}
            options={couriers.map(({ _id, name }) => ({ value: _id, label: name }))}
            error={sent && courier === '' ? t('rule.courier_required') : undefined}
            onChange={(event) => setCourier(event.target.value)}
          />
          <CashInputs
            name="float"
            labels={{ usd: t('shift.float_usd'), lbp: t('shift.float_lbp') }}
            value={typed}
            onTyped={setTyped}
          />
        </div>
        <div>
          <Button type="submit" busy={busy}>
            {t('shift.open')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
