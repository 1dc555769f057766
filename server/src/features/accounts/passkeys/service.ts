import { type Input, type PasskeyProof, passkeysMax, Problem, minute_ms } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { anonymizeIp } from '#platform/http/rate-limits.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { mailNotice } from '../mails.ts'
import { confirmSession, endSession, type Session, startSession } from '../sessions.ts'
import { lockUser } from '../store.ts'
import { notifyTeams } from '../two-factor/notify-teams.ts'
import * as store from './store.ts'

/** A large library, loaded on first use. */
const webAuthn = () => import('@simplewebauthn/server')
const timeout_ms = 5 * minute_ms
const wrong = () => validationError('passkey', 'passkey_wrong')

/** Passkeys are valid for this installation's public address, regardless of the request. */
function relyingPartyOf(ctx: Context) {
  const { origin, hostname } = new URL(ctx.config.app_url)
  return { expectedOrigin: origin, expectedRPID: hostname }
}
const iso = (ms: number) => new Date(ms).toISOString()
const bytes = (text: string) => Buffer.from(text, 'base64url')

/** The challenge claimed by the browser. Untrusted until the signature is verified. */
function challengeIn(clientDataJSON: string): string {
  try {
    // Arbitrary JSON; an invalid challenge isn't found in the table.
    const { challenge } = JSON.parse(bytes(clientDataJSON).toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
/** In a separate transaction: a challenge answered wrongly is consumed too. */
async function consumeChallenge(
  ctx: Context,
  clientDataJSON: string,
  user_id: string | null,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const isKnown = await ctx.transaction((tx) => store.consumeChallenge(tx, challenge, user_id, isoNow(ctx)))
  if (!isKnown) throw wrong()
  return challenge
}

export const listPasskeys = (ctx: Context, { user }: Session) => store.listPasskeys(ctx.db, user.id)

function assertHasRoom({ length }: readonly unknown[]) {
  if (length >= passkeysMax) throw validationError('name', `passkeys_full:${passkeysMax}`)
}
export async function startPasskey(ctx: Context, { user }: Session) {
  const credentialIds = await store.listCredentialIds(ctx.db, user.id)
  assertHasRoom(credentialIds)
  const { expectedRPID } = relyingPartyOf(ctx)
  const { generateRegistrationOptions } = await webAuthn()
  const created = await generateRegistrationOptions({
    rpName: 'Ozvi',
    rpID: expectedRPID,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: timeout_ms,
    attestationType: 'none',
    excludeCredentials: credentialIds.map((id) => ({ id: id.toString('base64url') })),
  })
  await ctx.transaction((tx) =>
    store.insertChallenge(tx, created.challenge, user.id, iso(ctx.now() + timeout_ms)),
  )
  return {
    challenge: created.challenge,
    rp: { id: expectedRPID, name: 'Ozvi' },
    user: created.user,
    pubKeyCredParams: created.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout: timeout_ms,
    excludeCredentials: credentialIds.map((id) => ({
      id: id.toString('base64url'),
      type: 'public-key' as const,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

/**
 * Records it in the audit log of each of the user's workspaces, notifies them by email, and updates their
 * teams' lists.
 */
async function recordPasskeyChange(
  ctx: Context,
  tx: Tx,
  { user, ip_prefix }: Session,
  action: 'added' | 'removed',
  name: string,
) {
  const who = { user_id: user.id, name: user.name, ip_prefix }
  await recordAccountAction(ctx, tx, who, { action: `passkey_${action}`, subject: name })
  await mailNotice(ctx, tx, user, `passkey_${action}`)
  await notifyTeams(tx, user.id)
}

export async function addPasskey(
  ctx: Context,
  session: Session,
  { name, credential }: Input<typeof contract.addPasskey>,
) {
  const { user } = session
  const { id, response } = credential
  const expectedChallenge = await consumeChallenge(ctx, response.clientDataJSON, user.id)
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, transports: [] },
    },
    expectedChallenge,
    ...relyingPartyOf(ctx),
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw wrong()
  const created = registrationInfo.credential
  return ctx.transaction(async (tx) => {
    await lockUser(tx, user.id)
    assertHasRoom(await store.listCredentialIds(tx, user.id))
    const passkey = await store.insertPasskey(tx, {
      user_id: user.id,
      credential_id: bytes(created.id),
      public_key: Buffer.from(created.publicKey),
      counter: created.counter,
      transports: response.transports,
      name,
      created_at: isoNow(ctx),
    })
    if (!passkey) throw wrong()
    await store.markSession(tx, session.id_hash)
    // Workspaces that require two factors admit this session now.
    if (!session.has_two_factors) tx.reauthorize(user.id)
    await recordPasskeyChange(ctx, tx, session, 'added', name)
    return passkey
  })
}

export async function renamePasskey(
  ctx: Context,
  { user }: Session,
  { passkey_id, name }: Input<typeof contract.renamePasskey>,
) {
  const renamed = await ctx.transaction((tx) => store.renamePasskey(tx, user.id, passkey_id, name))
  if (!renamed) throw new Problem('not_found')
  return renamed
}

export async function removePasskey(
  ctx: Context,
  session: Session,
  { passkey_id }: Input<typeof contract.removePasskey>,
) {
  const { user } = session
  await ctx.transaction(async (tx) => {
    const name = await store.deletePasskey(tx, user.id, passkey_id)
    if (name === undefined) throw new Problem('not_found')
    await recordPasskeyChange(ctx, tx, session, 'removed', name)
    tx.reauthorize(user.id)
  })
  return null
}

/** @param user_id whose passkey must answer; null for a sign-in */
async function requestPasskey(ctx: Context, user_id: string | null) {
  const { expectedRPID: rpId } = relyingPartyOf(ctx)
  const { generateAuthenticationOptions } = await webAuthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
  await ctx.transaction((tx) => store.insertChallenge(tx, challenge, user_id, iso(ctx.now() + timeout_ms)))
  return { challenge, rpId, timeout: timeout_ms, userVerification: 'required' as const }
}
export const startPasskeySignIn = (ctx: Context) => requestPasskey(ctx, null)
export const startPasskeyConfirmation = (ctx: Context, { user }: Session) => requestPasskey(ctx, user.id)

/**
 * An unknown key and an invalid signature cause the same error.
 *
 * @returns the passkey's owner
 */
async function checkProof(
  ctx: Context,
  tx: Tx,
  { id, response: { userHandle, ...response } }: PasskeyProof,
  expectedChallenge: string,
) {
  const row = await store.lockByCredential(tx, bytes(id))
  if (!row || (userHandle && bytes(userHandle).toString() !== row.id)) throw wrong()
  const { passkey_id, public_key, counter, ...user } = row
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    ...relyingPartyOf(ctx),
    credential: { id, publicKey: Uint8Array.from(public_key), counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw wrong()
  await store.recordUse(tx, passkey_id, authenticationInfo.newCounter, isoNow(ctx))
  return user
}

/** Confirms the session with a passkey of its user. @throws Problem `invalid_input` on `passkey` */
export async function confirmByPasskey(ctx: Context, session: Session, proof: PasskeyProof): Promise<void> {
  const challenge = await consumeChallenge(ctx, proof.response.clientDataJSON, session.user.id)
  await ctx.transaction(async (tx) => {
    if ((await checkProof(ctx, tx, proof, challenge)).id !== session.user.id) throw wrong()
    await confirmSession(tx, session, ctx.now())
  })
}

export async function signInByPasskey(
  ctx: Context,
  actor: Session | undefined,
  { credential }: Input<typeof contract.signInByPasskey>,
  exchange: HttpContext,
) {
  const challenge = await consumeChallenge(ctx, credential.response.clientDataJSON, null)
  return ctx.transaction(async (tx) => {
    const user = await checkProof(ctx, tx, credential, challenge)
    if (actor) await endSession(ctx, tx, exchange.reply, actor)
    exchange.issueCsrf(await startSession(ctx, tx, exchange, user.id, { via_passkey: true }))
    const who = { user_id: user.id, name: user.name, ip_prefix: anonymizeIp(exchange.request.ip) }
    await recordAccountAction(ctx, tx, who, { action: 'signed_in' })
    return user
  })
}
