import { shownBuild } from './build.ts'
import { logError } from './log.ts'

/** After the page has loaded: nothing of this is waited for. Pages in development have no build to look after. */
export function upkeepLater() {
  if (shownBuild() === 'development') return
  const start = () =>
    void import('./upkeep/index.ts')
      .then(({ startUpkeep }) => startUpkeep())
      .catch((error: unknown) => logError('The page is not looked after', error))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
