import { build, pageBuild } from '../document/build-info.ts'
import { latestBuild } from './latest-build.ts'
import { canReload } from './reload.ts'

export const buildPoll_ms = 60_000

/**
 * Asks for the newest build every minute while the page is seen, and at once when it is seen again; from when
 * it is another one, the next page comes whole from the server.
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
