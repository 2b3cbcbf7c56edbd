import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/test-setup/setup.ts'],
    css: false,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
