/**
 * jsdom knows `<dialog>` but not how to open one. This is what its methods do in a browser, as
 * far as a test can see: the focus goes in and comes back, Escape asks to close. That the rest
 * of the page is inert is shown in the browser tests.
 */
const focusBefore = new WeakMap<HTMLDialogElement, Element | null>()

const focusable =
  'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex="0"]'

function askToClose(this: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  if (this.dispatchEvent(new Event('cancel', { cancelable: true }))) this.close()
}

function showModal(this: HTMLDialogElement): void {
  if (this.open) throw new DOMException('already open', 'InvalidStateError')
  focusBefore.set(this, document.activeElement)
  this.setAttribute('open', '')
  this.addEventListener('keydown', askToClose)
  this.querySelector<HTMLElement>(focusable)?.focus()
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return
  this.removeAttribute('open')
  this.removeEventListener('keydown', askToClose)
  const before = focusBefore.get(this)
  if (before instanceof HTMLElement) before.focus()
  this.dispatchEvent(new Event('close'))
}

// Tests that run without a document have no dialogs either.
if (typeof HTMLDialogElement !== 'undefined') {
  Object.assign(HTMLDialogElement.prototype, { showModal, close })
}
