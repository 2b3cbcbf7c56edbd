import { answer, api } from '../../lib/api'

/** Asks to be told by mail when a product is back; whoever is signed in needs no email. */
export async function askRestock(id: string, email?: string): Promise<true> {
  const body = email === undefined ? {} : { email }
  await answer(api.POST('/api/product/{id}/restock-alert', { params: { path: { id } }, body }))
  return true
}

/** Ends all such mails to the address that got the token. */
export async function unsubscribe(token: string): Promise<true> {
  await answer(api.POST('/api/unsubscribe/{token}', { params: { path: { token } } }))
  return true
}
