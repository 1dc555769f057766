import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiOperations, apiScopes, problems, type Route, type Schemas } from '@ozvi/contract'
import descriptions from '@ozvi/contract/descriptions' with { type: 'json' }
import * as schemas from '@ozvi/contract/schemas'
import { fieldDescriptions } from '../server/src/platform/openapi/field-descriptions.ts'
import { schemaOf, type WrittenSchema } from '../server/src/platform/openapi/json-schema.ts'
import { formatted } from './formatted.ts'

/*
 * Writes the operations of the client package from the contract: names, paths, and types without other packages. Run
 * it after changing the contract: npm run generate
 */

export const clientFile = path.join(import.meta.dirname, '../api/src/operations.ts')
const textsOf = fieldDescriptions({ ...schemas }, descriptions.fields)

const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')
const union = (types: string[]) => [...new Set(types)].join(' | ') || 'unknown'

function objectType({ properties = {}, required = [], additionalProperties }: WrittenSchema): string {
  const fields = Object.entries(properties).map(([name, value]) => {
    const field = value as WrittenSchema // zod writes no boolean schemas
    return `${comment(field.description)}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`
  })
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`
  return typeof additionalProperties === 'object'
    ? `Record<string, ${typeOf(additionalProperties as WrittenSchema)}>`
    : 'Record<string, unknown>'
}

/** The TypeScript type of a JSON schema, as zod writes it. */
function typeOf(schema: WrittenSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return union(options.map((option) => typeOf(option as WrittenSchema)))
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part as WrittenSchema)).join(' & ')
  const types = [schema.type ?? 'unknown'].flat().map((type) => {
    if (type === 'integer') return 'number'
    if (type === 'object') return objectType(schema)
    if (type !== 'array') return type
    if (schema.prefixItems)
      return `[${schema.prefixItems.map((item) => typeOf(item as WrittenSchema)).join(', ')}]`
    return `(${typeOf((schema.items ?? {}) as WrittenSchema)})[]`
  })
  return union(types)
}

const jsonOf = (schema: Parameters<typeof schemaOf>[0], io: 'input' | 'output'): WrittenSchema =>
  schemaOf(schema, io, textsOf)

const declared = schemas as unknown as Record<string, Schemas | undefined>
const routeTexts: Partial<Record<string, { description: string }>> = descriptions.routes

function inputType(name: string, { path }: Route, isUpload: boolean): string {
  const parameters = [...path.matchAll(/:(\w+)/g)].flatMap(([, parameter = '']) =>
    parameter === 'integration_id' ? [] : [`${parameter}: string`],
  )
  const schema = declared[name]?.input
  const { properties = {}, required = [] } = schema ? jsonOf(schema, 'input') : {}
  const body = objectType({ properties, required })
  const parts = [
    ...(parameters.length > 0 || isUpload
      ? [`{ ${[...parameters, ...(isUpload ? ['id: string', 'file: Blob'] : [])].join('; ')} }`]
      : []),
    ...(Object.keys(properties).length > 0 ? [body] : []),
  ]
  return parts.join(' & ') || 'Record<string, never>'
}

export async function clientText(): Promise<string> {
  const all: [string, Route][] = Object.values(apiOperations).flatMap((calls) => Object.entries(calls))
  const isUpload = (name: string) => routeTexts[name]?.description.includes('multipart/form-data') ?? false
  const table = all.map(
    ([name, { method, path }]) =>
      `${name}: { method: '${method}', path: '${path}', is_upload: ${isUpload(name)} },`,
  )
  const types = all.map(([name, route]) => {
    const schema = declared[name]?.output
    const output = schema ? typeOf(jsonOf(schema, 'output')) : 'null'
    return `${comment(routeTexts[name]?.description)}${name}: {
      input: ${inputType(name, route, isUpload(name))}
      output: ${output}
    }`
  })
  const text = `// Generated from the contract by tools/generate-api-client.ts.

export const operations = {
${table.join('\n')}
} as const
export type OperationName = keyof typeof operations
export type Scope = ${union(apiScopes.map((scope) => JSON.stringify(scope)))}
export type ErrorCode = ${union(Object.keys(problems).map((code) => JSON.stringify(code)))}

/** The input and output of each call. */
export interface Operations {
${types.join('\n')}
}
`
  return formatted(clientFile, text)
}

if (import.meta.main) writeFileSync(clientFile, await clientText())
