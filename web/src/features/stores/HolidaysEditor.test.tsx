import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { HolidaysEditor, withDay } from './HolidaysEditor'

function show() {
  let latest: readonly string[] = []
  function Editor() {
    const [days, setDays] = useState<readonly string[]>([])
    const [typed, setTyped] = useState('')
    latest = days
    return <HolidaysEditor days={days} typed={typed} onTyped={setTyped} onChange={setDays} />
  }
  const shown = renderUi(<Editor />)
  const field = screen.getByLabelText<HTMLInputElement>('Add a day')
  return { ...shown, field, days: () => latest }
}

test('HolidaysEditor adds a day when asked to, not with each digit of its year', async () => {
  const { user, field, days } = show()
  for (const value of ['0002-12-25', '0020-12-25', '0202-12-25', '2099-12-25']) {
    fireEvent.change(field, { target: { value } })
    expect(days()).toEqual([])
  }
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(days()).toEqual(['2099-12-25'])
  expect(field.value).toBe('')

  fireEvent.change(field, { target: { value: '2099-01-01' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(days()).toEqual(['2099-01-01', '2099-12-25'])
})

test('HolidaysEditor takes no day that is over, and says so', async () => {
  const { user, field, days } = show()
  fireEvent.change(field, { target: { value: '2020-12-25' } })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByText('Choose today or a day that is still to come')).toBeTruthy()
  expect(field.value).toBe('2020-12-25')
  expect(days()).toEqual([])
})

test('a day is a holiday once', () => {
  expect(withDay(['2099-01-01'], '2099-01-01')).toEqual(['2099-01-01'])
  expect(withDay(['2099-01-01'], '')).toEqual(['2099-01-01'])
  expect(withDay([], '2020-01-01')).toEqual([])
})
