import { configDefaults, defineConfig } from 'vitest/config'

/** These replace `location` or run Vite itself, which a context of its own does not allow. */
const ownProcess = ['src/app/screen-chunks.test.tsx', 'src/lib/build.test.ts', 'build/**/*.test.ts']

export default defineConfig({
  test: {
    setupFiles: ['src/test-setup/setup.ts'],
    css: false,
    // Whole screens in jsdom on a busy machine; a test that waits in vain says so long before.
    testTimeout: 60_000,
    // All cores: by default one is left out, which is half of a small machine.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'contexts',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...ownProcess],
          // Each file has a context and a jsdom of its own. A worker loads jsdom once, not once for each file.
          pool: 'vmThreads',
          environment: './src/test-setup/environment.ts',
        },
      },
      {
        extends: true,
        test: { name: 'processes', include: ownProcess, environment: 'jsdom' },
      },
    ],
  },
})
