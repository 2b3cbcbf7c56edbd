/** What the bundler tells about a chunk when it asks for a name. */
interface Chunk {
  name: string
  facadeModuleId?: string | null
}

/** What the bundler tells about an asset when it asks for a name. */
interface Asset {
  names: string[]
}

/**
 * Names a lazy chunk after its route file (`routes/user/login.tsx` → `user-login`), because a
 * ChunkLoadError tells the reader which chunk is missing by this name.
 */
export function chunkFileName(chunk: Chunk): string {
  return `assets/js/${chunkName(chunk)}-[hash].js`
}

/** Sorts assets into one folder per kind, so that cache rules and people find them. */
export function assetFileName(asset: Asset): string {
  const name = asset.names[0] ?? ''
  if (name.endsWith('.css')) return 'assets/css/[name]-[hash][extname]'
  if (name.endsWith('.woff2')) return 'assets/fonts/[name]-[hash][extname]'
  return 'assets/[name]-[hash][extname]'
}

function chunkName(chunk: Chunk): string {
  const path = chunk.facadeModuleId?.replaceAll('\\', '/').split('/src/routes/')[1]
  if (path === undefined) {
    // The texts that come when the page is alive are told from those that it waits for.
    return chunk.facadeModuleId?.endsWith('?texts=soon') ? `soon-${chunk.name}` : chunk.name
  }
  return path
    .replace(/\.[jt]sx?$/, '')
    .replace(/\/index$/, '')
    .replaceAll('/', '-')
}
