import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askForBuild, noteBuild, reloadForMissingFile, reloadIfStale } from './build'

const reload = vi.fn<() => void>()

function answerFrom(build: string | null): Response {
  return new Response('{}', { headers: build === null ? {} : { 'X-Build': build } })
}

beforeEach(() => {
  reload.mockClear()
  const meta = document.createElement('meta')
  meta.name = 'build'
  meta.content = 'one'
  document.head.append(meta)
  vi.stubGlobal('location', { pathname: '/user/cart', reload })
})
afterEach(() => {
  noteBuild(answerFrom('one'))
  document.head.replaceChildren()
  sessionStorage.clear()
})

test('a page of the same build, or of a server that names none, is not reloaded', () => {
  noteBuild(answerFrom('one'))
  expect(reloadIfStale()).toBe(false)
  noteBuild(answerFrom(null))
  expect(reloadIfStale()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('a page of another build is reloaded once', () => {
  noteBuild(answerFrom('two'))
  expect(reloadIfStale()).toBe(true)
  expect(reloadIfStale()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

test('servers of two builds that answer in turns do not make the page reload again and again', () => {
  for (const build of ['two', 'one', 'two', 'one', 'two']) {
    noteBuild(answerFrom(build))
    reloadIfStale()
  }
  expect(reload).toHaveBeenCalledOnce()
  noteBuild(answerFrom('three'))
  expect(reloadIfStale()).toBe(true)
})

describe('reloadForMissingFile', () => {
  const answer = (build: string) => vi.stubGlobal('fetch', () => Promise.resolve(answerFrom(build)))

  test('leaves a page alone whose build is the only one that ever answered', async () => {
    answer('one')
    await reloadForMissingFile()
    expect(reload).not.toHaveBeenCalled()
  })

  test('reloads a page of another build', async () => {
    answer('two')
    await reloadForMissingFile()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('while two builds answer in turns, reloads once more for each address', async () => {
    answer('two')
    await reloadForMissingFile()
    answer('one')
    await reloadForMissingFile()
    await reloadForMissingFile()
    expect(reload).toHaveBeenCalledTimes(2)
    vi.stubGlobal('location', { pathname: '/contact', reload })
    await reloadForMissingFile()
    expect(reload).toHaveBeenCalledTimes(3)
  })
})

test('without storage there is no reload: it could go on for ever', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  noteBuild(answerFrom('two'))
  expect(reloadIfStale()).toBe(false)
})

test('the shop can be asked for its build; without a connection nothing changes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await askForBuild()
  expect(reloadIfStale()).toBe(false)
  vi.stubGlobal('fetch', () => Promise.resolve(answerFrom('two')))
  await askForBuild()
  expect(reloadIfStale()).toBe(true)
})
