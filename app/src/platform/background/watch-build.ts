import { build, pageBuild } from '../document/build-info.ts'
import { latestBuild } from './latest-build.ts'
import { canReload } from './reload.ts'

export const buildPoll_ms = 60_000

/**
 * Checks for a new build every minute while the page is visible, and when it becomes visible again. Once there
 * is a new build, the next navigation is a full page load.
 */
export function watchBuild() {
  let timer: ReturnType<typeof setInterval> | undefined
  async function poll() {
    const latest = await latestBuild()
    if (!latest || latest === pageBuild()) return
    build.isOutdated = canReload
    clearInterval(timer)
    document.removeEventListener('visibilitychange', turn)
  }
  const isSeen = () => document.visibilityState === 'visible'
  const follow = () => {
    clearInterval(timer)
    if (isSeen()) timer = setInterval(() => void poll(), buildPoll_ms)
  }
  function turn() {
    follow()
    if (isSeen()) void poll()
  }
  document.addEventListener('visibilitychange', turn)
  follow()
}
