import { Resolver } from 'node:dns/promises'
import { siteShowsKey } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isOpened } from './website-plan.ts'

const dns_timeout_ms = 4_000

/** Whether a website's start page, its home page or a TXT record of its host shows the public key. */
export async function isConfirmedBySite(ctx: Context, start: URL, public_key: string): Promise<boolean> {
  if (await siteShowsKey(ctx, start, public_key)) return true
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
