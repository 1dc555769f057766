import {
  type ContactChange,
  type ContactNote,
  contactNoteDeleted,
  contactTimelineAdded,
  type Input,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { contactAudience } from '#features/visibility'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { isTime } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { findTarget } from '../merging/merge-store.ts'
import { findContactRow, type Key } from '../store.ts'
import * as store from './timeline-store.ts'

const cursorOf = ({ at, key }: store.TimelinePosition) => Buffer.from(`${at}|${key}`).toString('base64url')
function positionOf(cursor: string | undefined): store.TimelinePosition | undefined {
  if (cursor === undefined) return undefined
  const [, at = '', key = ''] =
    /^([^|]+)\|(\w+ [\w-]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!isTime(at)) throw validationError('cursor', 'cursor_invalid')
  return { at, key }
}

export async function listContactTimeline(
  ctx: Context,
  actor: MemberActor,
  { contact_id, kind, cursor, limit }: Input<typeof contract.listContactTimeline>,
) {
  const { integration_id } = actor
  const requested = { integration_id, contact_id }
  const exists = (await findContactRow(ctx.db, requested)) !== undefined
  const current_id = exists ? contact_id : await findTarget(ctx.db, requested)
  if (!current_id) throw new Problem('not_found')
  const key = { integration_id, contact_id: current_id }
  const { items, last } = await store.listTimeline(ctx.db, key, actor, {
    kind,
    after: positionOf(cursor),
    limit,
  })
  return { items, next: last && items.length === limit ? cursorOf(last) : null }
}

/** Adds changes to the timeline and emits them; call it in the transaction of the change. @returns the entry */
export async function recordChange(
  tx: Tx,
  key: Key,
  author: store.ChangeAuthor,
  changes: ContactChange['changes'],
): Promise<ContactChange> {
  const item = await store.insertChange(tx, key, author, changes)
  tx.emit(contactTimelineAdded, { ...key, item }, key, await contactAudience(tx, key))
  return item
}

export function createContactNote(
  ctx: Context,
  { integration_id, user_id, name }: MemberActor,
  { contact_id, id, body }: Input<typeof contract.createContactNote>,
) {
  const key = { integration_id, contact_id }
  return ctx.transaction(async (tx) => {
    if (!(await findContactRow(tx, key))) throw new Problem('not_found')
    const note = await store.insertNote(tx, { ...key, id, author_id: user_id, author_name: name, body })
    if (!note) {
      const first = await store.findNote(tx, { ...key, note_id: id, author_id: user_id })
      if (first?.body !== body) throw validationError('id', 'id_reused')
      return first
    }
    await emitNote(tx, key, note)
    return note
  })
}

type NoteInput = Input<typeof contract.deleteContactNote>
function changeNote(
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { contact_id, note_id }: Pick<NoteInput, 'contact_id' | 'note_id'>,
  fields: Parameters<typeof store.updateNote>[2],
  emit: (tx: Tx, key: Key, note: ContactNote) => Promise<void>,
) {
  const key = { integration_id, contact_id }
  return ctx.transaction(async (tx) => {
    const note = await store.updateNote(tx, { ...key, note_id, author_id: user_id }, fields)
    if (!note) throw new Problem('not_found')
    await emit(tx, key, note)
    return note
  })
}
async function emitNote(tx: Tx, key: Key, item: ContactNote): Promise<void> {
  tx.emit(contactTimelineAdded, { ...key, item }, key, await contactAudience(tx, key))
}

export const updateContactNote = (
  ctx: Context,
  actor: MemberActor,
  { body, ...key }: Input<typeof contract.updateContactNote>,
) => changeNote(ctx, actor, key, { body, edited_at: isoNow(ctx) }, emitNote)

export async function deleteContactNote(ctx: Context, actor: MemberActor, key: NoteInput) {
  await changeNote(ctx, actor, key, { deleted_at: isoNow(ctx) }, async (tx, noteKey, { id, version }) =>
    tx.emit(
      contactNoteDeleted,
      { ...noteKey, note_id: id, version },
      noteKey,
      await contactAudience(tx, noteKey),
    ),
  )
  return null
}
export const restoreContactNote = (ctx: Context, actor: MemberActor, key: NoteInput) =>
  changeNote(ctx, actor, key, { deleted_at: null }, emitNote)
