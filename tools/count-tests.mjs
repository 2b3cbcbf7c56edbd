// Reads the JSON reports of the test runners (go test -json, Vitest, Playwright).
//   node tools/count-tests.mjs REPORT              prints "passed failed"
//   node tools/count-tests.mjs REPORT --failures   prints the output of the Go tests that failed
//   node tools/count-tests.mjs --slowest REPORT…   prints the twenty slowest tests of all reports
//   node tools/count-tests.mjs --failed REPORT…    names the tests that failed, with the first line of why
import { existsSync, readFileSync } from 'node:fs'

const args = process.argv.slice(2)
if (args[0] === '--slowest') printSlowest(args.slice(1))
else if (args[0] === '--failed') printFailed(args.slice(1))
else if (args[1] === '--failures') printGoFailures(read(args[0]))
else console.log(count(read(args[0])).join(' '))

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function isGo(text) {
  return text.slice(0, text.indexOf('\n')).includes('"Action"')
}

/** The lines of `go test -json`; anything else on the stream is the go command speaking. */
function goEvents(text) {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line ? [{ Action: 'build-output', Output: line + '\n' }] : []
    return [JSON.parse(line)]
  })
}

function count(text) {
  if (text === '') return [0, 0]
  if (isGo(text)) {
    const ended = goEvents(text).filter((e) => e.Test)
    return [ended.filter((e) => e.Action === 'pass').length, ended.filter((e) => e.Action === 'fail').length]
  }
  const report = JSON.parse(text)
  // A test that passed only when it was tried again has failed.
  if (report.stats) return [report.stats.expected, report.stats.unexpected + report.stats.flaky] // Playwright
  return [report.numPassedTests, report.numFailedTests] // Vitest
}

function printGoFailures(text) {
  const output = new Map()
  const slowest = []
  let failures = 0
  let kept = 0
  for (const e of goEvents(text)) {
    const key = `${e.Package ?? ''} ${e.Test ?? ''}`
    if (e.Output && e.Action === 'build-output') process.stdout.write(e.Output)
    else if (e.Output) output.set(key, (output.get(key) ?? '') + e.Output)
    if (!e.Test && e.Action === 'output' && /^ok\s.*\(cached\)$/m.test(e.Output)) kept++
    if (e.Action === 'fail') {
      failures++
      process.stdout.write(`--- ${key}\n${output.get(key) ?? ''}`)
    }
    if (!e.Test && e.Elapsed) slowest.push([e.Elapsed, e.Package])
  }
  const rows = slowest.sort((a, b) => b[0] - a[0]).slice(0, 8)
  console.log(failures ? `${failures} failures` : 'ok')
  if (kept) console.log(`${kept} packages are as they were when their tests last passed: Go did not run them again`)
  for (const [seconds, name] of rows) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
}

function printSlowest(files) {
  const rows = files.map(read).filter(Boolean).flatMap(durations)
  rows.sort((a, b) => b[0] - a[0])
  for (const [seconds, name] of rows.slice(0, 20)) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
}

function printFailed(files) {
  const rows = files.map(read).filter(Boolean).flatMap(failed)
  if (rows.length) console.log('\nFailed:')
  for (const [name, why] of rows) console.log(`  ${name}${why ? `\n      ${firstLines(why)}` : ''}`)
}

/** The tests that failed, with what they said. */
function failed(text) {
  if (isGo(text)) {
    return goEvents(text)
      .filter((e) => e.Action === 'fail' && e.Test)
      .map((e) => [`${e.Package.replace('dawa/', '')} ${e.Test}`])
  }
  const report = JSON.parse(text)
  if (report.stats) return report.suites.flatMap((suite) => browserTests(suite)).flatMap(([, name, why]) => (why ? [[name, why]] : []))
  return report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => [`${file.name.replace(/.*\/web\//, 'web/')} ${test.fullName}`, test.failureMessages[0]]),
  )
}

function firstLines(message) {
  const plain = message.replace(/\u001b\[[0-9;]*m/g, '')
  return plain.split('\n').filter((line) => line.trim()).slice(0, 6).join('\n      ')
}

/** How long each test took, in seconds, with its name. */
function durations(text) {
  if (isGo(text)) {
    return goEvents(text)
      .filter((e) => e.Test && !e.Test.includes('/') && e.Elapsed)
      .map((e) => [e.Elapsed, `${e.Package.replace('dawa/', '')} ${e.Test}`])
  }
  const report = JSON.parse(text)
  if (report.stats) return report.suites.flatMap((suite) => browserTests(suite))
  return report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => [
      (test.duration ?? 0) / 1000,
      `${file.name.replace(/.*\/web\//, 'web/')} ${test.fullName}`,
    ]),
  )
}

function browserTests(suite) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => [
      test.results.reduce((sum, result) => sum + result.duration, 0) / 1000,
      `e2e/${suite.file} ${spec.title} (${test.projectName})`,
      test.status === 'unexpected' || test.status === 'flaky' ? test.results.map(errorOf).find(Boolean) : '',
    ]),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => browserTests(inner))]
}

function errorOf(result) {
  return result.errors?.[0]?.message ?? (result.status === 'passed' ? '' : result.status)
}
