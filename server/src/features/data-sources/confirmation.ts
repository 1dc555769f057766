import { Resolver } from 'node:dns/promises'
import type { Context } from '#platform/context/context.ts'
import { isOpened } from './website-plan.ts'

const page = {
  max_bytes: 2_000_000,
  at_cap: 'truncate',
  timeout_ms: 10_000,
  accept_types: ['text/html', 'application/xhtml+xml'],
} as const
const dns_timeout_ms = 4_000

/** Whether a website's start page, its home page or a TXT record of its host contains the public key. */
export async function namesKey(ctx: Context, start: URL, public_key: string): Promise<boolean> {
  for (const address of new Set([start.href, new URL('/', start).href])) {
    const answer = await ctx.egress.fetch(address, page)
    if (answer.ok && answer.status === 200 && answer.body.includes(public_key)) return true
  }
  return !isOpened(ctx, start) && (await isInDns(start.hostname, public_key))
}

async function isInDns(hostname: string, public_key: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: dns_timeout_ms, tries: 1 })
  const names = [`_ozvi.${hostname}`, hostname]
  const records = await Promise.all(
    names.map((name) => resolver.resolveTxt(name).catch((): string[][] => [])), // no such record, or no answer
  )
  return records.flat().some((parts) => parts.join('').includes(public_key))
}
