import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { day_ms } from '@ozvi/contract'
import type { Context } from '../context/context.ts'

/** After a change, webhooks are also signed with the previous secret for this long. */
const overlap_ms = day_ms
const nonce_bytes = 12
const tag_bytes = 16

/**
 * The signing secrets of one kind of webhook.
 *
 * The configured secret applies immediately. If it changed, the previous one is stored (encrypted) and signs
 * along for 24 hours, so that receivers can be updated without a gap.
 *
 * @returns a function that returns the valid secrets, newest first
 */
export async function openWebhookSecrets(
  ctx: Pick<Context, 'transaction' | 'secrets' | 'now'>,
  name: string,
  configured: string,
): Promise<() => string[]> {
  const key = ctx.secrets.derive('webhook-secrets')
  const { previous, changed_ms } = await ctx.transaction(async (tx) => {
    const known = await tx
      .selectFrom('webhook_secret')
      .select(['current', 'previous', 'changed_at'])
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst()
    const before = known && open(key, known.current)
    if (known && before === configured)
      return {
        previous: known.previous ? open(key, known.previous) : undefined,
        changed_ms: Date.parse(known.changed_at),
      }
    const changed_ms = ctx.now()
    const row = {
      current: seal(key, configured),
      previous: before === undefined ? null : seal(key, before),
      changed_at: new Date(changed_ms).toISOString(),
    }
    await tx
      .insertInto('webhook_secret')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    return { previous: before, changed_ms }
  })
  return () =>
    previous !== undefined && ctx.now() < changed_ms + overlap_ms ? [configured, previous] : [configured]
}

function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}
/** @returns undefined if sealed with another key */
function open(key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonce_bytes))
    decipher.setAuthTag(sealed.subarray(-tag_bytes))
    const text = decipher.update(sealed.subarray(nonce_bytes, -tag_bytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
