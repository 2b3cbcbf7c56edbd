import { removeItem, saveItem, readItem } from '../../lib/session-storage'
import type { AddressFields } from './api'

/** What was typed into an address form and not saved yet. */
interface AddressDraft {
  /** The fields that differ from the saved address; the others follow it. */
  changed: Partial<AddressFields>
  /** Saving was under way when the session ended: it goes on after signing in. */
  resume: boolean
}

/** The draft of an address that is not saved yet, or no longer. */
export const NEW_ADDRESS = 'new'

const PREFIX = 'addressDraft:'

const names = ['street', 'state', 'city', 'building', 'floor', 'extra_info'] as const

/**
 * Saves what was typed for as long as the tab is open, so that a session that ends or a page that
 * reloads costs nobody their typing. It is the typing of one person: `owner` is their id.
 */
export function saveAddressDraft(form: string, owner: string, draft: AddressDraft): void {
  saveItem(PREFIX + form, owner, draft)
}

/** Forgets what was typed: it is saved, or was given up. */
export function deleteAddressDraft(form: string): void {
  removeItem(PREFIX + form)
}

/** What this person had typed into this form, if anything. */
export function readAddressDraft(form: string, owner: string): AddressDraft | null {
  const draft = readItem(PREFIX + form, owner)
  if (typeof draft !== 'object' || draft === null) return null
  if (!('changed' in draft && 'resume' in draft)) return null
  const { changed, resume } = draft
  if (typeof resume !== 'boolean' || typeof changed !== 'object' || changed === null) return null
  const typed: Partial<Record<string, unknown>> = { ...changed }
  const known = names.filter((name) => typeof typed[name] === 'string')
  if (known.length === 0) return null
  return { changed: Object.fromEntries(known.map((name) => [name, typed[name]])), resume }
}

/** The fields whose text is not the saved one. */
export function changedFields(typed: AddressFields, saved: AddressFields): Partial<AddressFields> {
  const changed = names.filter((name) => typed[name] !== saved[name])
  return Object.fromEntries(changed.map((name) => [name, typed[name]]))
}
