import type { Notice } from '@ozvi/contract'
import { useSyncExternalStore } from 'react'

export type DesktopState = NotificationPermission | 'unsupported'
const ears = new Set<() => void>()
const desktopState = (): DesktopState =>
  'Notification' in globalThis ? Notification.permission : 'unsupported'
/** What the browser says about it, as far as this page has asked. */
export const useDesktopState = () =>
  useSyncExternalStore(
    (ear) => {
      ears.add(ear)
      return () => void ears.delete(ear)
    },
    desktopState,
    () => 'default' as const,
  )
/** Only to be called for a press: browsers refuse for good what asks by itself. */
export async function askForDesktop(): Promise<DesktopState> {
  if (desktopState() === 'default') await Notification.requestPermission()
  for (const ear of ears) ear()
  return desktopState()
}

/** Nobody has said yes or no, and nobody looks at the page. */
export const mayOffer = () => desktopState() === 'default' && document.visibilityState === 'hidden'

interface Shown {
  title: string
  body: string
  /** One of a conversation stands in the place of the one before. */
  tag: string
  url: string
}
/** By the service worker where there is one: then a press also works once this page is closed. */
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
