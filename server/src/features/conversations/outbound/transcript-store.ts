import type { Db, Tx } from '#platform/context/context.ts'
import type { TranscriptStop } from './links.ts'

export const isStopped = async (db: Db, { integration_id, recipient_id }: TranscriptStop): Promise<boolean> =>
  (await db
    .selectFrom('transcript_stop')
    .where('integration_id', '=', integration_id)
    .where('recipient_id', '=', recipient_id)
    .select('integration_id')
    .executeTakeFirst()) !== undefined

/** @returns the name of the workspace; undefined if it no longer exists */
export async function stopTranscripts(
  tx: Tx,
  { integration_id, recipient_id }: TranscriptStop,
): Promise<string | undefined> {
  const workspace = await tx
    .selectFrom('integration')
    .where('id', '=', integration_id)
    .select('name')
    .executeTakeFirst()
  if (!workspace) return undefined
  await tx
    .insertInto('transcript_stop')
    .values({ integration_id, recipient_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return workspace.name
}
