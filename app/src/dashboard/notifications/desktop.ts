import type { Notice } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'

export type DesktopState = NotificationPermission | 'unsupported'
const ears = new Set<() => void>()
const desktopState = (): DesktopState =>
  'Notification' in globalThis ? Notification.permission : 'unsupported'
/** The browser's permission, as of the last request on this page. */
export const useDesktopState = () =>
  useSyncExternalStore(
    (ear) => {
      ears.add(ear)
      return () => void ears.delete(ear)
    },
    desktopState,
    () => 'default' as const,
  )
/** Call it only on click: browsers permanently deny unprompted requests. */
export async function askForDesktop(): Promise<DesktopState> {
  if (desktopState() === 'default') await Notification.requestPermission()
  for (const ear of ears) ear()
  return desktopState()
}

/** Permission is undecided, and the page isn't visible. */
export const mayOffer = () => desktopState() === 'default' && document.visibilityState === 'hidden'

interface Shown {
  title: string
  body: string
  /** A newer notification of the same conversation replaces the previous one. */
  tag: string
  url: string
}
/** Through the service worker if there is one: then a click works even after this page is closed. */
export async function showOnDesktop({ title, body, tag, url }: Shown): Promise<void> {
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
}: Pick<Notice, 'conversation_id' | 'suggestion_id'>) =>
  conversation_id ? `conversation:${conversation_id}` : `suggestion:${suggestion_id}`
