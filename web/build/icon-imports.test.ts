// @vitest-environment node
import { expect, test } from 'vitest'
import { leanIcon, withOwnModules } from './icon-imports.ts'

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

test('an icon is made by our own lines, without names and keys', () => {
  const code = leanIcon(
    [
      "import createLucideIcon from '../createLucideIcon.mjs';",
      'const __iconData = {',
      '  name: "house",',
      '  size: 24,',
      '  node: [',
      '    ["path", { d: "M15 21v-8", key: "5wwlr5" }],',
      '    [',
      '      "path",',
      '      {',
      '        d: "M3 10",',
      '        key: "r6nss1"',
      '      }',
      '    ]',
      '  ],',
      '  aliases: ["home"]',
      '};',
    ].join('\n'),
  )
  expect(code).toMatch(
    /^import \{ createIcon as createLucideIcon \} from '\S+\/ui\/create-icon\.ts';\n/,
  )
  expect(code.slice(code.indexOf('const')).replaceAll(/\s+/g, ' ')).toBe(
    'const __iconData = { size: 24, node: [ ["path", { d: "M15 21v-8" }], [ "path", { d: "M3 10" } ] ] };',
  )
})
