// docs/first-paint.md in its three parts: the pages, the interactions, and what people wrote below both.
import { readFile, writeFile } from 'node:fs/promises'

const interactions = '<!-- Interactions: written by bench/paint/inp.mjs. -->'
const byHand = '<!-- Measured by hand: make bench keeps what follows. -->'

/** Writes one part, `pages` or `interactions`, in place of the last one and keeps the others. */
export async function renew(file, part, text) {
  const before = await readFile(file, 'utf8').catch(() => '')
  const end = before.includes(byHand) ? before.indexOf(byHand) : before.length
  const middle = before.includes(interactions) ? before.indexOf(interactions) : end
  const parts = {
    pages: before.slice(0, middle),
    interactions: before.slice(middle, end),
    byHand: before.slice(end),
    [part]: part === 'interactions' ? `${interactions}\n\n${text}` : text,
  }
  await writeFile(file, parts.pages + parts.interactions + parts.byHand)
}
