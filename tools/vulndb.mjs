// Makes the database that govulncheck reads out of the Go team's advisories, for places where only
// the module proxy is reached: node tools/vulndb.mjs <folder of the module golang.org/x/vulndb> <out>
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from, to] = process.argv.slice(2)
const folder = join(from, 'data', 'osv')
const entries = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  .filter((entry) => entry.withdrawn === undefined)
if (entries.length < 1000) throw new Error(`only ${entries.length} advisories in ${folder}`)

const modules = new Map()
for (const entry of entries) {
  for (const { package: module, ranges = [] } of entry.affected ?? []) {
    const list = modules.get(module.name) ?? []
    modules.set(module.name, list)
    if (list.some(({ id }) => id === entry.id)) continue
    const events = ranges.flatMap((range) => range.events ?? [])
    // The last event says whether there is a version without the fault.
    const fixed = events.at(-1)?.fixed
    list.push({ id: entry.id, modified: entry.modified, ...(fixed && { fixed }) })
  }
}

mkdirSync(join(to, 'index'), { recursive: true })
mkdirSync(join(to, 'ID'), { recursive: true })
const write = (name, value) => writeFileSync(join(to, name), JSON.stringify(value))
write('index/db.json', { modified: entries.map((entry) => entry.modified).sort().at(-1) })
write('index/modules.json', [...modules].sort().map(([path, vulns]) => ({ path, vulns })))
write(
  'index/vulns.json',
  entries.map(({ id, modified, aliases }) => ({ id, modified, ...(aliases && { aliases }) })),
)
for (const entry of entries) write(`ID/${entry.id}.json`, entry)
console.log(`${entries.length} advisories about ${modules.size} modules`)
