import type * as z from 'zod/mini'

type Texts = Record<string, string>

/** The schemas directly inside one that isn't an object. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  // Every kind of schema that has parts names them with one of these.
  const {
    innerType,
    element,
    options,
    valueType,
    items,
    in: input,
    out,
  } = schema._zod.def as unknown as {
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    options?: z.core.$ZodType[]
    valueType?: z.core.$ZodType
    items?: z.core.$ZodType[]
    in?: z.core.$ZodType
    out?: z.core.$ZodType
  }
  return [innerType, element, valueType, input, out, ...(options ?? []), ...(items ?? [])].filter(
    (part) => part !== undefined,
  )
}

const shapeOf = (schema: z.core.$ZodType): Record<string, z.core.$ZodType> | undefined =>
  schema._zod.def.type === 'object' ? (schema as z.core.$ZodObject)._zod.def.shape : undefined

/** Calls `visit` with each object in a schema and the path of the field that holds it. */
function eachObject(
  schema: z.core.$ZodType,
  path: string,
  visit: (object: z.core.$ZodType, path: string) => void,
): void {
  const shape = shapeOf(schema)
  if (!shape) {
    for (const part of partsOf(schema)) eachObject(part, path, visit)
    return
  }
  visit(schema, path)
  for (const [name, field] of Object.entries(shape)) eachObject(field, `${path}.${name}`, visit)
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Schemas by name; those of a route are `createTag.input` and `createTag.output`. */
const namedSchemas = (schemas: Record<string, unknown>) =>
  Object.entries(schemas)
    .flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null && 'input' in value && 'output' in value
        ? [
            [`${name}.input`, value.input],
            [`${name}.output`, value.output],
          ]
        : [[name, value]],
    )
    .filter((entry): entry is [string, z.core.$ZodType] => isSchema(entry[1]))

/**
 * Returns a function that gives the descriptions of an object's fields.
 *
 * @param schemas by exported name; the schemas of a route have `input` and `output`
 * @param texts by name of the schema and path of the field: `Contact.owner_id`
 */
export function fieldDescriptions(schemas: Record<string, unknown>, texts: Texts) {
  const byObject = new Map<z.core.$ZodType, Texts>()
  /** Of fields that another object may take over. */
  const byField = new Map<z.core.$ZodType, string>()
  // A schema that many fields have, such as an id, says nothing about any of them.
  const common = new Set(Object.values(schemas).filter(isSchema))
  for (const [name, schema] of namedSchemas(schemas))
    eachObject(schema, name, (object, path) => {
      const own = byObject.get(object) ?? {}
      byObject.set(object, own)
      for (const [field, type] of Object.entries(shapeOf(object) ?? {})) {
        const text = texts[`${path}.${field}`]
        if (!text) continue
        own[field] = text
        if (!common.has(type)) byField.set(type, text)
      }
    })
  return (object: z.core.$ZodType): Texts => {
    const takenOver = Object.entries(shapeOf(object) ?? {}).flatMap(([field, type]): [string, string][] => {
      const text = byField.get(type)
      return text ? [[field, text]] : []
    })
    return { ...Object.fromEntries(takenOver), ...byObject.get(object) }
  }
}
