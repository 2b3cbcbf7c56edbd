// Drives Chromium over its own protocol with only what a measurement needs switched on. Test libraries switch on the
// debugger's domains, and those take time that no shopper's browser spends.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Starts a browser; `open` gives a page with cookies and a cache of its own. */
export async function launch(program, flags) {
  const folder = await mkdtemp(join(tmpdir(), 'dawa-browser-'))
  const browser = spawn(
    program,
    ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, ...flags, 'about:blank'],
    { stdio: 'ignore' },
  )
  const gone = new Promise((done) => browser.once('exit', done))
  const line = await connect(await debuggerAddress(folder))
  return {
    open: () => openPage(line),
    async close() {
      // Asked, not killed: the program may be a script that started the browser.
      await line.send('Browser.close')
      await gone
      line.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The browser writes its port and path into its folder once it listens. */
async function debuggerAddress(folder) {
  for (let tries = 0; tries < 150; tries++) {
    const written = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, path] = written.trim().split('\n')
    if (path !== undefined) return `ws://127.0.0.1:${port}${path}`
    await pause(200)
  }
  throw new Error('the browser does not start')
}

async function connect(address) {
  const socket = new WebSocket(address)
  await new Promise((done, fail) => {
    socket.onopen = done
    socket.onerror = fail
  })
  const waiting = new Map()
  let last = 0
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data)
    const call = waiting.get(id)
    if (call === undefined) return // an event
    waiting.delete(id)
    if (error === undefined) call.done(result)
    else call.fail(new Error(`${call.method}: ${error.message}`))
  }
  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((done, fail) => {
        last += 1
        waiting.set(last, { method, done, fail })
        socket.send(JSON.stringify({ id: last, method, params, sessionId }))
      }),
    close: () => socket.close(),
  }
}

async function openPage(line) {
  const { browserContextId } = await line.send('Target.createBrowserContext')
  const { targetId } = await line.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await line.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method, params) => line.send(method, params, sessionId)
  await send('Page.enable')

  /** Calls a function inside the page. */
  async function read(inPage) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression: `(${inPage})()`,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'the page failed')
    return result.value
  }
  return {
    send,
    read,
    /** Has a function called in the page before its own scripts. */
    before: (inPage) => send('Page.addScriptToEvaluateOnNewDocument', { source: `(${inPage})()` }),
    async visit(url) {
      const { errorText } = await send('Page.navigate', { url })
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`)
    },
    async until(inPage) {
      for (let tries = 0; tries < 120; tries++) {
        if (await read(inPage)) return
        await pause(500)
      }
      throw new Error(`the page never came to ${inPage.name}`)
    },
    close: () => line.send('Target.disposeBrowserContext', { browserContextId }),
  }
}
