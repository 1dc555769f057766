import { noticeChanged, suggestionDecided } from '@ozvi/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { useHear } from '#platform/calls/hear.ts'
import { useUser } from '#platform/session/session.tsx'
import { nameOf } from '#dashboard/suggestions'
import { toast } from '#ui/toast.ts'
import { pagePath } from '#addresses'
import { mayOffer, showOnDesktop, tagOf } from './desktop.ts'
import { playSound } from './sound.ts'
import { isCalm, isMine } from './speaking.ts'
import { noticePath, noticeWords } from './words.ts'

/** Announces notifications of any workspace, once regardless of the number of open pages. */
export function Speaker() {
  const t = useT()
  const locale = useLocale()
  const user = useUser()
  useHear(noticeChanged, { user_id: user.id }, ({ notice, by_desktop, by_sound, volume }) => {
    if (!by_desktop && !by_sound) return
    void isMine(notice).then(async (mine) => {
      if (!mine || !isCalm()) return
      if (by_desktop && mayOffer()) (await import('./offer-desktop.ts')).offerDesktop(t)
      if (by_sound) await playSound(volume)
      if (by_desktop)
        await showOnDesktop({
          title: noticeWords(notice, t),
          body: notice.preview,
          tag: tagOf(notice),
          url: noticePath(locale, notice),
        })
    })
  })
  const navigate = useNavigate()
  useHear(suggestionDecided, { user_id: user.id }, ({ integration_id, content, state, decided_by_name }) => {
    if (state === 'suggested') return
    toast.info(t(`canned-replies.${state}`, { who: decided_by_name ?? '', name: nameOf({ content }) }), {
      label: t('canned-replies.show'),
      leadsOn: true,
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
    function hear({ data }: MessageEvent<{ kind?: unknown; path?: unknown } | null>) {
      if (data?.kind === 'show' && typeof data.path === 'string') void navigate(data.path)
    }
    navigator.serviceWorker?.addEventListener('message', hear)
    return () => navigator.serviceWorker?.removeEventListener('message', hear)
  }, [navigate])
  return null
}
