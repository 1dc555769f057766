import { contactErased, contactErasing, visitorOffline } from '@ozvi/contract'
import { deleteAnswersAbout } from '#features/api-access'
import { removeSubject } from '#features/bulk-actions'
import { emailHash, listMerges } from '#features/contacts'
import { deleteFromImports, excludeFromImports } from '#features/contacts/imports'
import { audienceFor } from '#features/visibility'
import { deleteWebhooksAbout } from '#features/webhooks'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { eraseJob } from './erase-job.ts'
import * as store from './erasure-store.ts'

const wordsPerBatch = 200

async function emitErasureProgress(tx: Tx, key: store.Key, entries: number) {
  const erasure = await store.countDone(tx, key, entries)
  if (!erasure) return
  const { visible_to, ...erasing } = erasure
  tx.emit(contactErasing, { ...key, erasing }, key, audienceFor({ visible_to }))
}

/** Erases one conversation with its messages. @returns false when none is left */
const eraseConversation = (ctx: Context, key: store.Key) =>
  ctx.transaction(async (tx) => {
    const conversation = await store.findConversation(tx, key)
    if (!conversation) return false
    await store.deleteConversation(tx, key, conversation.id)
    const file_keys = await store.deleteFiles(tx, key, conversation.file_ids)
    // Files are deleted before the commit: a row without a file is found again, a file without a row never.
    for (const file_key of file_keys) await ctx.files.remove(file_key)
    await store.deleteOutboxEvents(tx, conversation.id)
    await emitErasureProgress(tx, key, conversation.last_seq + file_keys.length)
    return true
  })

/** The contact, and those that were merged into it. */
async function listPeople(tx: Tx, key: store.Key) {
  const contact = await store.findContact(tx, key).executeTakeFirst()
  const merges = await listMerges(tx, key)
  return [...(contact ? [contact] : []), ...merges.map(({ source }) => source)]
}

/**
 * Erases all data of a contact in separate transactions, so an interrupted run can continue. The contact row
 * is deleted last; until then everyone sees the progress.
 */
export async function erase(ctx: Context, key: store.Key, signal: AbortSignal): Promise<void> {
  let online_since: string | undefined
  let audience: ReturnType<typeof audienceFor>
  for (let isGone = false; !isGone;) {
    while (await eraseConversation(ctx, key)) signal.throwIfAborted()
    while ((await ctx.transaction((tx) => store.deleteSearchWords(tx, key, wordsPerBatch))) > 0)
      signal.throwIfAborted()
    await ctx.transaction(async (tx) =>
      excludeFromImports(ctx, tx, key.integration_id, await listPeople(tx, key)),
    )
    isGone = await ctx.transaction(async (tx) => {
      // Blocks new conversations with the contact; one started in the meantime is erased like the others.
      if (!(await store.findContact(tx, key).forUpdate().executeTakeFirst())) return true
      if (await store.findConversation(tx, key)) return false
      for (const file_key of await store.deleteFiles(tx, key, [])) await ctx.files.remove(file_key)
      const people = await listPeople(tx, key)
      await deleteFromImports(ctx, tx, key.integration_id, people)
      online_since = await store.onlineSince(tx, key)
      const ids = people.map(({ id }) => id)
      for (const id of ids) await removeSubject(tx, key.integration_id, id)
      const subject_ids = [...ids, ...(await store.listErasedConversations(tx, key))]
      await store.deleteJobs(tx, key, subject_ids, eraseJob.name)
      const addresses = people.map(({ email }) => email)
      await deleteWebhooksAbout(tx, key.integration_id, subject_ids)
      await deleteAnswersAbout(tx, key.integration_id, subject_ids)
      await ctx.mail.deleteAbout(
        tx,
        subject_ids,
        addresses.filter((address) => address !== null),
      )
      const erasure = await store.findErasure(tx, key)
      audience = erasure && audienceFor(erasure)
      const erased_at = isoNow(ctx)
      await store.deleteContact(tx, key, (address) => emailHash(ctx.secrets, address), erased_at)
      for (const id of ids) await store.deleteOutboxEvents(tx, id)
      tx.emit(contactErased, key, key, audience)
      return true
    })
  }
  if (online_since) ctx.broadcast(visitorOffline, { ...key, online_since }, key, audience)
}
