import {
  type Input,
  NoticeKind,
  type NotificationChoices,
  notificationChoicesChanged,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { choicesWith } from './choices.ts'
import { memberOfToken } from './mail-token.ts'
import { readOwn } from './notify.ts'
import * as store from './store.ts'

export const listNotices = (ctx: Context, actor: MemberActor) => store.listNotices(ctx.db, actor)

export async function readNotices(
  ctx: Context,
  actor: MemberActor,
  { ids }: Input<typeof contract.readNotices>,
) {
  await ctx.transaction((tx) => readOwn(ctx, tx, actor, ids))
  return null
}

export async function getNotificationChoices(ctx: Context, actor: MemberActor) {
  const held = await store.findChoices(ctx.db, actor)
  return choicesWith(actor.integration_id, held?.choices, held?.version)
}

async function change(
  tx: Tx,
  { integration_id, user_id }: store.MemberKey,
  changed: Parameters<typeof store.changeChoices>[2],
): Promise<NotificationChoices> {
  const key = { integration_id, user_id }
  const held = await store.changeChoices(tx, key, changed)
  const choices = choicesWith(integration_id, held.choices, held.version)
  const silent = NoticeKind.options.filter((kind) => !choices.is_on || !choices.kinds[kind].mail)
  await store.dropMails(tx, key, silent)
  tx.emit(notificationChoicesChanged, choices, { user_id })
  return choices
}

/** Also applies to existing notifications that weren't emailed yet. */
export const updateNotificationChoices = (
  ctx: Context,
  actor: MemberActor,
  {
    is_on,
    kinds,
    volume,
    mail_after_min,
    quiet,
    time_zone,
    shows_text,
  }: Input<typeof contract.updateNotificationChoices>,
) => {
  const named = Object.entries({ is_on, kinds, volume, mail_after_min, quiet, time_zone, shows_text })
  return ctx.transaction((tx) =>
    change(tx, actor, Object.fromEntries(named.filter(([, value]) => value !== undefined))),
  )
}

/** @throws Problem `invalid_input` on `token` if it isn't ours, or the member has left */
export async function stopMails(ctx: Context, token: string): Promise<{ workspace: string }> {
  const key = memberOfToken(ctx.secrets, token)
  const reader = key && (await store.findReader(ctx.db, key))
  if (!key || !reader) throw new Problem('invalid_input', { token: ['token_invalid'] })
  const { integration_id } = key
  const held = await store.findChoices(ctx.db, key)
  const { kinds } = choicesWith(integration_id, held?.choices)
  const silent = Object.fromEntries(
    NoticeKind.options.map((kind) => [kind, { ...kinds[kind], mail: false }]),
    // Each kind once.
  ) as NotificationChoices['kinds']
  await ctx.transaction((tx) => change(tx, key, { kinds: silent }))
  return { workspace: reader.workspace }
}
export const stopNotificationMails = (
  ctx: Context,
  _session: Session | undefined,
  { token }: Input<typeof contract.stopNotificationMails>,
) => stopMails(ctx, token)
