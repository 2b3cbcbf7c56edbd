import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressCalls, anAddress } from '../../test-setup/address-server'
import { renderShop } from '../../test-setup/render-shop'
import { aUser, shopServer, status } from '../../test-setup/shop-server'

beforeAll(() => shopServer.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  shopServer.resetHandlers()
  sessionStorage.clear()
})
afterAll(() => shopServer.close())

const main = () => within(screen.getByRole('main'))
const home = anAddress()
const work = anAddress({ _id: 'a2', city: 'Tripoli', street: 'Mina Road', building: 'Sea Tower' })
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('addressDraft'))

async function card(name: string) {
  const title = await main().findByRole('heading', { level: 2, name })
  return within(title.closest('li') as HTMLElement)
}

async function fill(user: ReturnType<typeof renderShop>['user'], values: Record<string, string>) {
  await main().findByLabelText('Street')
  for (const [name, value] of Object.entries(values)) {
    const field = input(name) as HTMLInputElement
    await user.clear(field)
    await user.type(field, value)
  }
}

const typed = {
  street: 'شارع الحمرا، بناية الأرز',
  state: 'Beirut',
  city: 'Hamra',
  building: 'Cedar 7',
  floor: '٣',
}

describe('the list of addresses', () => {
  test('names each with city, street, building and phone, and marks the chosen one', async () => {
    shopServer.use(...addressCalls([home, work], { favourite: 1 }))
    renderShop('/user/addresses')
    const first = await card('Address 1')
    expect(first.getByText('Beirut')).toBeTruthy()
    expect(first.getByText('Hamra Street')).toBeTruthy()
    expect(first.getByText('Cedar Building')).toBeTruthy()
    expect(first.getByText('+961 70123456')).toBeTruthy()
    expect(first.queryByText('Delivery address')).toBeNull()
    expect((await card('Address 2')).getByText('Delivery address')).toBeTruthy()
    expect(first.getByRole('link', { name: /EDIT/ }).getAttribute('href')).toBe('/user/address/0')
    expect(main().getByRole('link', { name: 'New address' }).getAttribute('href')).toBe(
      '/user/add-address',
    )
  })

  test('deletes after asking, and the header follows', async () => {
    const asked: string[] = []
    shopServer.use(...addressCalls([home, work], { asked: (change) => asked.push(change) }))
    const { user } = renderShop('/user/addresses')
    await user.click((await card('Address 1')).getByRole('button', { name: /DELETE/ }))
    const question = within(screen.getByRole('alertdialog', { name: 'Delete this address?' }))
    expect(asked).toEqual([])
    shopServer.use(status(aUser({ addresses: [work], favorite_address: 0 })))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Address deleted')).toBeTruthy()
    expect((await card('Address 1')).getByText('Tripoli')).toBeTruthy()
    expect(main().queryByRole('heading', { name: 'Address 2' })).toBeNull()
    expect(asked).toEqual(['delete 0'])
    const delivery = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Delivery to' })
    await waitFor(() => expect(delivery.options).toHaveLength(1))
  })

  test('an address that moved meanwhile is not deleted; the list shows what is there', async () => {
    const asked: string[] = []
    shopServer.use(...addressCalls([home, work], { asked: (change) => asked.push(change) }))
    const { user } = renderShop('/user/addresses')
    await card('Address 1')
    shopServer.use(...addressCalls([work], { asked: (change) => asked.push(change) }))
    await user.click((await card('Address 1')).getByRole('button', { name: /DELETE/ }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    expect(await screen.findByText(/were changed elsewhere/)).toBeTruthy()
    await waitFor(() => expect(main().queryByRole('heading', { name: 'Address 2' })).toBeNull())
    const delivery = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Delivery to' })
    await waitFor(() => expect(delivery.options).toHaveLength(1))
    expect(asked).toEqual([])
  })

  test('another is chosen to deliver to, here or in the header', async () => {
    const asked: string[] = []
    shopServer.use(...addressCalls([home, work], { asked: (change) => asked.push(change) }))
    const { user } = renderShop('/user/addresses')
    await user.click((await card('Address 2')).getByRole('button', { name: 'Deliver here' }))
    expect(await (await card('Address 2')).findByText('Delivery address')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Delivery to' }), '0')
    expect(await (await card('Address 1')).findByText('Delivery address')).toBeTruthy()
    expect(asked).toEqual(['choose 1', 'choose 0'])
  })
})

describe('a new address', () => {
  test('is checked while typing', async () => {
    shopServer.use(...addressCalls([]))
    const { user } = renderShop('/user/add-address')
    await fill(user, { street: 'x!', state: 'B', floor: '-1' })
    expect(await main().findByText('Street should only contain letters')).toBeTruthy()
    expect(main().getByText('State must be at least 2 characters')).toBeTruthy()
    expect(main().getByText('Floor must be 0 or higher')).toBeTruthy()
    await user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText('City is required')).toBeTruthy()
    expect(document.activeElement).toBe(input('street'))
  })

  test('is saved with Arabic text and digits, and the form is empty again', async () => {
    const asked: string[] = []
    shopServer.use(...addressCalls([], { asked: (change) => asked.push(change) }))
    const { user } = renderShop('/user/add-address')
    await fill(user, typed)
    await user.dblClick(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText('Address added')).toBeTruthy()
    expect(asked).toEqual([`add ${JSON.stringify({ ...typed, floor: '3', extra_info: '' })}`])
    await waitFor(() => expect(input('street')?.value).toBe(''))
    expect(input('city')?.value).toBe('')
  })

  test('suggests places; choosing a town fills its state too', async () => {
    shopServer.use(...addressCalls([]))
    const { user } = renderShop('/user/add-address', { lang: 'arabic' })
    await main().findByLabelText('الشارع')
    await user.type(input('city') as HTMLInputElement, 'جون')
    await user.click(await main().findByRole('option', { name: /^جونيه/ }))
    expect(input('city')?.value).toBe('جونيه')
    expect(input('state')?.value).toBe('كسروان جبيل')
  })

  test('a lost connection keeps what was typed and says so', async () => {
    shopServer.use(
      http.post('*/api/user/add-address', () => HttpResponse.error()),
      ...addressCalls([]),
    )
    const { user } = renderShop('/user/add-address')
    await fill(user, typed)
    await user.click(main().getByRole('button', { name: 'Save' }))
    const alert = await main().findByRole('alert')
    expect(alert.textContent).toMatch(/^An error occurred\..*still here/)
    expect(input('building')?.value).toBe('Cedar 7')
  })

  test('a session that ended costs nothing: after signing in the saving goes on', async () => {
    shopServer.use(
      http.post('*/api/user/add-address', () =>
        HttpResponse.json({ success: false, code: 'session_ended' }, { status: 401 }),
      ),
      ...addressCalls([]),
    )
    const first = renderShop('/user/add-address')
    await fill(first.user, typed)
    await first.user.click(main().getByRole('button', { name: 'Save' }))
    await main().findByRole('alert')
    first.unmount()

    const asked: string[] = []
    shopServer.use(...addressCalls([], { asked: (change) => asked.push(change) }))
    renderShop('/user/add-address')
    expect(await main().findByText('Address added')).toBeTruthy()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('شارع الحمرا')
    expect(drafts()).toEqual([])
  })

  test('what one person typed is not shown to another', async () => {
    shopServer.use(...addressCalls([]))
    const first = renderShop('/user/add-address')
    await fill(first.user, { street: 'Secret Street' })
    first.unmount()
    shopServer.use(status(aUser({ _id: 'u2', id: 'u2' })))
    renderShop('/user/add-address')
    await main().findByLabelText('Street')
    expect(input('street')?.value).toBe('')
  })
})

describe('an address to change', () => {
  test('is filled in from its position and saved with the rules of updating', async () => {
    const asked: string[] = []
    shopServer.use(...addressCalls([home, work], { asked: (change) => asked.push(change) }))
    const { user } = renderShop('/user/address/1')
    await main().findByLabelText('Street')
    expect(input('street')?.value).toBe('Mina Road')
    expect(input('city')?.value).toBe('Tripoli')
    expect(input('floor')?.value).toBe('3')
    await user.clear(input('street') as HTMLInputElement)
    expect(await main().findByText('Street cannot be blank')).toBeTruthy()
    await user.type(input('street') as HTMLInputElement, 'St. 5 / B')
    await user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText('Address updated')).toBeTruthy()
    expect(asked).toEqual(['update 1 St. 5 / B'])
  })

  test('is deleted after asking, and the list says so', async () => {
    shopServer.use(...addressCalls([home]))
    const { user, address } = renderShop('/user/address/0')
    await user.click(await main().findByRole('button', { name: 'Delete' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    expect(await main().findByText('Address deleted')).toBeTruthy()
    expect(address()).toBe('/user/addresses')
  })

  test('that moved is saved and deleted where it is now', async () => {
    const asked: string[] = []
    const hear = { asked: (change: string) => asked.push(change) }
    shopServer.use(...addressCalls([home, work], hear))
    const { user, address } = renderShop('/user/address/1')
    await fill(user, { street: 'Port Road' })
    shopServer.use(...addressCalls([work], hear))
    await user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText('Address updated')).toBeTruthy()
    expect(asked).toEqual(['update 0 Port Road'])
    expect(address()).toBe('/user/address/0')
    expect(drafts()).toEqual([])

    await waitFor(() => expect(input('city')?.value).toBe('Tripoli'))
    shopServer.use(...addressCalls([home, work], hear))
    await user.click(main().getByRole('button', { name: 'Delete' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    expect(await main().findByText('Address deleted')).toBeTruthy()
    expect(asked).toEqual(['update 0 Port Road', 'delete 1'])
  })

  test('that was deleted elsewhere overwrites no other, and is added anew', async () => {
    const asked: string[] = []
    shopServer.use(...addressCalls([home, work], { asked: (change) => asked.push(change) }))
    const { user, address } = renderShop('/user/address/0')
    await fill(user, { street: 'Port Road' })
    shopServer.use(...addressCalls([work], { asked: (change) => asked.push(change) }))
    await user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText(/was deleted elsewhere/)).toBeTruthy()
    expect(input('street')?.value).toBe('Port Road')
    expect(asked).toEqual([])
    expect(main().queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText('Address added')).toBeTruthy()
    expect(address()).toBe('/user/addresses')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^add .*Port Road/)
    expect(drafts()).toEqual([])
  })

  test('that was deleted elsewhere keeps what was typed over a reload', async () => {
    shopServer.use(...addressCalls([home]))
    const first = renderShop('/user/address/0')
    await fill(first.user, { street: 'Port Road' })
    shopServer.use(...addressCalls([]))
    await first.user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByText(/was deleted elsewhere/)).toBeTruthy()
    const header = within(screen.getByRole('banner'))
    expect(await header.findByText('Add a delivery address')).toBeTruthy()
    await fill(first.user, { building: 'New Tower' })
    first.unmount()
    const { user } = renderShop('/user/address/0')
    expect(await main().findByText(/What you typed for it is still here/)).toBeTruthy()
    await user.click(main().getByRole('link', { name: 'New address' }))
    await waitFor(() => expect(input('street')?.value).toBe('Port Road'))
    expect(input('building')?.value).toBe('New Tower')
    expect(input('city')?.value).toBe(home.city)
  })

  test('what was typed is there again after a reload, over what changed meanwhile', async () => {
    shopServer.use(...addressCalls([home]))
    const first = renderShop('/user/address/0')
    await fill(first.user, { street: 'Port Road' })
    first.unmount()
    shopServer.use(...addressCalls([{ ...home, building: 'New Tower' }]))
    const { user } = renderShop('/user/address/0')
    expect(
      await main().findByText('What you typed is still here. It is not saved yet.'),
    ).toBeTruthy()
    expect(input('street')?.value).toBe('Port Road')
    expect(input('building')?.value).toBe('New Tower')
    await fill(user, { street: home.street })
    await waitFor(() =>
      expect(main().queryByText('What you typed is still here. It is not saved yet.')).toBeNull(),
    )
    expect(drafts()).toEqual([])
  })

  test('a chosen place is part of what is there again', async () => {
    shopServer.use(...addressCalls([home]))
    const first = renderShop('/user/address/0')
    await fill(first.user, { city: 'Joun' })
    await first.user.click(await main().findByRole('option', { name: /^Jounieh/ }))
    first.unmount()
    renderShop('/user/address/0')
    await main().findByLabelText('Street')
    expect(input('city')?.value).toBe('Jounieh')
  })

  test('what was typed stays when a background answer fails or finds another address', async () => {
    shopServer.use(...addressCalls([home, work]))
    const { user, client } = renderShop('/user/address/0')
    await fill(user, { street: 'Port Road' })
    let answers = 0
    shopServer.use(
      http.get('*/api/user/get-address/0', () => {
        answers++
        if (answers === 1) return HttpResponse.json({ success: true, address: work })
        return HttpResponse.json({ success: false, code: 'address_not_found' }, { status: 404 })
      }),
    )
    await client.invalidateQueries({ queryKey: ['addresses'] })
    expect(input('street')?.value).toBe('Port Road')
    await client.invalidateQueries({ queryKey: ['addresses'] })
    expect(answers).toBe(2)
    expect(input('street')?.value).toBe('Port Road')
    expect(main().queryByText('Address not found')).toBeNull()
  })

  test('what was typed stays when the language changes and when saving is refused', async () => {
    shopServer.use(
      http.put('*/api/user/update-address/0', () =>
        HttpResponse.json({ success: false, code: 'rate_limited' }, { status: 429 }),
      ),
      http.put('*/api/user/language', () => HttpResponse.json({ success: true })),
      ...addressCalls([home]),
    )
    const { user } = renderShop('/user/address/0')
    await fill(user, { street: 'Port Road' })
    await user.click(main().getByRole('button', { name: 'Save' }))
    expect(await main().findByRole('alert')).toBeTruthy()
    expect(input('street')?.value).toBe('Port Road')
    await user.click(screen.getByRole('button', { name: 'العربية' }))
    expect(await main().findByLabelText('الشارع')).toBe(input('street'))
    expect(input('street')?.value).toBe('Port Road')
  })

  test('what is typed while saving is not taken for saved', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    shopServer.use(
      http.put('*/api/user/update-address/0', async () => {
        await answered
        return HttpResponse.json({
          success: true,
          code: 'address_updated',
          message: '',
          addresses: [home],
          favorite_address: 0,
        })
      }),
      ...addressCalls([home]),
    )
    const { user } = renderShop('/user/address/0')
    await fill(user, { street: 'Port Road' })
    await user.click(main().getByRole('button', { name: 'Save' }))
    await user.type(input('street') as HTMLInputElement, ' 7')
    answer()
    await waitFor(() => expect(drafts()).toHaveLength(1))
    await user.click(main().getByRole('link', { name: 'Addresses' }))
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
    expect(input('street')?.value).toBe('Port Road 7')
  })

  test('leaving with something typed is asked about; who leaves gives it up', async () => {
    shopServer.use(...addressCalls([home]))
    const { user, address } = renderShop('/user/address/0')
    await fill(user, { street: 'Port Road' })
    await user.click(main().getByRole('link', { name: 'Addresses' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stay' }),
    )
    expect(input('street')?.value).toBe('Port Road')
    await user.click(main().getByRole('link', { name: 'Addresses' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }),
    )
    await waitFor(() => expect(address()).toBe('/user/addresses'))
    expect(drafts()).toEqual([])
  })

  test('an address that was opened and not touched is left without a question', async () => {
    shopServer.use(...addressCalls([home]))
    const { user, address } = renderShop('/user/address/0')
    await main().findByLabelText('Street')
    await user.click(main().getByRole('link', { name: 'Addresses' }))
    await waitFor(() => expect(address()).toBe('/user/addresses'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test.each(['7', 'x'])('nothing at position %s: says so and leads to the list', async (index) => {
    shopServer.use(...addressCalls([home]))
    renderShop(`/user/address/${index}`)
    expect(await main().findByText('Address not found')).toBeTruthy()
    expect(main().getByRole('link', { name: 'All addresses' })).toBeTruthy()
  })
})
