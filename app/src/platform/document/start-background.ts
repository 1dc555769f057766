import { logError } from '../log.ts'

/** Starts background tasks after the page has loaded. */
export function startBackgroundLater() {
  const start = () =>
    void import('../background/index.ts')
      .then(({ startBackgroundTasks }) => startBackgroundTasks())
      .catch((error: unknown) => logError('Failed to start background tasks', error))
  if (document.readyState === 'complete') setTimeout(start)
  else addEventListener('load', () => setTimeout(start), { once: true })
}
