import {
  type Input,
  notificationKinds,
  type NotificationPreferences,
  notificationPreferencesChanged,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import { type MemberActor, ownAudience } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { preferencesWith } from './preferences.ts'
import { memberOfToken } from './mail-token.ts'
import { markOwnRead } from './notify.ts'
import * as store from './store.ts'

export const listNotifications = (ctx: Context, actor: MemberActor) => store.listNotifications(ctx.db, actor)

export async function markNotificationsRead(
  ctx: Context,
  actor: MemberActor,
  { ids }: Input<typeof contract.markNotificationsRead>,
) {
  await ctx.transaction((tx) => markOwnRead(ctx, tx, actor, ids))
  return null
}

export async function getNotificationPreferences(ctx: Context, actor: MemberActor) {
  const stored = await store.findPreferences(ctx.db, actor)
  return preferencesWith(actor.integration_id, stored?.preferences, stored?.version)
}

async function change(
  tx: Tx,
  { integration_id, user_id }: store.MemberKey,
  changed: Parameters<typeof store.updatePreferences>[2],
): Promise<NotificationPreferences> {
  const key = { integration_id, user_id }
  const stored = await store.updatePreferences(tx, key, changed)
  const preferences = preferencesWith(integration_id, stored.preferences, stored.version)
  const silent = notificationKinds.filter((kind) => !preferences.is_on || !preferences.kinds[kind].email)
  await store.cancelEmails(tx, key, silent)
  tx.emit(notificationPreferencesChanged, preferences, key, ownAudience(integration_id, user_id))
  return preferences
}

/** Also applies to existing notifications that weren't emailed yet. */
export const updateNotificationPreferences = (
  ctx: Context,
  actor: MemberActor,
  { integration_id: _, ...preferences }: Input<typeof contract.updateNotificationPreferences>,
) => ctx.transaction((tx) => change(tx, actor, definedFields(preferences)))

/** @throws Problem `invalid_input` on `token` if it isn't ours, or the member has left */
export async function unsubscribe(ctx: Context, token: string): Promise<{ workspace: string }> {
  const key = memberOfToken(ctx.secrets, token)
  const reader = key && (await store.findRecipient(ctx.db, key))
  if (!key || !reader) throw validationError('token', 'token_invalid')
  const { integration_id } = key
  const stored = await store.findPreferences(ctx.db, key)
  const { kinds } = preferencesWith(integration_id, stored?.preferences)
  const silent = Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...kinds[kind], email: false }]),
    // Each kind once.
  ) as NotificationPreferences['kinds']
  await ctx.transaction((tx) => change(tx, key, { kinds: silent }))
  return { workspace: reader.workspace }
}
export const unsubscribeNotificationEmails = (
  ctx: Context,
  _session: Session | undefined,
  { token }: Input<typeof contract.unsubscribeNotificationEmails>,
) => unsubscribe(ctx, token)
