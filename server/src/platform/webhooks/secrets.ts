import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Context } from '../context/context.ts'

/** For so long after a change webhooks are signed with the secret before it as well. */
const overlap_ms = 24 * 60 * 60_000
const nonce_bytes = 12
const tag_bytes = 16

/**
 * The secrets that webhooks of one kind are signed with.
 *
 * What is configured holds from now on. Was it another one until now, that one is kept (encrypted) and signs beside it
 * for 24 hours, so that receivers can be told of the new one without a gap.
 *
 * @returns what holds when it is asked, the newest first
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
/** @returns undefined for what another key has sealed, which is as good as unknown */
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
