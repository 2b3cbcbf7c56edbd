import { waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { shopServer } from '../../test-setup/shop-server'
import { aStore, oneStore } from '../../test-setup/store-server'
import type { DeliveryTime } from './delivery-times'
import { HOUSE } from './house'
import { PromisedTimes } from './PromisedTimes'

beforeAll(() => shopServer.listen())
afterEach(() => shopServer.resetHandlers())
afterAll(() => shopServer.close())

const at = (hour: number): DeliveryTime => ({
  english: `Monday, ${hour}–${hour + 1} pm`,
  arabic: `الاثنين، من ${hour} إلى ${hour + 1} مساءً`,
  from: `2026-11-16T${12 + hour}:00:00+02:00`,
  to: `2026-11-16T${13 + hour}:00:00+02:00`,
})

test('PromisedTimes says one time once, whoever sends it', () => {
  const times = [
    { store: HOUSE, time: at(6) },
    { store: 's1', time: at(6) },
  ]
  const { container } = renderUi(<PromisedTimes times={times} />)
  expect(container.textContent).toBe('Delivery: Monday, 6–7 pm')
})

test('PromisedTimes names the stores where their times differ', async () => {
  shopServer.use(oneStore(aStore({ id: 's1', name: 'Cedar' })))
  const times = [
    { store: HOUSE, time: at(6) },
    { store: 's1', time: at(7) },
  ]
  const { container } = renderUi(<PromisedTimes times={times} />)
  await waitFor(() =>
    expect(container.textContent).toBe(
      'Delivery: Monday, 6–7 pm (Dawa)Delivery: Monday, 7–8 pm (Cedar)',
    ),
  )
})
