import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { bareEngine } from './build/bare-engine.ts'
import { iconImports } from './build/icon-imports.ts'
import { splitMessages } from './build/split-messages.ts'

/** The build that the page renderer inside the binary runs: one classic script, nothing lazy. */
export default defineConfig({
  plugins: [bareEngine(), react(), iconImports(), splitMessages()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'src/entry-server.tsx',
    // Hidden from browsers by the dot; embedded with the rest of dist.
    outDir: 'dist/.server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2022',
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { format: 'iife', entryFileNames: 'page.js' } },
  },
})
