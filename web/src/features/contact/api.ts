import { answer, api } from '../../lib/api'

/** What somebody writes to the shop. */
export interface ContactFields {
  name: string
  email: string
  message: string
}

/** Sends a message to the shop. */
export async function sendMessage(fields: ContactFields): Promise<void> {
  await answer(api.POST('/api/contact', { body: fields }))
}
