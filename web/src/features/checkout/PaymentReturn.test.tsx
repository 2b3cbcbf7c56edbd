import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import ar from '../../../../contract/messages/ar.json'
import en from '../../../../contract/messages/en.json'
import { renderUi } from '../../test-setup/render-ui'
import type { PaymentAttempt } from './api'
import { PaymentReturn } from './PaymentReturn'

const attempt = (some: Partial<PaymentAttempt>): PaymentAttempt => ({
  success: true,
  attempt: 'a1',
  state: 'open',
  expires: '2026-11-16T10:00:00Z',
  redirect: { url: 'https://bank.example/pay' },
  ...some,
})

describe.each([
  ['english', en],
  ['arabic', ar],
] as const)('PaymentReturn in %s', (lang, texts) => {
  const show = (shown: PaymentAttempt, some: { waited?: boolean; unreachable?: boolean } = {}) => {
    const onCancel = vi.fn()
    const { user } = renderUi(
      <PaymentReturn
        attempt={shown}
        waited={some.waited ?? false}
        unreachable={some.unreachable ?? false}
        busy={false}
        onCancel={onCancel}
      />,
      { lang },
    )
    return { user, onCancel }
  }

  test.each(['declined', 'cancelled', 'expired', 'mismatch', 'unavailable'] as const)(
    'says why nothing was placed: %s',
    (reason) => {
      show(attempt({ state: 'failed', reason }))
      expect(screen.getByText(texts[`payment_return.${reason}`])).toBeTruthy()
      const back = screen.getByRole('link', { name: texts['payment_return.try_again'] })
      expect(back.getAttribute('href')).toBe('/user/checkout?step=payment')
    },
  )

  test('a return before the bank knows says that it is being asked, and promises nothing', () => {
    show(attempt({}))
    expect(screen.getByRole('heading', { name: texts['payment_return.asking'] })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a payment that stays open can be gone on with or given up', async () => {
    const { user, onCancel } = show(attempt({}), { waited: true, unreachable: true })
    expect(screen.getByText(texts['payment_return.open_text'])).toBeTruthy()
    expect(screen.getByText(texts['payment_return.unreachable'])).toBeTruthy()
    expect(screen.getByRole('button', { name: texts['payment_return.go_on'] })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: texts['payment_return.give_up'] }))
    expect(onCancel).toHaveBeenCalledOnce()
  })
})
