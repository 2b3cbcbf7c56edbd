/** In place of a store's id: the shop itself, what it sells and the people who run it. */
export const HOUSE = 'house'
