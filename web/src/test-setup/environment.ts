import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** What Node has and browsers have too, and jsdom has not: the requests of the tests are made of them. */
const ofNode = [
  'BroadcastChannel',
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

/** jsdom in a context of its own for each file, made in a worker that has loaded jsdom once. */
const environment: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'jsdom-in-context',
  async setupVM(options) {
    const made = await builtinEnvironments.jsdom.setupVM?.(options)
    if (made === undefined) throw new Error('jsdom makes no context')
    const context = made.getVmContext() as Record<string, unknown>
    for (const name of ofNode) context[name] ??= globalThis[name]
    return made
  },
}

// oxlint-disable-next-line import/no-default-export -- Vitest loads an environment by its default export
export default environment
