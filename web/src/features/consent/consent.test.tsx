import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { Consent } from './Consent'
import { PrivacyChoices } from './PrivacyChoices'

const show = () =>
  renderUi(
    <>
      <Consent />
      <PrivacyChoices />
    </>,
  )

const loaded = () => document.head.querySelectorAll('script').length

beforeEach(() => {
  const meta = document.createElement('meta')
  meta.name = 'tag-manager'
  meta.content = 'GTM-TEST123'
  document.head.append(meta)
})
afterEach(() => {
  document.head.replaceChildren()
  document.cookie = 'analytics=; Path=/; Max-Age=0'
})

test('a shop without a tag manager asks nothing and offers nothing', () => {
  document.head.replaceChildren()
  show()
  expect(screen.queryByRole('button')).toBeNull()
})

test('whoever declines is left alone, and can think again', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }))
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  expect(loaded()).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Privacy choices' }))
  await user.click(await screen.findByRole('button', { name: 'Allow' }))
  expect(loaded()).toBe(1)
  expect(document.cookie).toContain('analytics=yes')
})
