import type { PaymentPage } from './api'

/** Takes the browser to the gateway's page: a link, or a form where the gateway asks for one. */
export function leaveForPayment({ url, fields }: PaymentPage): void {
  if (fields === undefined) {
    window.location.assign(url)
    return
  }
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
