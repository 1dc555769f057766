import { latestBuild } from './latest-build.ts'

/** After a reload by itself a page may reload again only when this much has passed: never round in circles. */
export const reloadGuard_ms = 10_000
const reloadedAt = 'ozvi_reloaded_at'

/** Whether the page may reload by itself now. Yes counts as done. */
export function canReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadGuard_ms) return false
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    return true
  } catch {
    return false // without storage nothing would stop a circle
  }
}

/**
 * Reloads when a script could not be fetched although the server answers: it belongs to a build that is gone.
 * Answers only when the page stays, as it does offline.
 */
async function reloadForScript(reload: () => void) {
  if (!(await latestBuild()) || !canReload()) return
  reload()
  await new Promise(() => {})
}
declare global {
  interface VitePreloadErrorEvent {
    /** Set by who reloads; holds up whoever waits for the script. */
    answered?: Promise<void>
  }
}
/** Every script that is imported later tells of its failure by this event of the bundler. */
export function reloadWhenScriptsAreMissing(reload = () => location.reload()) {
  addEventListener('vite:preloadError', (event) => {
    event.answered = reloadForScript(reload)
  })
}
