import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { DevicesPanel } from './DevicesPanel'

const seen = '2026-11-15T10:00:00Z'

function devices(count: number) {
  return Array.from({ length: count }, (_, place) => ({
    id: String(place),
    device: `Device ${place}`,
    created_at: seen,
    last_seen_at: seen,
    expires_at: seen,
    current: place === 0,
  }))
}

function show(count: number) {
  return renderUi(
    <DevicesPanel
      devices={devices(count)}
      failed={false}
      retry={() => {}}
      onSignedOut={() => {}}
    />,
  )
}

test('of many sessions the newest are shown, and the others when asked for', async () => {
  const { user } = show(12)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('a few need no button', () => {
  show(5)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})
