import type { FieldValues, CustomField } from '@ozvi/contract'
import { listMerges } from '#features/contacts'
import { findMember, type MemberActor } from '#features/integrations'
import { listFields } from '#features/custom-fields'
import { findTags } from '#features/tags'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { archive, type Entry } from './archive.ts'
import * as store from './data-store.ts'
import type { Key } from './erasure-store.ts'

/** A list as JSON, one item per line, streamed as rows are read. */
async function* jsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(row)}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}

type Contact = NonNullable<Awaited<ReturnType<typeof store.findContact>>>
type File = Awaited<ReturnType<typeof store.listFiles>>[number]
/** File names may repeat. */
const positionOf = ({ id, name }: File) => `files/${id} ${name}`

/** Replaces ids by names: of tags, owner and custom fields. */
async function readable(
  ctx: Context,
  integration_id: string,
  { owner_id, tag_ids, fields, ...contact }: Contact,
) {
  const tags = await findTags(ctx.db, integration_id, tag_ids)
  const owner = owner_id ? await findMember(ctx.db, integration_id, owner_id) : undefined
  return {
    ...contact,
    owner: owner?.name ?? null,
    tags: tag_ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []),
    fields: byFieldName(await listFields(ctx.db, 'contact', integration_id), fields),
  }
}

/** Values by field name. */
const byFieldName = (own: readonly CustomField[], values: FieldValues) =>
  Object.fromEntries(own.flatMap(({ id, name }) => (id in values ? [[name, values[id]]] : [])))

async function* contactJson(ctx: Context, key: Key, contact: Contact, files: readonly File[]) {
  const { db } = ctx
  const head = {
    exported_at: isoNow(ctx),
    contact: await readable(ctx, key.integration_id, contact),
    merged_from: (await listMerges(db, key)).map(({ source, at }) => ({
      name: source.name,
      email: source.email,
      merged_at: at,
    })),
    consents: await store.listConsents(db, key),
    hubspot: await store.listHubspotRecords(db, key),
    files: files.map((file) => ({
      id: file.id,
      name: file.name,
      content_type: file.content_type,
      size: file.size,
      created_at: file.created_at,
      place: positionOf(file),
    })),
  }
  yield JSON.stringify(head, null, 1).replace(/\n\}$/, '')
  const without_id = async function* (rows: AsyncIterable<{ id: unknown }>) {
    for await (const { id: _, ...row } of rows) yield row
  }
  yield ',\n "notes": '
  yield* jsonList(store.listNotes(db, key))
  yield ',\n "changes": '
  yield* jsonList(without_id(store.listChanges(db, key)))
  yield ',\n "page_visits": '
  yield* jsonList(without_id(store.listVisits(db, key)))
  yield ',\n "conversations": ['
  let before = '\n'
  const own = await listFields(db, 'conversation', key.integration_id)
  for (const { tag_ids, fields, ...conversation } of await store.listConversations(db, key)) {
    const tags = (await findTags(db, key.integration_id, tag_ids)).map(({ name }) => name)
    const scenario_runs = await store.listScenarioRuns(db, key.integration_id, conversation.id)
    const described = { ...conversation, tags, fields: byFieldName(own, fields), scenario_runs }
    yield `${before}${JSON.stringify(described).slice(0, -1)},"messages":`
    yield* jsonList(store.listMessages(db, key.integration_id, conversation.id))
    yield '}'
    before = ',\n'
  }
  yield ']\n}\n'
}

/** @returns an archive with all data of the contact; undefined if the contact doesn't exist */
export async function contactData(ctx: Context, { integration_id }: MemberActor, contact_id: string) {
  const key = { integration_id, contact_id }
  const contact = await store.findContact(ctx.db, key)
  if (!contact) return undefined
  async function* entries(contact: Contact): AsyncGenerator<Entry> {
    const files = await store.listFiles(ctx.db, key)
    yield { name: 'contact.json', content: contactJson(ctx, key, contact, files), is_packed: false }
    for (const file of files) {
      const stored = await ctx.files.get(file.file_key)
      if (stored) yield { name: positionOf(file), content: stored.stream, is_packed: true }
    }
  }
  return archive(entries(contact))
}
