import { afterEach, expect, test } from 'vitest'
import { removeItem, removeAllItems, saveItem, readItem } from './session-storage'

afterEach(() => sessionStorage.clear())

test('what is stored for one person is not found by another', () => {
  saveItem('draft', 'layla', { street: 'Bliss' })
  expect(readItem('draft', 'layla')).toEqual({ street: 'Bliss' })
  expect(readItem('draft', 'karim')).toBeUndefined()
  removeItem('draft')
  expect(readItem('draft', 'layla')).toBeUndefined()
})

test('signing out leaves nothing of anybody in the tab, and the messages of the shop alone', () => {
  saveItem('draft', 'layla', { street: 'Bliss' })
  saveItem('attempt', 'layla', 'key')
  sessionStorage.setItem('sessionMessage', 'You have been logged out')
  removeAllItems()
  expect(Object.keys(sessionStorage)).toEqual(['sessionMessage'])
})
