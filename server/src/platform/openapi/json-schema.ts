import * as z from 'zod/mini'

/** A JSON schema as zod writes it. */
export type WrittenSchema = z.core.JSONSchema.BaseSchema
/** Gives the descriptions of an object's fields, by name. */
export type FieldTexts = (schema: z.core.$ZodType) => Record<string, string>
/** The JSON schema of a schema, with the descriptions of its fields. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', textsOf: FieldTexts) {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: { properties } }) {
      if (!properties) return
      // Fields of the same schema share one object.
      for (const [name, description] of Object.entries(textsOf(zodSchema))) {
        const field = properties[name]
        if (typeof field === 'object') properties[name] = { ...field, description }
      }
    },
  })
  return json
}
