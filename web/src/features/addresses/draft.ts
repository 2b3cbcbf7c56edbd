import { removeItem, saveItem, readItem } from '../../lib/session-storage'
import type { AddressFields } from './api'

/** What was typed into an address form and not saved yet. */
interface AddressDraft {
  values: AddressFields
  /** Saving was under way when the session ended: it goes on after signing in. */
  resume: boolean
}

const PREFIX = 'addressDraft:'

/**
 * Saves what was typed for as long as the tab is open, so that a session that ends or a page that
 * reloads costs nobody their typing. It is the typing of one person: `owner` is their id.
 */
export function saveAddressDraft(form: string, owner: string, draft: AddressDraft): void {
  saveItem(PREFIX + form, owner, draft)
}

/** Forgets what was typed: it is saved. */
export function deleteAddressDraft(form: string): void {
  removeItem(PREFIX + form)
}

/** What this person had typed into this form, if anything. */
export function readAddressDraft(form: string, owner: string): AddressDraft | null {
  const draft = readItem(PREFIX + form, owner)
  return isDraft(draft) ? draft : null
}

const fields = ['street', 'state', 'city', 'building', 'floor', 'extra_info'] as const

function isDraft(draft: unknown): draft is AddressDraft {
  if (typeof draft !== 'object' || draft === null) return false
  if (!('values' in draft && 'resume' in draft)) return false
  const { values, resume } = draft
  if (typeof resume !== 'boolean' || typeof values !== 'object' || values === null) return false
  const typed: Partial<Record<string, unknown>> = { ...values }
  return fields.every((field) => typeof typed[field] === 'string')
}
