import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutSchemas } from '../vite/lean-contract.ts'

const lean = (code: string) => withoutSchemas(code, parseAst(code).body)

test('browsers get routes without schemas, events without data and the options of an enum', () => {
  expect(
    lean(`import * as z from 'zod/mini'
import { areRules } from './field-rules.ts'
import { route, Nothing } from './api.ts'
export const Role = z.enum(['owner', 'agent'])
export const Name = text(1, 80)
const nothing = z.object({ rules: areRules }).check(z.trim())
export const rename = route({ method: 'PUT', path: '/a/:id', input: z.object({ name: Name }), output: z.null(), problems: ['x'] })
export const renamed = event('Renamed', { data: Name, channel: ({ id }) => id })
export const limit = 5`),
  ).toBe(`

import { route, Nothing } from './api.ts'
export const Role = { options: ['owner', 'agent'] }
export const Name = undefined
const nothing = undefined
export const rename = /* @__PURE__ */ route({ method: 'PUT', path: '/a/:id',    })
export const renamed = /* @__PURE__ */ event('Renamed', {  channel: ({ id }) => id })
export const limit = 5`)
})
