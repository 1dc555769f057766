import { logError } from '../log.ts'

/**
 * Registers the service worker for offline pages. Browsers without service workers, or that block them, do
 * without.
 */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  } catch (error) {
    logError('Failed to register the service worker', error)
  }
}
