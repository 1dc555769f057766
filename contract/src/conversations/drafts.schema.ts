import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Instant, Time } from '../fields.schema.ts'
import { messageCharsMax } from './messages.ts'

const Mode = z.enum(['text', 'note'])
export const Draft = z.object({
  integration_id: Id,
  conversation_id: Id,
  author_id: Id,
  author_name: z.string(),
  /** Whether the draft is for a reply or a note. */
  mode: Mode,
  /** Empty if the draft was sent, deleted or taken over. */
  text: z.string(),
  /** When the text was last changed. An older change never overwrites a newer one. */
  changed_at: Time,
  /** The teammate who took the draft over, until its author writes a new one. */
  taken_over_by: z.nullable(z.object({ id: Id, name: z.string() })),
})
export type Draft = z.infer<typeof Draft>
const DraftText = z.string().check(z.maxLength(messageCharsMax))
export const listDrafts = schemas({
  output: z.array(Draft),
  problems: ['not_found', 'forbidden'],
})
export const listOwnDrafts = schemas({
  output: z.array(Draft),
  problems: ['not_found', 'forbidden'],
})
export const saveDraft = schemas({
  input: z.object({ mode: Mode, text: DraftText, changed_at: Instant }),
  output: Draft,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
const TakenOver = z.object({ teammate_draft: Draft, own_draft: Draft })
export const takeDraft = schemas({
  input: z.object({ author_id: Id, mode: Mode, text: DraftText }),
  output: TakenOver,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const returnDraft = schemas({
  input: z.object({ author_id: Id, mode: Mode, text: DraftText }),
  output: TakenOver,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const draftChanged = Draft
export const ownDraftChanged = Draft
