import { afterEach, expect, test, vi } from 'vitest'
import {
  clearSessionMessage,
  setSessionMessage,
  messageKey,
  noteAuthenticated,
  onSessionMessage,
  readSessionMessage,
  takeSessionMessage,
} from './session-message'

afterEach(() => sessionStorage.clear())

test('the message is stored under the name of the specification, until cleared', () => {
  const heard = vi.fn<() => void>()
  const stop = onSessionMessage(heard)
  setSessionMessage('Welcome!')
  expect(sessionStorage.getItem('sessionMessage')).toBe('Welcome!')
  expect(readSessionMessage()).toBe('Welcome!')
  clearSessionMessage()
  expect(readSessionMessage()).toBeNull()
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})

test('a message on screen has left the storage: a reload does not say it again', () => {
  setSessionMessage('Order placed')
  takeSessionMessage()
  expect(readSessionMessage()).toBe('Order placed')
  expect(sessionStorage.getItem('sessionMessage')).toBeNull()
  clearSessionMessage()
  expect(readSessionMessage()).toBeNull()
})

test('our own messages have a text in both languages, others are shown as they are', () => {
  expect(messageKey('Order placed')).toBe('session.order_placed')
  expect(messageKey('toString')).toBeNull()
})

test('isAuthenticated is "true" or absent', () => {
  noteAuthenticated(true)
  expect(sessionStorage.getItem('isAuthenticated')).toBe('true')
  noteAuthenticated(false)
  expect(sessionStorage.getItem('isAuthenticated')).toBeNull()
})
