import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { ContactChange, ContactNote, TimelineItem } from './timeline.schema.ts'
import type * as schema from './timeline.schema.ts'

export type { ScenarioSource } from './scenario-source.schema.ts'
export type { ContactNote, ContactChange, TimelineItem, TimelineKind } from './timeline.schema.ts'

/*
 * The timeline of a contact: events and the team's notes, newest first.
 */

export const timelineKinds = ['note', 'conversation', 'visit', 'change'] as const

const path = '/api/integration/:integration_id/contact/:contact_id'
/**
 * Lists conversations, notes and changes of a contact, newest first. The id of a merged contact returns the
 * timeline of the contact it was merged into.
 */
export const listContactTimeline = defineRoute<typeof schema.listContactTimeline>()('GET', `${path}/timeline`)
export const noteCharsMax = 8_000
/**
 * Adds a note about a contact for the team. The caller chooses the id; a repeated call returns the existing note.
 */
export const createContactNote = defineRoute<typeof schema.createContactNote>()('POST', `${path}/note`)
/** Updates a note. Only its author can; for others the note doesn't exist. */
export const updateContactNote = defineRoute<typeof schema.updateContactNote>()(
  'PUT',
  `${path}/note/:note_id`,
)
/** Deletes a note. Only its author can; for others the note doesn't exist. */
export const deleteContactNote = defineRoute<typeof schema.deleteContactNote>()(
  'DELETE',
  `${path}/note/:note_id`,
)
/** Restores a deleted note. Only its author can; for others the note doesn't exist. */
export const restoreContactNote = defineRoute<typeof schema.restoreContactNote>()(
  'POST',
  `${path}/note/:note_id/restore`,
)
/** A note was added, edited or restored, or fields were changed. */
export const contactTimelineAdded = defineEvent<typeof schema.contactTimelineAdded>()(
  'ContactTimelineAdded',
  workspaceChannel,
)
export const contactNoteDeleted = defineEvent<typeof schema.contactNoteDeleted>()(
  'ContactNoteDeleted',
  workspaceChannel,
)

const sortKey = ({ at, kind, id }: TimelineItem) => `${at} ${kind} ${id}`
const newestFirst = (a: TimelineItem, b: TimelineItem) => (sortKey(a) < sortKey(b) ? 1 : -1)
/** Inserts a note or change in order; an older version of a note is ignored. */
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
