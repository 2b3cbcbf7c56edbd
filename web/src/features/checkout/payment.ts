import type { components } from '../../generated/api'
import type { CheckoutRequest, PaymentFormData } from './api'
import { type CashDraft, cashWish } from '../../domain/order/cash'
import type { CheckoutAddress, PayWith } from './draft'

/** The fields of a card, as they are typed. They live in memory only. */
export interface CheckoutCard {
  card_name: string
  card_number: string
  cvv: string
  exp_date: string
  saveCard: boolean
}

/** How the order will be paid: in cash, on the gateway's page, or with a card that is typed here. */
export type Payment =
  | { with: 'cash' }
  | { with: 'hosted' }
  | { with: 'saved' | 'new'; card: CheckoutCard }

/** Whether a way to pay asks for a card on this page. */
export function asksForCard(way: PayWith): way is 'saved' | 'new' {
  return way === 'saved' || way === 'new'
}

/** The ways to pay that this person can choose from: the saved card first, without one cash. */
export function waysToPay(form: PaymentFormData): PayWith[] {
  const cash: PayWith[] = form.methods.includes('cash') ? ['cash'] : []
  if (form.hosted === true) return form.cardsDown === true ? cash : [...cash, 'hosted']
  if (!form.methods.includes('card')) return cash
  return form.last4 === '' ? [...cash, 'new'] : ['saved', 'new', ...cash]
}

/** The way that is chosen before anybody chose: the one used last, else the first. */
export function usualWay(form: PaymentFormData): PayWith {
  const ways = waysToPay(form)
  const last = ways.find((way) => form.lastMethod === (way === 'cash' ? 'cash' : 'card'))
  return last ?? ways[0] ?? 'cash'
}

/** A card form before anything is typed: the saved card with its mask, or nothing. */
export function emptyCard(way: 'saved' | 'new', form: PaymentFormData): CheckoutCard {
  const saved = way === 'saved'
  return {
    card_name: saved ? form.decryptedCardName : '',
    // The mask tells the server to take the saved number.
    card_number: saved ? form.decryptedCardNumber : '',
    exp_date: saved ? form.decryptedExpDate : '',
    cvv: '',
    saveCard: false,
  }
}

/** The last four digits of a card number as it was typed. */
export function lastFour(number: string): string {
  return number.replaceAll(/\D/g, '').slice(-4)
}

interface Wish {
  address: CheckoutAddress
  payment: Payment
  note: string
  /** The total on screen: another one at the server is told before anything is sold. */
  total: number
  /** The exchange rate on screen, 0 for none; the same holds for it. */
  rate: number
  /** How the courier will be paid. */
  cash: CashDraft
  /** Send the rest when something is missing and the customer does not answer in time. */
  partly: boolean
}

/** What is sent to place the order. */
export function toRequest(wanted: Wish): CheckoutRequest {
  const { address, payment, note, total, rate, cash, partly } = wanted
  const wish = payment.with === 'cash' && rate > 0 ? cashWish(cash) : undefined
  const { saveAddress, ...fields } = address
  return {
    saveAddress,
    data: {
      address: fields,
      payment: toPayment(payment),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      expectedTotal: total,
      expectedRate: rate,
      ...(wish === undefined ? {} : { cash: wish }),
      ...(partly ? { partly } : {}),
    },
  }
}

function toPayment(payment: Payment): components['schemas']['CheckoutPayment'] {
  if (payment.with === 'cash') return { method: 'cash' }
  if (payment.with === 'hosted') return { method: 'card' }
  const { card } = payment
  if (payment.with === 'saved') {
    return { method: 'card', card_number: card.card_number, cvv: card.cvv }
  }
  return { method: 'card', ...card }
}
