import {
  previousSecret_ms,
  identityChecks,
  type IdentitySettings,
  identitySettingsChanged,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { findWebsite, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { seal, unseal } from '#platform/secrets/encryption.ts'
import { newToken } from '#platform/secrets/secrets.ts'
import * as store from './settings-store.ts'
import { validateToken, type SignedWith } from './token.ts'

/*
 * The secret is shown once, when it is created: an attacker in an admin's session can't read it, and a lost
 * one is replaced by a new one that is valid alongside it for a day.
 */

const key = (ctx: Context) => ctx.secrets.derive('identity')
const locationOf = (integration_id: string) => `identity_verification ${integration_id}`

type Shown = Pick<
  store.Verification,
  'mode' | 'secret_created_at' | 'previous_secret_expires_at' | 'last_used_at' | 'version'
>
const none: Shown = {
  mode: 'off',
  secret_created_at: null,
  previous_secret_expires_at: null,
  last_used_at: null,
  version: 0,
}
const isPast = (ctx: Context, time: string | null) => time === null || Date.parse(time) <= ctx.now()
function visible(ctx: Context, integration_id: string, verification: Shown = none): IdentitySettings {
  const { mode, secret_created_at, previous_secret_expires_at, last_used_at, version } = verification
  return {
    integration_id,
    mode,
    secret_created_at,
    previous_secret_expires_at: isPast(ctx, previous_secret_expires_at) ? null : previous_secret_expires_at,
    last_used_at,
    version,
  }
}

export const getIdentitySettings = async (ctx: Context, { integration_id }: MemberActor) =>
  visible(ctx, integration_id, await store.findVerification(ctx.db, integration_id))

/** The currently valid secrets. */
export async function findSecrets(
  ctx: Context,
  integration_id: string,
): Promise<{ mode: IdentitySettings['mode']; secrets: Partial<Record<SignedWith, string>> }> {
  const verification = await store.findVerification(ctx.db, integration_id)
  const open = (sealed: Buffer) => unseal(key(ctx), locationOf(integration_id), sealed)
  return {
    mode: verification?.mode ?? 'off',
    secrets: {
      ...(verification?.secret ? { current: open(verification.secret) } : {}),
      ...(verification?.previous_secret && !isPast(ctx, verification.previous_secret_expires_at)
        ? { previous: open(verification.previous_secret) }
        : {}),
    },
  }
}

function newSecret(ctx: Context, integration_id: string) {
  const secret = newToken()
  const secret_created_at = isoNow(ctx)
  return {
    secret,
    columns: { secret: seal(key(ctx), locationOf(integration_id), secret), secret_created_at },
  }
}
function emitSettings(ctx: Context, tx: Tx, verification: store.Verification): IdentitySettings {
  const settings = visible(ctx, verification.integration_id, verification)
  tx.emit(identitySettingsChanged, settings)
  return settings
}

export function updateIdentitySettings(
  ctx: Context,
  actor: MemberActor,
  { mode }: Input<typeof contract.updateIdentitySettings>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const verification = await store.lockVerification(tx, integration_id)
    const secret = mode !== 'off' && !verification.secret ? newSecret(ctx, integration_id) : undefined
    if (verification.mode === mode) return { ...visible(ctx, integration_id, verification), secret: null }
    const changed = await store.updateVerification(tx, integration_id, { mode, ...secret?.columns })
    await record(ctx, tx, actor, {
      action: 'identity_changed',
      details: { from: verification.mode, to: mode },
    })
    if (secret) await record(ctx, tx, actor, { action: 'identity_secret_renewed' })
    return { ...emitSettings(ctx, tx, changed), secret: secret?.secret ?? null }
  })
}

export function renewIdentitySecret(ctx: Context, actor: MemberActor) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const verification = await store.lockVerification(tx, integration_id)
    const { secret, columns } = newSecret(ctx, integration_id)
    const previous = verification.secret && {
      previous_secret: verification.secret,
      previous_secret_expires_at: new Date(
        Date.parse(columns.secret_created_at) + previousSecret_ms,
      ).toISOString(),
    }
    const changed = await store.updateVerification(tx, integration_id, { ...columns, ...previous })
    await record(ctx, tx, actor, { action: 'identity_secret_renewed' })
    return { ...emitSettings(ctx, tx, changed), secret }
  })
}

export function endPreviousSecret(ctx: Context, actor: MemberActor) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const verification = await store.lockVerification(tx, integration_id)
    if (!verification.previous_secret) return visible(ctx, integration_id, verification)
    const changed = await store.updateVerification(tx, integration_id, {
      previous_secret: null,
      previous_secret_expires_at: null,
    })
    if (!isPast(ctx, verification.previous_secret_expires_at))
      await record(ctx, tx, actor, { action: 'identity_secret_ended' })
    return emitSettings(ctx, tx, changed)
  })
}

export async function checkIdentityToken(
  ctx: Context,
  { integration_id }: MemberActor,
  { token }: Input<typeof contract.checkIdentityToken>,
) {
  const [website, { secrets }] = await Promise.all([
    findWebsite(ctx.db, integration_id),
    findSecrets(ctx, integration_id),
  ])
  if (!website) throw new Problem('not_found') // deleted since the guard ran
  const expected = { secrets, audience: website.public_key, now: ctx.now() }
  const { problems, signed_with, claims, expires_at } = await validateToken(token, expected)
  return {
    problems: identityChecks.flatMap((check) => {
      const fault = problems[check]
      return fault ? [{ check, fault }] : []
    }),
    signed_with,
    claims: claims && {
      external_id: claims.sub ?? null,
      email: claims.email ?? null,
      name: claims.name ?? null,
      expires_at,
    },
  }
}
