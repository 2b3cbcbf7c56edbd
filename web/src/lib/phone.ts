import shop from '../../../contract/shop.json'

/**
 * A phone number as it is dialled from anywhere: the shop stores Lebanese ones without their prefix, and
 * the zero before a local one is not dialled after it.
 */
export function phoneText(phone: string): string {
  return /^[0-9]{7,8}$/.test(phone) ? `${shop.phone_prefix} ${phone.replace(/^0/, '')}` : phone
}

/** The address of a chat with that number. */
export function whatsAppLink(phone: string): string {
  return `https://wa.me/${phoneText(phone).replaceAll(/[^0-9]/g, '')}`
}

/** The address of a call to that number. */
export function phoneLink(phone: string): string {
  return `tel:${phoneText(phone).replaceAll(/[^+0-9]/g, '')}`
}
