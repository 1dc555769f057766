import type { InboxRow } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { isWeb, pathOf } from '../people/web-address.ts'
import { Fact } from './contact-facts.tsx'

/** Where the conversation started, the time to the first reply, and how often it was reopened. */
export function ConversationFacts({ row }: { row: InboxRow }) {
  const t = useT()
  const formats = useFormats()
  const { page_url, created_at, first_reply_at, reopen_count } = row
  const firstReply_s = first_reply_at ? (Date.parse(first_reply_at) - Date.parse(created_at)) / 1000 : 0
  if (!page_url && !first_reply_at && reopen_count === 0) return null
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5 border-t border-line px-4 py-4 text-sm">
      {page_url && (
        <Fact label={t('conversations.started_on')}>
          {isWeb(page_url) ? (
            <a href={page_url} target="_blank" rel="noreferrer" className="underline hover:text-primary">
              {pathOf(page_url)}
            </a>
          ) : (
            page_url
          )}
        </Fact>
      )}
      {first_reply_at && (
        <Fact label={t('conversations.first_reply')}>
          {t('conversations.first_reply_after', {
            time: formats.duration(Math.max(1, firstReply_s)),
          })}
        </Fact>
      )}
      {reopen_count > 0 && (
        <Fact label={t('conversations.reopened')}>
          {t('conversations.reopened_times', { count: reopen_count })}
        </Fact>
      )}
    </dl>
  )
}
