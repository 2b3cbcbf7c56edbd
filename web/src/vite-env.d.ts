/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The name of this build; empty but in tests that need two builds. */
  readonly DAWA_BUILD: string
}
