import { join } from 'node:path'
import type { Plugin } from 'vite'

const packages = join(import.meta.dirname, '../../node_modules')
const renderer = join(packages, 'react-dom/cjs/react-dom-server-legacy.browser.production.js')

const ownSource = /\/web\/src\/.*\.tsx?$/
const lazy = /\bimport\(\s*(['"])[^'"]+\1\s*\)/g
const notHere = "Promise.reject(new Error('lazy chunks are not part of the page renderer'))"

/**
 * Makes a build fit for an engine that knows no modules, no network and no streams: the renderer
 * that answers with a string, and no chunk that would be fetched later.
 */
export function bareEngine(): Plugin {
  return {
    name: 'dawa:bare-engine',
    enforce: 'pre',
    resolveId: (id) => (id === 'react-dom/server' ? renderer : null),
    transform(code, id) {
      if (!ownSource.test(id.replaceAll('\\', '/')) || !code.includes('import(')) return null
      return { code: code.replaceAll(lazy, notHere), map: null }
    },
  }
}
