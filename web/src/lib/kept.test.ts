import { afterEach, expect, test } from 'vitest'
import { forget, forgetAll, keep, kept } from './kept'

afterEach(() => sessionStorage.clear())

test('what is kept for one person is not found by another', () => {
  keep('draft', 'layla', { street: 'Bliss' })
  expect(kept('draft', 'layla')).toEqual({ street: 'Bliss' })
  expect(kept('draft', 'karim')).toBeUndefined()
  forget('draft')
  expect(kept('draft', 'layla')).toBeUndefined()
})

test('signing out leaves nothing of anybody in the tab, and the messages of the shop alone', () => {
  keep('draft', 'layla', { street: 'Bliss' })
  keep('attempt', 'layla', 'key')
  sessionStorage.setItem('sessionMessage', 'You have been logged out')
  forgetAll()
  expect(Object.keys(sessionStorage)).toEqual(['sessionMessage'])
})
