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
  /** The colleague who has it now, until its author writes again. */
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
 * Keeps one's own draft; without words there is none. In a conversation that was merged it is one of where that went.
 *
 * @returns what stands now: another device's, where that was written after `changed_at`, by the writer's clock. A
 * clock that is ahead is taken back to the server's.
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
 * Makes a colleague's draft one's own: after `text`, which is what one has written so far, and gone from its author,
 * who is told.
 *
 * @returns `theirs` as it was; what one's own is now
 * @throws Problem `not_found`: it is gone, or one's own
 */
export const takeDraft = route({
  method: 'POST',
  path: `${path}/take`,
  input: z.object({ author_id: Id, mode: Mode, text: DraftText }),
  output: Handed,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Gives it back as it was, unless its author has written since; one's own is `text` from then on.
 *
 * @returns `theirs` as it is again
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
/** The newest first; without those that are gone, unless somebody has them now. An older change is ignored. */
export function applyDraftChanged(list: readonly Draft[], changed: Draft): Draft[] {
  const name = nameOf(changed)
  const current = list.find((draft) => nameOf(draft) === name)
  if (current && current.changed_at >= changed.changed_at) return [...list]
  const others = list.filter((draft) => draft !== current)
  return changed.text || changed.taken_by ? [...others, changed].sort(newestFirst) : others
}
