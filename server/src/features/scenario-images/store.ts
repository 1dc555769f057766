import type { ScenarioImage } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

export interface ImageKey {
  integration_id: string
  id: string
}

export const insertImage = (
  tx: Tx,
  image: ImageKey & { file_key: string; width: number; height: number; created_at: string },
) => tx.insertInto('scenario_image').values(image).execute()

/** Newest first. */
export const listImages = (db: Db, integration_id: string): Promise<ScenarioImage[]> =>
  db
    .selectFrom('scenario_image')
    .where('integration_id', '=', integration_id)
    .select(['id', 'width', 'height'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const countImages = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('scenario_image')
      .where('integration_id', '=', integration_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const findFileKey = async (db: Db, { integration_id, id }: ImageKey): Promise<string | undefined> =>
  (
    await db
      .selectFrom('scenario_image')
      .where('integration_id', '=', integration_id)
      .where('id', '=', id)
      .select('file_key')
      .executeTakeFirst()
  )?.file_key

/** Whether no draft and no version shows the image. A deleted scenario counts: it can be restored. */
const isUnused = sql<boolean>`not exists (
    select from scenario where scenario.integration_id = scenario_image.integration_id
      and strpos(scenario.flow::text, scenario_image.id::text) > 0)
  and not exists (
    select from scenario_version version where version.integration_id = scenario_image.integration_id
      and strpos(version.flow::text, scenario_image.id::text) > 0)`

/** Unused images that were uploaded before a time, of all workspaces. */
export const listUnused = (db: Db, before: string, limit: number): Promise<ImageKey[]> =>
  db
    .selectFrom('scenario_image')
    .where('created_at', '<', before)
    .where(isUnused)
    .select(['integration_id', 'id'])
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** @returns the file of an image that is still unused */
export const findUnusedFileKey = async (
  db: Db,
  { integration_id, id }: ImageKey,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('scenario_image')
      .where('integration_id', '=', integration_id)
      .where('id', '=', id)
      .where(isUnused)
      .select('file_key')
      .executeTakeFirst()
  )?.file_key

export const deleteImage = (tx: Tx, { integration_id, id }: ImageKey) =>
  tx.deleteFrom('scenario_image').where('integration_id', '=', integration_id).where('id', '=', id).execute()
