import { randomUUID } from 'node:crypto'
import { registerHooks } from 'node:module'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What Node has and browsers have too, and jsdom has not: the requests of the tests are made of them. */
const ofNode = [
  'ByteLengthQueuingStrategy',
  'CompressionStream',
  'CountQueuingStrategy',
  'DecompressionStream',
  'MessageChannel',
  'MessageEvent',
  'MessagePort',
  'ReadableStream',
  'TextDecoderStream',
  'TextEncoderStream',
  'TransformStream',
  'WritableStream',
] as const

/** The tabs of one file do not hear those of another, which may run in the same process at the same time. */
function channelsOfOneFile(): typeof BroadcastChannel {
  const file = randomUUID()
  return class extends BroadcastChannel {
    constructor(name: string) {
      super(`${file} ${name}`)
    }
  }
}

/**
 * jsdom's selectors ask `bidi-js` for its tables for each element whose direction they look up, and it reads them anew
 * each time: a sixth of the time of the tests. Here all ask for the same ones. Called before jsdom is loaded.
 */
function readDirectionTablesOnce(): void {
  const once = new URL('direction-tables.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'bidi-js' && context.parentURL !== once
        ? { url: once, shortCircuit: true }
        : next(specifier, context),
  })
}

readDirectionTablesOnce()

/** jsdom in a context of its own for each file, made in a worker that has loaded jsdom once. */
const environment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'jsdom-in-context',
  async setupVM(options) {
    const made = await builtinEnvironments.jsdom.setupVM?.(options)
    if (made === undefined) throw new Error('jsdom makes no context')
    const context = made.getVmContext() as Record<string, unknown>
    for (const name of ofNode) context[name] ??= globalThis[name]
    context['BroadcastChannel'] = channelsOfOneFile()
    return made
  },
}

// oxlint-disable-next-line import/no-default-export -- Vitest loads an environment by its default export
export default environment
