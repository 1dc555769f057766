import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Instant, text, Time } from '../fields.schema.ts'
import { apiKeyNameCharsMax, apiScopes } from './api-keys.ts'

export const ApiScope = z.enum(apiScopes)
export type ApiScope = z.infer<typeof ApiScope>

/** A key without its secret. */
export const ApiKey = z.object({
  id: Id,
  integration_id: Id,
  /** Shown as the author of changes made with the key. */
  name: z.string(),
  /** Its first characters, such as `ozvi_4fQx`. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  /** Null if it doesn't expire. */
  expires_at: z.nullable(Time),
  /** Accurate to a minute; null if never used. */
  last_used_at: z.nullable(Time),
  created_at: Time,
  created_by_name: z.string(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = schemas({ output: z.array(ApiKey), problems: ['not_found', 'forbidden'] })
export const createApiKey = schemas({
  input: z.object({
    name: text(1, apiKeyNameCharsMax),
    scopes: z.array(ApiScope).check(z.minLength(1), z.maxLength(apiScopes.length)),
    expires_at: z._default(z.nullable(Instant), null),
  }),
  output: z.extend(ApiKey, {
    /** The whole key. It is returned once, and only its hash is stored. */
    key: z.string(),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
export const revokeApiKey = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
export const apiKeysChanged = z.object({ integration_id: Id })
