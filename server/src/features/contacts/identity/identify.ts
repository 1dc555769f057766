import { type FieldErrorCode, Problem } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { hashToken } from '#platform/secrets/secrets.ts'
import { changeContact } from '../profile/change-contact.ts'
import type { VisitorActor } from '../guards.ts'
import { describeSource, lockContacts, transferConversations, updateMerge } from '../merging/merge-store.ts'
import { mergeVerified, type Merged } from '../merging/merges.ts'
import { insertContact, isExternalIdTaken } from '../store.ts'
import { queueContactWebhook } from '../webhooks.ts'
import { recordChange } from '../timeline/timeline.ts'
import {
  deleteVisitorToken,
  lockHome,
  type VisitorHome,
  insertVisitorToken,
  setClaimedEmail,
} from '../visitors/visitor-store.ts'
import * as store from './identity-store.ts'
import { findSecrets } from './settings.ts'
import { recordUse } from './settings-store.ts'
import { isNamed, validateToken, type NamedClaims } from './token.ts'

/*
 * Signs a browser in as the person named by a token: conversations started in any of their browsers are shown
 * in all of them, including those started in this browser before signing in. If another person was signed in
 * here, the two stay separate, and the browser keeps nothing of them.
 */

/**
 * @throws Problem `invalid_input` on `identity.{check}` with the problem; on `identity.mode` if tokens aren't
 * accepted here
 */
export async function readIdentity(
  ctx: Context,
  { id, public_key }: { id: string; public_key: string },
  token: string,
): Promise<NamedClaims> {
  const { mode, secrets } = await findSecrets(ctx, id)
  if (mode === 'off') throw validationError('identity.mode', 'identity_off')
  const { problems, claims } = await validateToken(token, { secrets, audience: public_key, now: ctx.now() })
  const failed = Object.entries(problems)
  if (failed.length === 0 && isNamed(claims)) return claims
  const errors = failed.map(([check, problem]) => [
    `identity.${check}`,
    [`identity_${problem}` satisfies FieldErrorCode],
  ])
  throw new Problem('invalid_input', Object.fromEntries(errors))
}

type NewContact = Parameters<typeof insertContact>[1]
interface IdentifiedBrowser {
  home: VisitorHome
  /** For a new visitor; null if the browser was already theirs. */
  token: string | null
  /** Nothing of the previous person may be carried over. */
  has_changed_person: boolean
  /** To be finished after the commit. */
  merges: Merged[]
}
const visitorOf = ({ contact_id, origin_id }: VisitorHome) => origin_id ?? contact_id

/**
 * @param current the browser's previous visitor
 * @param newContact the data of the contact, if one is created
 */
export async function identify(
  ctx: Context,
  tx: Tx,
  claims: NamedClaims,
  current: VisitorActor | undefined,
  newContact: NewContact,
): Promise<IdentifiedBrowser> {
  const { integration_id } = newContact
  const at = isoNow(ctx)
  const identity = {
    external_id: claims.sub,
    email: claims.email_verified === false ? undefined : claims.email,
  }
  await store.lockNames(tx, integration_id, identity)
  const merges: Merged[] = []
  const home = await identifiedContact(ctx, tx, identity, newContact, merges)
  await lockContacts(tx, integration_id, [home.contact_id, ...(current ? [current.contact_id] : [])])
  await saveClaims(tx, home, claims, identity, at)
  await recordUse(tx, integration_id, at)

  const before = current && (await lockHome(tx, current.token_hash, { changesToken: true }))
  if (current && before && visitorOf(before) === visitorOf(home)) {
    if (claims.email) await setClaimedEmail(tx, current.token_hash, claims.email, at)
    return { home, token: null, has_changed_person: false, merges }
  }
  const isMerged =
    current !== undefined &&
    before !== undefined &&
    (await mergeVisitor(ctx, tx, current, { before, home, merges }))
  if (current) {
    await deleteVisitorToken(tx, current.token_hash)
    tx.reauthorize(current.visitor_id)
  }
  const token = await insertVisitorToken(tx, home)
  if (claims.email) await setClaimedEmail(tx, hashToken(token), claims.email, at)
  return { home, token, has_changed_person: current !== undefined && !isMerged, merges }
}

