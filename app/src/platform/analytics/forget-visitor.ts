import type { Locale } from '@ozvi/contract'
import { readCollectors } from './config.ts'

/** Sign-out waits no longer than this. */
const timeout_ms = 2000

/** Resets product analytics when someone signs out on a public page. */
export async function forgetVisitor(locale: Locale): Promise<void> {
  const collectors = readCollectors()
  if (!collectors) return
  const forgotten = import('./analytics.ts')
    .then(({ startAnalytics }) => startAnalytics(collectors, locale, false))
    .then((analytics) => analytics.forget())
  const waited = new Promise((resolve) => setTimeout(resolve, timeout_ms))
  await Promise.race([forgotten.catch(() => {}), waited])
}
