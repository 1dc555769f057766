import type { Locale } from '@ozvi/contract'
import { readCollectors } from './config.ts'

/** Nobody waits longer to be signed out. */
const patience_ms = 2000

/** Ends what product analytics knows of whoever signs out on a public page, if it knows anything. */
export async function forgetVisitor(locale: Locale): Promise<void> {
  const collectors = readCollectors()
  if (!collectors) return
  const forgotten = import('./analytics.ts')
    .then(({ startAnalytics }) => startAnalytics(collectors, locale, false))
    .then((analytics) => analytics.forget())
  const waited = new Promise((resolve) => setTimeout(resolve, patience_ms))
  await Promise.race([forgotten.catch(() => {}), waited])
}
