type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The root of a served page, with what the page's own loader noted on it (internal/edge/page/loader.js). */
export interface ServedRoot extends HTMLElement {
  /** What the loader does about files that failed; says whether all of them are there now. */
  recover?: () => Promise<boolean>
  pressed?: HTMLElement | null
  changed?: Map<Control, string | boolean>
  note?: (event: Event) => void
}

/**
 * Input that came before hydration: a button pressed, a box ticked, a word half typed. Hydration
 * would undo it; this class replays it.
 */
export class PreHydrationInput {
  readonly #root: ServedRoot
  #held: [Control, string | boolean][] = []

  constructor(root: HTMLElement) {
    this.#root = root
  }

  /** Whether something was typed or ticked that a reload would lose. */
  get touched(): boolean {
    return (this.#root.changed?.size ?? 0) > 0
  }

  /** Takes the input so far; from now on React's own listeners receive it. */
  hold(): void {
    const { changed, note } = this.#root
    if (changed === undefined || note === undefined) return
    removeEventListener('input', note, true)
    this.#held = [...changed]
    changed.clear()
  }

  /** Replays it once and marks the document as hydrated. */
  release(): void {
    for (const [control, value] of this.#held.splice(0)) {
      if (control.isConnected) redo(control, value)
    }
    // Whoever is in a field came to it before it could prepare for them.
    const field = document.activeElement
    if (field !== null && field !== document.body && this.#root.contains(field)) {
      field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    }
    const button = this.#root.pressed
    this.#root.pressed = null
    if (button?.isConnected) button.click()
    document.documentElement.dataset.alive = ''
  }
}

/**
 * Sets a control as it was set and tells of it. React passes over a change to what it believes the
 * control to hold already, so it is first made to believe otherwise.
 */
function redo(control: Control, value: string | boolean): void {
  if (typeof value === 'boolean') {
    ;(control as HTMLInputElement).checked = !value
    control.click()
    return
  }
  const whole = control instanceof HTMLSelectElement ? value : wholeText(control, value)
  control.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    whole,
  )
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
  // A slider takes its value when it is let go.
  if (control.type === 'range') control.dispatchEvent(new Event('pointerup', { bubbles: true }))
}

/** Typing may have gone on during hydration: then the input holds only what came after the reset. */
function wholeText(control: HTMLInputElement | HTMLTextAreaElement, typed: string): string {
  const now = control.value
  if (now.startsWith(typed)) return now
  return now === control.defaultValue ? typed : typed + now
}
