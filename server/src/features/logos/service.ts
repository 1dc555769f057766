import { randomUUID } from 'node:crypto'
import { previousLogoHours, type Input, type Integration, integrationChanged, logoPx } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { readWebsiteIcon } from '#features/data-sources'
import { drawSquare } from '#features/files'
import { getIntegration, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { deleteLogoJob } from './jobs.ts'
import * as store from './store.ts'

/** Shows another logo. The previous one can be restored for a while, then it is deleted. */
async function show(ctx: Context, tx: Tx, actor: MemberActor, logo_id: string | null): Promise<void> {
  const { integration_id } = actor
  const before = await store.lockCurrent(tx, integration_id)
  if (before === logo_id) return
  await store.showLogo(tx, integration_id, logo_id, isoNow(ctx))
  if (before)
    await tx.enqueue(
      deleteLogoJob,
      { integration_id, id: before },
      { start_after_s: previousLogoHours * 60 * 60 },
    )
  await record(ctx, tx, actor, { action: 'workspace_changed', details: { fields: 'logo' } })
  tx.emit(integrationChanged, { integration_id })
}

/** The file is stored before the commit: a row without a file would be worse than an orphaned file. */
async function saveLogo(ctx: Context, actor: MemberActor, image: Buffer): Promise<Integration> {
  const { integration_id, user_id } = actor
  const file_key = newFileKey('logo')
  await ctx.files.put(file_key, image, { content_type: 'image/webp', max_bytes: image.length })
  try {
    return await ctx.transaction(async (tx) => {
      const id = randomUUID()
      await store.insertLogo(tx, { integration_id, id, file_key })
      await show(ctx, tx, actor, id)
      return getIntegration(tx, user_id, integration_id)
    })
  } catch (error) {
    await ctx.files.remove(file_key)
    throw error
  }
}

export async function uploadLogo(
  ctx: Context,
  actor: MemberActor,
  _input: unknown,
  { bytes }: Upload,
): Promise<Integration> {
  const image = await drawSquare(bytes, logoPx, 'whole', actor.integration_id)
  if (typeof image === 'string') throw validationError('file', image)
  return saveLogo(ctx, actor, image)
}

export async function importWebsiteIcon(ctx: Context, actor: MemberActor): Promise<Integration> {
  const { url } = await getIntegration(ctx.db, actor.user_id, actor.integration_id)
  const icon = await readWebsiteIcon(ctx, url)
  const image = icon && (await drawSquare(icon, logoPx, 'whole', actor.integration_id))
  if (!image || typeof image === 'string') throw validationError('file', 'icon_none')
  return saveLogo(ctx, actor, image)
}

export function chooseLogo(
  ctx: Context,
  actor: MemberActor,
  { logo_id }: Input<typeof contract.chooseLogo>,
): Promise<Integration> {
  const { integration_id, user_id } = actor
  return ctx.transaction(async (tx) => {
    await store.lockCurrent(tx, integration_id)
    if (logo_id && !(await store.findLogo(tx, { integration_id, id: logo_id })))
      throw validationError('logo_id', 'file_gone')
    await show(ctx, tx, actor, logo_id)
    return getIntegration(tx, user_id, integration_id)
  })
}
