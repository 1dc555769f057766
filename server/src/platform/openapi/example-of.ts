import * as z from 'zod'

/** The parts of a JSON schema that examples are made from. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  pattern?: string
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  $ref?: string
}

/** Values for fields whose schema says only that they are text. */
const texts: Record<string, string> = {
  author_name: 'Eva Nováková',
  body: 'Your parcel is on its way.',
  city: 'Bratislava',
  company: 'Green Bean',
  country: 'SK',
  cursor: 'bGFzdHwy',
  email: 'jana@example.com',
  external_id: 'customer-42',
  first_name: 'Jana',
  last_message_preview: 'Where is my order?',
  message: 'We couldn’t find that.',
  name: 'Jana Malá',
  next: 'bGFzdHwy',
  note: 'Prefers to be called in the morning.',
  phone: '+421 900 123 456',
  preview: 'Where is my order?',
  question: 'Do you ship to Poland?',
  answer: 'Yes, in three working days.',
  rules: '',
  search: 'parcel',
  subject: 'Where is my order?',
  time_zone: 'Europe/Bratislava',
  title: 'Delivery',
  url: 'https://shop.example.com/delivery',
}
/** Values that the contract's patterns accept, tried in this order. */
const patterned = [
  '09:00',
  'en',
  'SK',
  '#1f6feb',
  'https://shop.example.com/',
  '+421 900 123 456',
  `B${'x'.repeat(86)}`,
  'x'.repeat(22),
]
const id = '0d4a7a0e-5c1e-4c5e-9d0b-6d2d3a1f2b10'
const time = '2026-11-26T10:00:00.000Z'
const day = '2026-11-26'

function textFor(name: string, { format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  if (format === 'uuid') return id
  if (format === 'date-time') return time
  if (format === 'email') return 'jana@example.com'
  if (format === 'uri') return 'https://shop.example.com/'
  if (name.endsWith('_at') || name.endsWith('_since') || name === 'at' || name.endsWith('_until')) return time
  const text = texts[name] ?? (['day', 'since', 'until', 'from', 'to'].includes(name) ? day : 'text')
  if (pattern) {
    const schema = z.fromJSONSchema({ type: 'string', pattern })
    if (!schema.safeParse(text).success)
      return patterned.find((value) => schema.safeParse(value).success) ?? text
  }
  return text.slice(0, maxLength).padEnd(minLength, 'x')
}

function arrayFor({ items, prefixItems, minItems = 1 }: JsonSchema, name: string, depth: number): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name, depth + 1))
  if (!items) return []
  const item = exampleOf(items, name.replace(/s$/, ''), depth + 1)
  return Array.from({ length: Math.max(1, minItems) }, () => item)
}

/** Of a record with fixed names, each of these. */
function propertiesOf({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  if (typeof additionalProperties !== 'object') return properties
  return { ...Object.fromEntries(required.map((name) => [name, additionalProperties])), ...properties }
}

/**
 * An example of a JSON schema.
 *
 * @param name the field that holds the value, which chooses its text
 */
export function exampleOf(schema: JsonSchema, name = '', depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return exampleOf(choice.find(({ type }) => type !== 'null') ?? choice[0] ?? {}, name, depth)
  if (schema.allOf && !schema.type)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.default !== undefined && depth > 0) return schema.default
  switch (type) {
    case 'string':
      return textFor(name, schema)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return name.startsWith('is_') || name.startsWith('has_')
    case 'array':
      if (depth > 3 && !schema.minItems) return []
      return arrayFor(schema, name, depth)
    case 'object':
      return Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([key, value]) => [key, exampleOf(value, key, depth + 1)]),
      )
    default:
      return null
  }
}
