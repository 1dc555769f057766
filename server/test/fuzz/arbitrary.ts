import fc from 'fast-check'
import type { JsonSchema } from '#platform/openapi/example-of.ts'

/** Texts that have broken parsers, queries and pages. */
const hostileTexts = [
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop table message; --",
  '../../etc/passwd',
  '%00',
  '<script>alert(1)</script>',
  '{{constructor.constructor("x")()}}',
  '\u202e\u0000\ufeff',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  'NaN',
  '-1',
  '1e309',
  'null',
  'x'.repeat(9_000),
  '🧨'.repeat(300),
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
]
/** Positions in lists, as cursors encode them. */
const position = fc
  .tuple(
    fc.constantFrom('', 'last_seen|', 'name|'),
    fc.oneof(fc.uuid(), fc.constantFrom('-'.repeat(36), 'message x', '1', 'a\0b')),
    fc.constantFrom('1', 'Mon Jan 5', '2026-02-30T10:00:00Z', '2026-99-99 10:00:00+00', '-infinity', '\0'),
    fc.boolean(),
  )
  .map(([sort, id, at, isTimeFirst]) => `${sort}${isTimeFirst ? `${at}|${id}` : `${id}|${at}`}`)
const cursor = position.map((text) => Buffer.from(text).toString('base64url'))
const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}, [[[]]], Number.MAX_SAFE_INTEGER, -0),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
)

/** Ids that exist, by the name of the field or parameter. */
export type KnownIds = Record<string, string>

function textOf(
  { format, pattern, maxLength = 40 }: JsonSchema,
  name: string,
  ids: KnownIds,
): fc.Arbitrary<unknown> {
  const known = ids[name.replace(/s$/, '')]
  if (format === 'uuid') return fc.oneof(fc.uuid(), ...(known ? [fc.constant(known)] : []))
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 60) })
}

function validOf(schema: JsonSchema, name: string, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices?.length) return fc.oneof(...choices.map((choice) => valueOf(choice, name, ids)))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return textOf(schema, name, ids)
    case 'integer':
      return fc.oneof(fc.integer({ min: schema.minimum ?? 0, max: (schema.minimum ?? 0) + 50 }), fc.integer())
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'array':
      return schema.prefixItems
        ? fc.tuple(...schema.prefixItems.map((item) => valueOf(item, name, ids)))
        : fc.array(valueOf(schema.items ?? {}, name, ids), {
            minLength: schema.minItems ?? 0,
            maxLength: (schema.minItems ?? 0) + 3,
          })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, each]) => [key, valueOf(each, key, ids)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      return hostile
  }
}

/** Mostly values of the schema, sometimes hostile ones. */
export const valueOf = (schema: JsonSchema, name: string, ids: KnownIds): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: validOf(schema, name, ids) }, { weight: 1, arbitrary: hostile })

/** A parameter of a path or query. */
export const parameterOf = (schema: JsonSchema, name: string, ids: KnownIds): fc.Arbitrary<string> =>
  fc
    .oneof(
      ...(ids[name] ? [{ weight: 16, arbitrary: fc.constant(ids[name]) }] : []),
      ...(name === 'cursor' ? [{ weight: 4, arbitrary: cursor }] : []),
      { weight: 4, arbitrary: name.endsWith('_id') ? fc.uuid() : validOf(schema, name, ids) },
      { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
    )
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
