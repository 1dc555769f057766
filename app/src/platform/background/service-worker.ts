import { logError } from '../log.ts'

/** Registers the worker that answers without a network; a browser without one, or that refuses, does without. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  } catch (error) {
    logError('Failed to register the service worker', error)
  }
}
