import type { Notice } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/page-link.tsx'
import { sayFailure } from '#platform/say-failure.ts'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useAppBadge } from './app-badge.ts'
import { readThem, useNotices } from './data.ts'
import { Speaker } from './speaker.tsx'
import { noticeIcons, noticeWords } from './words.ts'

/** What the reader was told, and how much of it is new. */
export function Bell({ integration_id }: { integration_id: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const notices = useNotices(integration_id)
  const unread = notices.data?.filter(({ is_read }) => !is_read).length ?? 0
  useAppBadge(unread)
  return (
    <>
      <Speaker />
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
            className="relative flex h-9 items-center gap-2.5 rounded-control px-2.5 text-base text-muted hover:bg-inset hover:text-ink aria-expanded:bg-inset touch:h-11 max-lg:justify-center lg:w-full"
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
        <Panel
          integration_id={integration_id}
          notices={notices}
          unread={unread}
          onLeave={() => setOpen(false)}
        />
      </Popover>
    </>
  )
}
const shortCount = (count: number) => (count > 9 ? '9+' : count)

function Panel({
  integration_id,
  notices: { data, error, isFetching, refetch },
  unread,
  onLeave,
}: {
  integration_id: string
  notices: ReturnType<typeof useNotices>
  unread: number
  onLeave: () => void
}) {
  const t = useT()
  const to = usePath()
  const readAll = () => void readThem(integration_id).catch((failure: unknown) => sayFailure(failure, t))
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-4 py-2.5">
        <h2 className="min-w-0 flex-1 text-md font-semibold">{t('notifications.title')}</h2>
        {unread > 0 && (
          <Button size="sm" look="quiet" icon="check" onClick={readAll}>
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
      {data ? (
        data.length > 0 ? (
          <ul className="min-h-0 flex-1 overflow-y-auto py-1">
            {data.map((notice) => (
              <li key={notice.id}>
                <NoticeLink notice={notice} onLeave={onLeave} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="px-6 py-10 text-center text-base text-muted">{t('notifications.none')}</p>
        )
      ) : error ? (
        <ReadFailure
          title={t('notifications.failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
          className="m-4"
        />
      ) : (
        <SkeletonRows className="p-4" />
      )}
    </>
  )
}

function NoticeLink({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const t = useT()
  const to = usePath()
  const { id, integration_id, conversation_id, is_read, preview, kind, at } = notice
  function open() {
    onLeave()
    if (!is_read) void readThem(integration_id, [id]).catch((failure: unknown) => sayFailure(failure, t))
  }
  return (
    <PageLink
      to={to('app-i-integrationId-conversation-id', { integrationId: integration_id, id: conversation_id })}
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
        <Icon name={noticeIcons[kind]} size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn('block text-base', !is_read && 'font-semibold')}>
          {!is_read && <span className="sr-only">{t('notifications.unread')} </span>}
          {noticeWords(notice, t)}
        </span>
        {preview && <span className="block truncate text-sm text-muted">{preview}</span>}
        <BaseDate time={at} look="ago" className="text-xs text-muted" />
      </span>
      {!is_read && <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-primary" />}
    </PageLink>
  )
}
