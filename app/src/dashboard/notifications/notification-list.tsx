import type { MemberNotification } from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { markRead, type useNotifications } from './data.ts'
import { requestDesktopPermission, useDesktopState } from './desktop.ts'
import { notificationIcons, notificationPath, notificationText } from './notification-text.ts'

/** Notifications, newest first. */
export function NotificationList({
  integration_id,
  notifications,
  unread,
  onLeave,
}: {
  integration_id: string
  notifications: ReturnType<typeof useNotifications>
  unread: number
  onLeave: () => void
}) {
  const t = useT()
  const to = usePath()
  const desktop = useDesktopState()
  const { data } = notifications
  const toastOnError = useToastOnError()
  const readAll = () => void toastOnError(markRead(integration_id))
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-4 py-2.5">
        <h2 className="min-w-0 flex-1 text-md font-semibold">{t('notifications.title')}</h2>
        {unread > 0 && (
          <Button size="sm" variant="quiet" icon="check" onClick={readAll}>
            {t('notifications.read_all')}
          </Button>
        )}
        <PageLink
          to={to('app-i-integrationId-settings-notifications', { integrationId: integration_id })}
          onClick={onLeave}
          aria-label={t('notifications.choices')}
          title={t('notifications.choices')}
          className="flex size-8 items-center justify-center rounded-control text-muted hover:bg-inset hover:text-ink touch:size-11"
        >
          <Icon name="settings" size={18} />
        </PageLink>
      </div>
      {data && data.length > 0 && desktop === 'default' && (
        <div className="flex items-center gap-3 border-b border-line bg-subtle px-4 py-2 text-sm">
          <p className="min-w-0 flex-1">{t('notifications.only_here')}</p>
          <Button size="sm" onClick={() => void requestDesktopPermission()}>
            {t('notifications.on_desktop')}
          </Button>
        </div>
      )}
      {data ? (
        data.length > 0 ? (
          <ul className="min-h-0 flex-1 overflow-y-auto py-1">
            {data.map((notification) => (
              <li key={notification.id}>
                <NotificationLink notification={notification} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-6 py-10 text-center text-base text-muted">{t('notifications.none')}</p>
        )
      ) : (
        <LoadFallback title={t('notifications.failed')} query={notifications} className="m-4" />
      )}
    </>
  )
}

function NotificationLink({
  notification,
  onLeave,
}: {
  notification: MemberNotification
  onLeave: () => void
}) {
  const t = useT()
  const locale = useLocale()
  const toastOnError = useToastOnError()
  const { id, integration_id, is_read, preview, kind, at } = notification
  function open() {
    onLeave()
    if (!is_read) void toastOnError(markRead(integration_id, [id]))
  }
  return (
    <PageLink
      to={notificationPath(locale, notification)}
      onClick={open}
      className="flex items-start gap-3 px-4 py-2.5 hover:bg-inset"
    >
      <span
        className={cn(
          'mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-inset text-muted',
          !is_read && kind !== 'overdue' && 'bg-primary-subtle text-primary',
          !is_read && kind === 'overdue' && 'bg-warning-subtle text-warning',
        )}
      >
        <Icon name={notificationIcons[kind]} size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn('block text-base', !is_read && 'font-semibold')}>
          {!is_read && <span className="sr-only">{t('notifications.unread')} </span>}
          {notificationText(notification, t)}
        </span>
        {preview && <span className="block truncate text-sm text-muted">{preview}</span>}
        <BaseDate time={at} format="ago" className="text-xs text-muted" />
      </span>
      {!is_read && <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-primary" />}
    </PageLink>
  )
}
