import { Problem } from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context/context.ts'
import { hasRoom } from '../files/index.ts'
import { type Limit, ipPrefix } from './rate-limits.ts'
import type { UploadLimits } from './upload.ts'

/** The unit in which uploads are counted, so that small files cost little and empty ones something. */
const kibibyte = 1024
const mebibyte_points = 1024
const hour_s = 3_600
const day_s = 86_400

interface Quota {
  network: Limit
  workspace: Limit
}
const quota = (uploaderId: string, network_mb: number, workspace_mb: number): Quota => ({
  network: { name: `upload-${uploaderId}-network`, points: network_mb * mebibyte_points, per_s: hour_s },
  workspace: { name: `upload-${uploaderId}-workspace`, points: workspace_mb * mebibyte_points, per_s: day_s },
})
/** Separate, so that visitors can't use up the team's quota. */
const quotas = { visitor: quota('visitor', 200, 2_000), member: quota('member', 2_000, 10_000) }

const full = () => new Problem('storage_full', undefined, { retry_after_s: 30 })

/** @throws Problem `rate_limited` on `file` with the quota's size in MB */
async function count(ctx: Context, limit: Limit, code: string, key: string, peer: string, points: number) {
  try {
    await ctx.rates.take(limit, key, peer, points)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
    const { retry_after_s } = error
    throw new Problem(
      'rate_limited',
      { file: [`${code}:${limit.points / mebibyte_points}`] },
      { retry_after_s },
    )
  }
}

/**
 * Counts an upload toward the quotas of its network and workspace before any of it is read. A body of unknown
 * length counts as the maximum.
 *
 * @param actor from the route's guard
 * @throws Problem `storage_full` if the disk is nearly full · `rate_limited` on `file`
 */
export async function admitUpload(
  ctx: Context,
  request: FastifyRequest,
  actor: unknown,
  { bytes_max }: UploadLimits,
): Promise<void> {
  const bytes = Number(request.headers['content-length'] ?? bytes_max)
  if (!(await hasRoom(ctx.config.data_dir, bytes))) throw full()
  // Actors are defined by the features.
  const { kind, integration_id } = actor as { kind?: unknown; integration_id?: unknown }
  const { network, workspace } = quotas[kind === 'visitor' ? 'visitor' : 'member']
  const points = Math.ceil(bytes / kibibyte)
  await count(ctx, network, 'upload_network_limit', ipPrefix(request.ip), request.ip, points)
  if (typeof integration_id === 'string')
    await count(ctx, workspace, 'upload_workspace_limit', integration_id, request.ip, points)
}
