// Counts the tests in a runner's JSON report: `node tools/count-tests.mjs REPORT` prints "passed failed".
// With --failures it prints instead what a reader needs to see: the output of the Go tests that failed.
import { existsSync, readFileSync } from 'node:fs'

const [file, mode] = process.argv.slice(2)
if (!existsSync(file)) {
  if (!mode) console.log('0 0')
  process.exit(0)
}
const text = readFileSync(file, 'utf8')

if (mode === '--failures') printGoFailures()
else console.log(count().join(' '))

/** The lines of `go test -json`; anything else on the stream is the go command speaking. */
function goEvents() {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line ? [{ Action: 'build-output', Output: line + '\n' }] : []
    return [JSON.parse(line)]
  })
}

function count() {
  const firstLine = text.slice(0, text.indexOf('\n'))
  if (firstLine.includes('"Action"')) {
    const ended = goEvents().filter((e) => e.Test)
    return [ended.filter((e) => e.Action === 'pass').length, ended.filter((e) => e.Action === 'fail').length]
  }
  const report = JSON.parse(text)
  if (report.stats) return [report.stats.expected + report.stats.flaky, report.stats.unexpected] // Playwright
  return [report.numPassedTests, report.numFailedTests] // Vitest
}

function printGoFailures() {
  const output = new Map()
  const slowest = []
  let failures = 0
  for (const e of goEvents()) {
    const key = `${e.Package ?? ''} ${e.Test ?? ''}`
    if (e.Output && e.Action === 'build-output') process.stdout.write(e.Output)
    else if (e.Output) output.set(key, (output.get(key) ?? '') + e.Output)
    if (e.Action === 'fail') {
      failures++
      process.stdout.write(`--- ${key}\n${output.get(key) ?? ''}`)
    }
    if (!e.Test && e.Elapsed) slowest.push([e.Elapsed, e.Package])
  }
  const rows = slowest.sort((a, b) => b[0] - a[0]).slice(0, 8)
  console.log(failures ? `${failures} failures` : 'ok')
  for (const [seconds, name] of rows) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
}
