import { can } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useItemAnswers } from '../folder-data.ts'

/** Answers that quote an item; each opens its conversation. */
export function ItemAnswers({ source_id, item_id }: { source_id: string; item_id: string }) {
  const integration = useIntegration()
  return can(integration, 'conversations.see') ? (
    <AnswerList integration_id={integration.id} source_id={source_id} item_id={item_id} />
  ) : null
}

function AnswerList(key: { integration_id: string; source_id: string; item_id: string }) {
  const t = useT()
  const to = usePath()
  const query = useItemAnswers(key)
  const { data } = query
  return (
    <section aria-labelledby="item-answers" className="flex flex-col gap-3">
      <h2 id="item-answers" className="text-md font-semibold">
        {t('data-sources.used_in')}
        {data && data.total > 0 && (
          <span className="ml-2 text-sm font-normal text-muted">
            {t('data-sources.used_in_count', { count: data.total })}
          </span>
        )}
      </h2>
      {data ? (
        <Card>
          {data.answers.length === 0 ? (
            <EmptyState icon="message" title={t('data-sources.used_in_none')} className="py-8" />
          ) : (
            <ul className="divide-y divide-line">
              {data.answers.map(({ message_id, conversation_id, number, subject, quote, sent_at }) => (
                <li key={message_id} className="flex flex-col gap-1 px-4 py-3">
                  <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <PageLink
                      to={to('app-i-integrationId-conversation-id', {
                        integrationId: key.integration_id,
                        id: conversation_id,
                      })}
                      className="min-w-0 rounded-[3px] font-medium wrap-anywhere hover:underline"
                    >
                      #{number} {subject}
                    </PageLink>
                    <span className="text-sm text-muted">
                      <BaseDate time={sent_at} />
                    </span>
                  </span>
                  <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{quote}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      ) : (
        <LoadFallback title={t('data-sources.used_in_failed')} query={query}>
          <Skeleton className="h-16 rounded-card" />
        </LoadFallback>
      )}
    </section>
  )
}
