import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { FieldValue } from '../filters/custom-fields.ts'
import { ConversationStatus } from '../conversations/conversations.ts'
import { Id, text, Time } from '../fields.ts'
import { event, Nothing, queryInt, route } from '../api.ts'

/*
 * Everything that happened with one contact, newest first, and the notes that the team writes among it.
 */

/** Who did it, as they were called then; null where it was the contact. */
const Actor = z.nullable(z.object({ id: Id, name: z.string() }))

export const ContactNote = z.object({
  kind: z.literal('note'),
  id: Id,
  at: Time,
  actor: Actor,
  body: z.string(),
  edited_at: z.nullable(Time),
  version: z.int(),
})
export type ContactNote = z.infer<typeof ContactNote>
export const ContactChange = z.object({
  kind: z.literal('change'),
  id: z.string(),
  at: Time,
  actor: Actor,
  changes: z.array(
    z.object({
      /** `name`, `email`, … or the id of a field of the team's own. */
      field: z.string(),
      /** What such a field was called then; null for the rest. */
      label: z.nullable(z.string()),
      /** An owner by name. */
      before: z.nullable(FieldValue),
      after: z.nullable(FieldValue),
      /** The merge, which can be taken back for a while. */
      merge_id: z.optional(Id),
    }),
  ),
})
export type ContactChange = z.infer<typeof ContactChange>
const Visit = z.object({
  kind: z.literal('visit'),
  id: z.string(),
  at: Time,
  until: Time,
  /** How many pages they went to, and the newest of them, at most 20. */
  count: z.int(),
  pages: z.array(z.object({ url: z.string(), title: z.string() })),
})
const Asked = z.object({
  kind: z.literal('conversation'),
  id: Id,
  at: Time,
  number: z.int(),
  subject: z.string(),
  status: ConversationStatus,
})
export const TimelineItem = z.discriminatedUnion('kind', [ContactNote, ContactChange, Visit, Asked])
export type TimelineItem = z.infer<typeof TimelineItem>
export const TimelineKind = z.enum(['note', 'conversation', 'visit', 'change'])
export type TimelineKind = z.infer<typeof TimelineKind>

const path = '/api/integration/:integration_id/contact/:contact_id'
/** The id of a merged contact resolves to the contact it was merged into. */
export const listContactTimeline = route({
  method: 'GET',
  path: `${path}/timeline`,
  input: z.object({
    kind: z.optional(TimelineKind),
    /** From the page before; opaque. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 30),
  }),
  output: z.object({ items: z.array(TimelineItem), next: z.nullable(z.string()) }),
  problems: ['not_found', 'invalid_input'],
})
export const noteCharsMax = 8_000
const NoteBody = text(1, noteCharsMax)
/** The writer chooses the id, so a retry is harmless. */
export const createContactNote = route({
  method: 'POST',
  path: `${path}/note`,
  input: z.object({ id: Id, body: NoteBody }),
  output: ContactNote,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Only for its author; others get `not_found`. */
export const updateContactNote = route({
  method: 'PUT',
  path: `${path}/note/:note_id`,
  input: z.object({ body: NoteBody }),
  output: ContactNote,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** By its author alone. */
export const deleteContactNote = route({
  method: 'DELETE',
  path: `${path}/note/:note_id`,
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/** Brings back what its author has deleted. */
export const restoreContactNote = route({
  method: 'POST',
  path: `${path}/note/:note_id/restore`,
  output: ContactNote,
  problems: ['not_found', 'forbidden'],
})

const Told = { integration_id: Id, contact_id: Id }
/** A note was written, edited or brought back, or fields were changed. */
export const contactTimelineAdded = event('ContactTimelineAdded', {
  channel: workspaceChannel,
  data: z.object({ ...Told, item: z.discriminatedUnion('kind', [ContactNote, ContactChange]) }),
})
export const contactNoteDeleted = event('ContactNoteDeleted', {
  channel: workspaceChannel,
  data: z.object({ ...Told, note_id: Id, version: z.int() }),
})

const place = ({ at, kind, id }: TimelineItem) => `${at} ${kind} ${id}`
const newestFirst = (a: TimelineItem, b: TimelineItem) => (place(a) < place(b) ? 1 : -1)
/** Puts a note or change in its place; an older version of a note is ignored. */
export function applyTimelineAdded(
  list: readonly TimelineItem[],
  item: ContactNote | ContactChange,
): TimelineItem[] {
  const current = list.find(({ kind, id }) => kind === item.kind && id === item.id)
  if (current && (item.kind === 'change' || (current.kind === 'note' && current.version >= item.version)))
    return [...list]
  return [...list.filter((one) => one !== current), item].sort(newestFirst)
}
export const applyNoteDeleted = (
  list: readonly TimelineItem[],
  { note_id, version }: { note_id: string; version: number },
): TimelineItem[] =>
  list.filter((item) => item.kind !== 'note' || item.id !== note_id || item.version > version)
