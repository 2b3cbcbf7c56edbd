import { configDefaults, defineConfig } from 'vitest/config'

/** These replace `location` or run Vite itself, which a context of its own does not allow. */
const ownProcess = ['src/app/screen-chunks.test.tsx', 'src/lib/build.test.ts', 'build/**/*.test.ts']

/** No component is tested here, but something that asks for the document, its storage or its address. */
const withDocument = [
  'src/app/browser-errors.test.ts',
  'src/app/first-screen.test.ts',
  'src/features/checkout/attempt.test.ts',
  'src/features/checkout/draft.test.ts',
  'src/features/session/api.test.ts',
  'src/features/shifts/queue.test.ts',
  'src/lib/analytics.test.ts',
  'src/lib/api.test.ts',
  'src/lib/session-message.test.ts',
  'src/lib/session-storage.test.ts',
  'src/lib/tag-manager.test.ts',
  'src/lib/validation.test.ts',
]

export default defineConfig({
  test: {
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
          include: ['src/**/*.test.tsx', ...withDocument],
          exclude: [...configDefaults.exclude, ...ownProcess],
          setupFiles: ['src/test-setup/setup.ts'],
          // Each file has a context and a jsdom of its own. A worker loads jsdom once, not once for each file.
          pool: 'vmThreads',
          environment: './src/test-setup/environment.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ownProcess, ...withDocument],
          setupFiles: ['src/lib/i18n-sync.ts'],
          // A context of its own as above, without a document: to make one takes longer than most of these tests.
          pool: 'vmThreads',
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ownProcess,
          setupFiles: ['src/test-setup/setup.ts'],
          environment: 'jsdom',
        },
      },
    ],
  },
})
