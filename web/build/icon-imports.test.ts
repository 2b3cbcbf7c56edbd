// @vitest-environment node
import { expect, test } from 'vitest'
import { withOwnModules } from './icon-imports.ts'

const files = new Map([
  ['Heart', 'icons/heart.mjs'],
  ['Trash2', 'icons/trash.mjs'],
])

test('every icon is imported from its own module', () => {
  const code = withOwnModules("import { Heart, Trash2 } from 'lucide-react'\nrest()", files)
  expect(code).toMatch(
    /^import Heart from '\S+\/dist\/esm\/icons\/heart\.mjs';import Trash2 from '\S+\/icons\/trash\.mjs'\nrest\(\)$/,
  )
})

test('an import that names something else than icons stays as it is', () => {
  const code = "import { Heart, type LucideIcon } from 'lucide-react'"
  expect(withOwnModules(code, files)).toBe(code)
})
