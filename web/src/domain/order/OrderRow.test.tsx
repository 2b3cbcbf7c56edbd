import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOrder } from '../../test-setup/checkout-server'
import { renderUi } from '../../test-setup/render-ui'
import { OrderRow } from './OrderRow'

test('the sign stands before the number in Arabic, too', () => {
  renderUi(
    <ul>
      <OrderRow order={anOrder({ number: '881653956' })} to="/x" open={false} />
    </ul>,
    { lang: 'arabic' },
  )
  // Outside of what reads from left to right it would stand behind the number.
  expect(screen.getByText('#881653956').getAttribute('dir')).toBe('ltr')
})
