import { Problem } from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context/context.ts'
import { hasRoom } from '../files/index.ts'
import { type Limit, ipPrefix } from './rate-limits.ts'

/** The unit in which uploads are counted, so that small files cost little and empty ones something. */
const kibibyte = 1024
const mebibyte_points = 1024
const pointsOf = (bytes: number) => Math.ceil(bytes / kibibyte)
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

/** How many received bytes are counted at a time: one count per chunk would slow down uploads with Redis. */
const step_bytes = 256 * kibibyte

interface QuotaKey {
  limit: Limit
  code: string
  key: string
}
/** Counts the received bytes of an upload. */
export interface UploadMeter {
  /** @throws Problem `rate_limited` on `file` with the quota's size in MB; the bytes are counted nevertheless */
  count(bytes: number): Promise<void>
  /** How many bytes were counted. */
  counted(): number
}

const storageFull = () => new Problem('storage_full', undefined, { retry_after_s: 30 })
const quotaExceeded = ({ limit, code }: QuotaKey, retry_after_s: number | undefined) =>
  new Problem('rate_limited', { file: [`${code}:${limit.points / mebibyte_points}`] }, { retry_after_s })

/** The quotas of the sender's network and workspace. @param actor from the route's guard */
function quotasOf(request: FastifyRequest, actor: unknown): QuotaKey[] {
  // Actors are defined by the features.
  const { kind, integration_id } = actor as { kind?: unknown; integration_id?: unknown }
  const { network, workspace } = quotas[kind === 'visitor' ? 'visitor' : 'member']
  const ofNetwork = { limit: network, code: 'upload_network_limit', key: ipPrefix(request.ip) }
  return typeof integration_id === 'string'
    ? [ofNetwork, { limit: workspace, code: 'upload_workspace_limit', key: integration_id }]
    : [ofNetwork]
}

/**
 * Rejects an upload whose declared size doesn't fit, without counting that size: others could use up a quota by
 * declaring bytes that they never send.
 *
 * @param actor from the route's guard
 * @returns counts what arrives; all of it must be counted before the upload is accepted
 * @throws Problem `storage_full` if the disk is nearly full · `rate_limited` on `file`
 */
export async function admitUpload(
  ctx: Context,
  request: FastifyRequest,
  actor: unknown,
  { bytes_max }: { bytes_max: number },
): Promise<UploadMeter> {
  const declared = request.headers['content-length']
  if (!(await hasRoom(ctx.config.data_dir, Number(declared ?? bytes_max)))) throw storageFull()
  const applicable = quotasOf(request, actor)
  for (const each of applicable) {
    const { remaining, reset_s } = await ctx.rates.peek(each.limit, each.key, request.ip)
    if (pointsOf(Number(declared ?? 0)) > remaining) throw quotaExceeded(each, reset_s)
  }
  let counted = 0
  async function count(bytes: number) {
    counted += bytes
    for (const each of applicable)
      await ctx.rates.take(each.limit, each.key, request.ip, pointsOf(bytes)).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
        throw quotaExceeded(each, error.retry_after_s)
      })
  }
  await count(1)
  return { count, counted: () => counted }
}

/** Passes on the chunks of an upload, and counts them, also if the upload ends early. */
export async function* metered(
  chunks: AsyncIterable<Buffer>,
  { count }: UploadMeter,
): AsyncGenerator<Buffer> {
  let uncounted = 0
  try {
    for await (const chunk of chunks) {
      uncounted += chunk.length
      if (uncounted >= step_bytes) {
        const bytes = uncounted
        uncounted = 0
        await count(bytes)
      }
      yield chunk
    }
  } finally {
    if (uncounted > 0) await count(uncounted)
  }
}
