import { loadAhead } from '#ui/late-modules.ts'
import { shownBuild } from '../document/build.ts'
import { logError } from '../log.ts'
import { mayPrefetch, startPrefetching } from '../document/prefetching.ts'
import { addOwnChat } from '../document/own-chat.ts'
import { prefetchAfter_ms, prefetchLinks } from './prefetch.ts'
import { reloadWhenScriptsAreGone } from './reload.ts'
import { registerServiceWorker } from './service-worker.ts'
import { watchBuild } from './watch-build.ts'

const isApp = () => /^\/\w+\/app(\/|$)/.test(location.pathname)

/** Icons of a page that is not the app, where each draws itself. */
function drawIcons() {
  if (isApp() || !document.querySelector('[data-icon]')) return
  import('../icons/fill.ts')
    .then(({ fillIcons }) => fillIcons())
    .catch((error: unknown) => logError('Icons could not be drawn', error))
}

function prefetch() {
  startPrefetching()
  void loadAhead()
}

/** What every page does besides what it shows; loaded when all of that is there. */
export function startUpkeep() {
  addOwnChat()
  drawIcons()
  // Pages in development have no build to look after.
  if (shownBuild() === 'development') return
  reloadWhenScriptsAreGone()
  watchBuild()
  void registerServiceWorker()
  // The app's links know which scripts their pages need.
  if (!isApp()) prefetchLinks()
  else if (mayPrefetch()) setTimeout(prefetch, prefetchAfter_ms)
}
