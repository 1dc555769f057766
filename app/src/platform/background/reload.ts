import { isPreloading } from '#ui/lazy-modules.ts'
import { latestBuild } from './latest-build.ts'

/** After an automatic reload a page reloads again only after this time, which prevents loops. */
export const reloadGuard_ms = 10_000
const reloadedAt = 'ozvi_reloaded_at'

/** Whether the page may reload automatically now. Returning true counts as a reload. */
export function canReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadGuard_ms) return false
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    return true
  } catch {
    return false // without storage reload loops couldn't be prevented
  }
}

/**
 * Reloads if a script can't be loaded although the server responds: it belongs to a deleted build.
 * @returns only if the page stays, as when offline
 */
async function reloadForScript(reload: () => void) {
  if (!(await latestBuild()) || !canReload()) return
  reload()
  await new Promise(() => {})
}
declare global {
  interface VitePreloadErrorEvent {
    /** Set by the listener that reloads; other listeners wait for it. */
    answered?: Promise<void>
  }
}
/** The bundler reports scripts that fail to load later by this event. */
export function reloadWhenScriptsAreMissing(reload = () => location.reload()) {
  addEventListener('vite:preloadError', (event) => {
    // The page works without a preloaded script, and someone may be typing.
    if (!isPreloading()) event.answered = reloadForScript(reload)
  })
}
