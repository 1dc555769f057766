import { preloadAll } from '#ui/lazy-modules.ts'
import { pageBuild } from '../document/build-info.ts'
import { logError } from '../log.ts'
import { canPrefetch, startPrefetching } from '../document/prefetching.ts'
import { readPublicConfig } from '../document/public-config.ts'
import { loadSiteChat } from '../document/site-chat.ts'
import { prefetchAfter_ms, prefetchLinks } from './prefetch.ts'
import { reloadWhenScriptsAreMissing } from './reload.ts'
import { registerServiceWorker } from './service-worker.ts'
import { watchBuild } from './watch-build.ts'

const isApp = () => /^\/\w+\/app(\/|$)/.test(location.pathname)

/** Icons of public pages. In the app each icon draws itself. */
function drawIcons() {
  if (isApp() || !document.querySelector('[data-icon]')) return
  import('../icons/fill.ts')
    .then(({ fillIcons }) => fillIcons())
    .catch((error: unknown) => logError('Failed to load icons', error))
}

/** Left by a tag that the installation no longer has. With services, their consent decides. */
function deleteOldConversionCookies() {
  if (!/(?:^|;\s*)(?:_gcl_|AW-)/.test(document.cookie) || readPublicConfig()?.collectors) return
  import('../analytics/analytics.ts')
    .then(({ deleteConversionCookies }) => deleteConversionCookies())
    .catch((error: unknown) => logError('Failed to delete conversion cookies', error))
}

function prefetch() {
  startPrefetching()
  void preloadAll()
}

/** Starts the tasks that run in the background of every page. Loaded after the page itself. */
export function startBackgroundTasks() {
  loadSiteChat()
  drawIcons()
  deleteOldConversionCookies()
  // Pages in development have no build to check.
  if (pageBuild() === 'development') return
  reloadWhenScriptsAreMissing()
  watchBuild()
  void registerServiceWorker()
  // The app's links know which scripts their pages need.
  if (!isApp()) prefetchLinks()
  else if (canPrefetch()) setTimeout(prefetch, prefetchAfter_ms)
}
