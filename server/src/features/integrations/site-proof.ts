import type { Context } from '#platform/context/context.ts'
import { TaskFailed, tasksOf, type Threads } from '#platform/threads/index.ts'
import { isSameSite } from './hosts.ts'

const task = tasksOf<typeof import('./site-key.ts')>(new URL('./site-key.ts', import.meta.url))

const page = {
  max_bytes: 2_000_000,
  at_cap: 'truncate',
  timeout_ms: 10_000,
  accept_types: ['text/html', 'application/xhtml+xml'],
} as const

/** Whether a page shows a workspace's public key in an element that only its owner can add. */
export async function pageShowsKey(threads: Threads, bytes: Uint8Array, public_key: string) {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(public_key)) return false
  try {
    return await threads.run(task('hasSiteKey'), { bytes, public_key })
  } catch (error) {
    if (error instanceof TaskFailed) return false
    throw error
  }
}

/** Whether the home page of a website, or the entered page, shows the public key. A redirect may only add or drop `www.`. */
export async function siteShowsKey(ctx: Context, entered: URL, public_key: string): Promise<boolean> {
  for (const address of new Set([new URL('/', entered).href, entered.href])) {
    const answer = await ctx.egress.fetch(address, page)
    if (!answer.ok || answer.status !== 200 || !isSameSite(new URL(answer.url), entered)) continue
    if (await pageShowsKey(ctx.threads.requests, answer.body, public_key)) return true
  }
  return false
}
