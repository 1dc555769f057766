import { randomUUID } from 'node:crypto'
import {
  type ScenarioImage,
  scenarioImagePx,
  scenarioImagesMax,
  unusedImageDays,
  day_ms,
} from '@ozvi/contract'
import { drawInside } from '#features/files'
import type { MemberActor } from '#features/integrations'
import { lockScenarios } from '#features/scenarios'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

export const listScenarioImages = (ctx: Context, { integration_id }: MemberActor) =>
  store.listImages(ctx.db, integration_id)

/**
 * Stores an image. Its file is stored before the commit: a row without a file would be worse than an orphaned file.
 *
 * @throws Problem `invalid_input` on `file`
 */
export async function uploadScenarioImage(
  ctx: Context,
  { integration_id }: MemberActor,
  _input: unknown,
  { bytes }: Upload,
): Promise<ScenarioImage> {
  const image = await drawInside(bytes, scenarioImagePx, integration_id)
  if (typeof image === 'string') throw validationError('file', image)
  const { width, height } = image
  const file_key = newFileKey('scenario-image')
  await ctx.files.put(file_key, image.bytes, { content_type: 'image/webp', max_bytes: image.bytes.length })
  try {
    return await ctx.transaction(async (tx) => {
      await lockScenarios(tx, integration_id)
      if ((await store.countImages(tx, integration_id)) >= scenarioImagesMax)
        throw validationError('file', `too_many:${scenarioImagesMax}`)
      const id = randomUUID()
      const created_at = isoNow(ctx)
      await store.insertImage(tx, { integration_id, id, file_key, width, height, created_at })
      return { id, width, height }
    })
  } catch (error) {
    await ctx.files.remove(file_key)
    throw error
  }
}

const batch = 500
/**
 * Deletes images that no draft and no version shows. A file is deleted before its row, so that an interrupted run is
 * repeated. Called by the scheduler.
 */
export async function deleteUnusedImages(ctx: Context): Promise<void> {
  const before = new Date(ctx.now() - unusedImageDays * day_ms).toISOString()
  for (const image of await store.listUnused(ctx.db, before, batch))
    await ctx.transaction(async (tx) => {
      await lockScenarios(tx, image.integration_id)
      const file_key = await store.findUnusedFileKey(tx, image)
      if (file_key === undefined) return
      await ctx.files.remove(file_key)
      await store.deleteImage(tx, image)
    })
}
