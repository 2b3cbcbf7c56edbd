import localities from '../../../../contract/localities.json'
import type { Lang } from '../../lib/i18n'

/** A place of Lebanon in both languages. */
interface Place {
  english: string
  arabic: string
}

/** A town and what it lies in. */
interface Town extends Place {
  district: Place
  governorate: Place
}

/** The governorates, as the State field suggests them. */
export const governorates: readonly Place[] = localities.governorates

/** The districts, each in its governorate. */
export const districts: readonly Place[] = localities.governorates.flatMap(
  (governorate) => governorate.districts,
)

/** The main towns, governorate by governorate. */
export const towns: readonly Town[] = localities.governorates.flatMap((governorate) =>
  governorate.districts.flatMap((district) =>
    district.towns.map(([english = '', arabic = '']) => ({
      english,
      arabic,
      district,
      governorate,
    })),
  ),
)

/** As many as fit on a phone above its keyboard. */
const MOST = 6

/** Governorates for what is typed so far, then districts; all governorates before anything is. */
export function suggestStates(typed: string): readonly Place[] {
  const wanted = fold(typed)
  if (wanted === '') return governorates
  const found = [...governorates, ...districts].filter((place) => begins(place, wanted))
  return unlessWritten(
    found.filter((place, at) => firstOf(found, place) === at),
    wanted,
  )
}

/** Towns for what is typed so far, those of the chosen State first. */
export function suggestTowns(typed: string, state: string): readonly Town[] {
  const wanted = fold(typed)
  const within = fold(state)
  const inState = (town: Town) =>
    isCalled(town.governorate, within) || isCalled(town.district, within)
  if (wanted === '') return towns.filter(inState).slice(0, MOST)
  const found = towns.filter((town) => begins(town, wanted))
  const nearness = (town: Town) => (inState(town) ? 0 : 2) + (opens(town, wanted) ? 0 : 1)
  return unlessWritten(
    found.toSorted((one, other) => nearness(one) - nearness(other)),
    wanted,
  )
}

/** A place's name in the script that is being typed, else in the language of the page. */
export function placeName(place: Place, typed: string, lang: Lang): string {
  if (/\p{Script=Arabic}/u.test(typed)) return place.arabic
  if (/\p{Script=Latin}/u.test(typed)) return place.english
  return lang === 'arabic' ? place.arabic : place.english
}

/** Nothing more to suggest once the only place that fits is written out. */
function unlessWritten<P extends Place>(found: readonly P[], wanted: string): readonly P[] {
  const [only] = found
  const written = found.length === 1 && only !== undefined && isCalled(only, wanted)
  return written ? [] : found.slice(0, MOST)
}

function isCalled(place: Place, wanted: string): boolean {
  return names(place).includes(wanted)
}

/** Whether a name opens with what is wanted. */
function opens(place: Place, wanted: string): boolean {
  return names(place).some((name) => name.startsWith(wanted))
}

/** Whether a name, or a word in it, begins with what is wanted. */
function begins(place: Place, wanted: string): boolean {
  return names(place).some((name) => ` ${name}`.includes(` ${wanted}`))
}

const folded = new WeakMap<Place, readonly string[]>()

/** Both names of a place, folded once: every letter that is typed is compared with all of them. */
function names(place: Place): readonly string[] {
  const known = folded.get(place)
  if (known !== undefined) return known
  const made = [fold(place.english), fold(place.arabic)]
  folded.set(place, made)
  return made
}

function firstOf(places: readonly Place[], place: Place): number {
  return places.findIndex((other) => other.english === place.english)
}

/**
 * What people mean when they spell a place: without case, accents, hyphens and articles, and with
 * one form of alef, ya and ta marbuta.
 */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}ـ'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[-‐–]/g, ' ')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .split(/\s+/)
    .map((word) => (word.length > 2 ? word.replace(/^ال/, '') : word))
    .filter((word) => word !== '' && word !== 'el' && word !== 'al')
    .join(' ')
}
