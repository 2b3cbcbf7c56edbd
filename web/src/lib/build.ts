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
  if (other === null) return false
  const pair = `${ownBuild()} ${other}`
  const reloads = readReloads()
  if (reloads.includes(pair)) return false
  try {
    sessionStorage.setItem(RELOADS, JSON.stringify([...reloads, pair].slice(-10)))
  } catch {
    return false // without a memory it could reload for ever
  }
  location.reload()
  return true
}

function readReloads(): string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(RELOADS) ?? '[]')
    return Array.isArray(found) ? found.filter((pair) => typeof pair === 'string') : []
  } catch {
    return []
  }
}
