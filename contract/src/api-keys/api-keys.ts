import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './api-keys.schema.ts'

export type { ApiKey, ApiScope } from './api-keys.schema.ts'

/** What a key can do, by area; `apiOperations` lists the calls of each scope. */
export const apiScopes = [
  'conversations:read',
  'conversations:write',
  'contacts:read',
  'contacts:write',
  'knowledge:read',
  'knowledge:write',
  'workspace:read',
  'workspace:write',
  'reports:read',
] as const
export const apiKeysMax = 50
export const apiKeyNameCharsMax = 60
/** Every key starts with this. */
export const apiKeyStart = 'ozvi_'

const path = '/api/integration/:integration_id/api-key'
export const listApiKeys = defineRoute<typeof schema.listApiKeys>()('GET', path)
/**
 * Creates an API key.
 * @throws Problem `invalid_input` on `expires_at`: in the past; on `name`: the workspace has `apiKeysMax` keys
 */
export const createApiKey = defineRoute<typeof schema.createApiKey>()('POST', path)
/**
 * Revokes a key immediately. After the response, no request with the key commits a change, not even one that
 * had already started.
 */
export const revokeApiKey = defineRoute<typeof schema.revokeApiKey>()('DELETE', `${path}/:api_key_id`)
export const apiKeysChanged = defineEvent<typeof schema.apiKeysChanged>()('ApiKeysChanged', workspaceChannel)
