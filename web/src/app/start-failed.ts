import type { ServedRoot } from './pre-hydration-input'

/**
 * The notice of a document without a rendered screen whose files do not arrive; the server wrote it,
 * hidden, in the language of the page. A rendered page has none: it goes on working.
 */
export function setStartFailed(failed: boolean): void {
  const notice = document.getElementById('start-failed')
  if (notice !== null) notice.hidden = !failed
}

/**
 * Sees to files of the page that failed, and says whether all of them are there now. A browser that would not ask for
 * them again gets the page anew, unless something was typed.
 */
export async function recoverFiles(): Promise<boolean> {
  const root: ServedRoot | null = document.getElementById('root')
  return (await root?.recover?.()) ?? false
}
