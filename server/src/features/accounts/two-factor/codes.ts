import { createHmac, randomInt } from 'node:crypto'
import { recoveryCodes } from '@ozvi/contract'
import { Secret, TOTP } from 'otpauth'
import type { Context, Tx } from '#platform/context/context.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { seal, unseal } from '#platform/secrets/encryption.ts'
import * as store from './store.ts'

const period_s = 30
/** Phone clocks are slightly off: the previous and the next code are valid too. */
const window_steps = 1
/** Per account, from any network: there are only a million codes. */
const codeLimit: Limit = { name: 'second-factor', points: 5, per_s: 15 * 60, is_shared: true }
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const locationOf = (user_id: string) => `totp|secret|${user_id}`
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Ozvi', label, secret: Secret.fromBase32(secret), period: period_s })

/** A new key in the format of authenticator apps. */
export function newTotp(label: string) {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totpOf(secret, label).toString() }
}
export const sealSecret = (ctx: Context, user_id: string, secret: string) =>
  seal(ctx.secrets.derive('totp'), locationOf(user_id), secret)

const withoutSeparators = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')
const hashCode = (ctx: Context, user_id: string, code: string) =>
  createHmac('sha256', ctx.secrets.derive('recovery-code'))
    .update(`${user_id}|${withoutSeparators(code)}`)
    .digest()

/** For signed-in users: the password, or the first code of a new key. */
const confirmationLimit: Limit = { name: 'prove-again', points: 10, per_s: 15 * 60, is_shared: true }

/** Per network, for all accounts. */
const networkLimit: Limit = { name: 'second-factor-network', points: 50, per_s: 15 * 60, is_shared: true }

/** Counts an attempt. Call it outside of transactions, because the counter may be remote. */
export async function consumeAttempt(
  ctx: Context,
  user_id: string,
  peer: string,
  kind: 'code' | 'confirmation' = 'code',
): Promise<void> {
  await ctx.rates.takeByNetwork(networkLimit, peer)
  await ctx.rates.take(kind === 'code' ? codeLimit : confirmationLimit, user_id, peer)
}

/**
 * Consumes a code: of several concurrent uses exactly one succeeds.
 *
 * @param is_set_up false while the key is being set up, when only its own codes count
 */
export async function consumeCode(
  ctx: Context,
  tx: Tx,
  user_id: string,
  code: string,
  is_set_up = true,
): Promise<'app' | 'recovery' | undefined> {
  const typed = withoutSeparators(code)
  if (!/^\d{6}$/.test(typed))
    return is_set_up &&
      (await store.consumeRecoveryCode(tx, user_id, hashCode(ctx, user_id, typed), ctx.now()))
      ? 'recovery'
      : undefined
  const sealed = await store.findSecret(tx, user_id, is_set_up)
  if (!sealed) return undefined
  const secret = unseal(ctx.secrets.derive('totp'), locationOf(user_id), sealed)
  const delta = totpOf(secret).validate({ token: typed, timestamp: ctx.now(), window: window_steps })
  if (delta === null) return undefined
  const step = Math.floor(ctx.now() / 1000 / period_s) + delta
  return (await store.consumeStep(tx, user_id, step)) ? 'app' : undefined
}

const part = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
/** Replaces the recovery codes with ten new ones of 59 random bits each. */
export async function renewCodes(ctx: Context, tx: Tx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => `${part()}-${part()}-${part()}`)
  await store.replaceRecoveryCodes(
    tx,
    user_id,
    codes.map((code) => hashCode(ctx, user_id, code)),
  )
  return codes
}
