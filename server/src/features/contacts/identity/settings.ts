import {
  formerSecret_ms,
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
import { seal, unseal } from '#platform/secrets/sealing.ts'
import { newToken } from '#platform/secrets/secrets.ts'
import * as store from './settings-store.ts'
import { judgeToken, type SignedWith } from './token.ts'

/*
 * The secret is shown once, when it is created: an attacker in an admin's session can't read it, and a lost
 * one is replaced by a new one that is valid alongside it for a day.
 */

const key = (ctx: Context) => ctx.secrets.derive('identity')
const placeOf = (integration_id: string) => `identity_verification ${integration_id}`

type Shown = Pick<store.Verification, 'mode' | 'made_at' | 'former_until' | 'last_used_at' | 'version'>
const none: Shown = { mode: 'off', made_at: null, former_until: null, last_used_at: null, version: 0 }
const isPast = (ctx: Context, time: string | null) => time === null || Date.parse(time) <= ctx.now()
function shown(ctx: Context, integration_id: string, held: Shown = none): IdentitySettings {
  const { mode, made_at, former_until, last_used_at, version } = held
  return {
    integration_id,
    mode,
    made_at,
    former_until: isPast(ctx, former_until) ? null : former_until,
    last_used_at,
    version,
  }
}

export const getIdentitySettings = async (ctx: Context, { integration_id }: MemberActor) =>
  shown(ctx, integration_id, await store.findVerification(ctx.db, integration_id))

/** The currently valid secrets. */
export async function findSecrets(
  ctx: Context,
  integration_id: string,
): Promise<{ mode: IdentitySettings['mode']; secrets: Partial<Record<SignedWith, string>> }> {
  const held = await store.findVerification(ctx.db, integration_id)
  const open = (sealed: Buffer) => unseal(key(ctx), placeOf(integration_id), sealed)
  return {
    mode: held?.mode ?? 'off',
    secrets: {
      ...(held?.secret ? { current: open(held.secret) } : {}),
      ...(held?.former && !isPast(ctx, held.former_until) ? { former: open(held.former) } : {}),
    },
  }
}

function newSecret(ctx: Context, integration_id: string) {
  const secret = newToken()
  const made_at = new Date(ctx.now()).toISOString()
  return { secret, columns: { secret: seal(key(ctx), placeOf(integration_id), secret), made_at } }
}
function tell(ctx: Context, tx: Tx, held: store.Verification): IdentitySettings {
  const settings = shown(ctx, held.integration_id, held)
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
    const held = await store.lockVerification(tx, integration_id)
    const made = mode !== 'off' && !held.secret ? newSecret(ctx, integration_id) : undefined
    if (held.mode === mode) return { ...shown(ctx, integration_id, held), secret: null }
    const changed = await store.updateVerification(tx, integration_id, { mode, ...made?.columns })
    await record(ctx, tx, actor, { act: 'identity_changed', details: { from: held.mode, to: mode } })
    if (made) await record(ctx, tx, actor, { act: 'identity_secret_renewed' })
    return { ...tell(ctx, tx, changed), secret: made?.secret ?? null }
  })
}

export function renewIdentitySecret(ctx: Context, actor: MemberActor) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const held = await store.lockVerification(tx, integration_id)
    const { secret, columns } = newSecret(ctx, integration_id)
    const former = held.secret && {
      former: held.secret,
      former_until: new Date(Date.parse(columns.made_at) + formerSecret_ms).toISOString(),
    }
    const changed = await store.updateVerification(tx, integration_id, { ...columns, ...former })
    await record(ctx, tx, actor, { act: 'identity_secret_renewed' })
    return { ...tell(ctx, tx, changed), secret }
  })
}

export function endFormerSecret(ctx: Context, actor: MemberActor) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const held = await store.lockVerification(tx, integration_id)
    if (!held.former) return shown(ctx, integration_id, held)
    const changed = await store.updateVerification(tx, integration_id, { former: null, former_until: null })
    if (!isPast(ctx, held.former_until)) await record(ctx, tx, actor, { act: 'identity_secret_ended' })
    return tell(ctx, tx, changed)
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
  const { problems, signed_with, claims, expires_at } = await judgeToken(token, expected)
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
