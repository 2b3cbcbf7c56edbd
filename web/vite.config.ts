import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { firstScreenChunk, onEveryPage, vendor } from './build/chunk-groups.ts'
import { compressAssets } from './build/compress-assets.ts'
import { assetFileName, chunkFileName } from './build/file-names.ts'
import { iconImports } from './build/icon-imports.ts'
import { serviceWorker } from './build/service-worker.ts'
import { shopSettings } from './build/shop-settings.ts'
import { splitMessages } from './build/split-messages.ts'

/** Where the Go server listens while Vite serves the frontend in development. */
const goServer = process.env['DAWA_DEV_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    iconImports(),
    splitMessages(),
    shopSettings(),
    serviceWorker(),
    compressAssets(),
  ],
  // A name for this build. Tests use it to build the frontend twice with different content.
  define: { 'import.meta.env.DAWA_BUILD': JSON.stringify(process.env['DAWA_BUILD'] ?? '') },
  server: {
    proxy: {
      '/api': goServer,
      '/media': goServer,
      '/dev/mail': goServer,
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    // Older targets make the CSS compiler rewrite :dir(rtl) to a list of languages.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Fonts and pictures stay files of their own: a data: address cannot be cached or preloaded.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has these already; the list of what to fetch with a chunk is part of the entry.
      resolveDependencies: (_, dependencies) =>
        dependencies.filter((file) => !onEveryPage.some((name) => file.includes(`/${name}-`))),
    },
    rolldownOptions: {
      input: 'src/entry-client.tsx',
      output: {
        entryFileNames: 'assets/js/[name]-[hash].js',
        chunkFileNames: chunkFileName,
        assetFileNames: assetFileName,
        codeSplitting: {
          groups: [
            vendor,
            {
              name: firstScreenChunk,
              test: /\/(?:src|contract|lucide-react)\//,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
