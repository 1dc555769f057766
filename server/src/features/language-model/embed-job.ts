import * as z from 'zod/mini'
import type { Tx } from '#platform/context/context.ts'
import { defineJob } from '#platform/jobs/index.ts'

/** Embeds a workspace's passages that have no vector of its embedding model. */
export const embedPassagesJob = defineJob(
  'language-model.embed_passages',
  z.object({ integration_id: z.uuid() }),
  { retry_limit: 10, expire_s: 60 * 60, concurrency: 4, singleton: true, yields: true },
)
export const queueEmbedding = (tx: Tx, integration_id: string) =>
  tx.enqueue(embedPassagesJob, { integration_id }, { singleton_key: integration_id })
