import { lazy, Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useAppBadge } from './app-badge.ts'
import { useNotifications } from './data.ts'
import { NotificationPlayer } from './notification-player.tsx'
import { useTitleBadge } from './title-badge.ts'

/** Loaded when the bell is first clicked. */
const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}))

/** Notifications with their unread count. */
export function Bell({ integration_id }: { integration_id: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const notifications = useNotifications(integration_id)
  const unread = notifications.data?.filter(({ is_read }) => !is_read).length ?? 0
  useAppBadge(unread)
  useTitleBadge(unread)
  return (
    <>
      <NotificationPlayer />
      <Popover
        label={t('notifications.title')}
        side={isOpen && matchMedia('(min-width: 48rem)').matches ? 'right' : 'bottom'}
        align="end"
        isOpen={isOpen}
        onOpenChange={setOpen}
        className="flex max-h-[min(36rem,calc(100dvh-5rem))] w-96 flex-col p-0"
        trigger={
          <button
            type="button"
            className="relative flex h-9 items-center gap-2.5 rounded-control px-2.5 text-base text-muted hover:bg-inset hover:text-ink aria-expanded:bg-inset touch:h-11 touch:min-w-11 max-lg:justify-center lg:w-full"
          >
            <span className="sr-only">{t('notifications.bell', { count: unread })}</span>
            <span className="relative">
              <Icon name="bell" size={20} />
              {unread > 0 && (
                <span
                  aria-hidden
                  className="absolute -top-1.5 -right-2 min-w-4 rounded-full bg-danger px-1 text-center text-[10px] leading-4 font-semibold text-page tabular-nums lg:hidden"
                >
                  {shortCount(unread)}
                </span>
              )}
            </span>
            <span aria-hidden className="flex-1 text-left max-lg:hidden">
              {t('notifications.title')}
            </span>
            {unread > 0 && (
              <span
                aria-hidden
                className="rounded-full bg-danger px-1.5 text-xs leading-5 font-semibold text-page tabular-nums max-lg:hidden"
              >
                {shortCount(unread)}
              </span>
            )}
          </button>
        }
      >
        <Suspense fallback={<SkeletonRows className="p-4" />}>
          <NotificationList
            integration_id={integration_id}
            notifications={notifications}
            unread={unread}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      </Popover>
    </>
  )
}
const shortCount = (count: number) => (count > 9 ? '9+' : count)
