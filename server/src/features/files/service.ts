import { createHash } from 'node:crypto'
import type { Attachment } from '@ozvi/contract'
import { day_ms } from '@ozvi/contract'
import { Id } from '@ozvi/contract/schemas'
import { getSettings } from '#features/client-settings'
import type { VisitorActor } from '#features/contacts'
import type { MemberActor } from '#features/integrations'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { TaskFailed, tasksOf } from '#platform/threads/index.ts'
import { redraw } from './picture.ts'
import * as store from './store.ts'

const nameChars = 200

/** A label: no path, and no characters that change how it is displayed. */
const asName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/%22/g, '"') // as browsers escape it in a form
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(-nameChars)

/** A workspace's visitors share one queue, and its members another. */
const turnsOf = ({ owner, integration_id }: store.Owner) => `${owner} ${integration_id}`

const sniffTask = tasksOf<typeof import('./sniff.ts')>(new URL('./sniff.ts', import.meta.url))
/**
 * The file type; undefined if it isn't accepted. @throws Problem `invalid_input` on `file` if the check takes
 * too long
 */
async function sniffed(ctx: Context, name: string, bytes: Uint8Array): Promise<string | undefined> {
  try {
    return await ctx.threads.requests.run(sniffTask('sniff'), { name, bytes })
  } catch (error) {
    throw error instanceof TaskFailed ? validationError('file', 'file_broken') : error
  }
}

/**
 * Stores an uploaded file, to be referenced by a message later. Idempotent.
 *
 * @throws Problem `invalid_input` on `file` if the type isn't accepted, or it is damaged or empty; on `id` if
 * used for another file
 */
async function storeUpload(
  ctx: Context,
  owner: store.Owner,
  { file_name, bytes, fields }: Upload,
): Promise<Attachment> {
  const id = Id.safeParse(fields['id'])
  if (!id.success) throw validationError('id', 'id_invalid')
  const key = { integration_id: owner.integration_id, file_id: id.data }
  const sha256 = createHash('sha256').update(bytes).digest()
  const first = async () => {
    const file = await store.findFile(ctx.db, key)
    if (!file) return undefined
    const isSame = file.owner === owner.owner && file.owner_id === owner.owner_id
    if (!isSame || !file.sha256.equals(sha256)) throw validationError('id', 'id_reused')
    return store.toAttachment(file)
  }
  const existing = await first()
  if (existing) return existing

  if (bytes.length === 0) throw validationError('file', 'file_no_content')
  const name = asName(file_name)
  const content_type = await sniffed(ctx, name, bytes)
  if (!content_type) throw validationError('file', 'attachment_kind')
  const picture = content_type.startsWith('image/') ? await redraw(bytes, content_type, turnsOf(owner)) : null
  if (typeof picture === 'string') throw validationError('file', picture)
  const content = picture?.bytes ?? bytes
  const file_key = newFileKey('attachment')
  await ctx.files.put(file_key, content, { content_type, max_bytes: content.length })
  let isMade = false
  try {
    isMade = await ctx.transaction((tx) =>
      store.insertFile(tx, {
        ...owner,
        id: id.data,
        name,
        content_type,
        size: content.length,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        sha256,
        file_key,
        created_at: isoNow(ctx),
      }),
    )
  } finally {
    if (!isMade) await ctx.files.remove(file_key) // a concurrent request was faster, or the insert failed
  }
  const attachment = await first()
  if (!attachment) throw new Error('The new file was deleted.')
  return attachment
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

/** @throws Problem `invalid_input` on `field` if visitors can't send files */
export async function assertAcceptsFiles(
  db: Db,
  integration_id: string,
  field: 'file' | 'file_ids',
): Promise<void> {
  const { behavior } = await getSettings(db, integration_id)
  if (!behavior.accepts_files) throw validationError(field, 'files_off')
}
/**
 * Called before the upload is read.
 *
 * @throws Problem `invalid_input` on `file` if visitors can't send files, or this one has no conversation yet
 */
export async function assertCanUpload(ctx: Context, actor: VisitorActor): Promise<void> {
  await assertAcceptsFiles(ctx.db, actor.integration_id, 'file')
  if (!(await store.hasConversation(ctx.db, actor))) throw validationError('file', 'file_before_message')
}

export const uploadFile = (ctx: Context, actor: MemberActor, _input: unknown, upload: Upload) =>
  storeUpload(ctx, ofMember(actor), upload)
export const uploadVisitorFile = (ctx: Context, actor: VisitorActor, _input: unknown, upload: Upload) =>
  storeUpload(ctx, ofVisitor(actor), upload)

export const ofWorkspace = (integration_id: string): store.Owner => ({
  integration_id,
  owner: 'workspace',
  owner_id: integration_id,
})

/**
 * Locks the sender's own files, in the given order, until the message references them. Members can also use
 * the workspace's files.
 *
 * @throws Problem `invalid_input` on `file_ids` if one doesn't exist or isn't theirs
 */
export async function claimFiles(
  tx: Tx,
  owner: store.Owner,
  file_ids: readonly string[],
): Promise<Attachment[]> {
  if (file_ids.length === 0) return []
  const rows = await store.lockFiles(tx, owner, file_ids)
  return [...new Set(file_ids)].map((id) => {
    const row = rows.find((row) => row.id === id)
    if (!row) throw validationError('file_ids', 'file_gone')
    return store.toAttachment(row)
  })
}

/**
 * Locks files of a reusable item until it references them. Files of shared items can be sent by anyone who
 * replies. Files in `before` that are no longer used are detached.
 *
 * @throws Problem `invalid_input` on `file_ids` if one doesn't exist, or belongs to neither them nor the
 * workspace
 */
export async function attachStoredFiles(
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
  const file = await claimFiles(tx, ofMember(actor), file_ids)
  if (is_shared && file.length > 0) await store.shareFiles(tx, integration_id, file_ids)
  await detachFiles(
    ctx,
    tx,
    integration_id,
    before.filter((id) => !file_ids.includes(id)),
  )
  return file
}
/** Detaches files from an item. Unreferenced files are deleted a day later. */
export async function detachFiles(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await store.detachFiles(tx, integration_id, ids, isoNow(ctx))
}

const chunk = 100
/** Deletes files unreferenced for a day. Called by the scheduler. */
export async function deleteUnattached(ctx: Context): Promise<void> {
  const before = new Date(ctx.now() - day_ms).toISOString()
  for (;;) {
    const due = await store.listUnattached(ctx.db, before, chunk)
    if (due.length === 0) return
    for (const { integration_id, id } of due) {
      // The file is deleted before the commit: a row without a file is found again, a file without a row
      // never.
      await ctx.transaction(async (tx) => {
        for (const file_key of await store.deleteUnattachedFiles(tx, integration_id, [id]))
          await ctx.files.remove(file_key)
      })
    }
  }
}
