import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import type { OpeningHours } from './api'
import { HoursEditor } from './HoursEditor'

function show(first: OpeningHours[]) {
  let latest = first
  function Editor() {
    const [hours, setHours] = useState(first)
    return (
      <HoursEditor
        hours={hours}
        onChange={(next) => {
          latest = next
          setHours(next)
        }}
      />
    )
  }
  return { ...renderUi(<Editor />), hours: () => latest }
}

test('HoursEditor opens a day, at most three times, and closes it again', async () => {
  const { user, hours } = show([])
  const add = { name: 'Add a time: Monday' }
  await user.click(screen.getByRole('button', add))
  expect(hours()).toEqual([{ day: 1, from: '08:00', to: '20:00' }])
  await user.click(screen.getByRole('button', add))
  await user.click(screen.getByRole('button', add))
  expect(hours()).toHaveLength(3)
  expect(screen.queryByRole('button', add)).toBeNull()
  for (let left = 3; left > 0; left--) {
    const [remove] = screen.getAllByRole('button', { name: 'Remove: Monday' })
    if (remove !== undefined) await user.click(remove)
  }
  expect(hours()).toEqual([])
})

test('HoursEditor reads midnight at the end of a day as 24:00', () => {
  const { hours } = show([{ day: 1, from: '08:00', to: '20:00' }])
  fireEvent.change(screen.getByLabelText('Monday: closes'), { target: { value: '00:00' } })
  expect(hours()).toEqual([{ day: 1, from: '08:00', to: '24:00' }])
})
