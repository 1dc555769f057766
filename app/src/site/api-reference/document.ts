/*
 * The parts of an OpenAPI 3.1 document that the reference shows, as the server generates them.
 */

export interface JsonSchema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
}
export interface DocumentParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
interface Content {
  schema: JsonSchema
  example?: unknown
}
export interface DocumentOperation {
  operationId: string
  tags: string[]
  summary?: string
  parameters: DocumentParameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
  'x-description'?: string
  'x-scope'?: string
  'x-causes'?: string[]
}
export interface Document {
  paths: Record<string, Record<string, DocumentOperation>>
}
