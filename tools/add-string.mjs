#!/usr/bin/env node
// Adds, changes or removes texts in contract/messages, in both languages at once.
//
//   node tools/add-string.mjs <key> "<english>" "<arabic>"
//   node tools/add-string.mjs <key> '{"one":"…","other":"…"}' '{"zero":"…",…,"other":"…"}'
//   node tools/add-string.mjs --file strings.json      {key: {"en": …, "ar": …}, …}
//   node tools/add-string.mjs --remove <key> …
//   node tools/add-string.mjs --check                  only checks what is there
//   --force                                            lets an existing text change
//
// Nothing is written unless everything given is right. Several people may run it at once:
// an exclusive lock file makes each wait for the other.
import { closeSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const FOLDER = process.env.DAWA_MESSAGES ?? path.join(ROOT, 'contract', 'messages')
const FILES = { en: path.join(FOLDER, 'en.json'), ar: path.join(FOLDER, 'ar.json') }
const LOCK = path.join(FOLDER, '.lock')
const STEAL = path.join(FOLDER, '.lock.steal')
const LOCK_STALE_MS = 20_000
const LOCK_WAIT_MS = 60_000

/** The plural forms each language must give, all of them and no other. */
const FORMS = { en: ['one', 'other'], ar: ['zero', 'one', 'two', 'few', 'many', 'other'] }
const KEY = /^[a-z0-9]+(?:_[a-z0-9]+)*(?:\.[a-z0-9]+(?:_[a-z0-9]+)*)+$/

class Refusal extends Error {}

function placeholders(text) {
  return [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map((m) => m[1]))].sort()
}

/** The placeholders of a whole entry: a plural form may leave out {count} ("one product"). */
function entryPlaceholders(entry) {
  const texts = typeof entry === 'string' ? [entry] : Object.values(entry)
  return [...new Set(texts.flatMap(placeholders))].sort()
}

function problemsOfText(where, text) {
  const found = []
  if (typeof text !== 'string') return [`${where}: not a text`]
  if (text.trim() === '') found.push(`${where}: empty`)
  if (text !== text.trim()) found.push(`${where}: begins or ends with a space`)
  if (text !== text.normalize('NFC')) found.push(`${where}: not in Unicode form NFC`)
  for (const name of placeholders(text)) {
    if (!/^[a-z][a-zA-Z0-9_]*$/.test(name)) found.push(`${where}: bad placeholder {${name}}`)
  }
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) found.push(`${where}: unbalanced brace`)
  return found
}

function problemsOfEntry(key, entries) {
  if (!KEY.test(key)) return [`${key}: a key is lower-case words, at least two, joined by dots`]
  const found = []
  for (const lang of ['en', 'ar']) {
    const entry = entries[lang]
    if (entry === undefined) {
      found.push(`${key}: no text in ${lang}`)
    } else if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) {
      const forms = Object.keys(entry)
      for (const form of FORMS[lang]) if (!forms.includes(form)) found.push(`${key} (${lang}): plural form "${form}" is missing`)
      for (const form of forms) {
        if (!FORMS[lang].includes(form)) found.push(`${key} (${lang}): no plural form "${form}" in this language`)
        found.push(...problemsOfText(`${key} (${lang}, ${form})`, entry[form]))
      }
    } else {
      found.push(...problemsOfText(`${key} (${lang})`, entry))
    }
  }
  if (found.length > 0) return found
  if ((typeof entries.en === 'string') !== (typeof entries.ar === 'string')) {
    return [`${key}: a plural in one language and a plain text in the other`]
  }
  const [en, ar] = [entryPlaceholders(entries.en), entryPlaceholders(entries.ar)]
  if (en.join() !== ar.join()) {
    found.push(`${key}: placeholders differ, en {${en.join('} {')}} and ar {${ar.join('} {')}}`)
  }
  return found
}

function readCatalogue(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw new Refusal(`${file}: ${error.message}`)
  }
}

function ordered(entry, lang) {
  if (typeof entry === 'string') return entry
  return Object.fromEntries(FORMS[lang].map((form) => [form, entry[form]]))
}

