import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as catalogue from '../../lib/i18n-catalogue'
import { renderUi } from '../../test-setup/render-ui'
import { LanguageSwitch } from './LanguageSwitch'

test('LanguageSwitch: says so when the other language cannot be loaded', async () => {
  vi.spyOn(catalogue, 'loadCatalogue').mockRejectedValue(new Error('offline'))
  const { user } = renderUi(<LanguageSwitch />)
  await user.click(screen.getByRole('button', { name: 'العربية' }))
  expect(await screen.findByText(/The other language could not be loaded/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'العربية' })).toBeTruthy()
})
