import { noticeChanged, type NoticeKind, rights, type SuggestionTopic } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { choicesWith, isQuiet } from './choices.ts'
import { tellRead } from './notify.ts'
import { enqueuePushes } from './push.ts'
import * as store from './store.ts'

/** An event of a suggestion that members are notified of. */
interface Happening {
  kind: Extract<NoticeKind, 'suggested' | 'accepted' | 'declined'>
  integration_id: string
  suggestion_id: string
  topic: SuggestionTopic
  who: string
  preview: string
  /** The acting member, who isn't notified. */
  by_id: string
  /** For `accepted` and `declined`: the author; for `suggested` all who can decide are notified. */
  author_id?: string
}

/** Creates notifications in the transaction of the event, according to each member's preferences. */
export async function notifySuggestion(
  ctx: Context,
  tx: Tx,
  { by_id, author_id, ...what }: Happening,
): Promise<void> {
  const now = ctx.now()
  const { integration_id, kind } = what
  const people = await store.listMembers(tx, integration_id, {
    roles: rights[kind === 'suggested' ? 'knowledge.manage' : 'knowledge.suggest'],
    user_id: author_id,
  })
  const told = people
    .map(({ user_id, choices, version }) => ({
      user_id,
      choices: choicesWith(integration_id, choices, version),
    }))
    .filter(({ user_id, choices }) => user_id !== by_id && choices.is_on)
  if (told.length === 0) return
  const rows = await store.putSuggestionNotices(
    tx,
    told.map(({ user_id, choices }) => ({
      ...what,
      user_id,
      at: new Date(now).toISOString(),
      mail_due_at: choices.kinds[kind].mail
        ? new Date(now + choices.mail_after_min * 60_000).toISOString()
        : null,
    })),
  )
  const pushed: { id: string; user_id: string }[] = []
  for (const { user_id, ...notice } of rows) {
    const choices = told.find((person) => person.user_id === user_id)?.choices
    if (!choices) continue
    const { desktop, sound, push } = choices.kinds[kind]
    const isLoud = !isQuiet(choices, now)
    if (isLoud && push) pushed.push({ id: notice.id, user_id })
    const means = { by_desktop: isLoud && desktop, by_sound: isLoud && sound, volume: choices.volume }
    tx.emit(noticeChanged, { notice, ...means }, { user_id })
  }
  await enqueuePushes(ctx, tx, integration_id, pushed)
}

/** Marks notifications about a decided suggestion as read. */
export async function suggestionSettled(
  ctx: Context,
  tx: Tx,
  { integration_id, suggestion_id }: { integration_id: string; suggestion_id: string },
): Promise<void> {
  const of = { suggestion_id, kinds: ['suggested'] } as const
  const now = new Date(ctx.now()).toISOString()
  tellRead(tx, integration_id, await store.markRead(tx, integration_id, of, now))
}
