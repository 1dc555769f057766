import { expect, test } from 'vitest'
import config from '../../.dependency-cruiser.mjs'
import { fullFolders, unparsedKinds } from '../check-imports.ts'
import { plant } from './plant.ts'

const manifests = ['contract', 'wire', 'server', 'app', 'widget'].map((name) => `${name}/package.json`)
const frame = ['.dependency-cruiser.mjs', 'package.json', ...manifests]

/** What every planted file may import. */
const neighbors = {
  'node_modules/express/package.json': '{ "name": "express", "main": "index.js" }',
  'node_modules/express/index.js': '',
  'node_modules/pusher/package.json': '{ "name": "pusher", "main": "index.js" }',
  'node_modules/pusher/index.js': '',
  'contract/src/index.ts': 'export const contract = 1',
  'contract/src/schemas.ts': "export * from './order.schema.ts'",
  'contract/src/order.schema.ts': "import * as z from 'zod/mini'\nexport const Order = z",
  'node_modules/zod/package.json': '{ "name": "zod", "exports": { "./mini": "./mini.js" } }',
  'node_modules/zod/mini.js': '',
  'wire/src/index.ts': 'export const wire = 1',
  'app/src/entry.tsx': 'export const app = <p />',
  'app/src/ui/box.tsx': 'export const box = <p />',
  'app/src/dashboard/inbox/index.ts': 'export const inbox = 1',
  'app/src/dashboard/inbox/row.tsx': 'export const row = <p />',
  'app/src/site/page.tsx': 'export const page = <p />',
  'widget/src/embed.ts': 'export const embed = 1',
  'server/src/platform/clock.ts': 'export const clock = 1',
  'server/src/clock.test.ts': "import 'pusher'",
  'server/src/features/orders/index.ts': "export * from './service.ts'",
  'server/src/features/orders/service.ts': 'export const service = 1',
  'server/src/features/orders/store.ts': 'export const store = 1',
}

/** Rule → a file that breaks it (after `+`, a second case) and what that file contains. */
const faults: Record<string, Record<string, string>> = {
  'no-cycles': {
    'wire/src/hen.ts': "import { egg } from './egg.ts'\nexport const hen: typeof egg = 1",
    'wire/src/egg.ts': "import type { hen } from './hen.ts'\nexport const egg = 1 as unknown as typeof hen",
  },
  'no-cycles-in-contract': {
    'contract/src/hen.ts': "import { egg } from './egg.ts'\nexport const hen = egg",
    'contract/src/egg.ts': "import { hen } from './hen.ts'\nexport const egg = () => hen",
  },
  'no-schemas-in-browsers': {
    'app/src/checks.ts': "import { Order } from '@ozvi/contract/schemas'\nexport const order = Order",
    'widget/src/checks.ts': "import '../../contract/src/order.schema.ts'",
  },
  'no-zod-in-browsers': {
    'widget/src/parses.ts': "import * as z from 'zod/mini'\nexport const words = z",
    'app/src/parses.ts': "import type * as z from 'zod/mini'\nexport type Words = z.infer<never>",
  },
  'routes-without-schemas': {
    'contract/src/orders.ts': "import { Order } from './order.schema.ts'\nexport const order = Order",
  },
  'not-unresolvable': {
    'server/src/nowhere.ts': "import './is-not-there.ts'",
    'server/src/deep.ts': "import '#features/orders/store.ts'",
  },
  'contract-only-zod': {
    'contract/src/reads-files.ts': "import 'node:fs'",
    'contract/src/serves.ts': "import type {} from 'express'",
  },
  'api-package-self-contained': { 'api/src/needs.ts': "import '@ozvi/contract'" },
  'react-package-self-contained': { 'react/src/needs.ts': "import '@ozvi/contract'" },
  'wire-only-contract': { 'wire/src/serves.ts': "import 'express'" },
  'server-not-to-browser': { 'server/src/calls-itself.ts': "import type { wire } from '@ozvi/wire'" },
  'browser-not-to-server': { 'app/src/reads-tables.ts': "import '../../server/src/platform/clock.ts'" },
  'not-to-app': { 'widget/src/borrows.ts': "import '../../app/src/ui/box.tsx'" },
  'not-to-widget': { 'app/src/borrows.ts': "import '../../widget/src/embed.ts'" },
  'platform-not-to-features': { 'server/src/platform/sells.ts': "import '#features/orders'" },
  'features-through-index': {
    'server/src/features/basket/service.ts': "import type { store } from '../orders/store.ts'",
  },
  'features-through-index-from-outside': { 'server/src/mounts.ts': "import './features/orders/service.ts'" },
  'routes-not-to-stores': { 'server/src/features/orders/routes.ts': "import './store.ts'" },
  'stores-not-to-services': { 'server/src/features/orders/item-store.ts': "import './service.ts'" },
  'ui-not-to-features': {
    'app/src/ui/order-row.tsx': "import '#dashboard/inbox'",
    'app/src/platform/order.ts': "import '../site/page.tsx'",
  },
  'site-not-to-dashboard': { 'app/src/site/shows-inbox.tsx': "import '#dashboard/inbox'" },
  'dashboard-not-to-site': { 'app/src/dashboard/home/shows-page.tsx': "import '#site/page.tsx'" },
  'dashboard-features-through-index': { 'app/src/dashboard/home/shows-row.tsx': "import '../inbox/row.tsx'" },
  'production-not-to-tests': { 'server/src/proves.ts': "import './clock.test.ts'" },
  'production-not-to-dev-dependencies': { 'server/src/asserts.ts': "import { expect } from 'pusher'" },
}

