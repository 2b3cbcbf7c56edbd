type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The root of a served page, with what the page's own loader noted on it (internal/edge/page/loader.js). */
export interface ServedRoot extends HTMLElement {
  /** What the loader does about files that failed; says whether all of them are there now. */
  recover?: () => Promise<boolean>
  /** The last click. */
  press?: Event | undefined
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
  #pressed: HTMLElement | null = null

  constructor(root: HTMLElement) {
    this.#root = root
  }

  /** Whether something was typed or ticked that a reload would lose. */
  get touched(): boolean {
    return (this.#root.changed?.size ?? 0) > 0
  }

  /** Takes the input so far; from now on React's own listeners receive it. */
  hold(): void {
    const { changed, note, press } = this.#root
    this.#pressed = press === undefined ? null : pressedButton(press)
    this.#root.press = undefined
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
    const button = this.#pressed
    this.#pressed = null
    if (button?.isConnected) button.click()
    document.documentElement.dataset.alive = ''
  }
}

/** The button that a click has pressed in vain; null for one that was no button of ours. */
function pressedButton(press: Event): HTMLElement | null {
  // A click that is still on its way made React hydrate at once, and reaches it next.
  if (press.eventPhase !== Event.NONE || !(press.target instanceof Element)) return null
  // A button that opens a popover has opened it already, without any script.
  return press.target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
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
