import { describe, expect, test } from 'vitest'
import { checkField } from '../../lib/validation'
import {
  districts,
  governorates,
  placeName,
  suggestStates,
  suggestTowns,
  towns,
} from './localities'

describe('the places of Lebanon', () => {
  test('are its 9 governorates, 26 districts and at least 120 towns, each once', () => {
    expect(governorates).toHaveLength(9)
    expect(districts).toHaveLength(26)
    expect(towns.length).toBeGreaterThanOrEqual(120)
    expect(new Set(towns.map((town) => town.english)).size).toBe(towns.length)
    expect(new Set(towns.map((town) => town.arabic)).size).toBe(towns.length)
  })

  test('have both names, each in its own script', () => {
    const odd = [...governorates, ...districts, ...towns].filter(
      (place) =>
        !/^[A-Za-z ]+$/.test(place.english) || !/^[\p{Script=Arabic} ]+$/u.test(place.arabic),
    )
    expect(odd).toEqual([])
  })

  test('all pass the rules of the form they are suggested in', () => {
    const refusedAs = (field: 'state' | 'city') => (name: string) =>
      checkField('add_address', field, name) !== null
    const states = [...governorates, ...districts].flatMap(({ english, arabic }) => [
      english,
      arabic,
    ])
    const cities = towns.flatMap(({ english, arabic }) => [english, arabic])
    expect(states.filter(refusedAs('state'))).toEqual([])
    expect(cities.filter(refusedAs('city'))).toEqual([])
  })
})

describe('suggestions', () => {
  const names = (places: readonly { english: string }[]) => places.map((place) => place.english)

  test('before anything is typed the State field offers every governorate', () => {
    expect(suggestStates('')).toEqual(governorates)
  })

  test('a district is found too, after the governorates', () => {
    expect(names(suggestStates('ke'))).toEqual(['Keserwan Jbeil', 'Keserwan'])
    expect(names(suggestStates('جب'))).toEqual([
      'Mount Lebanon',
      'Keserwan Jbeil',
      'Jbeil',
      'Bint Jbeil',
    ])
  })

  test.each([
    ['ham', 'Hamra'],
    ['HAMR ', 'Hamra'],
    ['الحم', 'Hamra'],
    ['حمر', 'Hamra'],
    ['اشرفي', 'Achrafieh'],
    ['الأشرف', 'Achrafieh'],
    ['remmaneh', 'Ain El Remmaneh'],
    ['ain remm', 'Ain El Remmaneh'],
  ])('%s finds %s', (typed, town) => {
    expect(names(suggestTowns(typed, ''))[0]).toBe(town)
  })

  test('a name that opens with what is typed comes before one that has it inside', () => {
    const found = names(suggestTowns('bei', ''))
    expect(found.slice(0, 2)).toEqual(['Beit Mery', 'Beit Eddine'])
    expect(found).toContain('Ras Beirut')
  })

  test.each(['Hamra', ' hamra', 'الحمرا'])('%s is written out and needs no suggestion', (typed) => {
    expect(suggestTowns(typed, '')).toEqual([])
  })

  test('towns of the chosen state come first, and are offered before anything is typed', () => {
    expect(suggestTowns('', '')).toEqual([])
    expect(suggestTowns('', 'عكار').every((town) => town.governorate.english === 'Akkar')).toBe(
      true,
    )
    expect(names(suggestTowns('bs', 'Mount Lebanon'))[0]).toBe('Bsalim')
    expect(names(suggestTowns('bs', 'North Lebanon'))[0]).toBe('Bsharri')
  })

  test('a name is given in the script that is being typed, else in the language of the page', () => {
    const hamra = { english: 'Hamra', arabic: 'الحمرا' }
    expect(placeName(hamra, 'ham', 'arabic')).toBe('Hamra')
    expect(placeName(hamra, 'حم', 'english')).toBe('الحمرا')
    expect(placeName(hamra, '', 'arabic')).toBe('الحمرا')
    expect(placeName(hamra, '7', 'english')).toBe('Hamra')
  })
})
