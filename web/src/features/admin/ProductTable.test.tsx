import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aManaged } from '../../test-setup/admin-server'
import { renderUi } from '../../test-setup/render-ui'
import { ProductTable } from './ProductTable'

const rows = [
  aManaged({ id: 'a' }, { store_name: 'Cedar', store_arabic_name: 'الأرز' }),
  aManaged({ id: 'b' }, { store_name: 'Jbeil' }),
  aManaged({ id: 'c' }),
]

test.each([
  ['english', ['Cedar', 'Jbeil']],
  ['arabic', ['الأرز', 'Jbeil']],
] as const)('ProductTable names the stores of products in %s', (lang, names) => {
  const { container } = renderUi(<ProductTable rows={rows} />, { lang })
  for (const name of names) expect(screen.getByText(name)).toBeTruthy()
  expect(container.textContent?.includes('Cedar')).toBe(lang === 'english')
})
