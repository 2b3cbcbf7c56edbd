import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { queryOptions } from '../../lib/query/query-options'

/** What the card form holds. */
export type CardFields = components['schemas']['CardInput']

/** The saved card as its owner may see it again. */
export interface SavedCard {
  card_name: string
  /** The mask: bullets and the last four digits. */
  card_number: string
  exp_date: string
  brand: string
  last4: string
}

/** Where a person's card is kept. */
export interface KeptCard {
  /** The card that the shop has saved; null when there is none. */
  saved: SavedCard | null
  /** Cards are typed and kept at the payment gateway, never here. */
  hosted: boolean
  /** The shop takes cards at all. */
  taken: boolean
}

/** Key of the saved card. */
export const cardKey = ['card'] as const

/** The saved card, masked, and whether cards are kept elsewhere. */
export const cardQuery = () =>
  queryOptions({
    queryKey: cardKey,
    queryFn: async ({ signal }): Promise<KeptCard> => {
      const form = await answer(api.GET('/api/user/payment-form', { signal }))
      const hosted = form.hosted === true
      const taken = form.methods.includes('card')
      if (form.decryptedCardNumber === '') return { saved: null, hosted, taken }
      const saved = {
        card_name: form.decryptedCardName,
        card_number: form.decryptedCardNumber,
        exp_date: form.decryptedExpDate,
        brand: form.brand,
        last4: form.last4,
      }
      return { saved, hosted, taken }
    },
    // A form that is being typed into must not change because a window was looked at.
    refetchOnWindowFocus: false,
    gcTime: 0,
    meta: { personal: true },
  })

/** Saves a first card; gives the code of what was done. */
export async function addCard(card: CardFields): Promise<string> {
  return (await answer(api.POST('/api/user/add-card', { body: card }))).code
}

/** Changes the saved card; the mask as it was shown keeps the number. */
export async function updateCard(card: CardFields): Promise<string> {
  return (await answer(api.PUT('/api/user/update-card', { body: card }))).code
}

/** Deletes the saved card. */
export async function deleteCard(): Promise<string> {
  return (await answer(api.PUT('/api/user/delete-card'))).code
}
