import { defineEvent, defineRoute } from '../api.ts'
import { conversationChannel } from '../channels.ts'
import type { Draft } from './drafts.schema.ts'
import type * as schema from './drafts.schema.ts'

export type { Draft } from './drafts.schema.ts'

/*
 * Unsent text of a member: one draft for each conversation and mode, the same on all of their devices.
 * Teammates can read it and take it over.
 */

/** The most own drafts that are listed, newest first. */
export const draftsListedMax = 200

const path = '/api/integration/:integration_id/conversation/:conversation_id/draft' as const

/** Lists all members' drafts in a conversation, in the order of `applyDraftChanged`. */
export const listDrafts = defineRoute<typeof schema.listDrafts>()('GET', path)
/** Lists the caller's drafts in the workspace, at most `draftsListedMax`, in the order of `applyDraftChanged`. */
export const listOwnDrafts = defineRoute<typeof schema.listOwnDrafts>()(
  'GET',
  '/api/integration/:integration_id/draft',
)
/**
 * Saves the caller's draft; an empty text deletes it. In a merged conversation the draft belongs to the merge
 * target.
 * @returns the current draft: another device's if that was written after `changed_at` by the writer's clock.
 * Times in the future are capped at the server's time.
 */
export const saveDraft = defineRoute<typeof schema.saveDraft>()('PUT', path)
/**
 * Takes over a teammate's draft: appends it to `text`, the caller's own draft so far, and removes it from its
 * author, who is notified.
 * @returns `teammate_draft`: the draft that was taken over; `own_draft`: the caller's new draft
 * @throws Problem `not_found`: it was deleted or is the member's own
 */
export const takeDraft = defineRoute<typeof schema.takeDraft>()('POST', `${path}/take`)
/**
 * Returns a taken draft to its author unless they have written a new one since. The caller's own draft
 * becomes `text`.
 * @returns `teammate_draft`: the author's restored draft
 */
export const returnDraft = defineRoute<typeof schema.returnDraft>()('POST', `${path}/return`)

/** Sent to members who have the conversation open. */
export const draftChanged = defineEvent<typeof schema.draftChanged>()('DraftChanged', conversationChannel)
/** Sent to the author on every device, for all workspaces. */
export const ownDraftChanged = defineEvent<typeof schema.ownDraftChanged>()(
  'DraftChanged',
  ({ author_id }: { author_id: string }) => `private-user.${author_id}`,
)

const nameOf = ({ conversation_id, author_id, mode }: Draft) => `${conversation_id} ${author_id} ${mode}`
const newestFirst = (a: Draft, b: Draft) =>
  b.changed_at.localeCompare(a.changed_at) || nameOf(a).localeCompare(nameOf(b))
/** Newest first, without deleted drafts unless someone has taken them over. Outdated changes are ignored. */
export function applyDraftChanged(list: readonly Draft[], changed: Draft): Draft[] {
  const name = nameOf(changed)
  const current = list.find((draft) => nameOf(draft) === name)
  if (current && current.changed_at >= changed.changed_at) return [...list]
  const others = list.filter((draft) => draft !== current)
  return changed.text || changed.taken_over_by ? [...others, changed].sort(newestFirst) : others
}
