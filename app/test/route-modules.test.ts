import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type RouterFile, withoutReload } from '../vite/route-modules.ts'

const router = fileURLToPath(import.meta.resolve('react-router'))
const changed = (name: RouterFile) =>
  withoutReload(name, readFileSync(new URL(`lib/dom/ssr/${name}`, `file://${router}`), 'utf8'))

test('S9.03 the router’s own reload without a guard is taken out of it', () => {
  const code = changed('routeModules.js')
  expect(code).not.toContain('location.reload')
  expect(code).toContain('await failed.answered')
  expect(() => withoutReload('routeModules.js', 'location.reload()')).toThrow('another way')
})
test('S9.03 S9.07 the router runs no page’s script because its link is seen', () => {
  expect(changed('links.js')).not.toContain('loadRouteModule(')
})
