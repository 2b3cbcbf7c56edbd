import { useState } from 'react'
import { ApiError } from '../../lib/errors'
import type { Decision } from './api'

/**
 * A decision about a store, with the number of its licence where an admin typed one. What the server
 * says against the number belongs to the field and is gone with the next letter.
 */
export function useLicenceDecision(decide: (decision: Decision) => Promise<void>) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string>()

  async function decideWithLicence(decision: Decision) {
    const licence = typed.trim()
    try {
      await decide(licence === '' ? decision : { ...decision, licence })
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields['licence_no'])
      throw error
    }
  }

  function onTyped(number: string) {
    setTyped(number)
    setRefused(undefined)
  }

  return { licence: { typed, refused, onTyped }, decideWithLicence }
}
