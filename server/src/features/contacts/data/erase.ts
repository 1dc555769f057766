import { contactErased, contactErasing, visitorLeft } from '@ozvi/contract'
import { forgetSubject } from '#features/bulk-acts'
import { listMerges } from '#features/contacts'
import { audienceFor } from '#features/reach'
import type { Context, Tx } from '#platform/context/context.ts'
import { eraseJob } from './erase-job.ts'
import * as store from './erasure-store.ts'

const wordsAtOnce = 200

async function tellProgress(tx: Tx, key: store.Key, entries: number) {
  const erasure = await store.countDone(tx, key, entries)
  if (!erasure) return
  const { visible_to, ...erasing } = erasure
  tx.emit(contactErasing, { ...key, erasing }, key, audienceFor({ visible_to }))
}

/** One conversation with all that was sent in it. @returns false when there is none left */
const eraseConversation = (ctx: Context, key: store.Key) =>
  ctx.transaction(async (tx) => {
    const conversation = await store.findConversation(tx, key)
    if (!conversation) return false
    await store.deleteConversation(tx, key, conversation.id)
    const file_keys = await store.deleteFiles(tx, key, conversation.file_ids)
    // The bytes before the commit: a row without them is found again, bytes without a row never.
    for (const file_key of file_keys) await ctx.files.remove(file_key)
    await store.deleteOutboxEvents(tx, conversation.id)
    await tellProgress(tx, key, conversation.last_seq + file_keys.length)
    return true
  })

/**
 * Leaves nothing of them, in steps that each are whole, so that a run which was cut off is gone on with.
 * The contact goes last: until then everybody sees what is being done.
 */
export async function erase(ctx: Context, key: store.Key, signal: AbortSignal): Promise<void> {
  let here_since: string | undefined
  let audience: ReturnType<typeof audienceFor>
  for (let isGone = false; !isGone;) {
    while (await eraseConversation(ctx, key)) signal.throwIfAborted()
    while ((await ctx.transaction((tx) => store.forgetWords(tx, key, wordsAtOnce))) > 0)
      signal.throwIfAborted()
    isGone = await ctx.transaction(async (tx) => {
      // Whoever begins a conversation with them waits; one that was begun meanwhile goes the way of the others.
      const contact = await store.lockContact(tx, key)
      if (!contact) return true
      if (await store.findConversation(tx, key)) return false
      for (const file_key of await store.deleteFiles(tx, key, [])) await ctx.files.remove(file_key)
      const { email, phone, external_id } = contact
      const merges = await listMerges(tx, key)
      const said = [email, phone, external_id, ...merges.map(({ source }) => source.email)]
      await store.deleteRefusedRows(
        tx,
        key.integration_id,
        said.filter((word) => word !== null),
      )
      here_since = await store.hereSince(tx, key)
      const ids = [key.contact_id, ...merges.map(({ source }) => source.id)]
      for (const id of ids) await forgetSubject(tx, key.integration_id, id)
      const named = [...ids, ...(await store.listErasedConversations(tx, key))]
      await store.deleteJobs(tx, key, named, eraseJob.name)
      const addresses = [email, ...merges.map(({ source }) => source.email)]
      await ctx.mail.deleteAbout(
        tx,
        named,
        addresses.filter((address) => address !== null),
      )
      const erasure = await store.findErasure(tx, key)
      audience = erasure && audienceFor(erasure)
      await store.deleteContact(tx, key)
      for (const id of ids) await store.deleteOutboxEvents(tx, id)
      tx.emit(contactErased, key, key, audience)
      return true
    })
  }
  if (here_since) ctx.tell(visitorLeft, { ...key, here_since }, key, audience)
}
