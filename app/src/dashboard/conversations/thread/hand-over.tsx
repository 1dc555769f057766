import type { Message } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Icon } from '#ui/icon.tsx'

/** The assistant has passed the conversation on: why, what the customer was told, and a summary for the team. */
export function HandOver({ message: { body, details, sent_at } }: { message: Message }) {
  const t = useT()
  return (
    <div className="rounded-card border border-line bg-raised">
      <div className="flex gap-2.5 border-b border-line px-4 py-2.5 text-base">
        <Icon name="users" className="mt-px text-bot" />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{t('conversations.handed_over')}</span>
            <BaseDate time={sent_at} look="time" className="text-xs text-muted" />
          </p>
          {details.reason && <p className="text-muted">{t(`conversations.reason_${details.reason}`)}</p>}
        </div>
      </div>
      <dl className="flex flex-col gap-3 px-4 py-3 text-base">
        <div>
          <dt className="text-sm text-muted">{t('conversations.told_customer')}</dt>
          <dd className="mt-0.5">{body}</dd>
        </div>
        {details.summary && (
          <div>
            <dt className="text-sm text-muted">{t('conversations.summary')}</dt>
            <dd className="mt-0.5 break-words whitespace-pre-line">{details.summary}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
