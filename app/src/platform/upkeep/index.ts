import { shownBuild } from '../build.ts'
import { addOwnWidget } from './own-widget.ts'
import { reloadWhenScriptsAreGone } from './reload.ts'
import { logError } from '../log.ts'
import { registerServiceWorker } from './service-worker.ts'
import { watchBuild } from './watch-build.ts'

/** What every page does besides what it shows; loaded when all of that is there. */
export function startUpkeep() {
  addOwnWidget()
  // Pages in development have no build to look after.
  if (shownBuild() === 'development') return
  reloadWhenScriptsAreGone()
  watchBuild()
  void registerServiceWorker()
  // In the app each icon draws itself.
  if (document.querySelector('[data-icon]:not([data-icon-state])')) {
    import('../icons/fill.ts')
      .then(({ fillIcons }) => fillIcons())
      .catch((error: unknown) => logError('Icons could not be drawn', error))
  }
}
