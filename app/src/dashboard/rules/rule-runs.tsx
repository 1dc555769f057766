import { ruleRunDays } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ConversationLine } from './conversation-line.tsx'
import { useRuleRuns } from './data.ts'
import { actionText } from './rule-text.ts'

/** Executions of a rule, and why it didn't run; live. */
export function RuleRuns({ integration_id, rule_id }: { integration_id: string; rule_id: string }) {
  const t = useT()
  const query = useRuleRuns(integration_id, rule_id)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const runs = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section title={t('rules.log')} description={t('rules.log_text', { days: ruleRunDays })}>
      {!data && (
        <LoadFallback title={t('rules.log_failed')} query={query}>
          <Skeleton className="h-24" />
        </LoadFallback>
      )}
      {data && runs.length === 0 && <p className="text-base text-muted">{t('rules.log_none')}</p>}
      {runs.length > 0 && (
        <ul className="divide-y divide-line">
          {runs.map((run) => (
            <ConversationLine key={run.id} item={run}>
              {run.outcome === 'loop' ? (
                <p className="text-sm text-danger">{t('rules.loop')}</p>
              ) : (
                <ul className="text-sm">
                  {run.actions.map((action, index) => (
                    <li key={index} className={action.outcome === 'failed' ? 'text-danger' : ''}>
                      {actionText(action, t)}
                    </li>
                  ))}
                </ul>
              )}
            </ConversationLine>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" className="mt-3" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('rules.more')}
        </Button>
      )}
    </Section>
  )
}
