import makeTables from 'bidi-js'

const tables = makeTables()

/** Stands for `bidi-js` where jsdom asks for it: see environment.ts. */
// oxlint-disable-next-line import/no-default-export -- it has the shape of the library
export default () => tables
