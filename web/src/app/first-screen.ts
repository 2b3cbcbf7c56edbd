import { askForBuild, reloadIfStale } from '../lib/build'
import { loadChunk } from '../lib/chunk'
import { documentLang, loadCatalogue } from '../lib/i18n'
import { loadScreen } from './intent'
import type { PreHydrationInput } from './pre-hydration-input'
import type { ScreenChunks } from './screen-chunks'
import { rowOf } from './route-table'
import { recoverFiles, setStartFailed } from './start-failed'

const LONGEST_PAUSE_MS = 30_000

/**
 * Loads what the first screen is made of: its messages and its chunk. A page that the server rendered
 * works without them, so it stays as it is and loading is tried again until it succeeds. A page
 * without a screen needs the messages only: the application itself says that a chunk is missing.
 */
export async function loadFirstScreen(
  chunks: ScreenChunks,
  { rendered, input }: { rendered: boolean; input: PreHydrationInput },
): Promise<void> {
  const lang = documentLang()
  for (let attempt = 0; ; attempt += 1) {
    const [messages] = await Promise.all([
      loadChunk(`texts-${lang}`, () => loadCatalogue(lang, 'first')).then(
        () => true,
        () => false,
      ),
      loadScreen(chunks, location.pathname),
    ])
    const screen = chunks.state(rowOf(location.pathname)).status === 'ready'
    if (messages && (screen || !rendered)) break
    setStartFailed(true)
    await askForBuild()
    if (!input.touched) reloadIfStale()
    const there = await recoverFiles()
    await pause(there ? 1000 : Math.min(1000 * 2 ** attempt, LONGEST_PAUSE_MS))
  }
  setStartFailed(false)
}

/** Waits, but no longer than until the line is back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resume()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
  })
}
