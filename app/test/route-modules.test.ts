import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withoutReload } from '../vite/route-modules.ts'

test('S9.03 the router’s own reload without a guard is taken out of it', () => {
  const router = fileURLToPath(import.meta.resolve('react-router'))
  const file = new URL('lib/dom/ssr/routeModules.js', `file://${router}`)
  const code = withoutReload(readFileSync(file, 'utf8'))
  expect(code).not.toContain('location.reload')
  expect(code).toContain('await failed.answered')
  expect(() => withoutReload('location.reload()')).toThrow('another way')
})
