import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/test-setup/setup.ts'],
    css: false,
    // Whole screens in jsdom on a busy machine; a test that waits in vain says so long before.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
