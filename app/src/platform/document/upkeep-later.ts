import { logError } from '../log.ts'

/** After the page has loaded, and what it does now: nothing of this is waited for. */
export function upkeepLater() {
  const start = () =>
    void import('../upkeep/index.ts')
      .then(({ startUpkeep }) => startUpkeep())
      .catch((error: unknown) => logError('The page is not looked after', error))
  if (document.readyState === 'complete') setTimeout(start)
  else addEventListener('load', () => setTimeout(start), { once: true })
}
