import { day_ms } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { seal, unseal } from '#platform/secrets/encryption.ts'
import { newToken } from '#platform/secrets/secrets.ts'
import type { Endpoint, Key } from './store.ts'

/** After a rotation, deliveries are also signed with the previous secret for this long. */
export const overlap_ms = day_ms

const keyOf = (ctx: Context) => ctx.secrets.derive('webhooks')
const locationOf = ({ integration_id, webhook_id }: Key) => `webhook_endpoint ${integration_id} ${webhook_id}`

export const newSecret = () => `whsec_${newToken()}`
export const sealSecret = (ctx: Context, key: Key, secret: string) =>
  seal(keyOf(ctx), locationOf(key), secret)

/** The secrets that sign now, newest first. */
export function secretsOf(ctx: Context, endpoint: Endpoint): string[] {
  const { integration_id, id: webhook_id, secret_sealed, previous_sealed, previous_until } = endpoint
  const isOverlapping = previous_until !== null && Date.parse(previous_until) > ctx.now()
  return [secret_sealed, ...(isOverlapping && previous_sealed ? [previous_sealed] : [])].map((sealed) =>
    unseal(keyOf(ctx), locationOf({ integration_id, webhook_id }), sealed),
  )
}
