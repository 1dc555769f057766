import { notificationChanged, suggestionDecided } from '@ozvi/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useEvent } from '#platform/calls/use-event.ts'
import { useUser } from '#platform/session/session.tsx'
import { nameOf } from '#dashboard/suggestions'
import { toast } from '#ui/toast.ts'
import { pagePath } from '#addresses'
import { canPrompt, showOnDesktop, tagOf } from './desktop.ts'
import { playSound } from './sound.ts'
import { isWithinBatchLimit, isLeader } from './notification-leader.ts'
import { notificationPath, notificationText } from './notification-text.ts'

/** Announces notifications of any workspace, once regardless of the number of open pages. */
export function NotificationPlayer() {
  const t = useT()
  const locale = useLocale()
  const user = useUser()
  useEvent(
    notificationChanged,
    { user_id: user.id },
    ({ notification, shows_desktop, plays_sound, volume }) => {
      if (!shows_desktop && !plays_sound) return
      void isLeader(notification).then(async (isLeading) => {
        if (!isLeading || !isWithinBatchLimit()) return
        if (shows_desktop && canPrompt()) (await import('./desktop-prompt.ts')).promptForDesktop(t)
        if (plays_sound) await playSound(volume)
        if (shows_desktop)
          await showOnDesktop({
            title: notificationText(notification, t),
            body: notification.preview,
            tag: tagOf(notification),
            url: notificationPath(locale, notification),
          })
      })
    },
  )
  const navigate = useNavigate()
  useEvent(suggestionDecided, { user_id: user.id }, ({ integration_id, content, state, decided_by_name }) => {
    if (state === 'suggested') return
    toast.info(t(`canned-replies.${state}`, { who: decided_by_name ?? '', name: nameOf({ content }) }), {
      label: t('canned-replies.show'),
      isUndo: false,
      onClick: () =>
        void navigate(
          pagePath(
            locale,
            content.kind === 'question'
              ? 'app-i-integrationId-settings-data-sources'
              : 'app-i-integrationId-settings-replies',
            { integrationId: integration_id },
          ),
        ),
    })
  })
  useEffect(() => {
    // A notification was clicked, and the service worker has focused this page.
    function onMessage({ data }: MessageEvent<{ kind?: unknown; path?: unknown } | null>) {
      if (data?.kind === 'show' && typeof data.path === 'string') void navigate(data.path)
    }
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [navigate])
  return null
}
