import { useEffect } from 'react'
import { deleteProductDraft, type ProductDraft, saveProductDraft } from './draft'

/** How long after the last key a draft is saved. */
const DELAY_MS = 300

/** Saves the draft of one form, a moment after the last change. */
export class DraftSaver {
  readonly #name: string
  readonly #owner: string
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `owner` is the person's id: nobody else is shown what they typed. */
  constructor(name: string, owner: string) {
    this.#name = name
    this.#owner = owner
  }

  saveSoon(draft: ProductDraft): void {
    this.cancel()
    this.#timer = setTimeout(() => saveProductDraft(this.#name, this.#owner, draft), DELAY_MS)
  }

  /** Calls off the save that is waiting. */
  cancel(): void {
    clearTimeout(this.#timer)
  }

  /** Deletes the draft: the product is saved, or the changes are given up. */
  delete(): void {
    this.cancel()
    deleteProductDraft(this.#name)
  }
}

/** Saves each change of the draft; null while there is nothing unsaved. */
export function useAutosave(saver: DraftSaver, draft: ProductDraft | null): void {
  // As text: a render without a change must not begin the delay anew.
  const text = draft === null ? '' : JSON.stringify(draft)
  useEffect(() => {
    if (text === '') return
    saver.saveSoon(JSON.parse(text) as ProductDraft)
    return () => saver.cancel()
  }, [saver, text])
}
