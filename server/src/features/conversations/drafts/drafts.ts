import { type Draft, draftChanged, type Input, ownDraftChanged, Problem, day_ms } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { type MemberActor, ownAudience } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { getLive } from '../record/get-conversation.ts'
import { findConversation, type Key, lockConversation } from '../record/store.ts'
import * as store from './drafts-store.ts'

/*
 * Drafts of members. The latest edit wins, regardless of the order of arrival. Every operation locks the
 * conversation first, as messages do, to avoid deadlocks.
 */

/** How long an emptied draft is kept, so that older saves arriving late are ignored. */
const emptyKept_ms = 30 * day_ms

type DraftContext = { conversation_id: string }
const iso = (time_ms: number) => new Date(time_ms).toISOString()
const after = (time: string) => iso(Date.parse(time) + 1)
const later = (a: string, b: string) => (a > b ? a : b)
/** The writer's clock, limited to the server's time. */
const written = (ctx: Context, at: string | undefined) =>
  iso(Math.min(at === undefined ? Infinity : Date.parse(at), ctx.now()))

export async function listDrafts(
  ctx: Context,
  { integration_id }: MemberActor,
  { conversation_id }: DraftContext,
) {
  const key = { integration_id, conversation_id }
  if (!(await findConversation(ctx.db, key))) throw new Problem('not_found')
  return (await store.listInConversation(ctx.db, key)).map(store.toDraft)
}
export const listOwnDrafts = async (ctx: Context, { integration_id, user_id }: MemberActor) =>
  (await store.listOfMember(ctx.db, integration_id, user_id)).map(store.toDraft)

function emitDraft(tx: Tx, row: store.DraftRow): Draft {
  const draft = store.toDraft(row)
  tx.emit(draftChanged, draft)
  tx.emit(ownDraftChanged, draft, draft, ownAudience(draft.integration_id, draft.author_id))
  return draft
}
const emptied = (row: store.DraftRow): store.DraftRow => ({
  ...row,
  text: '',
  taken_over_by_id: null,
  changed_at: after(row.changed_at),
})

/** Locks the conversation, or the one it was merged into, and runs the callback. */
async function inTurn<R>(
  ctx: Context,
  actor: MemberActor,
  input: DraftContext,
  work: (tx: Tx, key: Key) => Promise<R>,
): Promise<R> {
  const { integration_id, id: conversation_id } = await getLive(ctx.db, actor, input)
  const key = { integration_id, conversation_id }
  return ctx.transaction(async (tx) => {
    if (!(await lockConversation(tx, key))) throw new Problem('not_found')
    return work(tx, key)
  })
}

export const saveDraft = (ctx: Context, actor: MemberActor, input: Input<typeof contract.saveDraft>) =>
  inTurn(ctx, actor, input, async (tx, key) => {
    const { mode } = input
    const position = { ...key, author_id: actor.user_id, mode }
    const changed_at = written(ctx, input.changed_at)
    const draft = await store.findDraft(tx, position)
    if (draft && draft.changed_at >= changed_at) return store.toDraft(draft)
    const text = input.text.trim() ? input.text : ''
    if (!text) await store.deleteEmptyDrafts(tx, key.integration_id, iso(ctx.now() - emptyKept_ms))
    return emitDraft(
      tx,
      await store.upsertDraft(tx, { ...position, author_name: actor.name, text, changed_at }),
    )
  })

/** Clears the draft up to `composed_at` after it was sent. Text written later stays. */
export async function finishDraft(
  ctx: Context,
  tx: Tx,
  position: store.DraftKey,
  composed_at: string | undefined,
): Promise<void> {
  const row = await store.emptyDraft(tx, position, written(ctx, composed_at))
  if (row) emitDraft(tx, row)
}

const places = (
  key: Key,
  { user_id }: MemberActor,
  { author_id, mode }: Input<typeof contract.takeDraft>,
): [own: store.DraftKey, teammate: store.DraftKey] => [
  { ...key, author_id: user_id, mode },
  { ...key, author_id, mode },
]
/** Replaces the member's own draft. */
async function upsertOwn(
  ctx: Context,
  tx: Tx,
  { name }: MemberActor,
  position: store.DraftKey,
  text: string,
) {
  const draft = await store.findDraft(tx, position)
  const changed_at = later(isoNow(ctx), draft ? after(draft.changed_at) : '')
  return emitDraft(tx, await store.upsertDraft(tx, { ...position, author_name: name, text, changed_at }))
}

export const takeDraft = (ctx: Context, actor: MemberActor, input: Input<typeof contract.takeDraft>) =>
  inTurn(ctx, actor, input, async (tx, key) => {
    const [ownDraft, otherDraft] = places(key, actor, input)
    const draft = await store.findDraft(tx, otherDraft)
    if (!draft?.text || draft.author_id === actor.user_id) throw new Problem('not_found')
    const updated = await store.upsertDraft(tx, {
      ...draft,
      text: '',
      changed_at: later(isoNow(ctx), after(draft.changed_at)),
      taken_over_by_id: actor.user_id,
      taken_over_by_name: actor.name,
      taken_over_text: draft.text,
    })
    emitDraft(tx, updated)
    const text = [input.text.trimEnd(), draft.text].filter(Boolean).join('\n\n')
    return {
      teammate_draft: store.toDraft(draft),
      own_draft: await upsertOwn(ctx, tx, actor, ownDraft, text),
    }
  })

export const returnDraft = (ctx: Context, actor: MemberActor, input: Input<typeof contract.returnDraft>) =>
  inTurn(ctx, actor, input, async (tx, key) => {
    const [ownDraft, otherDraft] = places(key, actor, input)
    const draft = await store.findDraft(tx, otherDraft)
    if (draft?.taken_over_by_id !== actor.user_id || draft.taken_over_text === null)
      throw new Problem('not_found')
    const { author_name, taken_over_text } = draft
    const changed_at = later(isoNow(ctx), after(draft.changed_at))
    const returned = await store.upsertDraft(tx, {
      ...otherDraft,
      author_name,
      text: taken_over_text,
      changed_at,
    })
    return {
      teammate_draft: emitDraft(tx, returned),
      own_draft: await upsertOwn(ctx, tx, actor, ownDraft, input.text),
    }
  })

/**
 * Moves the drafts to the merged conversation, appended to what their author has written there. Undoing a
 * merge doesn't move them back.
 */
export async function moveDraftsTo(tx: Tx, from: Key, to_id: string): Promise<void> {
  for (const row of await store.deleteInConversation(tx, from)) {
    emitDraft(tx, emptied(row))
    if (!row.text) continue
    const { author_id, author_name, mode } = row
    const position = { ...from, conversation_id: to_id, author_id, mode }
    const draft = await store.findDraft(tx, position)
    const text = [draft?.text.trimEnd(), row.text].filter(Boolean).join('\n\n')
    const changed_at = later(row.changed_at, draft ? after(draft.changed_at) : '')
    emitDraft(tx, await store.upsertDraft(tx, { ...position, author_name, text, changed_at }))
  }
}
/** Deletes the drafts of a member who left. Their devices aren't notified and keep unsent text. */
export async function deleteDraftsOf(tx: Tx, integration_id: string, author_id: string): Promise<void> {
  for (const row of await store.deleteOfMember(tx, integration_id, author_id))
    tx.emit(draftChanged, store.toDraft(emptied(row)))
}
