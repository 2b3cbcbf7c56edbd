import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { useRulesForm } from '../../lib/form'
import { renderUi } from '../../test-setup/render-ui'
import { emptyProduct, type ProductFields } from './api'
import { RegulationFields } from './RegulationFields'

function Form() {
  const form = useRulesForm<ProductFields>('product_new', emptyProduct.fields, async () => {})
  return <RegulationFields form={form} rules="product_new" />
}

describe('RegulationFields', () => {
  test('asks for registration and official price of a medicine only', async () => {
    const user = userEvent.setup()
    renderUi(<Form />)
    const chosen = screen.getByRole('combobox', { name: /class/i })
    expect(screen.queryByLabelText(/registration/i)).toBeNull()
    await user.selectOptions(chosen, 'otc')
    expect(screen.getByLabelText(/registration/i)).not.toBeNull()
    expect(screen.getByLabelText(/official price in/i)).not.toBeNull()
    await user.selectOptions(chosen, 'none')
    expect(screen.queryByLabelText(/registration/i)).toBeNull()
  })

  test('offers every class of the contract, and none to begin with', () => {
    renderUi(<Form />)
    const options = screen.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value)
    expect(options).toEqual(['', 'none', 'otc', 'prescription', 'controlled'])
  })
})
