import { pdfText } from '../fixtures/pdf.ts'
import { expect, test } from '../fixtures/shop.ts'
import { call } from '../fixtures/shopper.ts'

/** Arabic as it is read: a PDF holds it as it is painted, in the shapes of the letters. */
const arabic = (text: string): string => Array.from(text).toReversed().join('').normalize('NFKC')

test('slip, labels and invoice of an order print on their paper, in both languages', async ({
  page,
  t,
  expectAccessible,
}) => {
  await call(page.request, 'POST', '/api/user/login', {
    username: 'karim',
    password: 'demo12345',
    remember: null,
  })
  const { stores } = (await (await page.request.get('/api/user/stores')).json()) as {
    stores: { id: string; name: string }[]
  }
  const store = stores.find(({ name }) => name === 'Cedars Pharmacy')
  const list = await page.request.get(`/api/store/${store?.id}/orders?q=nadia`)
  const { orders } = (await list.json()) as {
    orders: { _id: string; number: string; products: { product: { code: string } }[] }[]
  }
  const order = orders.at(-1)
  const papers = { slip: null, label: [298, 420], roll: [227, 454], invoice: null } as const
  for (const [paper, size] of Object.entries(papers)) {
    await page.goto(`/store/${store?.id}/print/${order?._id}?paper=${paper}`)
    await expect(page.getByRole('main').getByText(`#${order?.number}`)).toBeVisible()
    await expectAccessible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const text = pdfText(pdf)
    expect(text).toContain(order?.number)
    if (size !== null) {
      const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))
      expect([box?.[1], box?.[2]].map((points) => Math.round(Number(points)))).toEqual(size)
      continue
    }
    expect(text).toContain(order?.products[0]?.product.code)
    expect(arabic(text)).toContain('صيدلية الأرز')
    if (paper === 'invoice') {
      expect(text).toContain('Cedars Pharmacy SARL')
      expect(text).toContain('2345678-601')
      expect(arabic(text)).toContain('المجموع')
    }
  }
  await expect(page.getByRole('button', { name: t('print.print') })).toBeVisible()
})
