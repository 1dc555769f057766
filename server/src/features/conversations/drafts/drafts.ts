import { type Draft, draftChanged, type Input, ownDraftChanged, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { findConversation, findLive, type Key, lockConversation } from '../record/store.ts'
import * as store from './drafts-store.ts'

/*
 * Drafts of members. The latest edit wins, regardless of the order of arrival. Every operation locks the
 * conversation first, as messages do, to avoid deadlocks.
 */

/** How long an emptied draft is kept, so that older saves arriving late are ignored. */
const emptyKept_ms = 30 * 86_400_000

type In = { conversation_id: string }
const iso = (time_ms: number) => new Date(time_ms).toISOString()
const after = (time: string) => iso(Date.parse(time) + 1)
const later = (a: string, b: string) => (a > b ? a : b)
/** The writer's clock, limited to the server's time. */
const written = (ctx: Context, at: string | undefined) =>
  iso(Math.min(at === undefined ? Infinity : Date.parse(at), ctx.now()))

export async function listDrafts(ctx: Context, { integration_id }: MemberActor, { conversation_id }: In) {
  const key = { integration_id, conversation_id }
  if (!(await findConversation(ctx.db, key))) throw new Problem('not_found')
  return (await store.listIn(ctx.db, key)).map(store.asDraft)
}
export const listOwnDrafts = async (ctx: Context, { integration_id, user_id }: MemberActor) =>
  (await store.listOf(ctx.db, integration_id, user_id)).map(store.asDraft)

function tell(tx: Tx, row: store.DraftRow): Draft {
  const draft = store.asDraft(row)
  tx.emit(draftChanged, draft)
  tx.emit(ownDraftChanged, draft)
  return draft
}
const gone = (row: store.DraftRow): store.DraftRow => ({
  ...row,
  text: '',
  taken_by_id: null,
  changed_at: after(row.changed_at),
})

/** Locks the conversation, or the one it was merged into, and runs the callback. */
async function inTurn<R>(
  ctx: Context,
  { integration_id }: MemberActor,
  { conversation_id }: In,
  work: (tx: Tx, key: Key) => Promise<R>,
): Promise<R> {
  const live = await findLive(ctx.db, { integration_id, conversation_id })
  const key = { integration_id, conversation_id: live?.id ?? conversation_id }
  return ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) throw new Problem('not_found')
    return work(tx, key)
  })
}

export const saveDraft = (ctx: Context, actor: MemberActor, input: Input<typeof contract.saveDraft>) =>
  inTurn(ctx, actor, input, async (tx, key) => {
    const { mode } = input
    const place = { ...key, author_id: actor.user_id, mode }
    const changed_at = written(ctx, input.changed_at)
    const held = await store.findDraft(tx, place)
    if (held && held.changed_at >= changed_at) return store.asDraft(held)
    const text = input.text.trim() ? input.text : ''
    if (!text) await store.forgetEmpty(tx, key.integration_id, iso(ctx.now() - emptyKept_ms))
    return tell(tx, await store.putDraft(tx, { ...place, author_name: actor.name, text, changed_at }))
  })

/** Clears the draft up to `written_at` after it was sent. Text written later stays. */
export async function finishDraft(
  ctx: Context,
  tx: Tx,
  place: store.Place,
  written_at: string | undefined,
): Promise<void> {
  const row = await store.emptyDraft(tx, place, written(ctx, written_at))
  if (row) tell(tx, row)
}

const places = (
  key: Key,
  { user_id }: MemberActor,
  { author_id, mode }: Input<typeof contract.takeDraft>,
): [own: store.Place, theirs: store.Place] => [
  { ...key, author_id: user_id, mode },
  { ...key, author_id, mode },
]
/** Replaces the member's own draft. */
async function putOwn(ctx: Context, tx: Tx, { name }: MemberActor, place: store.Place, text: string) {
  const held = await store.findDraft(tx, place)
  const changed_at = later(iso(ctx.now()), held ? after(held.changed_at) : '')
  return tell(tx, await store.putDraft(tx, { ...place, author_name: name, text, changed_at }))
}

export const takeDraft = (ctx: Context, actor: MemberActor, input: Input<typeof contract.takeDraft>) =>
  inTurn(ctx, actor, input, async (tx, key) => {
    const [own, theirs] = places(key, actor, input)
    const held = await store.findDraft(tx, theirs)
    if (!held?.text || held.author_id === actor.user_id) throw new Problem('not_found')
    const taken = await store.putDraft(tx, {
      ...held,
      text: '',
      changed_at: later(iso(ctx.now()), after(held.changed_at)),
      taken_by_id: actor.user_id,
      taken_by_name: actor.name,
      taken_text: held.text,
    })
    tell(tx, taken)
    const text = [input.text.trimEnd(), held.text].filter(Boolean).join('\n\n')
    return { theirs: store.asDraft(held), own: await putOwn(ctx, tx, actor, own, text) }
  })

export const returnDraft = (ctx: Context, actor: MemberActor, input: Input<typeof contract.returnDraft>) =>
  inTurn(ctx, actor, input, async (tx, key) => {
    const [own, theirs] = places(key, actor, input)
    const held = await store.findDraft(tx, theirs)
    if (held?.taken_by_id !== actor.user_id || held.taken_text === null) throw new Problem('not_found')
    const { author_name, taken_text } = held
    const changed_at = later(iso(ctx.now()), after(held.changed_at))
    const back = await store.putDraft(tx, { ...theirs, author_name, text: taken_text, changed_at })
    return { theirs: tell(tx, back), own: await putOwn(ctx, tx, actor, own, input.text) }
  })

/**
 * Moves the drafts to the merged conversation, appended to what their author has written there. Undoing a
 * merge doesn't move them back.
 */
export async function moveDraftsTo(tx: Tx, from: Key, to_id: string): Promise<void> {
  for (const row of await store.deleteIn(tx, from)) {
    tell(tx, gone(row))
    if (!row.text) continue
    const { author_id, author_name, mode } = row
    const place = { ...from, conversation_id: to_id, author_id, mode }
    const there = await store.findDraft(tx, place)
    const text = [there?.text.trimEnd(), row.text].filter(Boolean).join('\n\n')
    const changed_at = later(row.changed_at, there ? after(there.changed_at) : '')
    tell(tx, await store.putDraft(tx, { ...place, author_name, text, changed_at }))
  }
}
/** Deletes the drafts of a member who left. Their devices aren't notified and keep unsent text. */
export async function deleteDraftsOf(tx: Tx, integration_id: string, author_id: string): Promise<void> {
  for (const row of await store.deleteOf(tx, integration_id, author_id))
    tx.emit(draftChanged, store.asDraft(gone(row)))
}
