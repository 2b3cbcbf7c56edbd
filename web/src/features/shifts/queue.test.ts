import { beforeEach, describe, expect, it } from 'vitest'
import { removeAllItems } from '../../lib/session-storage'
import { dequeue, enqueue, readQueue, refuse } from './queue'

describe('the queue of a courier', () => {
  beforeEach(() => localStorage.clear())

  it('gives each thing its own key and keeps their order', () => {
    enqueue('rami', 's1', 'shift', { kind: 'take', fulfilment: 'a-1' })
    enqueue('rami', 's1', 'shift', { kind: 'deliver', fulfilment: 'a-1' })
    const [first, second] = readQueue('rami')
    expect(first?.movement.kind).toBe('take')
    expect(first?.movement.key).not.toBe(second?.movement.key)
    expect(second?.movement.made_at).toMatch(/^20/)
    dequeue('rami', first?.movement.key ?? '')
    expect(readQueue('rami').map(({ movement }) => movement.kind)).toEqual(['deliver'])
  })

  it('remembers what was refused until it is read', () => {
    enqueue('rami', 's1', 'shift', { kind: 'take', fulfilment: 'a-1' })
    const key = readQueue('rami')[0]?.movement.key ?? ''
    refuse('rami', key, 'shift_closed')
    expect(readQueue('rami')[0]?.refused).toBe('shift_closed')
  })

  it('outlives signing out and somebody else on the same phone, who does not see it', () => {
    localStorage.setItem('recent-searches', '["fever"]')
    enqueue('rami', 's1', 'shift', { kind: 'deliver', fulfilment: 'a-1' })
    removeAllItems()
    expect(localStorage.getItem('recent-searches')).toBeNull()
    expect(readQueue('karim')).toEqual([])
    enqueue('karim', 's1', 'other', { kind: 'take', fulfilment: 'b-1' })
    expect(readQueue('rami').map(({ movement }) => movement.fulfilment)).toEqual(['a-1'])
  })
})
