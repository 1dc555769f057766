import { createHash } from 'node:crypto'
import { type Attachment, Id } from '@ozvi/contract'
import type { VisitorActor } from '#features/contacts'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { refuse } from '#platform/http/refuse.ts'
import { TaskFailed, tasksOf } from '#platform/threads/index.ts'
import { redraw } from './picture.ts'
import * as store from './store.ts'

const nameChars = 200

/** A label: no path, and nothing that draws it other than it is. */
const asName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/%22/g, '"') // as browsers write it in a form
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(-nameChars)

const sniffTask = tasksOf<typeof import('./sniff.ts')>(new URL('./sniff.ts', import.meta.url))
/** What a file is; nothing for a kind that is not taken. @throws Problem `invalid_input` on `file`: it takes too long */
async function sniffed(ctx: Context, name: string, bytes: Uint8Array): Promise<string | undefined> {
  try {
    return await ctx.threads.requests.run(sniffTask('sniff'), { name, bytes })
  } catch (error) {
    throw error instanceof TaskFailed ? refuse('file', 'file_broken') : error
  }
}

/**
 * Takes in a file, to be named by a message later. Repeating it answers the same.
 *
 * @throws Problem `invalid_input` on `file`: a kind that is not taken, damaged or empty; on `id`: used for another
 */
async function takeIn(
  ctx: Context,
  owner: store.Owner,
  { file_name, bytes, fields }: Upload,
): Promise<Attachment> {
  const id = Id.safeParse(fields['id'])
  if (!id.success) throw refuse('id', 'id_invalid')
  const key = { integration_id: owner.integration_id, file_id: id.data }
  const sha256 = createHash('sha256').update(bytes).digest()
  const first = async () => {
    const held = await store.findFile(ctx.db, key)
    if (!held) return undefined
    const isSame = held.owner === owner.owner && held.owner_id === owner.owner_id
    if (!isSame || !held.sha256.equals(sha256)) throw refuse('id', 'id_reused')
    return store.asAttachment(held)
  }
  const known = await first()
  if (known) return known

  if (bytes.length === 0) throw refuse('file', 'file_no_content')
  const name = asName(file_name)
  const content_type = await sniffed(ctx, name, bytes)
  if (!content_type) throw refuse('file', 'attachment_kind')
  const picture = content_type.startsWith('image/') ? await redraw(bytes, content_type) : null
  if (typeof picture === 'string') throw refuse('file', picture)
  const kept = picture?.bytes ?? bytes
  const file_key = newFileKey('attachment')
  await ctx.files.put(file_key, kept, { content_type, max_bytes: kept.length })
  let isMade = false
  try {
    isMade = await ctx.transaction((tx) =>
      store.insertFile(tx, {
        ...owner,
        id: id.data,
        name,
        content_type,
        size: kept.length,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        sha256,
        file_key,
        created_at: new Date(ctx.now()).toISOString(),
      }),
    )
  } finally {
    if (!isMade) await ctx.files.remove(file_key) // a second one at once was faster, or the database said no
  }
  const made = await first()
  if (!made) throw new Error('A file that was just kept is gone.')
  return made
}

export const ofMember = ({
  integration_id,
  user_id,
}: Pick<MemberActor, 'integration_id' | 'user_id'>): store.Owner => ({
  integration_id,
  owner: 'member',
  owner_id: user_id,
})
export const ofVisitor = ({
  integration_id,
  visitor_id,
}: Pick<VisitorActor, 'integration_id' | 'visitor_id'>): store.Owner => ({
  integration_id,
  owner: 'contact',
  owner_id: visitor_id,
})

/** @throws Problem `invalid_input` on `file`: the visitor has written nothing yet, and no one has written to them */
export async function mustConverse(ctx: Context, actor: VisitorActor): Promise<void> {
  if (!(await store.hasConversation(ctx.db, actor))) throw refuse('file', 'file_before_message')
}

export const uploadFile = (ctx: Context, actor: MemberActor, _input: unknown, upload: Upload) =>
  takeIn(ctx, ofMember(actor), upload)
export const uploadVisitorFile = (ctx: Context, actor: VisitorActor, _input: unknown, upload: Upload) =>
  takeIn(ctx, ofVisitor(actor), upload)

export const ofWorkspace = (integration_id: string): store.Owner => ({
  integration_id,
  owner: 'workspace',
  owner_id: integration_id,
})

/**
 * The sender's own files, in the order in which they are named, held until the message names them. A member has
 * those of the workspace, too.
 *
 * @throws Problem `invalid_input` on `file_ids`: one is not there, or not theirs
 */
export async function holdFiles(
  tx: Tx,
  owner: store.Owner,
  file_ids: readonly string[],
): Promise<Attachment[]> {
  if (file_ids.length === 0) return []
  const rows = await store.holdFiles(tx, owner, file_ids)
  return [...new Set(file_ids)].map((id) => {
    const row = rows.find((row) => row.id === id)
    if (!row) throw refuse('file_ids', 'file_gone')
    return store.asAttachment(row)
  })
}

/**
 * Files of something that is kept to be sent again, held until it names them. Those of the team's may be sent by
 * whoever answers, from now on. What it had `before` and has no more is let go.
 *
 * @throws Problem `invalid_input` on `file_ids`: one is not there, or neither theirs nor the workspace's
 */
export async function keepFiles(
  ctx: Context,
  tx: Tx,
  actor: Pick<MemberActor, 'integration_id' | 'user_id'>,
  {
    file_ids,
    is_shared,
    before = [],
  }: { file_ids: readonly string[]; is_shared: boolean; before?: string[] | undefined },
): Promise<Attachment[]> {
  const { integration_id } = actor
  const held = await holdFiles(tx, ofMember(actor), file_ids)
  if (is_shared && held.length > 0) await store.shareFiles(tx, integration_id, file_ids)
  await releaseFiles(
    ctx,
    tx,
    integration_id,
    before.filter((id) => !file_ids.includes(id)),
  )
  return held
}
/** What had them has them no more. What nothing else names is removed a day later. */
export async function releaseFiles(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await store.releaseFiles(tx, integration_id, ids, new Date(ctx.now()).toISOString())
}

const day_ms = 24 * 60 * 60 * 1000
const chunk = 100
/** Removes what nothing names that was uploaded, or let go of by a reply, a day ago. Called by the clock. */
export async function removeUnnamed(ctx: Context): Promise<void> {
  const before = new Date(ctx.now() - day_ms).toISOString()
  for (;;) {
    const due = await store.listUnnamed(ctx.db, before, chunk)
    if (due.length === 0) return
    for (const { integration_id, id: file_id, file_key } of due) {
      // The bytes before the commit: a row without them is found again, bytes without a row never.
      await ctx.transaction(async (tx) => {
        if (await store.deleteUnnamed(tx, { integration_id, file_id })) await ctx.files.remove(file_key)
      })
    }
  }
}
