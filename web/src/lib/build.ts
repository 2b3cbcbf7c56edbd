/**
 * The build of the frontend that this page runs, and the one that the shop's servers answer from.
 * After a deploy they differ: the files of this page's build may be gone. The page is then loaded
 * anew at the next change of screen, where nothing typed can be lost.
 */

/** The header in which every answer of a page or a call names its server's build. */
const BUILD_HEADER = 'X-Build'

const RELOADS = 'reloads-between-builds'

let other: string | null = null

function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
}

/** Takes note of the build that an answer comes from. */
export function noteBuild(answer: Response): void {
  const build = answer.headers.get(BUILD_HEADER)
  const own = ownBuild()
  if (build !== null && own !== '') other = build === own ? null : build
}

/** Asks the shop for its build, when a file of this page's build did not arrive. */
export async function askForBuild(): Promise<void> {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(
    () => null,
  )
  if (answer !== null) noteBuild(answer)
}

/**
 * Loads the page anew when the shop runs another build, and says whether it does. Once for each pair
 * of builds: while servers of two builds answer in turns, a page must not reload at every step.
 */
export function reloadIfStale(): boolean {
  return other !== null && reloadOnce(`${ownBuild()} ${other}`)
}

/**
 * Loads the page anew when a file of its build is missing and the shop runs another one. While servers
 * of two builds answer in turns, the file may be missing although this page's build answered last: then
 * the document is loaded once for this address, which either server has whole.
 */
export async function reloadForMissingFile(): Promise<void> {
  await askForBuild()
  if (reloadIfStale() || readReloads().length === 0) return
  reloadOnce(`${ownBuild()} ${location.pathname}`)
}

/** Loads the page anew unless it was done for this reason before, and says whether it does. */
function reloadOnce(reason: string): boolean {
  const reloads = readReloads()
  if (reloads.includes(reason)) return false
  try {
    sessionStorage.setItem(RELOADS, JSON.stringify([...reloads, reason].slice(-20)))
  } catch {
    return false // without a memory it could reload for ever
  }
  location.reload()
  return true
}

function readReloads(): string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(RELOADS) ?? '[]')
    return Array.isArray(found) ? found.filter((reason) => typeof reason === 'string') : []
  } catch {
    return []
  }
}
