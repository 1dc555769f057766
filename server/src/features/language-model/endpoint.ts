import type { Context } from '#platform/context/context.ts'
import { unseal } from '#platform/secrets/encryption.ts'
import type { Endpoint } from './connection.ts'
import type { StoredModel } from './store.ts'

/** Where the key is stored, for its encryption. */
export const keyLocation = (integration_id: string) => `language_model|key_sealed|${integration_id}`
const unsealKey = (ctx: Context, { integration_id, key_sealed }: StoredModel): string =>
  key_sealed ? unseal(ctx.secrets.derive('language-model'), keyLocation(integration_id), key_sealed) : ''

/** The saved endpoint, even if it is off: the workspace's own, otherwise the server's. */
export function endpointOf(ctx: Context, stored: StoredModel | undefined): Endpoint | undefined {
  if (!stored?.base_url) return ctx.config.language_model
  try {
    const { base_url, chat_model, embedding_model } = stored
    return { base_url, chat_model, embedding_model, key: unsealKey(ctx, stored) }
  } catch (err) {
    // The installation's keys were replaced: the key has to be entered again.
    ctx.log.warn({ err, integration_id: stored.integration_id }, 'language model: the key can’t be decrypted')
    return undefined
  }
}