interface Cruise {
  modules: { source: string; dependencies: unknown[] }[]
  summary: { violations: { from: string; rule: { name: string } }[]; totalCruised: number }
}
const cruise = (planted: Record<string, string>) =>
  plant({ kept: frame, planted: { ...neighbors, ...planted } }, ({ run }) => {
    const { stdout } = run('depcruise', '.', '--config', '--output-type', 'json')
    return JSON.parse(stdout) as Cruise // the tool's own report
  })

test('imports in the allowed direction pass', () => {
  const { summary } = cruise({
    'contract/src/orders.ts': "export * from './index.ts'",
    'wire/src/browser.ts': "import '@ozvi/contract'",
    'server/src/features/basket/service.ts': "import '#features/orders'\nimport '#platform/clock.ts'",
    'server/src/features/basket/service.test.ts': "import 'pusher'\nimport '@ozvi/wire'",
    'app/src/dashboard/home/page.tsx': "import '#dashboard/inbox'\nimport '#ui/box.tsx'",
    'app/src/shapes.ts':
      "import type { Order } from '@ozvi/contract/schemas'\nexport type Shape = typeof Order",
  })
  expect(summary.violations).toEqual([])
  expect(summary.totalCruised).toBeGreaterThan(Object.keys(neighbors).length - 4)
})

test('each import rule has a failing example', () => {
  const names = config.forbidden?.map(({ name }) => name).sort()
  expect(Object.keys(faults).sort()).toEqual(names)
  const { summary } = cruise(Object.assign({}, ...Object.values(faults)))
  for (const [rule, planted] of Object.entries(faults)) {
    const caught = summary.violations.filter((matches) => matches.rule.name === rule).map(({ from }) => from)
    // A cycle is reported once, from one of its modules.
    const expected = Object.keys(planted).filter(
      (name) => !rule.startsWith('no-cycles') || name.includes('egg'),
    )
    expect(caught, rule).toEqual(expect.arrayContaining(expected))
  }
})

test('a kind of sources that wasn’t parsed is found', () => {
  const parsed = ['server/src/a.ts', 'app/src/a.tsx', 'widget/src/a.tsx', 'contract/src/a.ts'].flatMap(
    (source) => Array.from({ length: 11 }, () => ({ source, dependencies: ['b'] })),
  )
  expect(unparsedKinds(parsed)).toEqual([])
  for (const { source } of parsed)
    for (const modules of [
      parsed.filter((other) => other.source !== source),
      parsed.map((other) => (other.source === source ? { source, dependencies: [] } : other)),
    ])
      expect(unparsedKinds(modules).map((kind) => kind.test(source))).toEqual([true])
})

test('a folder with more than 30 sources of its own is found', () => {
  const sources = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ source: `server/src/features/orders/part-${index}.ts` }))
  const others = [
    'server/src/features/orders/orders.test.ts',
    'server/src/features/orders/lines/store.ts',
    'app/src/ui/box.tsx',
  ].map((source) => ({ source }))
  expect(fullFolders([...sources(30), ...others])).toEqual([])
  expect(fullFolders([...sources(31), ...others])).toEqual(['server/src/features/orders'])
})
