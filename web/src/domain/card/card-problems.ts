import { brandOf } from './typing'

interface TypedCard {
  card_number: string
  exp_date: string
  cvv: string
}

/** The saved card that a masked number stands for. */
interface MaskedCard {
  brand: string
}

/**
 * What the form's rules cannot know about a card and the server would refuse: the check digit, the brand, the date and,
 * of a saved card, the length of its code. Field → rule code; empty when all is well.
 */
export function cardProblems(
  card: TypedCard,
  now: Date,
  masked: MaskedCard | null = null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  if (masked !== null) {
    if (masked.brand === 'amex' && card.cvv.length !== 4) problems['cvv'] = 'cvv_amex'
    return problems
  }
  if (!hasCheckDigit(card.card_number)) problems['card_number'] = 'card_number_luhn'
  else if (brandOf(card.card_number) === null) problems['card_number'] = 'card_brand'
  if (isOver(card.exp_date, now)) problems['exp_date'] = 'card_expired'
  return problems
}

function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number, Number).toReversed()
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

/** Whether the month on the card is over everywhere in the world. */
function isOver(expiry: string, now: Date): boolean {
  const digits = expiry.replace('/', '')
  const month = Number(digits.slice(0, 2))
  const year = Number(digits.slice(2))
  const end = Date.UTC(year < 100 ? year + 2000 : year, month, 1, 12)
  return now.getTime() > end
}
