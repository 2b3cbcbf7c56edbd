import { type ReactNode, useState } from 'react'
import { AddressInputs } from '../../domain/address/AddressInputs'
import { formatPrice } from '../../domain/money/money'
import type { components } from '../../generated/api'
import { foldDigits } from '../../lib/digits'
import { useRulesForm } from '../../lib/form'
import { nameIn, useLang, useT } from '../../lib/i18n'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Dialog } from '../../ui/Dialog'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { useWrite } from '../../ui/use-write'
import type { Reduction, StoreOrder } from './api'

type Address = components['schemas']['CheckoutAddress']

/** The changes that staff can make; each is done or rejects with what is wrong. */
export interface ChangeOrder {
  reduce: (what: Omit<Reduction, 'version'>) => Promise<void>
  lowerFee: (fee: number) => Promise<void>
  replaceAddress: (address: Address) => Promise<void>
}

/** What staff can change about an order that is still in the store: its lines, its fee, where it goes. */
export function OrderChanges({ order, change }: { order: StoreOrder; change: ChangeOrder }) {
  const t = useT()
  const [open, setOpen] = useState<'reduce' | 'fee' | 'address'>()
  if (order.editable !== true) return null
  const close = () => setOpen(undefined)
  return (
    <section aria-label={t('desk.change')} className="flex flex-wrap gap-2">
      {order.status !== 'delivery_failed' && (
        <Button variant="secondary" onClick={() => setOpen('reduce')}>
          {t('desk.reduce')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen('address')}>
        {t('desk.address')}
      </Button>
      {order.deliveryFee > 0 && (
        <Button variant="secondary" onClick={() => setOpen('fee')}>
          {t('desk.fee')}
        </Button>
      )}
      <Dialog open={open === 'reduce'} onClose={close} title={t('desk.reduce_title')} sheet>
        {open === 'reduce' && <ReduceForm order={order} send={change.reduce} onDone={close} />}
      </Dialog>
      <Dialog open={open === 'fee'} onClose={close} title={t('desk.fee')}>
        {open === 'fee' && <FeeForm order={order} send={change.lowerFee} onDone={close} />}
      </Dialog>
      <Dialog open={open === 'address'} onClose={close} title={t('desk.address')} sheet>
        {open === 'address' && (
          <AddressForm order={order} send={change.replaceAddress} onDone={close} />
        )}
      </Dialog>
    </section>
  )
}

interface FormProps<T> {
  order: StoreOrder
  send: (value: T) => Promise<void>
  onDone: () => void
}

function ReduceForm({ order, send, onDone }: FormProps<Omit<Reduction, 'version'>>) {
  const t = useT()
  const { lang } = useLang()
  const lines = order.products
    .map(({ product, nb_ordered: ordered, removed = 0 }) => ({ product, now: ordered - removed }))
    .filter(({ now }) => now > 0)
  const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({})
  const [gone, setGone] = useState(true)
  const fewer = lines
    .filter(({ product, now }) => (pieces[product.id] ?? now) < now)
    .map(({ product }) => ({ product: product.id, pieces: pieces[product.id] ?? 0 }))
  const nothing = lines.every(({ product, now }) => (pieces[product.id] ?? now) === 0)
  const write = useWrite({ resource: `store order ${order._id}`, write: send, onDone })
  return (
    <Sending
      busy={write.busy}
      save={t('desk.reduce_save')}
      ready={fewer.length > 0 && !nothing}
      onSend={() => write.send({ lines: fewer, gone })}
    >
      <p className="text-muted">{t('desk.reduce_text')}</p>
      {lines.map(({ product, now }) => (
        <Select
          key={product.id}
          name={`pieces ${product.id}`}
          label={t('desk.reduce_left', { name: nameIn(lang, product) })}
          value={String(pieces[product.id] ?? now)}
          options={Array.from({ length: now + 1 }, (_, i) => ({
            value: String(now - i),
            label: String(now - i),
          }))}
          onChange={(event) => setPieces({ ...pieces, [product.id]: Number(event.target.value) })}
        />
      ))}
      {nothing && <Alert tone="warning">{t('rule.reduce_all')}</Alert>}
      <Checkbox
        name="gone"
        label={t('desk.reduce_gone')}
        checked={gone}
        onChange={(event) => setGone(event.target.checked)}
      />
    </Sending>
  )
}

function FeeForm({ order, send, onDone }: FormProps<number>) {
  const t = useT()
  const [typed, setTyped] = useState('0')
  const fee = Number(foldDigits(typed))
  const write = useWrite({ resource: `store order ${order._id}`, write: send, onDone })
  return (
    <Sending
      busy={write.busy}
      onSend={() => write.send(fee)}
      save={t('common.save')}
      ready={typed.trim() !== '' && fee >= 0 && fee < order.deliveryFee}
    >
      <TextInput
        name="fee"
        ltr
        inputMode="decimal"
        label={t('desk.fee_label', { fee: formatPrice(order.deliveryFee) })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Sending>
  )
}

function AddressForm({ order, send, onDone }: FormProps<Address>) {
  const t = useT()
  const { address } = order
  const form = useRulesForm(
    'checkout_address',
    { ...address, floor: String(address.floor) },
    async (clean: Address & { floor: string }) => {
      await send(clean)
      onDone()
    },
  )
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-muted">{t('desk.address_hint')}</p>
      {form.failure !== undefined && <Alert tone="error">{form.failure}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput {...form.field('first_name')} required label={t('checkout.first_name')} />
        <TextInput {...form.field('last_name')} required label={t('checkout.last_name')} />
      </div>
      <AddressInputs form={form} stateOptional>
        <TextInput
          {...form.field('phone_nb')}
          ltr
          required
          type="tel"
          inputMode="tel"
          label={t('auth.phone')}
        />
      </AddressInputs>
      <Button type="submit" full busy={form.busy}>
        {t('common.save')}
      </Button>
    </form>
  )
}

interface SendingProps {
  busy: boolean
  save: string
  ready: boolean
  onSend: () => void
  children: ReactNode
}

function Sending(props: SendingProps) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (props.ready) props.onSend()
      }}
    >
      {props.children}
      <Button type="submit" full busy={props.busy} disabled={!props.ready}>
        {props.save}
      </Button>
    </form>
  )
}
