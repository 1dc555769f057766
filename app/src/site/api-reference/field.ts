import type { JsonSchema } from './document.ts'

/** A parameter, or a field of a body or a response. */
export interface Field {
  name: string
  /** Such as `string or null`. */
  type: string
  is_required: boolean
  /** In English, from the contract. */
  description: string
  /** Allowed values of an enumeration. */
  values: string[]
  /** Such as `1–50 characters`, `default 30`. */
  limits: string[]
  /** Fields of the object, or of the objects in the list. */
  children: Field[]
  /** If there are several kinds of objects: the fields of each. */
  variants: { name: string; fields: Field[] }[]
}

const depthMax = 5
/** Limits that only say that a number is an exact integer. */
const isIntegerLimit = (value: number | undefined) =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER
const optionsOf = ({ anyOf, oneOf }: JsonSchema) => anyOf ?? oneOf ?? []
const typesOf = ({ type }: JsonSchema) => (type === undefined ? [] : [type].flat())

/** The schema without `null`, and whether it is nullable. */
function withoutNull(schema: JsonSchema): { schema: JsonSchema; is_nullable: boolean } {
  const options = optionsOf(schema)
  const others = options.filter(({ type }) => type !== 'null')
  const [only] = others
  if (only && others.length === 1 && options.length > 1)
    return { schema: { ...only, description: schema.description ?? '' }, is_nullable: true }
  const types = typesOf(schema)
  if (types.length > 1 && types.includes('null'))
    return { schema: { ...schema, type: types.filter((type) => type !== 'null') }, is_nullable: true }
  return { schema, is_nullable: others.length < options.length }
}

const formats: Partial<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'timestamp',
  uri: 'URL',
  email: 'email address',
  binary: 'file',
}
function typeName(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.format && formats[schema.format]) return formats[schema.format] ?? ''
  if (schema.enum) return 'enum'
  const options = optionsOf(schema).map((option) => typeName(withoutNull(option).schema))
  if (options.length > 0) return [...new Set(options)].join(' or ')
  const [type = 'any'] = typesOf(schema)
  if (type === 'array') return `array of ${plural(typeName(withoutNull(schema.items ?? {}).schema))}`
  if (type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object')
    return `map of ${plural(typeName(schema.additionalProperties))}`
  return typesOf(schema).join(' or ') || type
}
const plural = (name: string) =>
  /^(string|integer|number|object|boolean|UUID|URL|file|timestamp|enum)$/.test(name) ? `${name}s` : name

function rangeText(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `up to ${high}`
  return high === undefined ? `at least ${low}` : `${low}–${high}`
}
const range = (from: number | undefined, to: number | undefined, unit: string) => {
  const [low, high] = [isIntegerLimit(from) ? undefined : from, isIntegerLimit(to) ? undefined : to]
  if (low === undefined && high === undefined) return []
  const text = rangeText(low, high)
  return [unit ? `${text} ${unit}` : text]
}
const limitsOf = (schema: JsonSchema): string[] => [
  ...range(schema.minimum, schema.maximum, ''),
  ...(schema.format === 'uuid' ? [] : range(schema.minLength || undefined, schema.maxLength, 'characters')),
  ...range(schema.minItems || undefined, schema.maxItems, 'items'),
  ...(schema.default !== undefined && schema.default !== '' && typeof schema.default !== 'object'
    ? [`default ${String(schema.default)}`]
    : []),
]

/** The object type of a value or of its items. */
function objectOf(schema: JsonSchema): JsonSchema | undefined {
  const { schema: own } = withoutNull(schema)
  if (own.properties || optionsOf(own).some(({ properties }) => properties)) return own
  if (own.items) return objectOf(own.items)
  return typeof own.additionalProperties === 'object' ? objectOf(own.additionalProperties) : undefined
}

/** The discriminator of an object, such as `kind: message`. */
function variantName({ properties = {} }: JsonSchema, index: number): string {
  for (const [name, { const: value, enum: values }] of Object.entries(properties)) {
    const only = value ?? (values?.length === 1 ? values[0] : undefined)
    if (typeof only === 'string') return `${name}: ${only}`
  }
  return `option ${index + 1}`
}

export function fieldsOf(schema: JsonSchema, depth = 0): Field[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).map(([name, value]) =>
    fieldOf(name, value, required.includes(name), depth),
  )
}

export function fieldOf(name: string, schema: JsonSchema, is_required: boolean, depth = 0): Field {
  const { schema: own, is_nullable } = withoutNull(schema)
  const inner = depth < depthMax ? objectOf(own) : undefined
  const objects = inner && !inner.properties ? optionsOf(inner).filter(({ properties }) => properties) : []
  const values = own.enum ?? withoutNull(own.items ?? {}).schema.enum ?? []
  return {
    name,
    type: is_nullable ? `${typeName(own)} or null` : typeName(own),
    is_required,
    description: schema.description ?? own.description ?? '',
    values: values.map(String),
    limits: limitsOf(own),
    children: inner?.properties ? fieldsOf(inner, depth + 1) : [],
    variants: objects.map((object, index) => ({
      name: variantName(object, index),
      fields: fieldsOf(object, depth + 1),
    })),
  }
}