function writeCatalogue(lang, catalogue) {
  const sorted = {}
  for (const key of Object.keys(catalogue).sort()) sorted[key] = ordered(catalogue[key], lang)
  const fresh = `${FILES[lang]}.${process.pid}.tmp`
  writeFileSync(fresh, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(fresh, FILES[lang])
}

async function underLock(work) {
  const giveUp = Date.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      const handle = openSync(LOCK, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isStale()) dropStaleLock()
      if (Date.now() > giveUp) throw new Refusal(`${LOCK} is held by someone else; remove it if nobody runs`)
      await sleep(20 + Math.random() * 60)
    }
  }
  try {
    return work()
  } finally {
    unlinkSync(LOCK)
  }
}

function isStale() {
  try {
    return Date.now() - statSync(LOCK).mtimeMs > LOCK_STALE_MS
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Removes a lock left behind by a run that died. Only one may do so at a time: it could be taken anew meanwhile. */
function dropStaleLock() {
  try {
    closeSync(openSync(STEAL, 'wx'))
  } catch (error) {
    if (error.code === 'EEXIST') return
    throw error
  }
  try {
    if (isStale()) unlinkSync(LOCK)
  } finally {
    unlinkSync(STEAL)
  }
}

function asEntry(argument) {
  if (!argument.trimStart().startsWith('{"')) return argument
  try {
    return JSON.parse(argument)
  } catch {
    throw new Refusal(`not a plural object: ${argument}`)
  }
}

function parseArguments(argv) {
  const wanted = { force: false, check: false, remove: [], add: {} }
  const plain = []
  let removing = false
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]
    if (word === '--force') wanted.force = true
    else if (word === '--check') wanted.check = true
    else if (word === '--remove') removing = true
    else if (word === '--file') {
      const file = argv[++i]
      if (file === undefined) throw new Refusal('--file needs a name')
      Object.assign(wanted.add, JSON.parse(readFileSync(file, 'utf8')))
    } else plain.push(word)
  }
  if (removing) wanted.remove = plain
  else if (plain.length === 3) wanted.add[plain[0]] = { en: asEntry(plain[1]), ar: asEntry(plain[2]) }
  else if (plain.length !== 0) throw new Refusal('usage: add-string.mjs <key> "<english>" "<arabic>" [--force] | --file F | --remove KEY… | --check')
  if (!wanted.check && wanted.remove.length === 0 && Object.keys(wanted.add).length === 0) {
    throw new Refusal('nothing to do: give a key and two texts, --file, --remove or --check')
  }
  return wanted
}

function apply(wanted) {
  const catalogues = { en: readCatalogue(FILES.en), ar: readCatalogue(FILES.ar) }
  const problems = []
  let changed = 0
  for (const key of wanted.remove) {
    if (!(key in catalogues.en) && !(key in catalogues.ar)) problems.push(`${key}: not there`)
    delete catalogues.en[key]
    delete catalogues.ar[key]
    changed++
  }
  for (const [key, entries] of Object.entries(wanted.add)) {
    const wrong = problemsOfEntry(key, entries)
    problems.push(...wrong)
    if (wrong.length > 0) continue
    for (const lang of ['en', 'ar']) {
      const [before, now] = [catalogues[lang][key], ordered(entries[lang], lang)]
      if (JSON.stringify(before) === JSON.stringify(now)) continue
      if (before !== undefined && !wanted.force) {
        problems.push(`${key} (${lang}): already says ${JSON.stringify(before)}; --force changes it`)
      }
      catalogues[lang][key] = now
      changed++
    }
  }
  if (wanted.check) {
    for (const key of new Set([...Object.keys(catalogues.en), ...Object.keys(catalogues.ar)])) {
      problems.push(...problemsOfEntry(key, { en: catalogues.en[key], ar: catalogues.ar[key] }))
    }
  }
  if (problems.length > 0) throw new Refusal(problems.join('\n'))
  if (changed > 0) {
    writeCatalogue('en', catalogues.en)
    writeCatalogue('ar', catalogues.ar)
  }
  return Object.keys(catalogues.en).length
}

try {
  const wanted = parseArguments(process.argv.slice(2))
  const total = await underLock(() => apply(wanted))
  console.log(`contract/messages: ${total} texts in each language`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
