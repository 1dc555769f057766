import { randomUUID } from 'node:crypto'
import {
  formerLogoHours,
  type Input,
  type Integration,
  integrationChanged,
  logoPx,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { readWebsiteIcon } from '#features/data-sources'
import { drawSquare } from '#features/files'
import { getIntegration, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { newFileKey } from '#platform/files/index.ts'
import type { Upload } from '#platform/http/upload.ts'
import { forgetLogo } from './jobs.ts'
import * as store from './store.ts'

/** Shows another logo. The previous one can be restored for a while, then it is deleted. */
async function show(ctx: Context, tx: Tx, actor: MemberActor, logo_id: string | null): Promise<void> {
  const { integration_id } = actor
  const before = await store.lockShown(tx, integration_id)
  if (before === logo_id) return
  await store.showLogo(tx, integration_id, logo_id, new Date(ctx.now()).toISOString())
  if (before)
    await tx.enqueue(forgetLogo, { integration_id, id: before }, { start_after_s: formerLogoHours * 60 * 60 })
  await record(ctx, tx, actor, { act: 'workspace_changed', details: { fields: 'logo' } })
  tx.emit(integrationChanged, { integration_id })
}

/** The file is stored before the commit: a row without a file would be worse than an orphaned file. */
async function keep(ctx: Context, actor: MemberActor, drawn: Buffer): Promise<Integration> {
  const { integration_id, user_id } = actor
  const file_key = newFileKey('logo')
  await ctx.files.put(file_key, drawn, { content_type: 'image/webp', max_bytes: drawn.length })
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
  const drawn = await drawSquare(bytes, logoPx, 'whole')
  if (typeof drawn === 'string') throw new Problem('invalid_input', { file: [drawn] })
  return keep(ctx, actor, drawn)
}

export async function takeWebsiteIcon(ctx: Context, actor: MemberActor): Promise<Integration> {
  const { url } = await getIntegration(ctx.db, actor.user_id, actor.integration_id)
  const icon = await readWebsiteIcon(ctx, url)
  const drawn = icon && (await drawSquare(icon, logoPx, 'whole'))
  if (!drawn || typeof drawn === 'string') throw new Problem('invalid_input', { file: ['icon_none'] })
  return keep(ctx, actor, drawn)
}

export function chooseLogo(
  ctx: Context,
  actor: MemberActor,
  { logo_id }: Input<typeof contract.chooseLogo>,
): Promise<Integration> {
  const { integration_id, user_id } = actor
  return ctx.transaction(async (tx) => {
    await store.lockShown(tx, integration_id)
    if (logo_id && !(await store.findLogo(tx, { integration_id, id: logo_id })))
      throw new Problem('invalid_input', { logo_id: ['file_gone'] })
    await show(ctx, tx, actor, logo_id)
    return getIntegration(tx, user_id, integration_id)
  })
}