/** The contact named by a token: signed in before, entered by the team, or new. */
async function identifiedContact(
  ctx: Context,
  tx: Tx,
  identity: store.IdentityClaims,
  newContact: NewContact,
  merges: Merged[],
): Promise<VisitorHome> {
  const { integration_id } = newContact
  const known = await store.findIdentity(tx, integration_id, identity)
  if (known) {
    await store.saveIdentity(tx, known, identity)
    return known
  }
  const entered = await store.findEnteredContact(tx, integration_id, identity)
  if (entered?.has_no_browser) {
    const home = { integration_id, contact_id: entered.contact_id, origin_id: null }
    await store.saveIdentity(tx, home, identity)
    return home
  }
  // A browser that is theirs only by the team's word isn't shown signed data, nor the other way round.
  const { id: contact_id } = await insertContact(tx, newContact)
  const home = { integration_id, contact_id, origin_id: null }
  await store.saveIdentity(tx, home, identity)
  await queueContactWebhook(ctx, tx, home, 'contact.created')
  if (!entered) return home
  const merged = await mergeVerified(ctx, tx, {
    integration_id,
    source_id: contact_id,
    target_id: entered.contact_id,
  })
  if (!merged) return home
  merges.push(merged)
  return { integration_id, contact_id: entered.contact_id, origin_id: contact_id }
}

/** Stores the signed values; unsigned ones leave the contact unchanged. */
async function saveClaims(
  tx: Tx,
  home: VisitorHome,
  claims: NamedClaims,
  identity: store.IdentityClaims,
  at: string,
): Promise<void> {
  const before = await store.findVerifiedClaims(tx, home)
  if (!before) throw new Problem('not_found') // deleted in the meantime
  const { name, phone, company, email } = claims
  await store.saveVerifiedClaims(tx, home, identity, at)
  const isFree = !(await isExternalIdTaken(tx, home, identity.external_id))
  const address = identity.email ?? (before.email ? undefined : email)
  await changeContact(tx, home, null, {
    kind: 'user',
    name,
    phone: phone ?? undefined,
    company,
    email: address,
    ...(isFree ? { external_id: identity.external_id } : {}),
  })
  if (!before.verified_at)
    await recordChange(tx, home, null, [{ field: 'verified', label: null, before: null, after: 'jwt' }])
  const { integration_id, origin_id } = home
  if (origin_id) await describeSource(tx, { integration_id, contact_id: origin_id }, { name, email: address })
}

/**
 * Gives conversations started anonymously in this browser to the person who signed in.
 *
 * @returns false if they stay with their previous contact
 */
async function mergeVisitor(
  ctx: Context,
  tx: Tx,
  { is_test }: VisitorActor,
  { before, home, merges }: { before: VisitorHome; home: VisitorHome; merges: Merged[] },
): Promise<boolean> {
  const { integration_id } = home
  const visitor_id = visitorOf(before)
  if (is_test || (await store.isIdentified(tx, integration_id, visitor_id))) return false
  if (before.contact_id === home.contact_id) {
    await transferConversations(tx, home, visitor_id)
    return true
  }
  // A contact the team has merged isn't split again.
  if (before.origin_id) return false
  const merged = await mergeVerified(ctx, tx, {
    integration_id,
    source_id: before.contact_id,
    target_id: home.contact_id,
  })
  if (!merged) return false
  const shown_ids = await transferConversations(tx, home, visitor_id)
  const { id: merge_id } = merged.merge
  merges.push({ ...merged, merge: await updateMerge(tx, { integration_id, merge_id }, { shown_ids }) })
  return true
}
