import { expect, test } from 'vitest'
import { fit, shrink } from './shrink'

test('shrink leaves a picture within the limit as it is', async () => {
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
  expect(await shrink(file)).toBe(file)
})

test('fit keeps the proportions within the longest side', () => {
  expect(fit(4800, 2400)).toEqual({ width: 2400, height: 1200 })
  expect(fit(1000, 4000)).toEqual({ width: 600, height: 2400 })
  expect(fit(800, 600)).toEqual({ width: 800, height: 600 })
})
