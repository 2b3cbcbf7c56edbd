import { expect, test } from 'vitest'
import { nextPath, signInPath } from './next-path'

test('sign-in leads back to the whole address', () => {
  expect(signInPath('/user/address/2?from=cart#top')).toBe(
    '/user/login?next=%2Fuser%2Faddress%2F2%3Ffrom%3Dcart%23top',
  )
  expect(nextPath('?next=%2Fuser%2Faddress%2F2%3Ffrom%3Dcart%23top')).toBe(
    '/user/address/2?from=cart#top',
  )
  expect(signInPath('/')).toBe('/user/login')
})

test.each([
  '',
  '?next=',
  '?next=https://evil.example/',
  '?next=//evil.example',
  '?next=/\\evil.example',
  '?next=/%09/evil.example',
  '?next=javascript:alert(1)',
  '?next=/user/login',
  '?next=/user/signup?x=1',
])('%s leads home', (search) => {
  expect(nextPath(search)).toBe('/')
})
