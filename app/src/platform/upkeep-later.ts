import { logError } from './log.ts'

/** After the page has loaded: nothing of this is waited for. */
export function upkeepLater() {
  const start = () =>
    void import('./upkeep/index.ts')
      .then(({ startUpkeep }) => startUpkeep())
      .catch((error: unknown) => logError('The page is not looked after', error))
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
