import { reloadWhenScriptsAreGone } from './reload.ts'
import { registerServiceWorker } from './service-worker.ts'
import { watchBuild } from './watch-build.ts'

/** What every page does besides what it shows; loaded when all of that is there. */
export function startUpkeep() {
  reloadWhenScriptsAreGone()
  watchBuild()
  void registerServiceWorker()
}
