// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, test } from 'vitest'

const TOOL = path.resolve(import.meta.dirname, '../../../tools/add-string.mjs')
const run = promisify(execFile)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'messages-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function addString(...words: string[]) {
  return run(process.execPath, [TOOL, ...words], { env: { ...process.env, DAWA_MESSAGES: folder } })
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
}

test('adds a text to both languages, sorted, and changes it only when forced', async () => {
  await addString('b.two', 'Two', 'اثنان')
  await addString('a.one', 'One', 'واحد')
  expect(Object.entries(read('en.json') as object)).toEqual([
    ['a.one', 'One'],
    ['b.two', 'Two'],
  ])
  expect(read('ar.json')).toEqual({ 'a.one': 'واحد', 'b.two': 'اثنان' })
  await expect(addString('a.one', 'First', 'أول')).rejects.toThrow('already says')
  await addString('--force', 'a.one', 'First', 'أول')
  expect(read('en.json')).toMatchObject({ 'a.one': 'First' })
  await addString('--remove', 'a.one')
  expect(read('ar.json')).toEqual({ 'b.two': 'اثنان' })
})

test.each([
  [
    'a placeholder in one language only',
    'a.one',
    '{count} left',
    'بقي القليل',
    'placeholders differ',
  ],
  ['an empty text', 'a.one', 'One', ' ', 'empty'],
  ['a key that is not one', 'One', 'One', 'واحد', 'key'],
  [
    'a plural without all its forms',
    'a.one',
    '{"one":"1","other":"2"}',
    '{"one":"1","other":"2"}',
    '"few" is missing',
  ],
  [
    'a plural in one language only',
    'a.one',
    '{"one":"1","other":"2"}',
    'واحد',
    'plural in one language',
  ],
])('refuses %s and writes nothing', async (_, key, english, arabic, complaint) => {
  await addString('x.saved', 'Saved', 'محفوظ')
  await expect(addString(key, english, arabic)).rejects.toThrow(complaint)
  expect(read('en.json')).toEqual({ 'x.saved': 'Saved' })
})

test('loses nothing when several people add at once, and survives a lock left behind', async () => {
  const lock = path.join(folder, '.lock')
  writeFileSync(lock, 'gone')
  utimesSync(lock, new Date(0), new Date(0))
  const keys = Array.from({ length: 6 }, (_, i) => `a.key${i}`)
  await Promise.all(keys.map((key) => addString(key, 'Text', 'نص')))
  expect(Object.keys(read('en.json') as object)).toEqual(keys)
  expect(Object.keys(read('ar.json') as object)).toEqual(keys)
}, 30_000)
