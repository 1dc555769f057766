import * as z from 'zod/mini'
import { Nothing, queryInt, schemas } from '../api.schema.ts'
import { ConversationStatus } from '../conversations/conversations.schema.ts'
import { Id, Time, visibleText } from '../fields.schema.ts'
import { FieldValue } from '../filters/custom-fields.schema.ts'
import { ScenarioSource } from './scenario-source.schema.ts'
import { noteCharsMax, timelineKinds } from './timeline.ts'

/** The actor's name at that time; null if it was the contact or a scenario. */
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
  /** The scenario that set the values; null if none did. */
  scenario: z.nullable(ScenarioSource),
  changes: z.array(
    z.object({
      /** `name`, `email`, … or the id of a custom field. */
      field: z.string(),
      /** Name of the custom field at that time; null for other fields. */
      label: z.nullable(z.string()),
      /** The previous value. Owners are given by name. */
      before: z.nullable(FieldValue),
      after: z.nullable(FieldValue),
      /** The merge, which can be undone for a while. */
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
  /** Number of pages visited, and the newest of them, at most 20. */
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
export const TimelineKind = z.enum(timelineKinds)
export type TimelineKind = z.infer<typeof TimelineKind>
export const listContactTimeline = schemas({
  input: z.object({
    kind: z.optional(TimelineKind),
    /** The `next` value of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 30),
  }),
  output: z.object({ items: z.array(TimelineItem), next: z.nullable(z.string()) }),
  problems: ['not_found', 'invalid_input'],
})
const NoteBody = visibleText(1, noteCharsMax)
export const createContactNote = schemas({
  input: z.object({ id: Id, body: NoteBody }),
  output: ContactNote,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateContactNote = schemas({
  input: z.object({ body: NoteBody }),
  output: ContactNote,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteContactNote = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const restoreContactNote = schemas({
  output: ContactNote,
  problems: ['not_found', 'forbidden'],
})

const Told = { integration_id: Id, contact_id: Id }
export const contactTimelineAdded = z.object({
  ...Told,
  item: z.discriminatedUnion('kind', [ContactNote, ContactChange]),
})
export const contactNoteDeleted = z.object({ ...Told, note_id: Id, version: z.int() })
