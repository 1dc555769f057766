import type { MemberNotification } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/listeners.ts'

export type DesktopState = NotificationPermission | 'unsupported'
const listeners = createListeners()
const desktopState = (): DesktopState =>
  'Notification' in globalThis ? Notification.permission : 'unsupported'
/** The browser's permission, as of the last request on this page. */
export const useDesktopState = () =>
  useSyncExternalStore(listeners.subscribe, desktopState, () => 'default' as const)
/** Call it only on click: browsers permanently deny unprompted requests. */
export async function requestDesktopPermission(): Promise<DesktopState> {
  if (desktopState() === 'default') await Notification.requestPermission()
  listeners.notify()
  return desktopState()
}

/** Permission is undecided, and the page isn't visible. */
export const canPrompt = () => desktopState() === 'default' && document.visibilityState === 'hidden'

interface DesktopNotification {
  title: string
  body: string
  /** A newer notification of the same conversation replaces the previous one. */
  tag: string
  url: string
}
/** Through the service worker if there is one: then a click works even after this page is closed. */
export async function showOnDesktop({ title, body, tag, url }: DesktopNotification): Promise<void> {
  if (desktopState() !== 'granted') return
  const options = { body, tag, icon: '/apple-touch-icon.png', data: { url } }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker?.active) return worker.showNotification(title, options)
  const notification = new Notification(title, options)
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    location.assign(url)
  })
}
export const tagOf = ({
  conversation_id,
  suggestion_id,
}: Pick<MemberNotification, 'conversation_id' | 'suggestion_id'>) =>
  conversation_id ? `conversation:${conversation_id}` : `suggestion:${suggestion_id}`
