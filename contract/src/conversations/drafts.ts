import * as z from 'zod/mini'
import { conversationChannel } from '../channels.ts'
import { messageCharsMax } from './conversations.ts'
import { Id, Instant, Time } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Words that a member has begun and not sent: one draft for each conversation and mode, the same on every device of
 * theirs. Colleagues may read it, and take it over.
 */

/** As many of one's own are listed, the newest. */
export const draftsListedMax = 200

const Mode = z.enum(['text', 'note'])
export const Draft = z.object({
  integration_id: Id,
  conversation_id: Id,
  author_id: Id,
  author_name: z.string(),
  /** Of the message that it is to become. */
  mode: Mode,
  /** Empty once it is sent, deleted or taken over. */
  text: z.string(),
  /** When it was written; an older change never overwrites a newer one. */
  changed_at: Time,
  /** The teammate who took the draft over, until its author writes again. */
  taken_by: z.nullable(z.object({ id: Id, name: z.string() })),
})
export type Draft = z.infer<typeof Draft>

const path = '/api/integration/:integration_id/conversation/:conversation_id/draft' as const
const DraftText = z.string().check(z.maxLength(messageCharsMax))

/** Those of every member in one conversation; in the order of `applyDraftChanged`. */
export const listDrafts = route({
  method: 'GET',
  path,
  output: z.array(Draft),
  problems: ['not_found', 'forbidden'],
})
/** One's own in the whole workspace, at most `draftsListedMax`; in the order of `applyDraftChanged`. */
export const listOwnDrafts = route({
  method: 'GET',
  path: '/api/integration/:integration_id/draft',
  output: z.array(Draft),
  problems: ['not_found', 'forbidden'],
})
/**
 * Saves the member's own draft; an empty text deletes it. In a merged conversation the draft belongs to the
 * merge's target.
 * @returns the current draft: another device's if that was written after `changed_at` by the writer's clock.
 * Times in the future are capped at the server's time.
 */
export const saveDraft = route({
  method: 'PUT',
  path,
  input: z.object({ mode: Mode, text: DraftText, changed_at: Instant }),
  output: Draft,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
const Handed = z.object({ theirs: Draft, own: Draft })
/**
 * Appends a teammate's draft to `text`, the member's own draft so far, and removes it from its author, who is
 * notified.
 * @returns `theirs`: the draft that was taken; and the member's new draft
 * @throws Problem `not_found`: it was deleted or is the member's own
 */
export const takeDraft = route({
  method: 'POST',
  path: `${path}/take`,
  input: z.object({ author_id: Id, mode: Mode, text: DraftText }),
  output: Handed,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Returns a taken draft unless its author has written since; the member's own draft becomes `text`.
 * @returns `theirs`: the author's restored draft
 */
export const returnDraft = route({
  method: 'POST',
  path: `${path}/return`,
  input: z.object({ author_id: Id, mode: Mode, text: DraftText }),
  output: Handed,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** To members with the conversation open. */
export const draftChanged = event('DraftChanged', { data: Draft, channel: conversationChannel })
/** The same to its author, on every device and of every workspace. */
export const ownDraftChanged = event('DraftChanged', {
  data: Draft,
  channel: ({ author_id }: { author_id: string }) => `private-user.${author_id}`,
})

const nameOf = ({ conversation_id, author_id, mode }: Draft) => `${conversation_id} ${author_id} ${mode}`
const newestFirst = (a: Draft, b: Draft) =>
  b.changed_at.localeCompare(a.changed_at) || nameOf(a).localeCompare(nameOf(b))
/** Newest first, without deleted drafts unless someone has taken them over. Outdated changes are ignored. */
export function applyDraftChanged(list: readonly Draft[], changed: Draft): Draft[] {
  const name = nameOf(changed)
  const current = list.find((draft) => nameOf(draft) === name)
  if (current && current.changed_at >= changed.changed_at) return [...list]
  const others = list.filter((draft) => draft !== current)
  return changed.text || changed.taken_by ? [...others, changed].sort(newestFirst) : others
}
